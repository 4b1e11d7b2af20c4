"""Frozen regions: they stay, and their triangles do not count."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Ints
from pliant.errors import AnchorError, MeshError
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast, feet

POSES = beast()
REST = POSES.mesh.V
POINTS = feet(REST)
TARGETS = 0.5 * POSES.V[0, POINTS] + 0.5 * POSES.V[1, POINTS]
SIZE = float(np.linalg.norm(np.ptp(REST, axis=0)))


def trunk() -> Ints:
    return np.flatnonzero((REST[:, 0] > 0.5) & (REST[:, 0] < 5.5) & (REST[:, 2] > 2.5))


def check_at(found, expected) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * SIZE)


@pytest.mark.parametrize("make", [MeshIK, MeshIK.as_printed])
def test_frozen_vertices_stay_where_they_are_while_the_rest_is_posed(make) -> None:
    pose = make(POSES).holding(trunk()).grab(POINTS).drag(TARGETS)
    check_at(pose.V[trunk()], REST[trunk()])
    check_at(pose.V[POINTS], TARGETS)
    assert np.abs(pose.V - REST).max() > 0.1


def test_a_mask_and_vertex_numbers_in_any_order_say_the_same() -> None:
    rig = MeshIK(POSES)
    mask = np.zeros(POSES.n, dtype=bool)
    mask[trunk()] = True
    expected = rig.holding(trunk()).grab(POINTS).drag(TARGETS).V
    for other in (mask, trunk()[::-1], np.concatenate([trunk(), trunk()]), trunk().tolist()):
        np.testing.assert_array_equal(rig.holding(other).grab(POINTS).drag(TARGETS).V, expected)


def test_a_region_can_be_frozen_in_another_pose() -> None:
    place = POSES.V[3]
    pose = MeshIK(POSES).holding(trunk(), place).grab(POINTS).drag(TARGETS)
    check_at(pose.V[trunk()], place[trunk()])


def test_what_examples_do_inside_a_frozen_region_does_not_matter() -> None:
    """Vertices all of whose triangles are frozen, torn about in the examples."""
    still = trunk()
    inside = np.setdiff1d(still, POSES.F[~np.isin(POSES.F, still).all(axis=1)])
    assert len(inside) > 3
    V = POSES.V.copy()
    V[1:, inside] += np.random.default_rng(1).normal(size=V[1:, inside].shape)
    other = PoseSet.of_positions(POSES.mesh, V)
    poses = [MeshIK.as_printed(p).holding(still).grab(POINTS).drag(TARGETS) for p in (POSES, other)]
    np.testing.assert_allclose(poses[1].V, poses[0].V, rtol=0, atol=1e-9 * SIZE)
    np.testing.assert_allclose(poses[1].weights, poses[0].weights, rtol=0, atol=1e-9)


def test_freezing_nothing_changes_little() -> None:
    rig = MeshIK.as_printed(POSES)
    free = rig.grab(POINTS).drag(TARGETS).V
    np.testing.assert_allclose(rig.holding([]).grab(POINTS).drag(TARGETS).V, free, rtol=0, atol=1e-9 * SIZE)


def test_one_frozen_vertex_is_one_more_anchor() -> None:
    rig = MeshIK.as_printed(POSES)
    frozen = rig.holding([7]).grab(POINTS).drag(TARGETS).V
    held = rig.grab(np.append(POINTS, 7)).drag(np.vstack([TARGETS, REST[7]])).V
    np.testing.assert_allclose(frozen, held, rtol=0, atol=1e-6 * SIZE)


@pytest.mark.parametrize(
    "frozen",
    [[10**6], [-1], [0.5], ["a"], [[1, 2]], np.zeros(3, dtype=bool), np.arange(POSES.n), None],
    ids=["beyond", "negative", "half", "word", "nested", "short mask", "everything", "grabbed"],
)
def test_regions_that_make_no_sense_are_a_named_error(frozen) -> None:
    with pytest.raises(AnchorError):
        MeshIK(POSES).holding(POINTS[:1] if frozen is None else frozen).grab(POINTS)


@pytest.mark.parametrize("place", [REST[:-1], REST[:, :2], np.full_like(REST, np.nan)])
def test_places_that_make_no_sense_are_a_named_error(place) -> None:
    with pytest.raises((AnchorError, MeshError)):
        MeshIK(POSES).holding(trunk(), place).grab(POINTS)
