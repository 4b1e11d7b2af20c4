"""Handle IK in the page: parts painted on the surface, poses on the shelf, mixtures and pulls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant import samples
from tests.studio.e2e.conftest import Tab, choose
from tests.studio.fixtures import Start

# What Handle IK keeps in the page's document.
SLICE = "s.document.slices.handles"
# The number of a colour in the palette, which has six in a line.
WINE = 7
# Vertices of the bar that are seen from where it opens, near its two ends.
LEFT, RIGHT = 11, 121


def paint(tab: Tab, vertex: int) -> None:
    tab.drag(tab.vertex_at(vertex), (3.0, 3.0))


def part(tab: Tab, index: int) -> dict[int, float]:
    """The vertices of a part, with how firmly each belongs to it."""
    region = tab.state(f"s.regions.get({SLICE}.parts[{index}].region)")
    runs, levels = region["runs"], region["levels"] or [255] * (len(region["runs"]) // 2)
    pairs = zip(runs[::2], runs[1::2], levels, strict=True)
    return {v: level / 255 for first, count, level in pairs for v in range(first, first + count)}


@pytest.fixture
def painted(tab: Tab) -> Tab:
    """The bar with a part at either end."""
    tab.open("Bend a bar")
    choose(tab, "Handle IK")
    tab.keys("c")
    tab.page.get_by_role("slider", name="Size of the brush").fill("60")
    paint(tab, LEFT)
    tab.page.get_by_role("button", name="New part").click()
    paint(tab, RIGHT)
    tab.keys("v")
    return tab


def rig_of(tab: Tab) -> pliant.HandleIK:
    """The library's rig of the page's parts and poses."""
    document = tab.state(SLICE)
    handles = []
    for i, one in enumerate(document["parts"]):
        firm = part(tab, i)
        handles.append(pliant.Handle.of(one["name"], list(firm), rigidity=list(firm.values())))
    rig = pliant.HandleIK(samples.sample("bar").mesh, handles)
    poses = []
    for sculpture in document["sculptures"]:
        pose = pliant.SculptedPose(sculpture["name"])
        for step in sculpture["steps"]:
            names = [one["name"] for one in document["parts"] if one["id"] in step["parts"]]
            pose = pose.turned(rig.handles, names, step["vector"], step["amount"], step["centre"])
        poses.append(pose)
    return rig.resculpted(poses)


def bent(tab: Tab) -> None:
    """The right part turned, as a pose on the shelf."""
    tab.page.get_by_role("button", name="Select Part 2").click()
    tab.keys("r", "z", "4", "5", "Enter")


def test_the_brush_paints_parts_that_fade_to_their_rims(painted: Tab) -> None:
    assert painted.state(f"{SLICE}.parts.map((p) => p.name)") == ["Part 1", "Part 2"]
    for i, vertex in enumerate((LEFT, RIGHT)):
        firm = part(painted, i)
        assert firm[vertex] > 0.9
        assert min(firm.values()) < 0.6
    assert len({p["colour"] for p in painted.state(f"{SLICE}.parts")}) == 2
    painted.keys("Control+z")
    assert painted.state(f"{SLICE}.parts.length") == 1


def test_a_pose_on_the_shelf_is_shown_and_mixed_as_the_library_does(painted: Tab) -> None:
    bent(painted)
    rig = rig_of(painted)
    assert np.abs(painted.positions() - rig.blend([1.0])).max() < 1e-4
    painted.page.get_by_role("slider", name="Weight of Pose 1").fill("0.5")
    painted.idle()
    assert painted.state(f"{SLICE}.sculpting") is None
    assert np.abs(painted.positions() - rig.blend([0.5])).max() < 1e-4
    painted.keys("Control+z", "Control+z")
    assert painted.state(f"{SLICE}.sculptures") == []
    assert np.abs(painted.positions() - samples.sample("bar").V[0]).max() < 1e-6


def test_a_pull_finds_the_mixture_that_reaches_it(painted: Tab) -> None:
    bent(painted)
    # Puts the pose away, and the handles that the bar came with, which would hold it at rest.
    painted.page.get_by_role("button", name="Rest", exact=True).click()
    painted.idle()
    goal = rig_of(painted).blend([0.6])[RIGHT]
    x, y = painted.vertex_at(RIGHT)
    to = painted.point_at(goal.tolist())
    painted.drag((x, y), (to[0] - x, to[1] - y))
    handle = painted.state("s.document.handles[0]")
    rig = rig_of(painted)
    grip = rig.grab(pliant.Anchors([handle["face"]], [handle["barycentric"]]))
    pose = grip.drag([handle["target"]])
    assert 0.3 < pose.weights[0] < 0.9
    assert np.abs(np.subtract(painted.state("s.pose.weights"), pose.weights)).max() < 1e-3
    assert np.abs(painted.positions() - pose.V).max() < 1e-4


def test_parts_and_poses_come_back_after_a_reload_and_in_a_saved_rig(painted: Tab, tmp_path: Path) -> None:
    bent(painted)
    shown, document = painted.positions(), painted.state("s.document")
    painted.page.reload()
    painted.until("s.pose !== null")
    painted.idle()
    assert painted.state("s.document") == document
    assert np.abs(painted.positions() - shown).max() < 1e-4
    with painted.page.expect_download() as download:
        painted.page.keyboard.press("Control+s")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    rig = pliant.open_rig(path)
    assert isinstance(rig, pliant.HandleIK)
    assert np.abs(rig.blend([1.0]) - shown).max() < 1e-4


def test_a_name_is_changed_in_the_list(painted: Tab) -> None:
    field = painted.page.get_by_role("textbox", name="Name of Part 1")
    field.fill("foot")
    field.press("Enter")
    painted.idle()
    assert painted.state(f"{SLICE}.parts[0].name") == "foot"
    painted.keys("Control+z")
    assert painted.state(f"{SLICE}.parts[0].name") == "Part 1"


def test_the_other_side_of_a_part_becomes_a_part_of_its_own(tab: Tab) -> None:
    tab.open("Sculpt a person")
    names = tab.state(f"{SLICE}.parts.map((p) => p.name)")
    index = names.index("left hand")
    tab.page.get_by_role("button", name="Remove right hand").evaluate("button => button.click()")
    tab.page.get_by_role("button", name="Select left hand").click()
    tab.page.get_by_role("button", name="Other side").click()
    tab.until(f"{SLICE}.parts.length === {len(names)}")
    assert tab.state(f"{SLICE}.parts.at(-1).name") == "right hand"
    V = samples.sample("humanoid").V[0]
    left, right = (np.array(sorted(part(tab, i))) for i in (index, len(names) - 1))
    mirrored = {tuple(np.round(row, 5)) for row in V[left] * [-1, 1, 1]}
    assert {tuple(np.round(row, 5)) for row in V[right]} == mirrored


def test_a_colour_is_chosen_by_keys_undone_and_kept_over_a_reload_and_in_a_saved_rig(
    painted: Tab, start: Start, new_tab: Callable[[], Tab], tmp_path: Path
) -> None:
    swatch = painted.page.get_by_role("button", name="Colour of Part 1: orange")
    swatch.focus()
    painted.page.keyboard.press("Enter")
    assert painted.page.get_by_role("menuitemradio", checked=True).get_attribute("aria-label") == "orange"
    painted.keys("ArrowRight", "ArrowDown", "Enter")
    assert painted.state(f"{SLICE}.parts[0].colour") == WINE
    chosen = painted.page.get_by_role("button", name="Colour of Part 1: wine")
    assert chosen.evaluate("element => element === document.activeElement")
    painted.keys("Control+z")
    assert painted.state(f"{SLICE}.parts[0].colour") == 0
    painted.keys("Control+Shift+z")
    painted.page.reload()
    painted.until("s.pose !== null")
    assert painted.state(f"{SLICE}.parts.map((p) => p.colour)") == [WINE, 1]
    with painted.page.expect_download() as download:
        painted.page.keyboard.press("Control+s")
    download.value.save_as(tmp_path / "bar.pliant")
    again = new_tab()
    again.visit(start(tmp_path / "other", str(tmp_path / "bar.pliant")))
    again.until("s.pose !== null")
    assert again.state(f"{SLICE}.parts.map((p) => p.colour)") == [WINE, 1]
