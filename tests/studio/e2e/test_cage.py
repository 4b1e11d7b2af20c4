"""Cage IK in the page: the surface and the cage are dragged, cages made and loaded, frames scrubbed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pliant
from pliant.io import write_mesh
from pliant.mesh import Mesh
from pliant.methods.cage.make_cage import make_cage
from pliant.methods.cage.recovery import recovered
from pliant.methods.cage.sequence import reedited
from pliant.samples import sample, sample_cage
from tests.studio.e2e.conftest import Tab

FISH = sample("fish")
CAGE = sample_cage("fish", FISH)
SIZE = float(np.linalg.norm(np.ptp(FISH.mesh.V, axis=0)))
# A vertex of the cage on the side of the first look, above the fin of the back.
CORNER = 13
# A vertex of the mesh in the middle of that side.
FLANK = 458
OTHERS = {
    "Mean value": pliant.CageOptions(coordinates="mean_value"),
    "Green": pliant.CageOptions(coordinates="green"),
}


@pytest.fixture(scope="module")
def harmonic() -> pliant.CageIK:
    """The rig of the sample; what is compiled for it and for making cages is on disk then, for the server."""
    make_cage(FISH.mesh, 24)
    return pliant.CageIK(FISH.mesh, CAGE)


@pytest.fixture
def fish(harmonic: pliant.CageIK, tab: Tab) -> Tab:
    tab.open("Let a fish swim")
    return tab


def cage_of(tab: Tab) -> np.ndarray:
    return np.array(tab.state("[...s.pose.points]")).reshape(-1, 3)


def by_api(tab: Tab, rig: pliant.CageIK) -> np.ndarray:
    """The pose of the page's handles, through the library."""
    handles = tab.state("s.document.handles")
    points = pliant.Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
    return rig.grab(points).drag([h["target"] for h in handles]).V


def coordinates(tab: Tab, name: str) -> None:
    tab.page.get_by_role("radio", name=name).click()
    tab.until(f"s.rig.cage.coordinates === '{name.lower().replace(' ', '_')}' && s.progress === null")
    tab.idle()


def colour_at(tab: Tab, vertex: int) -> np.ndarray:
    """(3,) sRGB on the screen around a vertex."""
    x, y = tab.vertex_at(vertex)
    clip = {"x": x - 3, "y": y - 1, "width": 7, "height": 7}
    picture = Image.open(BytesIO(tab.page.screenshot(clip=clip)))
    return np.median(np.asarray(picture.convert("RGB"), dtype=float).reshape(-1, 3), axis=0)


def load(tab: Tab, path: Path, cage: Mesh) -> None:
    write_mesh(path, cage)
    tab.page.get_by_label("Choose a cage").set_input_files(path)


def test_a_pulled_surface_moves_as_the_library_moves_it_with_every_kind_of_coordinates(
    fish: Tab, harmonic: pliant.CageIK
) -> None:
    fish.drag(fish.handle_at(fish.free()), (-60.0, -80.0))
    assert np.abs(fish.positions() - FISH.mesh.V).max() > 0.05
    # The way of the mouse decides on the turn about the two handles, which these leave open.
    assert np.abs(fish.positions() - harmonic.posed(cage_of(fish))).max() < 1e-5 * SIZE
    assert np.abs(fish.positions() - by_api(fish, harmonic)).max() < 1e-3 * SIZE
    for name, options in OTHERS.items():
        coordinates(fish, name)
        rig = pliant.CageIK(FISH.mesh, CAGE, options=options)
        assert np.abs(fish.positions() - by_api(fish, rig)).max() < 1e-5 * SIZE
    for _ in range(3):
        fish.keys("Control+z")
        fish.until("s.progress === null && s.rig.cage.coordinates === s.document.slices.cage.coordinates")
        fish.idle()
    assert fish.state("s.document.slices.cage.coordinates") == "harmonic"
    assert np.abs(fish.positions() - FISH.mesh.V).max() < 1e-5 * SIZE


def alone(tab: Tab) -> None:
    tab.page.get_by_role("radio", name="Only these").click()


def test_a_dragged_vertex_of_the_cage_moves_alone_and_shows_what_it_carries(fish: Tab) -> None:
    alone(fish)
    fish.drag(fish.point_at(cage_of(fish)[CORNER].tolist()), (20.0, -60.0))
    moved = np.linalg.norm(cage_of(fish) - CAGE.V, axis=1)
    assert moved.argmax() == CORNER
    assert moved[CORNER] > 0.05
    assert np.delete(moved, CORNER).max() < 1e-6
    assert fish.state("s.cageSelection") == [CORNER]
    weight = np.linalg.norm(fish.positions() - FISH.mesh.V, axis=1) / moved[CORNER]
    legend = fish.page.get_by_role("group").filter(has_text=f"Weight of vertex {CORNER}")
    assert f"{100 * weight.max():.0f}%" in legend.inner_text()
    most = int(weight.argmax())
    heat = colour_at(fish, most)
    fish.keys("Escape")
    clay = colour_at(fish, most)
    assert np.ptp(heat) > 2 * np.ptp(clay), "clay is grey, and the heat of a weight is not"
    fish.keys("Control+z")
    assert np.abs(fish.positions() - FISH.mesh.V).max() < 1e-5 * SIZE


def test_other_vertices_follow_a_dragged_one_which_is_held_together_with_the_handles(fish: Tab) -> None:
    fish.drag(fish.point_at(cage_of(fish)[CORNER].tolist()), (20.0, -60.0))
    moved = np.linalg.norm(cage_of(fish) - CAGE.V, axis=1)
    assert moved[CORNER] > 0.05
    assert np.sum(moved > 0.01) > 10, "the cage keeps its shape as well as it can"
    held = cage_of(fish)[CORNER]
    fish.drag(fish.handle_at(fish.free()), (-60.0, -80.0))
    assert np.abs(cage_of(fish)[CORNER] - held).max() < 1e-5 * SIZE
    free = fish.free()
    target, reached = fish.state(f"[s.document.handles[{free}].target, [...s.pose.reached.values()][{free}]]")
    assert np.abs(np.subtract(target, reached)).max() < 1e-5 * SIZE
    fish.page.mouse.click(*fish.point_at(held.tolist()))
    fish.keys("p")
    assert fish.state("s.document.slices.cage.pins") == []
    assert np.abs(cage_of(fish)[CORNER] - held).max() > 0.01


def test_box_and_lasso_select_vertices_of_the_cage(fish: Tab) -> None:
    at = np.array([fish.point_at(row.tolist()) for row in CAGE.V])
    left, middle = at.min(axis=0) - 8, float(np.median(at[:, 0]))
    inside = set(np.flatnonzero(at[:, 0] < middle).tolist())
    for key, corners in (
        ("b", [left, (middle, at[:, 1].max() + 8)]),
        ("o", [left, (middle, left[1]), (middle, at[:, 1].max() + 8), (left[0], at[:, 1].max() + 8)]),
    ):
        fish.keys("Escape", key)
        fish.page.get_by_role("radio", name="Cage", exact=True).click()
        fish.page.mouse.move(*corners[0])
        fish.page.mouse.down()
        for corner in corners[1:]:
            fish.page.mouse.move(*corner, steps=3)
        fish.page.mouse.up()
        seen = set(fish.state("s.cageSelection"))
        assert seen < inside, "the fish hides some of them"
        assert len(seen) > len(inside) / 2
    fish.keys("b")
    fish.page.get_by_text("Also what is hidden").click()
    fish.drag((left[0], left[1]), (middle - left[0], at[:, 1].max() + 8 - left[1]))
    assert set(fish.state("s.cageSelection")) == inside
    alone(fish)
    fish.keys("g", "y", "0", ".", "2", "Enter")
    moved = cage_of(fish) - CAGE.V
    assert np.abs(moved[sorted(inside)] - [0.0, 0.2, 0.0]).max() < 1e-6
    assert np.abs(np.delete(moved, sorted(inside), axis=0)).max() < 1e-6


def test_cages_are_made_and_loaded_and_a_broken_one_is_refused_with_its_reason(
    fish: Tab, tmp_path: Path
) -> None:
    coordinates(fish, "Mean value")
    load(fish, tmp_path / "open.obj", Mesh.of(CAGE.V, CAGE.F[1:]))
    fish.until("s.toasts.some((toast) => toast.words.startsWith('The cage is open'))")
    assert fish.state("s.document.slices.cage.cage") is None
    load(fish, tmp_path / "triangles.obj", Mesh.of(CAGE.V, CAGE.F))
    fish.until("s.rig.cage.words.startsWith('triangles.obj') && s.progress === null")
    fish.page.get_by_label("Vertices of the cage").fill("24")
    fish.page.get_by_role("button", name="Make", exact=True).click()
    fish.until("s.rig.cage.words.startsWith('made with') && s.progress === null")
    fish.idle()
    fish.drag(fish.handle_at(fish.free()), (-60.0, -80.0))
    assert np.abs(fish.positions() - FISH.mesh.V).max() > 0.05
    for _ in range(2):
        fish.keys("Control+z")
    fish.until("s.rig.cage.words.startsWith('triangles.obj')")
    fish.idle()


def frame(tab: Tab, number: int) -> None:
    if tab.state("s.recovered === null"):
        tab.page.get_by_role("button", name="Find the cages").click()
        tab.until("s.recovered !== null && s.progress === null")
    tab.page.get_by_label("Frame", exact=True).fill(str(number))
    tab.idle()


def test_an_edit_of_a_frame_spreads_over_the_frames_near_it(fish: Tab, harmonic: pliant.CageIK) -> None:
    frame(fish, 9)
    before = cage_of(fish)
    fish.drag(fish.vertex_at(FLANK), (-20.0, -60.0))
    fish.until("s.document.slices.cage.edits.length === 1")
    fish.idle()
    edited = cage_of(fish)
    assert np.abs(edited - before).max() > 0.02
    assert fish.state("s.history.done.at(-1).label").endswith("in frame 10")
    fish.page.get_by_label("Frames that an edit reaches").fill("5")
    cages = [found.cage for found in recovered(harmonic, FISH.V)]
    expected = reedited(CAGE, cages, 9, edited, reach=5.0)
    for number in (9, 11, 15):
        frame(fish, number)
        assert np.abs(fish.positions() - harmonic.posed(expected[number])).max() < 1e-4 * SIZE
    frame(fish, 11)
    alone(fish)
    fish.drag(fish.point_at(cage_of(fish)[CORNER].tolist()), (10.0, -30.0))
    assert fish.state("s.document.slices.cage.edits.map((edit) => edit.frame)") == [9, 11]
    fish.page.get_by_role("button", name="Remove the edit of frame 10").click()
    frame(fish, 9)
    moved = np.linalg.norm(cage_of(fish) - cages[9], axis=1)
    assert (moved.argmax(), np.sum(moved > 1e-4)) == (CORNER, 1), "the other edit stays"
    for _ in range(3):
        fish.keys("Control+z")
    assert fish.state("s.document.slices.cage.edits.map((edit) => edit.frame)") == [9]
    frame(fish, 9)
    assert np.abs(cage_of(fish) - edited).max() < 1e-5 * SIZE


def test_the_cages_of_a_sequence_are_found_and_scrubbed(fish: Tab) -> None:
    frame(fish, 9)
    rms, found = fish.state("s.recovered.rms"), fish.positions()
    gap = np.linalg.norm(found - FISH.V[9], axis=1)
    assert 100.0 * np.sqrt((gap**2).mean()) / SIZE == pytest.approx(rms[9], abs=1e-3)
    assert max(rms) < 0.5
    assert fish.page.get_by_text("Frame 10 of 25: swimming 9").is_visible()
    fish.keys("Control+z")
    assert np.abs(fish.positions() - FISH.mesh.V).max() < 1e-5 * SIZE
