"""A joint as a chain of simple ones, a turn or a slide each, as descriptions of robots have them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.drives import Drive
from pliant.mechanism.mechanism import Joint


class SimpleJoint(NamedTuple):
    """A turn about an axis (3,), or a slide along it, from limits[0] to limits[1], with its drive."""

    turns: bool
    axis: Floats
    limits: Floats
    drive: Drive

    @property
    def free(self) -> bool:
        """Whether nothing limits it."""
        return bool(np.isinf(self.limits).all())


def simple_joints(joint: Joint, child: int, drives: tuple[Drive, ...]) -> list[SimpleJoint]:
    """The simple joints that make a joint together, parent first; none for a fixed one.

    If the child is component a, its motion is the inverse: opposite axes in the opposite order.
    """
    sign = 1.0 if child == joint.b else -1.0
    found = [
        SimpleJoint(freedom.turns, sign * joint.frame[freedom.row], limits, drive)
        for freedom, limits, drive in zip(joint.freedoms, joint.ranges, drives, strict=True)
    ]
    return found if child == joint.b else found[::-1]
