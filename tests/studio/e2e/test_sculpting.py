"""Handle IK: parts selected on the surface, and moved, turned and scaled into poses, each alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant import SculptedPose, samples
from tests.studio.e2e.conftest import Tab
from tests.studio.fixtures import Start

POSES = samples.sample("bar")
# What Handle IK keeps in the page's document.
SLICE = "s.document.slices.handles"
# Of a bar of length 1; the wire carries 24 bits.
CLOSE = 1e-4
# Pixels from a part's centre to its ring's near side and to an arrow's tip, as the page draws them.
RING, ARROW = 58.0, 78.0

Sculpt = Callable[[pliant.Handles, SculptedPose], SculptedPose]


@pytest.fixture
def parted(new_tab: Callable[[], Tab], start: Start, tmp_path: Path) -> Tab:
    """The sample bar with three painted parts, seen from the front, not yet sculpted."""
    V = POSES.V[0]
    x, middle = V[:, 0], np.abs(V[:, 0] - 0.5) < 0.15
    firm = np.where(x > 0.85, 1.0, 0.5)
    handles = [
        pliant.Handle.of("left", np.flatnonzero(x < 0.2)),
        pliant.Handle.of("middle", np.flatnonzero(middle)),
        pliant.Handle.of("right", np.flatnonzero(x > 0.75), rigidity=firm[x > 0.75], centre=(0.7, 0.0, 0.0)),
    ]
    pliant.HandleIK(POSES.mesh, handles).save(tmp_path / "bar.pliant")
    tab = new_tab()
    tab.visit(start(tmp_path / "state", str(tmp_path / "bar.pliant")))
    tab.until("s.pose !== null && s.progress === null")
    tab.page.get_by_role("switch", name="Parts carry what hangs on them").uncheck()
    tab.keys("1")
    tab.page.wait_for_timeout(300)
    tab.idle()
    return tab


def rig_of(tab: Tab) -> pliant.HandleIK:
    """The library's rig of the page's parts."""
    handles = []
    for part in tab.state(f"{SLICE}.parts"):
        region = tab.state(f"s.regions.get('{part['region']}')")
        firsts, counts = region["runs"][::2], region["runs"][1::2]
        firm = np.repeat(region["levels"] or [255] * len(counts), counts) / 255
        vertices = np.concatenate([np.arange(a, a + n) for a, n in zip(firsts, counts, strict=True)])
        handles.append(pliant.Handle.of(part["name"], vertices, rigidity=firm, centre=part["centre"]))
    return pliant.HandleIK(POSES.mesh, handles)


def by_library(tab: Tab, sculpt: Sculpt) -> np.ndarray:
    """(n, 3) the bar in a pose that is sculpted through the library."""
    rig = rig_of(tab)
    pose = sculpt(rig.handles, SculptedPose("pose"))
    return rig.deform(pose.matrices(rig.handles))


def part_id(tab: Tab, name: str) -> int:
    return tab.state(f"{SLICE}.parts.find((part) => part.name === '{name}').id")


def spot(tab: Tab, name: str) -> tuple[float, float]:
    """A place on the screen where a part is seen: the middle of its vertices on the near side."""
    rig = rig_of(tab)
    V = tab.positions()
    vertices = rig.handles[rig.handles.index(name)].vertices
    near = vertices[V[vertices, 2] >= np.quantile(V[vertices, 2], 0.9)]
    middle = V[near].mean(axis=0)
    return tab.vertex_at(int(near[np.linalg.norm(V[near] - middle, axis=1).argmin()]))


def select(tab: Tab, *names: str) -> None:
    """Click on parts, with Shift from the second on."""
    for i, name in enumerate(names):
        if i:
            tab.page.keyboard.down("Shift")
        tab.page.mouse.click(*spot(tab, name))
        tab.page.keyboard.up("Shift")
    tab.idle()
    assert tab.state("s.partSelection") == [part_id(tab, name) for name in names]


def centre_at(tab: Tab, name: str) -> tuple[float, float]:
    """Where the page says the centre of a part is, on the screen."""
    return tab.point_at(tab.state(f"s.pose.centres.get({part_id(tab, name)})"))


def test_typed_degrees_turn_a_part_as_the_library_does(parted: Tab) -> None:
    rest = parted.positions()
    select(parted, "right")
    parted.keys("r", "z", "4", "5", "Enter")
    expected = by_library(parted, lambda handles, pose: pose.turned(handles, "right", (0, 0, 1), 45.0))
    assert np.abs(expected - rest).max() > 0.05
    assert np.abs(parted.positions() - expected).max() < CLOSE
    assert parted.state(f"{SLICE}.sculptures[0].name") == "Pose 1"
    assert parted.state("s.history.done.at(-1).label") == "Turn right"
    parted.keys("Control+z")
    assert np.abs(parted.positions() - rest).max() < 1e-6
    assert parted.state(f"[{SLICE}.sculptures.length, {SLICE}.sculpting]") == [0, None]
    parted.keys("Control+Shift+z")
    assert np.abs(parted.positions() - expected).max() < CLOSE


def test_parts_are_turned_together_about_the_centre_of_the_first(parted: Tab) -> None:
    select(parted, "middle", "right")
    together = ("middle", "right")
    parted.keys("r", "z", "-", "3", "0", "Enter")
    select(parted, "right")
    parted.keys("r", "z", "2", "0", "Enter")
    expected = by_library(
        parted,
        lambda handles, pose: pose.turned(handles, together, (0, 0, 1), -30.0).turned(
            handles, "right", (0, 0, 1), 20.0
        ),
    )
    assert np.abs(parted.positions() - expected).max() < CLOSE
    assert parted.state("s.history.done.map((step) => step.label)") == ["Turn 2 parts", "Turn right"]


def test_typed_numbers_move_along_an_axis_and_scale(parted: Tab) -> None:
    select(parted, "right")
    parted.keys("g", "y", ".", "0", "5", "Enter")
    parted.keys("s", "1", ".", "2", "Enter")
    expected = by_library(
        parted, lambda handles, pose: pose.moved("right", (0, 0.05, 0)).scaled(handles, "right", 1.2)
    )
    assert np.abs(parted.positions() - expected).max() < CLOSE


def test_escape_gives_a_turn_up_and_the_pose_with_it(parted: Tab) -> None:
    rest = parted.positions()
    select(parted, "right")
    parted.keys("r", "z", "9", "0")
    assert parted.state("s.gesture") == "Turn about Z: 90.0°"
    assert parted.state(f"{SLICE}.sculptures.length") == 1
    parted.keys("Escape")
    assert parted.state(f"[{SLICE}.sculptures.length, s.history.done.length, s.gesture]") == [0, 0, None]
    assert np.abs(parted.positions() - rest).max() < 1e-6


def test_a_drag_keeps_the_gripped_point_under_the_pointer(parted: Tab) -> None:
    start = spot(parted, "right")
    vertices = rig_of(parted).handles[rig_of(parted).handles.index("right")].vertices
    places = np.array([parted.vertex_at(int(v)) for v in vertices])
    gripped = int(vertices[np.linalg.norm(places - start, axis=1).argmin()])
    parted.drag(start, (30.0, -40.0))
    way = np.subtract(parted.vertex_at(gripped), start)
    assert np.abs(way - (30.0, -40.0)).max() < 1.5
    assert parted.state("s.history.done.map((step) => step.label)") == ["Move right"]
    assert len(parted.state(f"{SLICE}.sculptures[0].steps")) == 1


def test_an_arrow_moves_along_its_axis_alone_and_undo_takes_it_back(parted: Tab) -> None:
    rest = parted.positions()
    select(parted, "right")
    x, y = centre_at(parted, "right")
    parted.drag((x, y - 0.6 * ARROW), (17.0, -30.0))
    (step,) = parted.state(f"{SLICE}.sculptures[0].steps")
    assert step["kind"] == "move"
    assert step["vector"][1] > 0.01
    assert max(abs(step["vector"][0]), abs(step["vector"][2])) < 1e-9
    assert centre_at(parted, "right")[1] == pytest.approx(y - 30.0, abs=1.5)
    parted.keys("Control+z")
    assert np.abs(parted.positions() - rest).max() < 1e-6


def test_a_ring_turns_by_the_angle_that_the_pointer_goes_round(parted: Tab) -> None:
    select(parted, "right")
    x, y = centre_at(parted, "right")
    mouse = parted.page.mouse
    angles = np.radians(np.linspace(-45.0, -105.0, 7))
    mouse.move(x + RING * np.cos(angles[0]), y + RING * np.sin(angles[0]))
    mouse.down()
    for angle in angles[1:]:
        mouse.move(x + RING * np.cos(angle), y + RING * np.sin(angle))
    mouse.up()
    parted.idle()
    (step,) = parted.state(f"{SLICE}.sculptures[0].steps")
    assert (step["kind"], step["vector"]) == ("turn", [0, 0, 1])
    assert step["amount"] == pytest.approx(60.0, abs=0.5)
    expected = by_library(
        parted, lambda handles, pose: pose.turned(handles, "right", (0, 0, 1), step["amount"])
    )
    assert np.abs(parted.positions() - expected).max() < CLOSE


def test_escape_lets_go_of_the_gizmo(parted: Tab) -> None:
    select(parted, "right")
    x, y = centre_at(parted, "right")
    parted.page.mouse.move(x, y)
    parted.page.mouse.down()
    parted.page.mouse.move(x + 40, y, steps=4)
    assert parted.state(f"{SLICE}.sculptures.length") == 1
    parted.keys("Escape")
    parted.page.mouse.up()
    assert parted.state(f"[{SLICE}.sculptures.length, s.history.done.length]") == [0, 0]
    assert parted.state("s.partSelection.length") == 1


def test_a_centre_is_moved_at_rest_and_nowhere_else(parted: Tab) -> None:
    select(parted, "right")
    before = parted.state(f"{SLICE}.parts.find((part) => part.id === {part_id(parted, 'right')}).centre")
    x, y = centre_at(parted, "right")
    centre = parted.page.get_by_label("Centre: drag to move what the part turns about").locator("circle")
    box = centre.bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    parted.drag(at, (20.0, 10.0))
    assert np.abs(np.subtract(centre_at(parted, "right"), (x + 20.0, y + 10.0))).max() < 1.0
    assert parted.state("s.history.done.map((step) => step.label)") == ["Move the centre of right"]
    parted.keys("r", "z", "4", "5", "Enter")
    expected = by_library(parted, lambda handles, pose: pose.turned(handles, "right", (0, 0, 1), 45.0))
    assert np.abs(parted.positions() - expected).max() < CLOSE
    moved = parted.state(f"{SLICE}.parts.find((part) => part.id === {part_id(parted, 'right')}).centre")
    assert moved != before
    parted.drag((at[0] + 20.0, at[1] + 10.0), (30.0, 0.0))
    assert (
        parted.state(f"{SLICE}.parts.find((part) => part.id === {part_id(parted, 'right')}).centre") == moved
    )
    assert parted.state("s.toasts.some(({ words }) => words.startsWith('A centre belongs to the rest pose'))")


def test_a_press_selects_adds_and_clears(parted: Tab) -> None:
    select(parted, "right", "middle")
    parted.page.keyboard.down("Shift")
    parted.page.mouse.click(*spot(parted, "right"))
    parted.page.keyboard.up("Shift")
    assert parted.state("s.partSelection") == [part_id(parted, "middle")]
    parted.keys("a")
    assert len(parted.state("s.partSelection")) == len(parted.state(f"{SLICE}.parts"))
    parted.page.mouse.click(*spot(parted, "right"))
    assert parted.state("s.partSelection") == [part_id(parted, "right")]
    box = parted.page.locator("canvas").bounding_box()
    parted.page.mouse.click(box["x"] + 30, box["y"] + 120)
    assert parted.state("s.partSelection") == []
    parted.keys("g")
    assert parted.state("s.toasts.some(({ words }) => words.startsWith('No part is selected'))")


def test_handles_are_placed_again_when_poses_are_mixed(parted: Tab) -> None:
    select(parted, "right")
    parted.keys("r", "z", "3", "0", "Enter")
    before = parted.state("s.document.handles.length")
    parted.page.get_by_role("button", name="Sculpt Pose 1").click()
    parted.idle()
    assert parted.state(f"{SLICE}.sculpting") is None
    parted.page.mouse.click(*spot(parted, "right"))
    parted.idle()
    assert parted.state("s.document.handles.length") == before + 1
