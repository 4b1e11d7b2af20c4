"""Blending without pins, and weights that keep to an earlier pose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pliant.errors import OptionError, WeightError
from pliant.geometry.rotations import exp
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast, feet

POSES = beast()
SIZE = float(np.linalg.norm(np.ptp(POSES.mesh.V, axis=0)))
POINTS = feet(POSES.mesh.V)


def scattered() -> PoseSet:
    """The beast's poses, each turned and moved as a whole."""
    turns = exp(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 2.5], [0.4, 0.9, 0.0], [3.0, 0.2, 0.1]]))
    places = 10.0 * np.arange(4)[:, None, None] * np.array([1.0, -0.5, 0.2])
    return PoseSet.of_positions(POSES.mesh, np.einsum("kab,knb->kna", turns, POSES.V) + places)


SPANS: dict[str, Callable[[PoseSet], MeshIK]] = {
    "ours": MeshIK,
    "as printed": MeshIK.as_printed,
    "linear": lambda poses: MeshIK(poses, options=MeshIKOptions(span="linear")),
}


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("poses", [POSES, scattered()], ids=["in place", "scattered"])
def test_the_weights_of_one_example_give_that_example_where_it_stands(span: str, poses: PoseSet) -> None:
    rig = SPANS[span](poses)
    for i, pose in enumerate(poses.V):
        np.testing.assert_allclose(rig.blend(np.eye(4)[i]), pose, rtol=0, atol=1e-9 * SIZE)


@pytest.mark.parametrize("span", SPANS)
def test_a_blend_of_copies_is_the_copy(span: str) -> None:
    poses = PoseSet.of_positions(POSES.mesh, np.stack([POSES.V[0]] * 3))
    found = SPANS[span](poses).blend([0.2, 0.5, 0.3])
    np.testing.assert_allclose(found, POSES.V[0], rtol=0, atol=1e-9 * SIZE)


def test_a_morph_sequence_is_its_blends_one_after_the_other() -> None:
    rig = MeshIK(POSES)
    rows = np.array([[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.2, 0.2, 0.3, 0.3]])
    found = rig.blends(rows)
    assert found.shape == (3, POSES.n, 3)
    for row, V in zip(rows, found, strict=True):
        np.testing.assert_array_equal(V, rig.blend(row))


def test_blends_change_smoothly_with_their_weights() -> None:
    rig = MeshIK(scattered())
    path = np.linspace([1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], 41)
    steps = np.linalg.norm(np.diff(rig.blends(path), axis=0), axis=2).max(axis=1)
    assert steps.max() < 4 * steps.mean()


@pytest.mark.parametrize(
    "weights", [[1.0], [1.0] * 5, [np.nan, 0, 0, 1], [np.inf, 0, 0, 0], [[1, 0, 0, 0]], "abcd", None]
)
def test_bad_weights_are_a_named_error(weights) -> None:
    with pytest.raises(WeightError):
        MeshIK(POSES).blend(weights)


def test_coherence_keeps_the_weights_near_those_of_the_start() -> None:
    grip = MeshIK(POSES).grab(POINTS)
    start = grip.drag(POSES.V[0, POINTS])
    targets = POSES.V[1, POINTS]
    moved = [
        np.abs(grip.drag(targets, start=start, coherence=p).weights - start.weights).max()
        for p in (0.0, 0.1, 10.0, 1000.0)
    ]
    assert moved[0] > 0.5
    assert moved == sorted(moved, reverse=True)
    assert moved[-1] < 0.01


def test_coherent_drags_still_meet_their_targets() -> None:
    grip = MeshIK(POSES).grab(POINTS)
    start = grip.drag(POSES.V[0, POINTS])
    pose = grip.drag(POSES.V[1, POINTS], start=start, coherence=1000.0)
    np.testing.assert_allclose(pose.V[POINTS], POSES.V[1, POINTS], rtol=0, atol=1e-9 * SIZE)


def test_coherence_does_not_depend_on_resolution() -> None:
    """Each triangle cut into four flat ones: the same weights for the same p."""
    fine = refined(POSES)
    weights = []
    for poses in (POSES, fine):
        grip = MeshIK(poses, options=replace(PRINTED, weighting="area")).grab(POINTS)
        start = grip.drag(POSES.V[0, POINTS])
        weights.append(grip.drag(POSES.V[1, POINTS], start=start, coherence=0.05).weights)
    np.testing.assert_allclose(weights[1], weights[0], rtol=0, atol=0.1)


def refined(poses: PoseSet) -> PoseSet:
    """Every edge cut at its middle; the first vertices stay as they are."""
    sides = np.sort(poses.F[:, [[0, 1], [1, 2], [2, 0]]], axis=2)
    ends, number = np.unique(sides.reshape(-1, 2), axis=0, return_inverse=True)
    a, b, c = (poses.n + number).reshape(-1, 3).T
    p, q, r = poses.F.T
    F = np.concatenate([np.column_stack(t) for t in ((p, a, c), (a, q, b), (c, b, r), (a, b, c))])
    return PoseSet.of(np.concatenate([poses.V, poses.V[:, ends].mean(axis=2)], axis=1), F)


@pytest.mark.parametrize("coherence", [1.0])
def test_coherence_without_a_start_is_a_named_error(coherence: float) -> None:
    with pytest.raises(OptionError):
        MeshIK(POSES).grab(POINTS).drag(POSES.V[0, POINTS], coherence=coherence)


@pytest.mark.parametrize("coherence", [-1.0, np.nan, np.inf])
def test_coherence_out_of_range_is_a_named_error(coherence: float) -> None:
    grip = MeshIK(POSES).grab(POINTS)
    start = grip.drag(POSES.V[0, POINTS])
    with pytest.raises(OptionError):
        grip.drag(POSES.V[0, POINTS], start=start, coherence=coherence)
