"""The ranges of a joint: growing steps, then bisection to the first penetration [Xu2009, section 3.2]."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.joint_motion import turned
from pliant.mechanism.mechanism import FREEDOMS, JointKind
from pliant.methods.joints.collision import Clearances
from pliant.methods.joints.contact import Contact
from pliant.methods.joints.part import PartSurface

# The first step of a turn, and the longest: a stop thinner than that, far out, would be missed.
FIRST_TURN, LONGEST_TURN = np.radians(1.0), np.radians(10.0)
# The first and the longest step of a slide, over the smaller part's size.
FIRST_SLIDE, LONGEST_SLIDE = 0.01, 0.1
# Halvings of the last step: to a hundredth of a degree.
HALVINGS = 10
# A slide ends where less than this share of the contact is left: the parts have come apart.
HELD = 0.5
# Samples that are followed on each side.
TRACED = 400
# No slide is followed farther than this many sizes of the larger part.
FARTHEST = 2.0


class JointAxes(NamedTuple):
    """A joint without its ranges: its kind, origin (3,) and frame (3, 3) with the axes in rows."""

    kind: JointKind
    origin: Floats
    frame: Floats


def ranges(a: PartSurface, b: PartSurface, contact: Contact, clear: Clearances, joint: JointAxes) -> Floats:
    """(f, 2) how far b may go against a in each freedom: radians, or lengths; ±inf for turns without a stop.

    contact: where they touch, of which a slide keeps half
    clear:   whether b, moved, runs into a
    """
    size, end = min(a.size, b.size), FARTHEST * max(a.size, b.size)

    def turn(axis: Floats) -> list[float]:
        def free(angle: float) -> bool:
            return not clear.blocked(*turned(joint.origin, axis, angle))

        return _turn(free)

    def slide(axis: Floats) -> list[float]:
        def free(way: float) -> bool:
            return not clear.blocked(np.eye(3), way * axis) and held(a, b, contact, way * axis) >= HELD

        steps = (FIRST_SLIDE * size, LONGEST_SLIDE * size, end)
        return [-_followed(lambda way: free(-way), *steps), _followed(free, *steps)]

    rows = [(turn if turns else slide)(joint.frame[row]) for turns, row in FREEDOMS[joint.kind]]
    return np.array(rows).reshape(-1, 2)


def _turn(free: Callable[[float], bool]) -> list[float]:
    """The lowest and the highest angle of a turn; ±inf where nothing stops it all around.

    What stops it on one side stops it on the other too, at the latest after a full turn.
    """
    ways = [lambda angle: free(-angle), free]
    back, ahead = (_followed(way, FIRST_TURN, LONGEST_TURN, np.pi) for way in ways)
    if back >= np.pi and ahead >= np.pi:
        return [-np.inf, np.inf]
    if back >= np.pi:
        back = _followed(ways[0], LONGEST_TURN, LONGEST_TURN, 2 * np.pi - ahead, np.pi)
    elif ahead >= np.pi:
        ahead = _followed(ways[1], LONGEST_TURN, LONGEST_TURN, 2 * np.pi - back, np.pi)
    return [-back, ahead]


def held(a: PartSurface, b: PartSurface, contact: Contact, shift: Floats) -> float:
    """The share of the contact that is left after b moved by a shift (3,): of the side that keeps more."""
    shares = []
    for part, sign, side in ((b, -1.0, ~contact.second), (a, 1.0, contact.second)):
        rows = np.flatnonzero(side)
        rows = rows[:: 1 + len(rows) // TRACED]
        weights = contact.weights[rows]
        near = part.distance(contact.points[rows] + sign * shift) <= 2 * contact.reach
        shares.append(weights[near].sum() / weights.sum() if len(weights) else 0.0)
    return max(shares)


def _followed(
    free: Callable[[float], bool], first: float, longest: float, end: float, start: float = 0.0
) -> float:
    """The last value from a start on that is free, found by growing steps and bisection."""
    low, step = start, first
    while low < end:
        high = min(low + step, end)
        if not free(high):
            break
        low, step = high, min(2 * step, longest)
    else:
        return end
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if free(middle) else (low, middle)
    return low
