"""Help beside each tool and panel: by pointer and by keyboard, and axe-core finds nothing."""

from __future__ import annotations

import pytest

from tests.studio.e2e.conftest import Tab
from tests.studio.e2e.test_accessibility import AXE, violations


def card(tab: Tab) -> str:
    found = tab.page.locator(".help-card")
    return found.inner_text() if found.is_visible() else ""


def test_help_is_reached_by_pointer_and_keyboard_and_left_by_escape(tab: Tab) -> None:
    tab.open("Open a lamp")
    page = tab.page
    marks = page.locator(".page .help-mark")
    assert marks.count() == page.locator(".page .group h3").count()
    # The page tells from the last key or click whether a focus is the keyboard's.
    page.keyboard.press("Tab")
    for index in range(marks.count()):
        marks.nth(index).focus()
        assert len(card(tab).splitlines()) >= 2
    marks.first.hover()
    page.locator(".help-card", has_text="Joints").wait_for()
    brush = page.locator(".toolbar button").nth(3)
    brush.hover()
    page.locator(".help-card dd", has_text="Larger brush").wait_for()
    page.mouse.move(400, 300)
    page.locator(".help-card").wait_for(state="hidden")
    page.get_by_role("tab", name="Scene").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "help-mark"
    box = page.locator(".help-card").bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] < page.locator(".inspector").bounding_box()["x"]
    assert "Joints" in card(tab)
    if AXE.exists():
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert [*violations(tab, "help", "light"), *violations(tab, "help", "dark")] == []
    page.keyboard.press("Escape")
    assert card(tab) == ""
    assert tab.state("s.help") is False


@pytest.mark.parametrize("title", ["Handles", "Poses"])
def test_each_panel_of_every_method_has_its_card(tab: Tab, title: str) -> None:
    tab.open("Bend a bar")
    tab.page.get_by_role("tab", name=title, exact=True).click()
    for mark in tab.page.locator(".page .help-mark:visible").all():
        mark.click()
        assert len(card(tab).splitlines()) >= 2
