"""Places of a mechanism away from rest: at a dead centre joints seem to hold still what they let go of.

Bodies take a step along what the joints allow to first order, and are brought back onto the joints by
Gauss–Newton. What moves to first order only comes back to rest, and gives no place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pliant.arrays import Array, Floats, frozen
from pliant.geometry.rotations import exp, log
from pliant.mechanism.mechanism import Joint
from pliant.methods.joints.mobility import LOOSE, MOVES, constraints, held, motions

# Some joint turns by this much, in radians, or slides by this share of the unit of lengths: past any dead
# centre, and far from a full turn.
STEP = 0.3
# A place keeps this share of the step; of a motion of first order less is left.
LEFT = 0.5
# Gauss–Newton steps; three or four close a loop to rounding.
ROUNDS = 8


class _Place(NamedTuple):
    """Where the bodies are: body k takes points x to R[k] x + t[k], lengths in units about the centre."""

    R: Floats
    t: Floats

    def stepped(self, twists: Array) -> _Place:
        """The place after every body moved by its twist; twists: (k, 6)."""
        turns = exp(twists[:, :3])
        return _Place(turns @ self.R, np.einsum("kij,kj->ki", turns, self.t) + twists[:, 3:])


def places_away(joints: Sequence[Joint], bodies: int, centre: Floats, scale: float) -> list[list[Joint]]:
    """The joints as bodies carry them to places away from rest, one for each way in which they move.

    The arguments are those of `motions`.
    """
    moves = motions(joints, bodies, centre, scale)
    between = _between(moves.reshape(bodies, 6, -1), joints)
    _, sizes, ways = np.linalg.svd(between.reshape(6 * len(joints), -1))
    found = []
    for way in ways[: int((sizes > MOVES).sum())]:
        twists = (moves @ way).reshape(bodies, 6)
        twists *= STEP / np.abs(_between(twists, joints)).max()
        place = _closed(joints, twists, centre, scale)
        if place is not None:
            found.append([_carried(joint, place, centre, scale) for joint in joints])
    return found


def _between(twists: Array, joints: Sequence[Joint]) -> Array:
    """The twist of each joint's second body against its first; twists: (bodies, 6, …)."""
    return twists[[joint.b for joint in joints]] - twists[[joint.a for joint in joints]]


def _closed(joints: Sequence[Joint], twists: Array, centre: Floats, scale: float) -> _Place | None:
    """The place near a first step, twists (bodies, 6), where all joints hold; None where that is rest."""
    bodies = len(twists)
    place = _Place(np.tile(np.eye(3), (bodies, 1, 1)), np.zeros((bodies, 3))).stepped(twists)
    for _ in range(ROUNDS):
        M = constraints([_carried(each, place, centre, scale) for each in joints], bodies, centre, scale)
        gaps = _gaps(joints, place, centre, scale)
        place = place.stepped(np.linalg.lstsq(M, -gaps, rcond=LOOSE)[0].reshape(bodies, 6))
    closed = np.abs(_gaps(joints, place, centre, scale)).max() < LOOSE
    went = max(np.abs(_apart(joint, place, centre, scale)).max() for joint in joints)
    return place if closed and went > LEFT * STEP else None


def _gaps(joints: Sequence[Joint], place: _Place, centre: Floats, scale: float) -> Floats:
    """(r,) how far the joints are open, in the order of the rows of `constraints`."""
    apart = [_apart(joint, place, centre, scale) for joint in joints]
    here = [_carried(joint, place, centre, scale) for joint in joints]
    return np.concatenate([held(j, centre, scale) @ x for j, x in zip(here, apart, strict=True)])


def _carried(joint: Joint, place: _Place, centre: Floats, scale: float) -> Joint:
    """The joint where its first body carries it."""
    R, t = place.R[joint.a], place.t[joint.a]
    origin = centre + scale * (R @ ((joint.origin - centre) / scale) + t)
    return replace(joint, origin=frozen(origin, np.float64), frame=frozen(joint.frame @ R.T, np.float64))


def _apart(joint: Joint, place: _Place, centre: Floats, scale: float) -> Floats:
    """(6,) the twist that takes the joint from where its first body carries it to where the second does."""
    x = (joint.origin - centre) / scale
    first, second = (place.R[k] @ x + place.t[k] for k in (joint.a, joint.b))
    turn = log(place.R[joint.b] @ place.R[joint.a].T)
    return np.concatenate([turn, second - first - np.cross(turn, first)])
