"""The rotation of each vertex between two poses, fitted over its ring of neighbours.

The rotation of vertex i is the one closest to Σ e′eᵀ over the edges e to its neighbours, at rest and posed;
two directions are enough, so flat rings are no exception. Where a ring has shrunk to a point or a line, in
one of the two poses, nothing tells its rotation: it is taken from elsewhere, such as the neighbours whose own
is known, layer by layer.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.arrays import Array, Floats, Matrices
from pliant.geometry.closest_rotation import closest3, norm3
from pliant.geometry.rotations import cofactors3, polar3
from pliant.methods.handles.closest_block import AFTER, MINORS, ROWS, SQUARE, SURE, WIDE, closest_block, wide
from pliant.methods.handles.rings import NeighbourRings
from pliant.solve.kernels import inner, write

# A fit counts as a line where its minors fall below this share of its largest possible ones.
LINE = 1e-5


@wide
def _covariances(rings, u, first, n, B):
    """Write Σ e′eᵀ and Σ‖e′‖² of n vertices from the first on to B; u (v, 3): displacements since e."""
    starts, ring, edge = rings.starts, rings.ring, rings.edge
    for k in range(n):
        i = first + k
        c0 = c1 = c2 = c3 = c4 = c5 = c6 = c7 = c8 = after = 0.0
        x, y, z = u[i, 0], u[i, 1], u[i, 2]
        for at in range(starts[i], starts[i + 1]):
            j = ring[at]
            a, b, c = edge[at, 0], edge[at, 1], edge[at, 2]
            p, q, r = a + (u[j, 0] - x), b + (u[j, 1] - y), c + (u[j, 2] - z)
            after += p * p + q * q + r * r
            c0, c1, c2 = c0 + p * a, c1 + p * b, c2 + p * c
            c3, c4, c5 = c3 + q * a, c4 + q * b, c5 + q * c
            c6, c7, c8 = c6 + r * a, c7 + r * b, c8 + r * c
        B[0, k], B[1, k], B[2, k] = c0, c1, c2
        B[3, k], B[4, k], B[5, k] = c3, c4, c5
        B[6, k], B[7, k], B[8, k] = c6, c7, c8
        B[AFTER, k] = after


@wide
def _doubted(rings, first, n, B):
    """Clear B[SURE] where a ring might tell no rotation; returns whether any is not sure."""
    size, least = rings.size, rings.least
    sure = 0.0
    for r in range(n):
        before, after = size[first + r], B[AFTER, r]
        bound = LINE * before * after / B[SQUARE, r]
        told = B[MINORS, r] > bound * bound and min(before, after) > least[first + r]
        B[SURE, r] *= 1.0 if told else 0.0
        sure += B[SURE, r]
    return sure < n


@njit(cache=True)
def _fit(rings, u, i, B, r):
    """Write the rotation of vertex i to column r of B, and to B[SURE] whether its ring tells one.

    Slower than a block, and right for every ring.
    """
    C, R = np.empty((ROWS, WIDE)), np.empty((3, 3))
    _covariances(rings, u, i, 1, C)
    fit = (C[0, 0], C[1, 0], C[2, 0], C[3, 0], C[4, 0], C[5, 0], C[6, 0], C[7, 0], C[8, 0])
    before, after = rings.size[i], C[AFTER, 0]
    B[SURE, r] = 0.0
    if min(before, after) > rings.least[i] and norm3(cofactors3(fit)[0]) > LINE * before * after:
        B[SURE, r] = 1.0
        closest3(fit, np.empty((3, 3)), R)
        for k in range(9):
            B[k, r] = R[k // 3, k % 3]


@inner
def fit_block(rings, u, first, n, B):
    """Write the rotations of n vertices from the first on to B (ROWS, WIDE).

    B[SURE] tells whose rings determine a rotation; returns whether all do.
    """
    _covariances(rings, u, first, n, B)
    closest_block(B, n)
    if not _doubted(rings, first, n, B):
        return True
    for r in range(n):
        if B[SURE, r] == 0.0:
            _fit(rings, u, first + r, B, r)
    return B[SURE, :n].all()


@njit(cache=True)
def _fitted(rings, u, R, known):
    """Write the rotations of all rings to R (v, 3, 3), and whether each is known to known (v,)."""
    count = len(rings.size)
    B = np.empty((ROWS, WIDE))
    for first in range(0, count, WIDE):
        n = min(WIDE, count - first)
        fit_block(rings, u, first, n, B)
        for r in range(n):
            known[first + r] = B[SURE, r] > 0.0
            for k in range(9):
                R[first + r, k // 3, k % 3] = B[k, r]


@njit(cache=True)
def _spread(starts, ring, R, known):
    """Write rotations to the unknown rows of R: the mean of known neighbours, layer by layer, or identity."""
    waiting = np.flatnonzero(~known)
    M = np.empty((3, 3))
    while len(waiting) > 0:
        reached = np.zeros(len(waiting), dtype=np.bool_)
        for at in range(len(waiting)):
            i = waiting[at]
            M[:] = 0.0
            for place in range(starts[i], starts[i + 1]):
                if known[ring[place]]:
                    M += R[ring[place]]
                    reached[at] = True
            if reached[at]:
                polar3(M, R[i])
        if not reached.any():
            for i in waiting:
                write(np.eye(3), R[i])
            return
        for i in waiting[reached]:
            known[i] = True
        waiting = waiting[~reached]


def fitted(rings: NeighbourRings, u: Floats, R: Matrices) -> Array:
    """Write to R (v, 3, 3) the rotations of the rings' vertices, which are the first of v.

    u: (v, 3) displacements
    Returns which rotations are known (v,): false for rings that tell none; rows beyond the rings' are kept.
    """
    known = np.ones(len(R), dtype=np.bool_)
    _fitted(rings, u, R, known)
    return known


def spread(rings: NeighbourRings, known: Array, R: Matrices) -> None:
    """Write to R (v, 3, 3) rotations for the rows that are not known (v,), from their neighbours."""
    if not known.all():
        _spread(rings.starts, rings.ring, R, known.copy())
