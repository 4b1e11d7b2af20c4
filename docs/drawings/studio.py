"""Screenshots of the studio, taken in a real Chromium: a tour of its views.

Needs Chromium (on Debian: apt install chromium) and Playwright, which the test dependencies bring.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
SIZE = {"width": 1440, "height": 810}
POSED = "(() => { const s = window.pliant?.state(); return s && s.pose && !s.progress; })()"
WELCOMED = "window.pliant?.state().connection === 'open'"
# Milliseconds to learn a rig, and for the page to come to rest.
PATIENCE = 240_000
REST = 800


@contextmanager
def page(*words: str, dark: bool = False) -> Iterator[Page]:
    """The studio's page with the fox, or with what the words say."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        raise FileNotFoundError("The studio's pictures need Chromium; on Debian: apt install chromium")
    given = words or ("--sample", "quadruped")
    with tempfile.TemporaryDirectory() as state, sync_playwright() as driver:
        command = [sys.executable, "-m", "pliant.cli.app", "studio", *given, "--no-browser", "--state", state]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                url = next(line.strip() for line in server.stdout or () if re.match("http", line))
                browser = driver.chromium.launch(executable_path=program, args=FLAGS)
                shown = browser.new_page(
                    viewport=SIZE, bypass_csp=True, color_scheme="dark" if dark else "light"
                )
                shown.goto(url)
                shown.wait_for_function(POSED if "--sample" in given else WELCOMED, timeout=PATIENCE)
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
    drag(shown, x, y, right, up)


def drag(shown: Page, x: float, y: float, right: int, up: int) -> None:
    """Press at a place, move, release."""
    shown.mouse.move(x, y)
    shown.mouse.down()
    for i in range(1, 13):
        shown.mouse.move(x + right * i / 12, y - up * i / 12)
        shown.wait_for_timeout(60)
    shown.mouse.up()
    settle(shown)


def start(path: Path) -> None:
    """The start page, in the dark."""
    with page("--port", "0", dark=True) as shown:
        shown.screenshot(path=path)


def posed(path: Path) -> None:
    """The fox's nose pulled up, its tail and its feet held."""
    with page() as shown:
        for x, y in feet(shown):
            shown.mouse.click(x, y)
            settle(shown)
        for key in ("a", "p", "Escape"):
            shown.keyboard.press(key)
        x, y = nose(shown)
        shown.mouse.click(x, y)
        shown.keyboard.press("p")
        drag(shown, x, y, 10, 75)
        shown.screenshot(path=path)


def controls(path: Path) -> None:
    """The learned controls in colours, in the dark."""
    with page(dark=True) as shown:
        pull(shown, 20, 150)
        shown.get_by_role("switch", name="Controls").check()
        settle(shown)
        shown.screenshot(path=path)


def frozen(path: Path) -> None:
    """The hind part frozen by a box, the head turned."""
    with page("--sample", "quadruped", "--method", "meshik") as shown:
        shown.keyboard.press("b")
        shown.get_by_role("radio", name="Surface").click()
        shown.get_by_role("switch", name="Also what is hidden").check()
        x, y = place(shown, 0.32)
        drag(shown, x, 70, -round(x) + 70, -640)
        shown.keyboard.press("Escape")
        shown.evaluate("window.pliant.idle()")
        x, y = nose(shown)
        shown.mouse.click(x, y)
        shown.keyboard.press("p")
        drag(shown, x, y, -40, 110)
        shown.keyboard.press("c")
        shown.mouse.move(*place(shown, 0.45))
        settle(shown)
        shown.screenshot(path=path)


def stretched(path: Path) -> None:
    """Where the surface is stretched."""
    with page() as shown:
        pull(shown, 60, 190)
        shown.get_by_role("switch", name="Stretch").check()
        settle(shown)
        shown.screenshot(path=path)


def compared(path: Path) -> None:
    """Two methods, one pull."""
    with page() as shown:
        shown.get_by_role("button", name="Compare two methods side by side").click()
        beside = "(() => { const s = window.pliant.state(); return s.beside?.pose && !s.progress; })()"
        shown.wait_for_function(beside, timeout=PATIENCE)
        settle(shown)
        pull(shown, 10, 90)
        shown.wait_for_timeout(2 * REST)
        shown.screenshot(path=path)


def parts(path: Path) -> None:
    """A person's arm turned with its forearm and hand, the gizmo shown."""
    with page("--sample", "humanoid") as shown:
        for i, name in enumerate(("left upper arm", "left forearm", "left hand")):
            chosen = shown.get_by_role("button", name=f"Select {name}")
            chosen.click(modifiers=["Shift"] if i else [])
        for key in ("r", "z", "5", "0", "Enter"):
            shown.keyboard.press(key)
        settle(shown)
        for name in ("left forearm", "left hand"):
            again = shown.get_by_role("button", name=f"Select {name}")
            again.click(modifiers=["Shift"] if name == "left hand" else [])
        for key in ("r", "x", "-", "7", "0", "Enter"):
            shown.keyboard.press(key)
        settle(shown)
        shown.screenshot(path=path)


def jointed(path: Path) -> None:
    """A robot pulled by its hand, its shoulder selected: its cone, its gizmo and its fields."""
    with page("--sample", "robot") as shown:
        shown.mouse.move(590, 420)
        shown.mouse.wheel(0, 100)
        settle(shown)
        pull(shown, 70, 120)
        shown.get_by_role("button", name="Joint torso – left upper arm").click()
        settle(shown)
        shown.screenshot(path=path)


def caged(path: Path) -> None:
    """A frame of a fish, made by the cage that was found for it; what one vertex of the cage carries."""
    with page("--sample", "fish") as shown:
        shown.get_by_role("button", name="Find the cages").click()
        found = "(() => { const s = window.pliant.state(); return s.recovered && !s.progress; })()"
        shown.wait_for_function(found, timeout=PATIENCE)
        shown.get_by_label("Frame", exact=True).fill("10")
        settle(shown)
        script = "window.pliant.pointScreen([...window.pliant.state().pose.points.slice(39, 42)])"
        x, y = shown.evaluate(script)
        shown.mouse.click(x, y)
        settle(shown)
        shown.screenshot(path=path)


def timed(path: Path) -> None:
    """A timeline with keys, and ghosts of the frames around."""
    with page() as shown:
        free = "window.pliant.state().document.handles.find((h) => !h.pinned)"
        for frame, way in ((1, (0, 0)), (16, (-90, -120)), (36, (130, 40))):
            shown.get_by_label("Current frame").fill(str(frame))
            shown.get_by_label("Current frame").press("Enter")
            x, y = shown.evaluate(f"window.pliant.pointScreen({free}.target)")
            shown.mouse.move(x, y)
            shown.mouse.down()
            shown.mouse.move(x + way[0], y + way[1], steps=12)
            shown.mouse.up()
            settle(shown)
            shown.keyboard.press("k")
            settle(shown)
        shown.get_by_label("Current frame").fill("24")
        shown.get_by_label("Current frame").press("Enter")
        shown.get_by_role("button", name="Onion skins").click()
        shown.locator(".pop:visible input[type=checkbox]").check()
        shown.wait_for_function("window.pliant.state().ghosts.length === 4", timeout=PATIENCE)
        shown.locator("canvas").first.focus()
        settle(shown)
        shown.screenshot(path=path)


def keys(path: Path) -> None:
    """The keys."""
    with page() as shown:
        shown.keyboard.press("?")
        settle(shown)
        shown.screenshot(path=path)


def place(shown: Page, share: float) -> tuple[float, float]:
    """Where the body is on the screen, from its tail (0) to its nose (1)."""
    script = """share => {
      const V = window.pliant.positions(), n = V.length / 3;
      const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => V[3 * a] - V[3 * b]);
      return window.pliant.vertexScreen(order[Math.round(share * (n - 1))]);
    }"""
    x, y = shown.evaluate(script, share)
    return x, y


def feet(shown: Page) -> list[tuple[float, float]]:
    """The hind and the front foot on the near side: the outermost of the low vertices."""
    script = """() => {
      const V = window.pliant.positions(), n = V.length / 3;
      const low = Array.from({ length: n }, (_, i) => i).filter((i) => V[3 * i + 1] < 0.05);
      const outer = (best, i) => (V[3 * i + 2] > V[3 * best + 2] ? i : best);
      const foot = (sign) => low.filter((i) => sign * V[3 * i] > 0).reduce(outer);
      return [foot(-1), foot(1)].map((i) => window.pliant.vertexScreen(i));
    }"""
    return [(x, y) for x, y in shown.evaluate(script)]


def nose(shown: Page) -> tuple[float, float]:
    """The fox's nose: its foremost vertex."""
    return place(shown, 1.0)


PICTURES: dict[str, Callable[[Path], None]] = {
    "studio.png": posed,
    "studio-start.png": start,
    "studio-controls.png": controls,
    "studio-frozen.png": frozen,
    "studio-stretch.png": stretched,
    "studio-compare.png": compared,
    "studio-parts.png": parts,
    "studio-joints.png": jointed,
    "studio-cage.png": caged,
    "studio-timeline.png": timed,
    "studio-keys.png": keys,
}
