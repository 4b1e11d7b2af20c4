"""The motions that joints leave to bodies, to first order, and the joints that lie on loops."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import Joint
from pliant.methods.joints.slippage import twists

# Singular values below this are motions: axes are found to about a degree, lengths to a percent.
LOOSE = 0.01
# A joint moves where some motion of the whole has at least this share in it.
MOVES = 1e-3


def constraints(joints: Sequence[Joint], bodies: int, centre: Floats, scale: float) -> Floats:
    """(r, 6·bodies) rows that vanish on the twists that the joints allow.

    bodies: how many there are
    centre: (3,) the point about which bodies turn; scale: the unit of lengths
    """
    rows = [np.zeros((0, 6 * bodies))]
    for joint in joints:
        square = held(joint, centre, scale)
        block = np.zeros((len(square), 6 * bodies))
        block[:, 6 * joint.a : 6 * joint.a + 6] = -square
        block[:, 6 * joint.b : 6 * joint.b + 6] = square
        rows.append(block)
    return np.concatenate(rows)


def held(joint: Joint, centre: Floats, scale: float) -> Floats:
    """(6 − f, 6) an orthonormal basis of the twists that a joint does not allow; see `constraints`."""
    free = twists(joint.kind, joint.axis, (joint.origin - centre) / scale)
    if not len(free):
        return np.eye(6)
    return np.linalg.svd(free)[2][len(free) :]


def motions(joints: Sequence[Joint], bodies: int, centre: Floats, scale: float) -> Floats:
    """(6·bodies, k) a basis of the twists of all bodies that every joint allows; see `constraints`."""
    M = constraints(joints, bodies, centre, scale)
    _, values, basis = np.linalg.svd(M, full_matrices=True)
    count = int((values > LOOSE).sum())
    return basis[count:].T


def relative(moves: Floats, joint: Joint) -> int:
    """The number of independent ways in which motions (6·bodies, k) move a joint's bodies apart."""
    between = moves[6 * joint.b : 6 * joint.b + 6] - moves[6 * joint.a : 6 * joint.a + 6]
    return int((np.linalg.svd(between, compute_uv=False) > MOVES).sum())


def loop(joints: Sequence[Joint], bodies: int) -> list[Joint]:
    """The joints that lie on loops: bodies that hang on by one joint are peeled off, again and again."""
    left = list(joints)
    while True:
        degree = np.bincount([end for j in left for end in (j.a, j.b)], minlength=bodies)
        kept = [j for j in left if degree[j.a] > 1 and degree[j.b] > 1]
        if len(kept) == len(left):
            return left
        left = kept
