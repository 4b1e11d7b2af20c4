"""The motion of a joint at a value."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import Freedom, Joint


def joint_motion(joint: Joint, freedom: Freedom, value: float) -> tuple[Floats, Floats]:
    """R (3, 3), t (3,) of x → R x + t, which moves b against a by one freedom: radians, or a length."""
    axis = joint.frame[freedom.row]
    if not freedom.turns:
        return np.eye(3), value * axis
    return turned(joint.origin, axis, value)


def turned(origin: Floats, axis: Floats, angle: float) -> tuple[Floats, Floats]:
    """R (3, 3), t (3,) of a turn by an angle in radians about an axis through the origin given."""
    R = exp(axis * angle)
    return R, origin - R @ origin
