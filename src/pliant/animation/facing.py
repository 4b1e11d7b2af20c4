"""Which way a character faces beside another, told by where points of both lie."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from pliant.arrays import Floats

# A turn is taken only where it lays points on each other better than none by this share of the best possible:
# characters have different proportions, and few points may lie alike in several ways.
_CLEARLY = 0.25


def facing_turn(source: Floats, target: Floats) -> Floats:
    """(4,) the quaternion w, x, y, z that turns points (p, 3) of one character as those of another lie.

    Turns are those that lay axes on axes, as characters of different programs differ: one faces along z,
    another along x, or has z up. Those that keep y up come before others. Without a clear answer the turn
    is none.
    """
    a, b = source - source.mean(axis=0), target - target.mean(axis=0)
    most = float(np.linalg.norm(a) * np.linalg.norm(b))
    if most == 0:
        return np.array([1.0, 0.0, 0.0, 0.0])
    scores = np.einsum("rij,pj,pi->r", _TURNS, a, b) / most
    upright = _TURNS[:, 1, 1] == 1.0
    best = 0
    for group in (upright, ~upright):
        first = int(np.where(group, scores, -np.inf).argmax())
        best = first if scores[first] > scores[best] + _CLEARLY else best
    return _quaternion(_TURNS[best])


def _quaternion(R: Floats) -> Floats:
    """(4,) w, x, y, z of a rotation R (3, 3)."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(R).as_quat(canonical=True, scalar_first=True)


def _axis_turns() -> Floats:
    """(24, 3, 3) the rotations that take axes to axes, the first being none."""
    found = [
        R
        for order, signs in product(permutations(range(3)), product([1.0, -1.0], repeat=3))
        if np.linalg.det(R := np.eye(3)[list(order)] * signs) > 0
    ]
    return np.array(sorted(found, key=lambda R: -np.trace(R)))


_TURNS = _axis_turns()
