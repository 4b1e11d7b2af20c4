"""The graph editor: curves are bent, moved, copied and looped; numbers are keyed in place of handles."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.interpolate import BPoly
from scipy.optimize import brentq

import pliant
from pliant.samples import sample
from pliant.studio.session.timeline_track import track_of
from pliant.studio.wire.messages import Document
from pliant.studio.wire.values import of_json
from tests.studio.e2e.conftest import Tab
from tests.studio.e2e.test_timeline import BAR, FREE, SIZE, go_to, keyed

# The panel grows with the curves, which are drawn anew then: two pictures later they are where they stay.
MIDDLE = """([where, index]) => new Promise((found) => requestAnimationFrame(() => requestAnimationFrame(
() => {
  const box = document.querySelectorAll(where)[index].getBoundingClientRect();
  found([box.x + box.width / 2, box.y + box.height / 2]);
})))"""


def middle(tab: Tab, where: str, index: int = 0) -> tuple[float, float]:
    x, y = tab.page.evaluate(MIDDLE, [where, index])
    return x, y


def keys(tab: Tab, row: int = 0) -> list[dict[str, Any]]:
    return tab.state(f"s.document.timeline.rows[{row}].keys")


def goals(tab: Tab) -> np.ndarray:
    """(f, 3) where the library has the free handle in every frame of the page's document."""
    track = track_of(of_json(Document, tab.state("s.document"), "document"), BAR.mesh, "bar")
    item = track.items[FREE]
    return item.goals(item.anchor.at(BAR.mesh.V, BAR.mesh), track.frames())[:, 0]


def curve(a: dict[str, Any], b: dict[str, Any], frame: float) -> float:
    """x at a frame between two keys, by Bernstein polynomials of frame and value."""
    out, into = a["handles"][2:4], b["handles"][:2]
    time = BPoly(np.array([[a["at"]], [a["at"] + out[0]], [b["at"] + into[0]], [b["at"]]]), [0.0, 1.0])
    x, y = a["targets"][0], b["targets"][0]
    value = BPoly(np.array([[x], [x + out[1]], [y + into[1]], [y]]), [0.0, 1.0])
    return float(value(brentq(lambda s: time(s) - frame, 0.0, 1.0, xtol=1e-14)))


def test_curves_are_bent_moved_looped_and_copied_and_the_handle_follows_them(tab: Tab) -> None:
    # What happens beyond the keys is not shown on narrower pages.
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    keyed(tab)
    tab.keys("e")
    # The last key of x: the dots are those of x, y and z, two of each.
    x, y = middle(tab, ".graph .dot", 1)
    tab.page.mouse.click(x, y)
    tab.page.get_by_role("radio", name="Flat").click()
    assert [key["ease"] for key in keys(tab)] == ["bezier", "bezier"]
    assert keys(tab)[1]["tangents"][0] == "flat"
    before = keys(tab)[1]["handles"]
    tab.drag(middle(tab, ".graph .grip"), (-30.0, -20.0))
    bent = keys(tab)
    assert bent[1]["tangents"][0] == "free"
    assert bent[1]["handles"][0] < before[0] < 0 < bent[1]["handles"][1]
    expected = [curve(bent[0], bent[1], frame) for frame in range(1, 10)]
    assert np.abs(goals(tab)[:9, 0] - expected).max() < 1e-9 * SIZE
    go_to(tab, 5)
    shown = tab.state(f"s.document.handles[{FREE}].target[0]")
    assert abs(shown - expected[4]) < 1e-9 * SIZE, "the handle goes along its curve"

    tab.drag(middle(tab, ".graph .dot.on"), (0.0, -15.0))
    assert keys(tab)[1]["targets"][0] > bent[1]["targets"][0]
    assert keys(tab)[1]["targets"][1:] == bent[1]["targets"][1:], "y and z stay"
    field = tab.page.get_by_label("Value of the selected points")
    field.fill("0.5")
    field.press("Enter")
    assert keys(tab)[1]["targets"][0] == 0.5
    tab.keys("Control+z", "Control+z", "Control+z", "Control+z")
    assert keys(tab)[1]["targets"] == bent[1]["targets"]
    assert keys(tab)[1]["handles"] == [], "every drag and button was one step"

    tab.page.locator(".row-name").click()
    tab.page.get_by_label("After the last key").select_option("loop")
    tab.page.get_by_role("button", name="Close the loop").click()
    assert keys(tab)[0]["targets"] == keys(tab)[1]["targets"]
    tab.page.mouse.click(*middle(tab, ".graph .dot", 0))
    tab.drag(middle(tab, ".graph .dot", 0), (0.0, -12.0))
    assert keys(tab)[0]["targets"] == keys(tab)[1]["targets"] != bent[0]["targets"], "the ends are tied"

    tab.drag((x - 200.0, y + 60.0), (1.0, 0.0))
    assert tab.state("s.keySelection.length") == 0
    box = tab.page.locator(".graph-body").bounding_box()
    tab.drag((box["x"] + 1.0, box["y"] + 1.0), (box["width"] - 4.0, box["height"] - 4.0))
    assert tab.state("s.keySelection.length") == 2
    tab.keys("Control+d")
    assert [key["at"] for key in keys(tab)] == [1, 9, 17]
    go_to(tab, 13)
    tab.keys("Control+c", "Control+v")
    assert [key["at"] for key in keys(tab)] == [1, 9, 13, 17, 21]


def test_moves_are_keyed_at_once_seen_as_a_trail_and_rows_have_names(tab: Tab) -> None:
    keyed(tab)
    tab.page.get_by_role("button", name="Auto-key").click()
    tab.page.get_by_role("button", name="Motion trails").click()
    go_to(tab, 5)
    tab.drag(tab.handle_at(FREE), (30.0, -30.0))
    assert [key["at"] for key in keys(tab)] == [1, 5, 9]
    target = tab.state(f"s.document.handles[{FREE}].target")
    assert keys(tab)[1]["targets"] == target
    tab.keys("Control+z")
    assert [key["at"] for key in keys(tab)] == [1, 9], "the pull and its key are one step"
    tab.page.locator(".names .name").dblclick()
    tab.page.get_by_label("Name of the row").fill("tip")
    tab.page.keyboard.press("Enter")
    assert tab.state("s.document.timeline.rows[0].name") == "tip"


def test_blend_weights_and_cages_are_keyed_in_place_of_handles(tab: Tab) -> None:
    tab.open("Bend a bar")
    for frame, name in ((1, "Show straight"), (5, "Show bent 90°")):
        go_to(tab, frame)
        tab.page.get_by_role("button", name=name).click()
        tab.page.locator("canvas").first.focus()
        tab.keys("k")
    assert tab.state("s.document.timeline.rows.map((row) => row.numbers)") == ["weights"]
    go_to(tab, 3)
    rig = pliant.MeshIK(sample("bar"))
    assert np.abs(tab.positions() - rig.blend(np.array([0.5, 0.5]))).max() < 1e-5 * SIZE
    tab.page.keyboard.press("Space")
    tab.until("s.baking?.done === 48 && s.playhead > 5")
    tab.page.keyboard.press("Space")
    tab.until("!s.playing")
    tab.idle()
    assert np.abs(tab.positions() - rig.blend(np.array([0.0, 1.0]))).max() < 1e-5 * SIZE

    tab.page.get_by_role("radio", name="Cage IK").click()
    tab.until("s.rig?.method === 'cage' && s.pose !== null && s.progress === null")
    go_to(tab, 1)
    start = tab.point_at(tab.state("[...s.rig.cageRest].slice(0, 3)"))
    tab.page.mouse.click(*start)
    tab.keys("k")
    go_to(tab, 5)
    tab.drag(start, (-30.0, -40.0))
    tab.keys("k")
    rows = tab.state("s.document.timeline.rows")
    assert [row["numbers"] for row in rows] == ["weights", "cage"]
    a, b = (np.array(key["targets"]) for key in rows[1]["keys"])
    assert np.abs(b - a).max() > 0.01 * SIZE
    go_to(tab, 3)
    points = np.array(tab.state("[...s.pose.points].slice(0, s.rig.cageRest.length)"))
    assert np.abs(points - (a + b) / 2).max() < 1e-6 * SIZE
