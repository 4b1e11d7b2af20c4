"""Random, degenerate and hostile meshes end in a pose without NaN, or in a named error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pliant.anchors import Anchors
from pliant.arrays import Floats, Poses
from pliant.errors import PliantError
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast, feet

OPTIONS = [MeshIKOptions(), PRINTED, MeshIKOptions(span="linear"), MeshIKOptions(turning="never", ridge=0.0)]
SCALES = [1e-150, 1e-30, 1e-3, 1.0, 1e3, 1e30, 1e150]
# Coordinates that meet: points coincide, lie on lines and in planes, or nearly so.
MEETING = st.sampled_from([0.0, 0.0, 1.0, 1.0, -1.0, 0.5, 1.0 + 1e-12, 1e-9])
ANYWHERE = st.floats(-10.0, 10.0, allow_subnormal=False)


@st.composite
def characters(draw: st.DrawFn) -> tuple[Any, Poses]:
    """Faces (m, 3) of any vertices, repeated ones too, and positions (k, n, 3)."""
    n, k = draw(st.integers(3, 9)), draw(st.integers(2, 4))
    V = draw(hnp.arrays(np.float64, (k, n, 3), elements=draw(st.sampled_from([MEETING, ANYWHERE]))))
    F = draw(hnp.arrays(np.int64, (draw(st.integers(1, 10)), 3), elements=st.integers(0, n - 1)))
    if draw(st.booleans()):
        V[1] = V[0]
    scale, offset = draw(st.sampled_from(SCALES)), draw(st.sampled_from([0.0, 0.0, 1e3, 1e9]))
    return F, scale * (V + offset)


def check_pose(rig: MeshIK, points: Any, targets: Floats) -> None:
    """One cold and one warm drag, and a blend."""
    grip = rig.grab(points)
    pose = grip.drag(targets)
    again = grip.drag(targets, start=pose)
    for found in (pose, again):
        assert np.isfinite(found.V).all()
        assert np.isfinite(found.energy)
        assert np.isfinite(found.weights).all()
        assert found.V.shape == rig.mesh.V.shape


@settings(max_examples=150)
@given(st.data(), characters())
def test_any_mesh_ends_in_a_pose_or_a_named_error(data: st.DataObject, character: tuple[Any, Poses]) -> None:
    F, V = character
    n = V.shape[1]
    points = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=4, unique=True))
    example = data.draw(st.integers(0, len(V) - 1))
    pull = data.draw(st.sampled_from([0.0, 0.1, 1.0, 100.0]))
    size = float(np.abs(V - V[:1, :1]).max())
    targets = V[example, points] + pull * size * data.draw(
        hnp.arrays(np.float64, (len(points), 3), elements=MEETING)
    )
    try:
        rig = MeshIK(PoseSet.of(V, F), options=data.draw(st.sampled_from(OPTIONS)))
        assert np.isfinite(rig.blend(np.full(len(V), 1.0 / len(V)))).all()
        check_pose(rig, points, targets)
    except PliantError:
        return


@settings(max_examples=60)
@given(st.data(), characters())
def test_any_anchors_and_regions_end_in_a_pose_or_a_named_error(
    data: st.DataObject, character: tuple[Any, Poses]
) -> None:
    F, V = character
    n = V.shape[1]
    faces = data.draw(st.lists(st.integers(-1, len(F)), min_size=1, max_size=4))
    weights = data.draw(
        hnp.arrays(np.float64, (len(faces), 3), elements=st.sampled_from([0.0, 0.5, 1.0, 1 / 3, -1.0, 2.0]))
    )
    frozen = data.draw(st.lists(st.integers(-1, n), max_size=n))
    try:
        rig = MeshIK(PoseSet.of(V, F), options=data.draw(st.sampled_from(OPTIONS)))
        check_pose(rig.holding(frozen), Anchors(faces, weights), V[0, : len(faces)])
    except PliantError:
        return


POSES = beast()
POINTS = feet(POSES.mesh.V)
SIZE = float(np.linalg.norm(np.ptp(POSES.mesh.V, axis=0)))
FAR = [1e-12, 1e3, 1e6, 1e12]


@pytest.mark.parametrize("options", OPTIONS, ids=["ours", "as printed", "linear", "no turning"])
@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("kind", ["one pin", "all pins", "away together"])
def test_targets_anywhere_are_met_without_nan(options: MeshIKOptions, far: float, kind: str) -> None:
    pull = np.random.default_rng(1).normal(size=(len(POINTS), 3))
    if kind == "one pin":
        pull[1:] = 0.0
    elif kind == "away together":
        pull[:] = pull[0]
    targets = POSES.mesh.V[POINTS] + far * SIZE * pull
    pose = MeshIK(POSES, options=options).grab(POINTS).drag(targets)
    assert np.isfinite(pose.V).all()
    np.testing.assert_allclose(pose.V[POINTS], targets, rtol=0, atol=1e-9 * np.abs(targets).max())


@pytest.mark.parametrize("options", OPTIONS, ids=["ours", "as printed", "linear", "no turning"])
@pytest.mark.parametrize("scale", SCALES)
def test_the_beast_at_any_scale_takes_the_same_pose(options: MeshIKOptions, scale: float) -> None:
    targets = POSES.V[1, POINTS]
    expected = MeshIK(POSES, options=options).grab(POINTS).drag(targets).V
    scaled = PoseSet.of_positions(POSES.mesh, scale * POSES.V)
    found = MeshIK(scaled, options=options).grab(POINTS).drag(scale * targets).V
    np.testing.assert_allclose(found / scale, expected, rtol=0, atol=1e-7 * SIZE)


@pytest.mark.parametrize("offset", [1e3, 1e6, 1e9])
def test_far_from_the_origin_the_pose_is_the_same_to_what_its_digits_hold(offset: float) -> None:
    targets = POSES.V[1, POINTS]
    expected = MeshIK(POSES).grab(POINTS).drag(targets).V
    moved = PoseSet.of_positions(POSES.mesh, POSES.V + offset)
    found = MeshIK(moved).grab(POINTS).drag(targets + offset).V - offset
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7 * SIZE + 100 * np.spacing(offset))


def test_poses_that_are_all_equal_leave_a_stiff_character() -> None:
    same = PoseSet.of_positions(POSES.mesh, np.stack([POSES.V[0]] * 4))
    targets = POSES.mesh.V[POINTS] + [0.2, 0.0, 0.1]
    for options in OPTIONS:
        check_pose(MeshIK(same, options=options), POINTS, targets)


@pytest.mark.parametrize("scale", SCALES)
def test_one_triangle_and_a_point_give_a_pose(scale: float) -> None:
    """The smallest set of all, whose weights nothing determines."""
    V = scale * np.stack([np.eye(3), np.zeros((3, 3))])
    for options in OPTIONS:
        check_pose(MeshIK(PoseSet.of(V, np.array([[0, 1, 2]])), options=options), [0], V[0, :1])


@pytest.mark.parametrize("collapsed", [0, 1, 2])
def test_an_example_without_extent_in_some_axes_gives_a_pose(collapsed: int) -> None:
    V = POSES.V.copy()
    V[2, :, collapsed:] = 0.0
    for options in OPTIONS:
        check_pose(MeshIK(PoseSet.of_positions(POSES.mesh, V), options=options), POINTS, POSES.V[1, POINTS])
