"""Beyond the paper: bad triangles count less, corrections are smooth, and the start is the best example."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.examples.corrections import smooth_bumps
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.reliability import KEPT, trust
from pliant.methods.meshik.rig import MeshIK
from pliant.samples.bar import bar, bent, straight_bar
from tests.characters import bar_poses, beast, feet, held_end, tip

POSES = beast()
POINTS = feet(POSES.mesh.V)


def test_triangles_that_no_mesh_can_follow_half_way_count_less() -> None:
    """One vertex of one example swung far around: its triangles' half-way blends do not fit together."""
    V = np.stack([straight_bar(), bent(straight_bar(), 30.0)])
    bad = 60
    V[1, bad] = V[1, bad] + 0.3 * np.array([0.3, 0.5, -1.0])
    poses = PoseSet.of(V, bar_poses(V[1]).F)
    share = MeshIK(poses).W / MeshIK(poses, options=MeshIKOptions(reliability=np.inf)).W
    touched = np.isin(poses.F, bad).any(axis=1)
    assert share[touched].max() < 0.8 * share[~touched].min()


def test_around_each_vertex_a_share_of_the_plain_weight_is_kept() -> None:
    """Several vertices far from their neighbours in an example: what is around them is hardly trusted."""
    V = np.stack([straight_bar(500), bent(straight_bar(500), 30.0)])
    V[1, 200:260:5] += 0.5 * np.array([0.3, 0.5, -1.0])
    poses = PoseSet.of(V, bar(500).F)
    plain = MeshIK(poses, options=MeshIKOptions(reliability=np.inf)).W
    e = np.full(len(poses.F), 1e3)
    np.testing.assert_allclose(trust(e, 0.03, poses.F, plain), KEPT, rtol=0, atol=1e-3)
    share = MeshIK(poses).W / plain
    F = poses.F
    around = np.bincount(F.ravel(), np.repeat(share * plain, 3)) / np.bincount(F.ravel(), np.repeat(plain, 3))
    assert share.min() < 0.5 * share.max()
    assert around.min() > 0.99 * KEPT


def test_a_triangle_among_trusted_ones_may_lose_nearly_all_of_its_weight() -> None:
    F, e = bar(500).F, np.zeros(len(bar(500).F))
    e[300] = 100.0
    share = trust(e, 0.03, F, np.ones(len(F)))
    assert share[300] < 0.001
    np.testing.assert_array_equal(np.delete(share, 300), 1.0)


def test_clean_examples_are_trusted_evenly() -> None:
    poses = bar_poses(bent(straight_bar(), 60.0))
    share = MeshIK(poses).W / MeshIK(poses, options=MeshIKOptions(reliability=np.inf)).W
    np.testing.assert_allclose(share, 1.0, rtol=0.02)


def test_weights_sum_to_one_and_are_positive() -> None:
    for options in (MeshIKOptions(), PRINTED):
        W = MeshIK(POSES, options=options).W
        assert W.sum() == pytest.approx(1.0, rel=1e-12)
        assert W.min() > 0.0


def test_bumps_are_positive_and_sum_to_one() -> None:
    bumps = smooth_bumps(POSES.V, POSES.F, 7)
    assert bumps.shape == (POSES.n, 7)
    assert bumps.min() >= 0.0
    np.testing.assert_allclose(bumps.sum(axis=1), 1.0, rtol=0, atol=1e-12)


def test_the_search_starts_at_the_example_under_the_pins() -> None:
    for i, pose in enumerate(POSES.V):
        rig = MeshIK(POSES, options=MeshIKOptions(iterations=0, correction=np.inf))
        weights = rig.grab(POINTS).drag(pose[POINTS]).weights
        np.testing.assert_array_equal(weights, np.eye(len(POSES))[i])


def test_pins_of_an_example_give_nearly_that_example() -> None:
    grip = MeshIK(POSES).grab(POINTS)
    size = np.linalg.norm(np.ptp(POSES.mesh.V, axis=0))
    for pose in POSES.V:
        assert np.abs(grip.drag(pose[POINTS]).V - pose).max() < 0.03 * size


def test_the_ridge_keeps_free_weights_from_running_away() -> None:
    """Two pins tell little of the pose: with a ridge the weights stay nearer to the mean."""
    pull = POSES.mesh.V[POINTS[:2]] + [[0.0, 0.0, 0.0], [2.0, 0.0, 2.0]]
    free = MeshIK(POSES, options=replace(PRINTED)).grab(POINTS[:2]).drag(pull).weights
    bound = MeshIK(POSES, options=replace(PRINTED, ridge=0.1)).grab(POINTS[:2]).drag(pull).weights
    assert np.abs(bound - 0.25).max() < np.abs(free - 0.25).max()


def test_outside_the_span_corrections_lower_the_energy_and_the_shear() -> None:
    """The bar that knows only how to bend toward y, dragged toward z."""
    V = straight_bar()
    poses = bar_poses(bent(V, 60.0, "xy"))
    points = np.append(held_end(V), tip(V))
    targets = np.vstack([V[held_end(V)], bent(V, 60.0, "xz")[tip(V)]])
    distance = {
        c: np.abs(
            MeshIK(poses, options=MeshIKOptions(correction=c)).grab(points).drag(targets).V
            - bent(V, 60.0, "xz")
        ).max()
        for c in (MeshIKOptions().correction, np.inf)
    }
    assert distance[MeshIKOptions().correction] < 0.7 * distance[np.inf]
