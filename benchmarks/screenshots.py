"""Pictures of every view of the studio in both themes, at four sizes, to be looked at: one browser each.

`python -m benchmarks.screenshots FOLDER [small,medium,large,phone]`; what axe-core finds is printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.studio.e2e.conftest import Tab, choose
from tests.studio.e2e.test_accessibility import AXE, OPENERS, PANELS, violations

from benchmarks.chromium import FLAGS, chromium
from benchmarks.kills import StudioServer

# Width, height and pixels to a unit of them.
SIZES = {
    "small": (1280, 720, 1.0),
    "medium": (1440, 900, 1.0),
    "large": (1920, 1080, 2.0),
    "phone": (390, 844, 2.0),
}
# The view settles: colours fade and menus open.
SETTLE = 200


@contextmanager
def opened(size: str) -> Iterator[Tab]:
    """The start page of a studio of its own."""
    # Installed only with the studio's tests.
    from playwright.sync_api import sync_playwright

    width, height, scale = SIZES[size]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        server = StudioServer(Path(folder))
        try:
            options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "bypass_csp": True}
            tab = Tab(browser.new_page(device_scale_factor=scale, has_touch=size == "phone", **options))
            tab.page.goto(server.url)
            tab.until("s.connection === 'open'")
            yield tab
        finally:
            browser.close()
            server.kill()


def views(tab: Tab) -> Iterator[str]:
    """Brings one view after another onto the screen, and gives its name."""
    page = tab.page
    yield "start"
    tab.open("Pull a fox")
    yield "model"
    for name, opener in OPENERS.items():
        _drawn(tab, on=name in ("handles", "poses", "scene", "a prop"))
        opener(page)
        yield name
        if name not in ("handles", "scene"):
            tab.keys("Escape")
    _drawn(tab, on=False)
    tab.keys("k", ".", ".", "k")
    yield "keys of the timeline"
    tab.keys("e")
    yield "curves"
    for sample, methods in PANELS.items():
        page.evaluate("document.querySelector('.crumb').click()")
        page.locator(".welcome").wait_for()
        tab.open(sample)
        page.evaluate("document.querySelector('.tabs button').click()")
        for method in methods:
            choose(tab, method)
            _drawn(tab, on=True)
            yield method
            _drawn(tab, on=False)


def _drawn(tab: Tab, *, on: bool) -> None:
    """The inspector's drawer, where the window is narrow for it."""
    if tab.state("s.narrow") and tab.state("s.drawer") != on:
        tab.page.evaluate(f"document.querySelector('{'.strip button' if on else '.closer'}').click()")


def main(folder: Path, sizes: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        with opened(size) as tab:
            tab.page.evaluate(AXE.read_text(encoding="utf-8"))
            for view in views(tab):
                for theme in ("dark", "light"):
                    tab.page.emulate_media(color_scheme=theme)
                    tab.page.wait_for_timeout(SETTLE)
                    tab.idle()
                    tab.page.screenshot(path=folder / f"{size} {view} {theme}.png")
                    print(f"{size} {view} {theme}", *violations(tab, view), sep="\n  ", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2].split(",") if len(sys.argv) > 2 else list(SIZES))
