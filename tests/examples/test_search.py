"""The search that MeshIK and Reduced IK share: what its prior makes of examples that hardly differ."""

from __future__ import annotations

import pytest

import pliant
from pliant.mesh import PoseSet
from tests.characters import beast, feet


def energy(share: float) -> float:
    """The energy of a pull beyond an example, where examples and pull are only a share of the beast's."""
    poses = beast()
    V, pins = poses.V[0] + share * (poses.V - poses.V[0]), feet(poses.mesh.V)
    beyond = 1.5 * (V[1] - V[0])[pins]
    beyond[0] += 0.5 * (V[2] - V[0])[pins[0]]
    grip = pliant.MeshIK(PoseSet.of(V, poses.F)).grab(pins)
    return grip.drag(grip.held.rest + beyond).energy


def test_subtle_examples_are_mixed_as_strong_ones_are() -> None:
    """Small differences are linear, and strain is squared: a tenth of all lengths costs a hundredth."""
    assert energy(0.01) == pytest.approx(0.01 * energy(0.1), rel=0.02)
