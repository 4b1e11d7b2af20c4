"""Postures between two others: joints go straight from one value to the other, and bodies follow them."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import exp, log
from pliant.methods.joints.tree import JointTree, Posture, placed


def between(tree: JointTree, centre: Floats, a: Posture, b: Posture, share: float) -> Posture:
    """The posture at a share (0 … 1) of the way from a to b; joints that close loops may open a little.

    centre: (b, 3) of each body at rest; those of bodies without a parent go straight
    """
    moved = between_motions(tree, centre, a, b, share)
    value = (1.0 - share) * a.value + share * b.value
    spin = np.where(tree.ball[:, None, None], _turned(a.spin, b.spin, share), exp(value[:, :3]))
    value[tree.ball, :3] = log(spin)[tree.ball]
    return placed(tree, Posture(moved.R, moved.t, np.ascontiguousarray(spin), value))


def between_motions(tree: JointTree, centre: Floats, a: Posture, b: Posture, share: float) -> Posture:
    """The same for bodies by themselves, whose joints give way."""
    R = _turned(a.R, b.R, share)
    start, end = (np.einsum("bij,bj->bi", each.R, centre) + each.t for each in (a, b))
    t = (1.0 - share) * start + share * end - np.einsum("bij,bj->bi", R, centre)
    return Posture.of_motions(tree, R, t)


def _turned(A: Floats, B: Floats, share: float) -> Floats:
    """(…, 3, 3) rotations at a share of the shortest turns from A to B."""
    return exp(share * log(B @ np.swapaxes(A, -1, -2))) @ A
