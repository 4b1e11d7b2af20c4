"""Rotations as descriptions of mechanisms give them, and rigid matrices with them."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.io.placement import rotations
from pliant.mechanism.mechanism import axis_frame


def rigid(position: Floats, R: Floats) -> Floats:
    """(4, 4) the matrix that turns by R (3, 3), then moves by position (3,)."""
    M = np.eye(4)
    M[:3, :3], M[:3, 3] = R, position
    return M


def rotation_of_fixed_angles(angles: Floats) -> Floats:
    """(3, 3) the rotation about the fixed axes x, y and z, in this order: roll, pitch and yaw of a URDF."""
    x, y, z = exp(np.diag(angles))
    return z @ y @ x


def rotation_of_quaternion(q: Floats) -> Floats:
    """(3, 3) the rotation of a quaternion w, x, y, z of any length but zero."""
    return rotations(np.roll(q / np.linalg.norm(q), -1))


def shortest_turn_of_z(direction: Floats) -> Floats:
    """(3, 3) the smallest rotation that turns z to a direction (3,)."""
    d = axis_frame(direction)[0]
    normal = np.array([-d[1], d[0], 0.0])
    sine = np.linalg.norm(normal)
    if sine == 0:
        return np.eye(3) if d[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return exp(normal / sine * np.arctan2(sine, d[2]))
