"""Two methods side by side: the same handles, each method's own pose."""

from __future__ import annotations

import numpy as np

from tests.studio.e2e.conftest import Tab, pose_by_api

FREE = 1


def compared(tab: Tab) -> None:
    tab.page.get_by_role("button", name="Compare two methods side by side").click()
    tab.until("s.beside !== null && s.beside.pose !== null")
    tab.idle()


def test_both_sides_show_what_the_library_gives(tab: Tab) -> None:
    tab.open("Bend a bar")
    compared(tab)
    tab.drag(tab.handle_at(FREE), (-30.0, -50.0))
    target = f"s.document.handles[{FREE}].target"
    tab.until(f"Math.abs(s.beside.pose.reached.get(s.document.handles[{FREE}].id)[1] - {target}[1]) < 1e-3")
    for pane, method in enumerate(("meshik", "reduced")):
        assert np.abs(tab.positions(pane) - pose_by_api(tab, method)).max() < 1e-4
    assert tab.page.get_by_text("Reduced IK").last.is_visible()


def test_a_handle_can_be_pulled_in_either_half(tab: Tab) -> None:
    tab.open("Bend a bar")
    compared(tab)
    x, y = tab.handle_at(FREE)
    half = tab.page.evaluate("document.querySelector('.viewport').clientWidth") / 2
    before = np.array(tab.state(f"s.document.handles[{FREE}].target"))
    tab.drag((x + half, y), (-30.0, -50.0))
    assert np.abs(np.subtract(tab.handle_at(FREE), (x - 30.0, y - 50.0))).max() < 0.05
    assert np.abs(np.array(tab.state(f"s.document.handles[{FREE}].target")) - before).max() > 0.05


def test_switching_the_method_swaps_the_sides_and_a_second_click_ends_it(tab: Tab) -> None:
    tab.open("Bend a bar")
    compared(tab)
    tab.page.get_by_role("radio", name="Reduced IK", exact=True).click()
    tab.until("s.rig.method === 'reduced' && s.beside.method === 'meshik' && s.beside.pose !== null")
    tab.idle()
    tab.page.get_by_role("button", name="Compare two methods side by side").click()
    tab.idle()
    assert tab.state("s.beside") is None
    assert tab.page.evaluate("window.pliant.positions(1).length") == 0
