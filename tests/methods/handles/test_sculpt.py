"""Sculpted poses: steps that can be undone, taken in part, written down and learned from examples."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError, HandleError, PliantError
from pliant.mesh import PoseSet
from pliant.methods.handles.examples import sculpted_of, travel
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.sculpt import Sculpted, SculptedPose, read_sculpted, write_sculpted
from pliant.methods.handles.transforms import Turn
from tests.methods.handles.shapes import carried, ends, fraction, sheet


def test_several_handles_turn_about_the_first_ones_centre() -> None:
    _, handles = ends()
    pose = SculptedPose("p").turned(handles, ["right", "left"], (0, 0, 1), 40)
    M = pose.matrices(handles)
    np.testing.assert_array_equal(M[0], M[1])
    centre = np.append(handles[1].centre, 1.0)
    np.testing.assert_allclose(M[0] @ centre, centre, atol=1e-15)


def test_a_centre_moves_along_with_its_handle() -> None:
    _, handles = ends()
    shift = np.array([0, 3, 0])
    moved = SculptedPose("p").moved("left", shift)
    np.testing.assert_allclose(moved.centre(handles, "left"), handles[0].centre + shift, atol=1e-15)
    turned = moved.turned(handles, "left", (1, 0, 0), 90)
    np.testing.assert_allclose(turned.centre(handles, "left"), handles[0].centre + shift, atol=1e-15)
    np.testing.assert_allclose(turned.steps[1].transformation.centre, handles[0].centre + shift, atol=1e-15)


def test_undoing_takes_the_last_step_away() -> None:
    _, handles = ends()
    once = SculptedPose("p").moved("left", (1, 0, 0))
    assert once.scaled(handles, "left", 2.0).undone() == once
    with pytest.raises(HandleError):
        SculptedPose("p").undone()


def test_a_fraction_of_a_pose_is_that_fraction_of_every_step() -> None:
    _, handles = ends()
    pose = SculptedPose("p").turned(handles, "left", (0, 0, 1), 80).moved("left", (1, 2, 3))
    turn = fraction(Turn((0, 0, 1), 40, handles[0].centre))
    expected = np.eye(4)
    expected[:3, 3] = [0.5, 1, 1.5]
    np.testing.assert_allclose(pose.matrices(handles, 0.5)[0], expected @ turn, atol=1e-15)
    np.testing.assert_array_equal(pose.matrices(handles, 0.5)[1], np.eye(4))


@pytest.fixture
def shelf() -> tuple:
    mesh, handles = ends()
    poses = [
        SculptedPose("bent – ä")
        .turned(handles, ["left", "right"], (0.1, 0, 1 / 3), 40)
        .moved("left", (0, 1e-17, 1)),
        SculptedPose("empty"),
        SculptedPose("big").scaled(handles, "right", 1.1),
        *travel(handles, 2.0),
    ]
    return mesh, Sculpted.of(handles, poses)


def test_a_file_gives_back_every_bit(shelf, tmp_path: Path) -> None:
    mesh, sculpted = shelf
    write_sculpted(tmp_path / "poses.json", sculpted)
    again = read_sculpted(tmp_path / "poses.json", mesh)
    assert again.to_json() == sculpted.to_json()
    assert again.poses == sculpted.poses
    assert json.loads((tmp_path / "poses.json").read_text()) == sculpted.to_json()


def test_a_file_has_one_line_for_each_step(shelf, tmp_path: Path) -> None:
    write_sculpted(tmp_path / "poses.json", shelf[1])
    lines = (tmp_path / "poses.json").read_text().splitlines()
    assert sum('"turn"' in line for line in lines) == 1
    assert any(line.strip().startswith('{"handles": ["left", "right"], "turn": 40.0') for line in lines)


def broken(text: str, how: str) -> str:
    return {
        "not JSON": text[:-20],
        "a list": "[1, 2]",
        "foreign": text.replace("pliant handles", "something else"),
        "later": text.replace('"version": 1', '"version": 99'),
        "no poses": text.replace('"poses"', '"pauses"'),
        "no such handle": text.replace('["left", "right"]', '["left", "middle"]'),
        "no such step": text.replace('"turn"', '"spin"'),
        "bad number": text.replace('"turn": 40.0', '"turn": "far"'),
        "handles as words": text.replace('"vertices": [', '"vertices": ["a", '),
    }[how]


@pytest.mark.parametrize(
    "how",
    [
        "not JSON",
        "a list",
        "foreign",
        "later",
        "no poses",
        "no such handle",
        "no such step",
        "bad number",
        "handles as words",
    ],
)
def test_a_damaged_file_is_a_named_error_that_names_the_file(shelf, tmp_path: Path, how: str) -> None:
    path = tmp_path / "poses.json"
    write_sculpted(path, shelf[1])
    path.write_text(broken(path.read_text(), how))
    with pytest.raises(PliantError, match=r"poses\.json"):
        read_sculpted(path, shelf[0])


def test_a_missing_file_is_a_named_error(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError):
        read_sculpted(tmp_path / "nothing.json", sheet())


@pytest.mark.parametrize(
    "make",
    [
        lambda handles: Sculpted.of(handles, [SculptedPose("a"), SculptedPose("a")]),
        lambda handles: Sculpted.of(handles, [SculptedPose("a").moved("nobody", (1, 0, 0))]),
        lambda handles: SculptedPose("a").moved([], (1, 0, 0)),
        lambda handles: SculptedPose("a").moved(["left", "left"], (1, 0, 0)),
        lambda handles: SculptedPose("a").turned(handles, [], (1, 0, 0), 3),
        lambda handles: SculptedPose.of_json({"name": "a"}),
        lambda handles: SculptedPose.of_json({"name": "a", "steps": [{"move": [1, 0, 0]}]}),
    ],
)
def test_what_cannot_be_sculpted_is_a_named_error(make) -> None:
    with pytest.raises(HandleError):
        make(ends()[1])


def test_rigid_examples_become_sculpted_poses_exactly() -> None:
    mesh, _ = ends()
    x = mesh.V[:, 0]
    handles = Handles.of(mesh, [Handle.of("left", x < 0.5), Handle.of("right", x >= 0.5, centre=(1, 1, 1))])
    M = fraction(Turn((1, 2, 3), 170, (0.3, 0.2, 0.1)))
    M[:3, 3] += [3.0, 2.0, 1.0]
    V = np.where((x < 0.5)[:, None], mesh.V, carried(M, mesh.V))
    sculpted = sculpted_of(handles, PoseSet.of_positions(mesh, np.stack([mesh.V, V]), ["rest", "moved"]))
    assert sculpted.names == ("moved",)
    assert [step.handles for step in sculpted[0].steps] == [("right",), ("right",)]
    np.testing.assert_allclose(sculpted[0].matrices(handles)[1], M, rtol=0, atol=1e-12)


def test_examples_of_another_mesh_are_a_named_error() -> None:
    _, handles = ends()
    other = sheet()
    with pytest.raises(HandleError):
        sculpted_of(handles, PoseSet.of(other.V[None], other.F))
