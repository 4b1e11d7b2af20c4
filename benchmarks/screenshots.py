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

from tests.studio.e2e.conftest import Tab
from tests.studio.e2e.test_accessibility import AXE, PANELS, menus, panels, violations

from benchmarks.chromium import FLAGS, chromium
from benchmarks.kills import StudioServer

# Width, height and pixels to a unit of them.
SIZES = {
    "small": (1280, 720, 1.0),
    "medium": (1440, 900, 1.0),
    "large": (1920, 1080, 2.0),
    "phone": (390, 844, 2.0),
}
# Resolves when the page's pictures are there; one that is missing is not drawn.
PICTURES = "Promise.allSettled([...document.images].map((picture) => picture.decode()))"


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
    yield from menus(tab, "Pull a fox")
    for sample in PANELS:
        tab.page.evaluate("document.querySelector('.crumb').click()")
        tab.page.locator(".welcome").wait_for()
        yield from panels(tab, sample)


def main(folder: Path, sizes: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        with opened(size) as tab:
            tab.page.evaluate(AXE.read_text(encoding="utf-8"))
            for view in views(tab):
                for theme in ("dark", "light"):
                    found = violations(tab, view, theme)
                    tab.page.evaluate(PICTURES)
                    tab.page.screenshot(path=folder / f"{size} {view} {theme}.png")
                    print(f"{size} {view} {theme}", *found, sep="\n  ", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2].split(",") if len(sys.argv) > 2 else list(SIZES))
