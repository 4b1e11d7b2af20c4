"""A session comes back as it was: pose, history, camera, selection and panels; and sessions are listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

FREE = 1
CAMERA = "window.pliant.camera()"
# A camera comes back as it was, but for the digits of JSON.
SAME = 1e-9


def reloaded(tab: Tab) -> None:
    tab.page.reload()
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()


def killed(tab: Tab, server: Any, start: Start, state: Path) -> None:
    """The server dies, the page is reloaded when another one is there."""
    server.kill()
    tab.until("s.connection === 'lost'")
    start(state)
    reloaded(tab)


def work(tab: Tab) -> None:
    """Three steps, one of them taken back; the view turned, a handle selected, another tab open."""
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-50.0, -50.0))
    tab.drag(tab.handle_at(FREE), (-20.0, 40.0))
    tab.drag(tab.handle_at(FREE), (30.0, 10.0))
    tab.keys("Control+z")
    tab.keys("3")
    tab.page.get_by_role("tab", name="Handles").click()
    tab.keys("z")
    tab.page.mouse.click(*tab.handle_at(FREE))
    tab.idle()
    tab.page.wait_for_timeout(500)


def standing(tab: Tab) -> dict[str, Any]:
    """All that has to be there again."""
    return {
        "document": tab.state("s.document"),
        "labels": tab.state("s.history.done.map((one) => one.label)"),
        "redo": tab.state("s.history.undone.map((one) => one.label)"),
        "selection": tab.state("s.selection"),
        "tab": tab.state("s.tab"),
        "wire": tab.state("s.wire"),
        "gaze": np.array(tab.page.evaluate(CAMERA)),
        "V": tab.positions(),
    }


def assert_back(tab: Tab, before: dict[str, Any]) -> None:
    now = standing(tab)
    for name in ("document", "labels", "redo", "selection", "tab", "wire"):
        assert now[name] == before[name], name
    assert np.abs(now["gaze"] - before["gaze"]).max() < SAME
    assert np.abs(now["V"] - before["V"]).max() < 1e-4


@pytest.mark.parametrize("how", ["reload", "kill"])
def test_everything_is_back_and_undo_goes_on(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path, how: str
) -> None:
    server, tab = start(tmp_path / "state"), new_tab()
    tab.visit(server)
    tab.open("Bend a bar")
    first = tab.state("s.document")
    tab.page.get_by_role("button", name="Open another model").click()
    work(tab)
    before = standing(tab)
    assert len(before["labels"]) == 2
    assert len(before["redo"]) == 1
    if how == "reload":
        reloaded(tab)
    else:
        killed(tab, server, start, tmp_path / "state")
    assert_back(tab, before)
    tab.keys("Control+Shift+z")
    assert tab.state("s.history.done.length") == 3
    tab.keys("Control+z", "Control+z", "Control+z")
    assert tab.state("s.document") == first
    reloaded(tab)
    assert tab.state("s.history.undone.length") == 3
    assert tab.state("s.document") == first


@pytest.mark.parametrize("how", ["reload", "kill"])
def test_a_pull_that_is_not_keyed_stays_and_k_keys_it(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path, how: str
) -> None:
    server, tab = start(tmp_path / "state"), new_tab()
    tab.visit(server)
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-50.0, -50.0))
    tab.keys("k")
    tab.drag(tab.handle_at(FREE), (30.0, 60.0))
    posed, document = tab.positions(), tab.state("s.document")
    tab.keys("Escape")
    tab.page.wait_for_timeout(400)
    if how == "reload":
        reloaded(tab)
    else:
        killed(tab, server, start, tmp_path / "state")
    assert tab.state("s.document") == document
    assert np.abs(tab.positions() - posed).max() < 1e-4
    tab.keys("k")
    rows = tab.state("s.document.timeline.rows")
    assert [row["handles"] for row in rows] == [[document["handles"][FREE]["id"]]]
    np.testing.assert_allclose(rows[0]["keys"][0]["targets"], document["handles"][FREE]["target"])


def test_a_reload_in_the_middle_of_a_drag_keeps_it_as_a_step(tab: Tab) -> None:
    tab.open("Bend a bar")
    before = tab.state("s.document")
    x, y = tab.handle_at(FREE)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x - 50.0, y - 50.0, steps=10)
    tab.idle()
    pulled = tab.state("s.document")
    reloaded(tab)
    assert tab.state("s.document") == pulled
    assert tab.state("s.history.done.length") == 1
    tab.keys("Control+z")
    assert tab.state("s.document") == before


def test_an_open_page_keeps_view_and_history_when_the_server_is_started_again(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server, tab = start(tmp_path / "state"), new_tab()
    tab.visit(server)
    work(tab)
    before = standing(tab)
    server.kill()
    tab.until("s.connection === 'lost'")
    # Steps that are made while nobody listens come to the journal later.
    tab.page.keyboard.press("Control+z")
    assert tab.page.get_by_text("Not on disk yet").is_visible()
    tab.page.keyboard.press("Control+Shift+z")
    start(tmp_path / "state")
    tab.until("s.connection === 'open' && s.pose !== null && s.kept.sent === s.kept.safe")
    tab.idle()
    assert_back(tab, before)
    reloaded(tab)
    assert_back(tab, before)


def test_a_click_on_the_name_keeps_the_session_in_the_list(tab: Tab) -> None:
    work(tab)
    before = standing(tab)
    tab.page.wait_for_timeout(1500)
    tab.page.get_by_role("button", name="Open another model").click()
    assert tab.page.get_by_text("bar is kept").is_visible()
    card = tab.page.get_by_role("button", name="Go on with bar")
    card.wait_for()
    assert card.locator("img").get_attribute("src").startswith("data:image/jpeg")
    assert "2 steps" in card.inner_text()
    # It waits there also for a page that is reloaded meanwhile.
    tab.page.reload()
    card.wait_for()
    assert tab.state("s.model === null")
    card.click()
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    assert_back(tab, before)


def test_sessions_are_named_copied_and_removed(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-50.0, -50.0))
    bent = tab.state("s.document")
    tab.page.get_by_role("button", name="Session bar").click()
    tab.page.get_by_role("menuitem", name="Rename").click()
    tab.page.get_by_label("Name", exact=True).fill("Bridge")
    tab.page.get_by_label("Name", exact=True).press("Enter")
    tab.until("s.session.title === 'Bridge'")
    one = tab.state("s.session.id")
    tab.page.get_by_role("button", name="Session Bridge").click()
    tab.page.get_by_role("menuitem", name="Save as").click()
    tab.page.get_by_label("Name", exact=True).fill("Arch")
    tab.page.get_by_label("Name", exact=True).press("Enter")
    tab.until("s.session.title === 'Arch'")
    assert tab.state("s.session.id") != one
    tab.drag(tab.handle_at(FREE), (60.0, 30.0))
    arched = tab.state("s.document")
    tab.page.get_by_role("button", name="Open another model").click()
    tab.until("s.sessions !== null && s.sessions.length === 2")
    tab.page.get_by_role("button", name="Go on with Bridge").hover()
    tab.page.get_by_role("button", name="Duplicate Bridge", exact=True).click()
    tab.until("s.sessions.length === 3")
    tab.page.get_by_role("button", name="Remove Bridge", exact=True).click()
    tab.page.get_by_role("button", name="Remove for good?").click()
    tab.until("s.sessions.length === 2")
    tab.page.get_by_role("button", name="Go on with Bridge copy").click()
    tab.until("s.pose !== null && s.progress === null && s.session.title === 'Bridge copy'")
    assert tab.state("s.document") == bent
    tab.page.get_by_role("button", name="Open another model").click()
    tab.page.get_by_role("button", name="Go on with Arch").click()
    tab.until("s.pose !== null && s.progress === null && s.session.title === 'Arch'")
    assert tab.state("s.document") == arched
    assert tab.state("s.history.done.length") == 2


def test_two_tabs_do_not_take_each_others_sessions(
    new_tab: Callable[[], Tab], start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path / "state")
    one, other = new_tab(), new_tab()
    one.visit(server)
    one.open("Bend a bar")
    one.drag(one.handle_at(FREE), (-50.0, -50.0))
    other.visit(server)
    other.until("s.sessions !== null && s.sessions.length === 1")
    assert other.page.get_by_role("button", name="Go on with bar").is_disabled()
    other.open("Wave a flag")
    other.drag(other.handle_at(FREE), (-20.0, -20.0))
    mine = [tab.state("s.session.id") for tab in (one, other)]
    reloaded(one)
    reloaded(other)
    assert [tab.state("s.session.id") for tab in (one, other)] == mine


def test_the_page_shows_what_is_on_disk(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-50.0, -50.0))
    tab.until("s.kept.sent === 1 && s.kept.safe === 1")
    assert tab.page.get_by_text("Saved", exact=True).is_visible()
