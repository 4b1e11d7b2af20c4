"""Key-framed points: a flag walks on two corners (figure 7), one gallop serves two animals (figure 8)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.arrays import Floats, Ints, Vertices
from pliant.geometry.rotations import log
from pliant.mesh import PoseSet
from pliant.methods.meshik.grip import MeshIKPose
from pliant.methods.meshik.rig import MeshIK
from pliant.pose import Status
from pliant.samples.flag import flag
from tests.methods.meshik.test_real_sets import diagonal, paws, read, stretches

# The paper's 100 for its sum over triangles.
COHERENCE = 0.01


def animated(rig: MeshIK, points: Ints, frames: Floats) -> list[MeshIKPose]:
    """Each frame starts from the one before."""
    grip = rig.grab(points)
    poses = [grip.drag(frames[0])]
    for goal in frames[1:]:
        poses.append(grip.drag(goal, poses[-1], coherence=COHERENCE))
    return poses


def corners(V: Vertices) -> Ints:
    """Low and high at the pole, low and high at the free end."""
    signs = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)])
    return np.argmax(signs @ (V[:, :2] - V[:, :2].mean(axis=0)).T, axis=1)


def test_a_flag_walks_on_two_corners_and_stays_a_cloth() -> None:
    rig = MeshIK(flag())
    held = corners(rig.mesh.V)
    stride = 0.3 * float(np.ptp(rig.mesh.V[:, 0]))
    frames = np.repeat(rig.mesh.V[held][None], 8, axis=0)
    phase = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)
    frames[:, 2:, 0] -= stride
    for foot, shift in ((0, 0.0), (2, np.pi)):
        frames[:, foot, 1] += 0.5 * stride * np.maximum(0.0, np.sin(phase + shift))
        frames[:, foot, 2] += stride * np.cos(phase + shift)
    for goal, pose in zip(frames, animated(rig, held, frames), strict=True):
        assert pose.status is Status.CONVERGED
        np.testing.assert_allclose(pose.V[held], goal, rtol=0, atol=1e-9 * diagonal(rig.mesh.V))
        assert np.quantile(np.abs(stretches(rig, pose.V) - 1.0), 0.95) < 0.25


def gallop(data: Path, count: int) -> Floats:
    """(count, 4, 3) paths of a galloping horse's feet around their means, in heights of the animal."""
    V, _ = read(data, "sumner_horse_gallop")
    frames = V[np.linspace(1, len(V) - 1, count).astype(int)]
    paths = frames[:, paws(V[0])] - frames.mean(axis=1, keepdims=True)
    return (paths - paths.mean(axis=0)) / np.ptp(V[0, :, 1])


@pytest.mark.parametrize("animal", ["sumner_horse_poses", "sumner_elephant_poses"])
def test_one_gallop_serves_the_horse_and_the_elephant(data: Path, animal: str) -> None:
    V, F = read(data, animal)
    rig = MeshIK(PoseSet.of(V[[0, 3, 5, 8]], F))
    held = paws(V[0])
    # The first three of five: the others turn the animal as far.
    frames = V[0, held] + gallop(data, 5)[:3] * np.ptp(V[0, :, 1])
    for goal, pose in zip(frames, animated(rig, held, frames), strict=True):
        assert pose.status is Status.CONVERGED
        np.testing.assert_allclose(pose.V[held], goal, rtol=0, atol=1e-9 * diagonal(V[0]))
        # Gathered feet say little of where the animal faces; it must not spin.
        assert np.degrees(np.linalg.norm(log(pose.attitude))) < 40.0
