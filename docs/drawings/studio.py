"""Screenshots of the studio, taken in a real Chromium; drawn only when they are named.

Needs Chromium (on Debian: apt install chromium) and Playwright, which the test dependencies bring.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
SIZE = {"width": 1440, "height": 810}
PLACED = "window.pliant?.state().document?.handles.length > 0"
# Milliseconds to learn a rig, and for the page to come to rest.
PATIENCE = 120_000
REST = 1500


@contextmanager
def page(dark: bool) -> Iterator[Page]:
    """The studio's page with the fox."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as state, sync_playwright() as driver:
        command = [sys.executable, "-m", "pliant.cli.app", "studio", "--sample", "quadruped", "--no-browser"]
        with subprocess.Popen([*command, "--state", state], stdout=subprocess.PIPE, text=True) as server:
            try:
                url = next(line.strip() for line in server.stdout or () if re.match("http", line))
                browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                shown = browser.new_page(
                    viewport=SIZE, bypass_csp=True, color_scheme="dark" if dark else "light"
                )
                shown.goto(url)
                shown.wait_for_function(
                    "window.pliant?.state().document?.handles.length > 0", timeout=PATIENCE
                )
                settle(shown)
                yield shown
                browser.close()
            finally:
                server.terminate()


def settle(shown: Page) -> None:
    """Wait until nothing moves."""
    shown.wait_for_timeout(REST)
    shown.evaluate("window.pliant.idle()")
    shown.wait_for_timeout(REST)


def pull(shown: Page, right: int, up: int) -> None:
    """Drag the first handle that is not pinned, by so many pixels."""
    x, y = shown.evaluate(
        "window.pliant.pointScreen(window.pliant.state().document.handles.find((h) => !h.pinned).target)"
    )
    shown.mouse.move(x, y)
    shown.mouse.down()
    for i in range(1, 13):
        shown.mouse.move(x + right * i / 12, y - up * i / 12)
        shown.wait_for_timeout(80)
    shown.mouse.up()
    settle(shown)


def posed(path: Path) -> None:
    """The fox's tail pulled up, its nose pinned."""
    with page(dark=False) as shown:
        pull(shown, 20, 150)
        shown.wait_for_timeout(2 * REST)
        shown.screenshot(path=path)


def controls(path: Path) -> None:
    """The learned controls in colours, in the dark."""
    with page(dark=True) as shown:
        pull(shown, 20, 150)
        shown.get_by_text("Controls", exact=True).first.click()
        settle(shown)
        shown.screenshot(path=path)


PICTURES: dict[str, Callable[[Path], None]] = {"studio.png": posed, "studio-controls.png": controls}
