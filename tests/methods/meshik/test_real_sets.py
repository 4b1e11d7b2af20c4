"""Real sets: the lion of figure 6 by its paws, and poses of the horse that no example shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.rotations import closest_rotation
from pliant.geometry.topology import edges
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
from pliant.pose import Status


def read(data: Path, name: str) -> tuple[Poses, Faces]:
    with np.load(data / "poses" / f"{name}.npz") as file:
        return file["poses"].astype(np.float64), file["faces"].astype(np.int64)


def diagonal(V: Vertices) -> float:
    return float(np.linalg.norm(np.ptp(V, axis=0)))


# The lion


@pytest.fixture(scope="module")
def lion(data: Path) -> MeshIK:
    V, F = read(data, "sumner_lion_poses")
    return MeshIK(PoseSet.of(V, F))


def paws(V: Vertices) -> Ints:
    """The lowest vertex of each leg: fore left and right, hind left and right (y is up, z forward)."""
    left, front = V[:, 0] > 0, V[:, 2] > V[:, 2].mean()
    legs = [left & front, ~left & front, left & ~front, ~left & ~front]
    return np.array([np.flatnonzero(leg)[np.argmin(V[leg, 1])] for leg in legs])


def stretches(rig: MeshIK, V: Vertices) -> Floats:
    """(e,) lengths of the edges over those of the reference."""
    a, b = edges(rig.mesh.F).T
    rest = rig.mesh.V
    return np.linalg.norm(V[a] - V[b], axis=1) / np.linalg.norm(rest[a] - rest[b], axis=1)


def check_no_edge_bursts(rig: MeshIK, V: Vertices) -> None:
    """99.9% of the edges stay as short as the examples ever stretch them, all within three times that."""
    known = np.max([stretches(rig, pose) for pose in rig.poses.V], axis=0)
    excess = stretches(rig, V) / np.maximum(known, 1.2)
    assert np.quantile(excess, 0.999) < 1.5
    assert excess.max() < 3.0


def reach(rig: MeshIK) -> tuple[Ints, Floats]:
    """The fore paws forward and up, the hind paws held."""
    points = paws(rig.mesh.V)
    up = diagonal(rig.mesh.V) * np.array(
        [[0.0, 0.12, 0.1], [0.0, 0.02, 0.12], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    )
    return points, rig.mesh.V[points] + up


def test_the_lion_is_posed_by_its_paws(lion: MeshIK) -> None:
    points, targets = reach(lion)
    pose = lion.grab(points).drag(targets)
    assert pose.status is Status.CONVERGED
    np.testing.assert_allclose(pose.V[points], targets, rtol=0, atol=1e-9 * diagonal(lion.mesh.V))
    check_no_edge_bursts(lion, pose.V)


def test_with_a_frozen_body_only_the_foreleg_moves(lion: MeshIK) -> None:
    V = lion.mesh.V
    points, targets = reach(lion)
    foreleg = (V[:, 0] > 0.0) & (V[:, 1] < 0.45 * V[:, 1].max()) & (V[:, 2] > 0.05)
    pose = lion.holding(~foreleg).grab(points[:1]).drag(targets[:1])
    assert pose.status is Status.CONVERGED
    np.testing.assert_allclose(pose.V[points[0]], targets[0], rtol=0, atol=1e-9 * diagonal(V))
    np.testing.assert_allclose(pose.V[~foreleg], V[~foreleg], rtol=0, atol=1e-12)
    assert np.isfinite(pose.V).all()
    check_no_edge_bursts(lion, pose.V)


def test_without_freezing_the_body_takes_part(lion: MeshIK) -> None:
    V = lion.mesh.V
    points, targets = reach(lion)
    body = V[:, 1] > 0.6 * V[:, 1].max()
    pose = lion.grab(points).drag(targets)
    assert np.abs(pose.V - V)[body].max() > 0.01 * diagonal(V)


# The horse


def aligned(V: Vertices, to: Vertices) -> Vertices:
    here, there = V - V.mean(axis=0), to - to.mean(axis=0)
    return here @ closest_rotation(there.T @ here).T + to.mean(axis=0)


def spread(V: Vertices, count: int) -> Ints:
    """Vertices by farthest-point sampling, from the one farthest out."""
    chosen = [int(np.argmax(np.linalg.norm(V - V.mean(axis=0), axis=1)))]
    distance = np.full(len(V), np.inf)
    while len(chosen) < count:
        distance = np.minimum(distance, np.linalg.norm(V - V[chosen[-1]], axis=1))
        chosen.append(int(np.argmax(distance)))
    return np.array(chosen)


def test_frames_of_the_gallop_that_were_left_out_are_found_from_eight_pins(data: Path) -> None:
    """Every fourth frame an example, the frames between left out; root mean square in % of the diagonal."""
    V, F = read(data, "sumner_horse_gallop")
    V = np.stack([aligned(pose, V[0]) for pose in V])
    pins = spread(V[0], 8)
    grip = MeshIK(PoseSet.of(V[::4], F)).grab(pins)
    errors = []
    for truth in V[2::4]:
        pose = grip.drag(truth[pins])
        np.testing.assert_allclose(pose.V[pins], truth[pins], rtol=0, atol=1e-9 * diagonal(V[0]))
        errors.append(100 * np.sqrt(((pose.V - truth) ** 2).sum(axis=1).mean()) / diagonal(V[0]))
    assert len(errors) == 6
    assert np.mean(errors) < 2.0
    assert np.max(errors) < 2.5
