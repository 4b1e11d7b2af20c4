"""Affine maps as two nested nodes, for file formats whose nodes only turn, scale along their axes and move.

F = ± U Σ Vᵀ: the outer node turns by U and scales by ±Σ, the inner one turns by Vᵀ. Such factors are not
unique. Those of a frame are chosen as near as possible to those of the frame before, so that interpolating
the nodes between two frames adds no turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from pliant.arrays import Floats, Matrices, Vectors

# Singular values nearer than this, relative to the largest, count as equal: single precision hardly differs.
SAME = 2.0**-22


@dataclass(frozen=True, eq=False)
class Nested:
    """Factors of c maps: F = outer · diag(scale) · inner.

    outer: (c, 3, 3) rotations U
    scale: (c, 3) singular values, all negative where F mirrors
    inner: (c, 3, 3) rotations Vᵀ
    """

    outer: Matrices
    scale: Vectors
    inner: Matrices


def nested(F: Matrices, before: Nested | None = None) -> Nested:
    """The factors of F (c, 3, 3) whose axes V are nearest to those of the frame before, or to x, y, z.

    Their product is F up to rounding, or up to SAME where singular values differ by less than that.
    """
    axes = np.broadcast_to(np.eye(3), F.shape) if before is None else np.swapaxes(before.inner, 1, 2)
    U, s, Vt = np.linalg.svd(F)
    V = np.swapaxes(Vt, 1, 2)
    # A map that flattens mirrors by chance of rounding only.
    mirrors = (np.linalg.det(U) * np.linalg.det(V) < 0) & (s[:, 2] > SAME * s[:, 0])
    sign = np.where(mirrors, -1.0, 1.0)
    U, V = _proper(sign[:, None, None] * U), _proper(V)
    P = _CUBE[np.einsum("cab,cad,pbd->cp", V, axes, _CUBE).argmax(axis=1)]
    U, V, s = U @ P, V @ P, np.einsum("ci,cij->cj", s, np.abs(P))
    Q = _turns_of_equals(V, axes, s)
    return Nested(U @ Q, sign[:, None] * s, np.swapaxes(V @ Q, 1, 2))


def _proper(R: Floats) -> Floats:
    """(c, 3, 3) rotations from orthogonal R (c, 3, 3); a reflection gets its last axis reversed."""
    turned = R.copy()
    turned[np.linalg.det(R) < 0, :, 2] *= -1
    return turned


def _turns_of_equals(V: Floats, axes: Floats, s: Floats) -> Floats:
    """(c, 3, 3) rotations among axes of equal singular values that bring V nearest to the given axes."""
    Q = np.broadcast_to(np.eye(3), V.shape).copy()
    near = SAME * s.max(axis=1)
    all_equal = np.ptp(s, axis=1) <= near
    Q[all_equal] = np.swapaxes(V, 1, 2)[all_equal] @ axes[all_equal]
    free = ~all_equal
    for i, j in ((0, 1), (1, 2), (0, 2)):
        rows = np.flatnonzero(free & (np.abs(s[:, i] - s[:, j]) <= near))
        C = np.swapaxes(V[rows][:, :, [i, j]], 1, 2) @ axes[rows][:, :, [i, j]]
        angle = np.arctan2(C[:, 1, 0] - C[:, 0, 1], C[:, 0, 0] + C[:, 1, 1])
        Q[rows, i, i] = Q[rows, j, j] = np.cos(angle)
        Q[rows, j, i], Q[rows, i, j] = np.sin(angle), -np.sin(angle)
        free[rows] = False
    return Q


def _cube_rotations() -> Floats:
    """(24, 3, 3) the rotations that take the axes to each other."""
    found = []
    for order, signs in product(permutations(range(3)), product([1.0, -1.0], repeat=3)):
        R = np.eye(3)[list(order)] * signs
        if np.linalg.det(R) > 0:
            found.append(R)
    return np.array(found)


_CUBE = _cube_rotations()
