"""A first rig and a first drag on a sheet made by code: every compiled kernel is used once."""

from __future__ import annotations

import numpy as np

import pliant

SIDE = 12
# Radians: more than half a turn, so that the logarithm's branches have to be matched.
ROLL = 5.0


def first_drag() -> pliant.Pose:
    """A flat sheet and a rolled one, dragged half-way by their corners."""
    poses = rolled_sheet()
    pins = [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1]
    return pliant.MeshIK(poses).grab(pins).drag(poses.V[:, pins].mean(axis=0))


def rolled_sheet() -> pliant.PoseSet:
    """SIDE × SIDE vertices, flat and rolled up."""
    x, y = (axis.ravel() for axis in np.meshgrid(*[np.linspace(0.0, 1.0, SIDE)] * 2))
    flat = np.column_stack([x, y, np.zeros_like(x)])
    rolled = np.column_stack([np.sin(ROLL * x) / ROLL, y, (1.0 - np.cos(ROLL * x)) / ROLL])
    a = np.arange(SIDE * (SIDE - 1)).reshape(-1, SIDE)[:, :-1].ravel()
    lower = np.column_stack([a, a + 1, a + SIDE])
    upper = np.column_stack([a + 1, a + SIDE + 1, a + SIDE])
    return pliant.PoseSet.of(np.stack([flat, rolled]), np.concatenate([lower, upper]))


if __name__ == "__main__":
    first_drag()
