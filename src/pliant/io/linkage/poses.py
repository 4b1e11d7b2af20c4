"""Places of frames: (4, 4) matrices from a frame to the one that holds it."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.mechanism import axis_frame
from pliant.core.rotations import exp


def pose(position: Floats, R: Floats) -> Floats:
    """(4, 4) turns by R (3, 3), then moves."""
    M = np.eye(4)
    M[:3, :3], M[:3, 3] = R, position
    return M


def rotation_of_fixed_angles(angles: Floats) -> Floats:
    """(3, 3) turns about the fixed x, y and z axes, one after the other: a URDF's roll, pitch, yaw."""
    x, y, z = exp(np.diag(angles))
    return z @ y @ x


def rotation_of_quaternion(q: Floats) -> Floats:
    """(3, 3) of w, x, y, z, of any length but zero."""
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def shortest_turn_of_z(direction: Floats) -> Floats:
    """(3, 3) the smallest rotation that takes z to a direction."""
    d = axis_frame(direction)[0]
    normal = np.array([-d[1], d[0], 0.0])
    sine = np.linalg.norm(normal)
    if sine == 0:
        return np.eye(3) if d[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return exp(normal / sine * np.arctan2(sine, d[2]))
