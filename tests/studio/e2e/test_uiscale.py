"""The size of the panels: kept in the browser, nothing leaves the window, and pulls meet the pointer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

SIZES = {"desk": (1280, 720), "phone": (390, 780)}

# What is seen of the panels and lies outside the window, by its class or tag.
OUTSIDE = """() => {
  const bars = ['.topbar', '.toolbar', '.strip', '.status', '.time-head', '.views'];
  const panels = [...bars.map((bar) => `${bar} *`), '.inspector > *', '.corner'].join();
  const clipped = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible' && at.tagName !== 'MAIN') return true;
    }
    return false;
  };
  return [...document.querySelectorAll(panels)].filter((element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    return width > 1 && out && element.checkVisibility() && !clipped(element);
  }).map((element) => element.className.baseVal ?? (element.className || element.tagName));
}"""

# Neighbours in the top bar that cover each other.
OVERLAPPING = """() => {
  const bar = [...document.querySelector('.topbar').children];
  const boxes = bar.filter((element) => element.checkVisibility());
  const rects = boxes.map((element) => [element.className, element.getBoundingClientRect()]);
  const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const meet = (a, b) => across(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = rects.flatMap((one, i) => rects.slice(i + 1).map((other) => [one, other]));
  return pairs.filter(([[, a], [, b]]) => meet(a, b)).map(([[a], [b]]) => [a, b]);
}"""


@pytest.fixture(params=list(SIZES))
def window(request: pytest.FixtureRequest, browser: Any, start: Start, tmp_path: Path) -> Iterator[Tab]:
    """The sample bar in a window of each size."""
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=1)
    tab = Tab(context.new_page())
    tab.visit(start(tmp_path / "state"))
    tab.open("Bend a bar")
    yield tab
    assert tab.errors == []
    context.close()


def scaled(tab: Tab, percent: int) -> None:
    """Choose a size in the menu of the view."""
    tab.page.get_by_role("button", name="Lens, light, bookmarks and parts").click()
    slider = tab.page.get_by_role("slider", name="Size of the panels")
    slider.evaluate(f"(input) => {{ input.value = '{percent}'; input.dispatchEvent(new Event('change')); }}")
    tab.page.keyboard.press("Escape")
    tab.until(f"s.uiScale === {percent}")
    tab.page.wait_for_timeout(100)
    tab.idle()


@pytest.mark.parametrize("percent", [75, 125, 150])
def test_nothing_leaves_the_window_and_pulls_meet_the_pointer(window: Tab, percent: int) -> None:
    before = window.page.locator(".topbar").bounding_box()["height"]
    scaled(window, percent)
    assert window.page.evaluate(OUTSIDE) == []
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert window.page.evaluate(OVERLAPPING) == []
    after = window.page.locator(".topbar").bounding_box()["height"]
    assert (after > before) == (percent > 100)
    start = window.handle_at(window.free())
    window.drag(start, (-25.0, -30.0))
    assert np.abs(np.subtract(window.handle_at(window.free()), start) - (-25.0, -30.0)).max() < 2.0


def test_a_size_is_kept_over_a_reload_and_the_strip_of_time_is_met(window: Tab) -> None:
    scaled(window, 125)
    window.page.reload()
    window.until("s.pose !== null && s.progress === null")
    assert window.state("s.uiScale") == 125
    strip = window.page.locator(".time-strip").bounding_box()
    if strip is None:
        window.page.get_by_role("button", name="Open the timeline").click()
        strip = window.page.locator(".scale").first.bounding_box()
    first, last = window.state("[s.document.timeline.first, s.document.timeline.last]")
    window.page.mouse.click(strip["x"] + strip["width"] / 2, strip["y"] + strip["height"] / 2)
    window.idle()
    assert window.state("s.document.frame") == pytest.approx((first + last) / 2, abs=2.0)
