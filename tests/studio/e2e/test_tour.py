"""The tour of one minute: it goes on by what the user does, and can be left at any time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

TITLES = ["Pull", "Look around", "Set a key", "Take it with you"]


def card(tab: Tab) -> Any:
    return tab.page.get_by_role("dialog", name="Tour")


def at_step(tab: Tab, step: int) -> None:
    tab.until(f"s.tour?.step === {step}")
    tab.page.wait_for_timeout(150)
    assert TITLES[step] in card(tab).inner_text()
    box, view = card(tab).bounding_box(), tab.page.viewport_size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= view["width"]
    assert box["y"] + box["height"] <= view["height"]


def started(tab: Tab) -> None:
    tab.page.get_by_role("button", name="Take the tour of one minute").click()
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    at_step(tab, 0)


def test_the_tour_goes_on_by_what_the_user_does(tab: Tab) -> None:
    assert tab.state("s.tour") is None
    started(tab)
    start = tab.handle_at(tab.free())
    tab.drag(start, (-20.0, -30.0))
    at_step(tab, 1)
    box = tab.page.locator("canvas").bounding_box()
    tab.drag((box["x"] + 90, box["y"] + 90), (80.0, 0.0))
    at_step(tab, 2)
    tab.keys("k")
    at_step(tab, 3)
    tab.page.get_by_role("button", name="Export", exact=True).click()
    tab.until("s.tour === null")
    assert not card(tab).is_visible()


@pytest.mark.parametrize("way", ["Escape", "Leave"])
def test_the_tour_can_be_left_and_taken_again_by_the_keyboard(tab: Tab, way: str) -> None:
    started(tab)
    focused = tab.page.evaluate("document.activeElement.textContent")
    assert focused == "Skip"
    tab.page.keyboard.press("Enter")
    at_step(tab, 1)
    if way == "Escape":
        tab.keys("Escape")
    else:
        card(tab).get_by_role("button", name="Leave").click()
    assert tab.state("s.tour") is None
    assert not card(tab).is_visible()
    tab.keys("F3")
    tab.page.keyboard.type("tour of one")
    tab.page.keyboard.press("Enter")
    at_step(tab, 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tour_fits_a_phone_in_both_themes(browser: Any, start: Start, tmp_path: Any, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, color_scheme=scheme, has_touch=True)
    tab = Tab(context.new_page())
    tab.visit(start(tmp_path / "state"))
    started(tab)
    for step in range(1, len(TITLES)):
        card(tab).get_by_role("button", name="Skip").click()
        at_step(tab, step)
    tab.page.screenshot(path=tmp_path / "tour.png")
    card(tab).get_by_role("button", name="Done").click()
    assert tab.state("s.tour") is None
    assert tab.errors == []
    context.close()
