"""Box, lasso, brush and linked parts: handles selected, surface frozen where it is."""

from __future__ import annotations

import numpy as np

from pliant import samples
from tests.studio.e2e.conftest import Tab, choose

FREE = 1


def frozen(tab: Tab) -> np.ndarray:
    """The numbers of the frozen vertices."""
    runs = tab.state("s.document.frozen === null ? [] : s.regions.get(s.document.frozen).runs")
    return np.concatenate(
        [np.empty(0, int), *(np.arange(a, a + n) for a, n in zip(runs[::2], runs[1::2], strict=True))]
    )


def around(tab: Tab, vertex: int, size: float) -> list[tuple[float, float]]:
    """The corners of a square on the screen around a vertex."""
    x, y = tab.vertex_at(vertex)
    return [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]


def draw(tab: Tab, corners: list[tuple[float, float]]) -> None:
    """A free line with the button held."""
    tab.page.mouse.move(*corners[0])
    tab.page.mouse.down()
    for corner in [*corners[1:], corners[0]]:
        tab.page.mouse.move(*corner, steps=4)
    tab.page.mouse.up()
    tab.idle()


def test_painted_vertices_stay_where_they_were_painted(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-40.0, -60.0))
    bent = tab.positions()
    tab.keys("c")
    tab.drag(tab.vertex_at(71), (0.0, 4.0))
    ids = frozen(tab)
    assert 71 in ids
    assert np.abs(tab.positions() - bent).max() < 1e-3  # freezing a pose where it is leaves it
    tab.keys("Escape")
    tab.drag(tab.handle_at(FREE), (-40.0, -40.0))
    after = tab.positions()
    assert np.abs(after[ids] - bent[ids]).max() < 1e-5
    assert np.abs(after - bent).max() > 0.05
    tab.keys("Control+z", "Control+z")
    assert len(frozen(tab)) == 0


def test_the_brush_takes_back_what_it_painted_with_ctrl(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("c")
    tab.drag(tab.vertex_at(71), (0.0, 4.0))
    assert len(frozen(tab)) > 0
    tab.page.keyboard.down("Control")
    tab.drag(tab.vertex_at(71), (0.0, 4.0))
    tab.page.keyboard.up("Control")
    assert len(frozen(tab)) == 0
    assert tab.state("s.document.frozen") is None


def test_a_box_freezes_the_surface_that_is_seen_or_all_of_it(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("1")
    tab.page.wait_for_timeout(300)
    tab.keys("b")
    tab.page.get_by_role("radio", name="Surface").click()
    (
        left,
        *_,
    ) = around(tab, 71, 40.0)
    tab.drag(left, (80.0, 80.0))
    seen = frozen(tab)
    V = samples.sample("bar").V[0]
    assert len(seen) > 0
    # From the front, all that is seen lies on the front half of the bar.
    assert V[seen, 2].min() > V[:, 2].mean() - 1e-6
    tab.keys("Control+z")
    tab.page.get_by_role("switch", name="Also what is hidden").check()
    tab.drag(left, (80.0, 80.0))
    both = frozen(tab)
    assert set(seen) < set(both)
    assert V[both, 2].min() < V[:, 2].mean()


def test_a_lasso_selects_the_handles_inside_it(bar: Tab) -> None:
    x, y = bar.handle_at(FREE)
    bar.keys("o")
    draw(bar, [(x - 30.0, y - 10.0), (x, y - 35.0), (x + 30.0, y), (x, y + 30.0)])
    assert bar.state("s.selection") == [bar.state(f"s.document.handles[{FREE}].id")]
    assert bar.state("s.tool") == "pose"


def test_a_lasso_freezes_the_surface_inside_it(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("o")
    tab.page.get_by_role("radio", name="Surface").click()
    draw(tab, around(tab, 71, 25.0))
    ids = frozen(tab)
    places = np.array([tab.vertex_at(int(i)) for i in ids])
    assert 71 in ids
    assert np.abs(places - tab.vertex_at(71)).max() <= 25.5


def test_linked_freezes_the_whole_part_but_what_handles_hold(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("l")
    tab.page.mouse.click(*tab.vertex_at(71))
    tab.idle()
    F = samples.sample("bar").F
    held = np.unique(F[tab.state("s.document.handles.map((h) => h.face)")])
    assert np.array_equal(frozen(tab), np.setdiff1d(np.arange(F.max() + 1), held))


def test_painting_says_why_it_does_not_work_on_a_reduced_rig(tab: Tab) -> None:
    tab.open("Bend a bar")
    choose(tab, "Reduced IK")
    for key in ("c", "l"):
        tab.keys(key)
        assert tab.state("s.tool") == "pose"
    assert "MeshIK" in tab.state("s.toasts[0].words")


def test_a_frozen_region_survives_a_closed_tab(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.drag(tab.handle_at(FREE), (-40.0, -60.0))
    tab.keys("c")
    tab.drag(tab.vertex_at(71), (0.0, 4.0))
    ids, posed = frozen(tab), tab.positions()
    tab.page.reload()
    tab.until("s.pose !== null")
    tab.idle()
    assert np.array_equal(frozen(tab), ids)
    tab.drag(tab.handle_at(FREE), (-30.0, -20.0))
    assert np.abs(tab.positions()[ids] - posed[ids]).max() < 1e-5
