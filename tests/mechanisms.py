"""A small mechanism of boxes, for tests that need joints but not their shape."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mesh import Mesh
from tests.figures.shapes import box

PARTS = {
    "frame": ((1.0, 2.0, 0.1), (-0.5, 0.0, 0.0)),
    "door": ((1.0, 2.0, 0.1), (0.5, 0.0, 0.0)),
    "bolt": ((0.2, 0.1, 0.1), (0.8, 0.0, 0.1)),
}


def cupboard() -> Mechanism:
    """A door on a hinge along y at the origin, which opens by 90°, with a bolt that slides by 0.1 along x."""
    solids = [box(*shape) for shape in PARTS.values()]
    V = np.concatenate([V for V, _ in solids])
    F = np.concatenate([8 * i + F for i, (_, F) in enumerate(solids)])
    joints = [
        Joint.of(0, 1, "revolute", (0, 0, 0), (0, 1, 0), ranges=[[-np.pi / 2, 0.0]]).named("hinge"),
        Joint.of(1, 2, "prismatic", (0.8, 0, 0.1), (1, 0, 0), ranges=[[0.0, 0.1]]),
    ]
    return Mechanism.of(Mesh.of(V, F), np.repeat([0, 1, 2], 8), list(PARTS), joints)
