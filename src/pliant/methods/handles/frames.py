"""How each vertex has turned between two poses: a fit over its ring, never a lone normal.

The rotation of vertex i is the one closest to Σ e′eᵀ over the edges e to its neighbours, at rest and posed;
two directions are enough, so flat rings are no exception. Where a ring has shrunk to a point or a line, in
one of the two poses, nothing tells its rotation: it is taken from elsewhere, such as the neighbours whose own
is known, layer by layer.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Array, Floats, Ints, Matrices, Vertices
from pliant.core.rotations import polar3
from pliant.core.threads import FEW
from pliant.methods.handles.closest import closest3, cofactors3, norm3
from pliant.methods.handles.surface import Rings

# A ring counts as shrunk below this share of its size on the mesh itself: beyond, rounding decides.
SHRUNK = 1e-6
# A fit counts as a line where its minors fall below this share of its largest possible ones.
LINE = 1e-5


@njit(cache=True)
def _fit(i, starts, ring, S0, S, size, C, R):
    """Write vertex i's rotation to R; returns whether its ring tells one."""
    before = after = 0.0
    c0 = c1 = c2 = c3 = c4 = c5 = c6 = c7 = c8 = 0.0
    x0, y0, z0 = S0[i, 0], S0[i, 1], S0[i, 2]
    x, y, z = S[i, 0], S[i, 1], S[i, 2]
    for at in range(starts[i], starts[i + 1]):
        j = ring[at]
        ax, ay, az = S0[j, 0] - x0, S0[j, 1] - y0, S0[j, 2] - z0
        px, py, pz = S[j, 0] - x, S[j, 1] - y, S[j, 2] - z
        before += ax * ax + ay * ay + az * az
        after += px * px + py * py + pz * pz
        c0, c1, c2 = c0 + px * ax, c1 + px * ay, c2 + px * az
        c3, c4, c5 = c3 + py * ax, c4 + py * ay, c5 + py * az
        c6, c7, c8 = c6 + pz * ax, c7 + pz * ay, c8 + pz * az
    if min(before, after) <= SHRUNK * SHRUNK * size[i]:
        return False
    fit = (c0, c1, c2, c3, c4, c5, c6, c7, c8)
    if norm3(cofactors3(fit)[0]) <= LINE * before * after:
        return False
    closest3(fit, C, R)
    return True


@njit(cache=True)
def _fit_here(rows, starts, ring, S0, S, size, R, known):
    C = np.empty((3, 3))
    for at in range(len(rows)):
        known[rows[at]] = _fit(rows[at], starts, ring, S0, S, size, C, R[rows[at]])


@njit(cache=True, parallel=True)
def _fit_apart(rows, starts, ring, S0, S, size, R, known):
    for at in prange(len(rows)):
        C = np.empty((3, 3))
        known[rows[at]] = _fit(rows[at], starts, ring, S0, S, size, C, R[rows[at]])


@njit(cache=True)
def _spread(rows, starts, ring, R, known):
    """Rotations for the unknown rows: the mean of their known neighbours', layer by layer; then nothing."""
    waiting = rows[~known[rows]]
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
                R[i] = np.eye(3)
            return
        for i in waiting[reached]:
            known[i] = True
        waiting = waiting[~reached]


def ring_sizes(rings: Rings, V: Vertices) -> Floats:
    """(n,) sum of the squared edges around each vertex."""
    vertex = np.repeat(np.arange(len(V)), np.diff(rings.starts))
    edge = V[rings.ring] - V[vertex]
    sums = np.bincount(vertex, weights=(edge**2).sum(axis=1), minlength=len(V))
    return sums.astype(np.float64)


def fitted(rings: Rings, rows: Ints, rest: Vertices, posed: Vertices, size: Floats, R: Matrices) -> Array:
    """Write to R (n, 3, 3) how the rows have turned from rest (n, 3) to posed (n, 3); whose rings tell, (n,).

    size (n,) are the rings' sizes on the mesh itself. Rows whose rings tell nothing are not written.
    """
    known = np.ones(len(rest), dtype=np.bool_)
    fit = _fit_here if len(rows) < FEW else _fit_apart
    fit(rows, rings.starts, rings.ring, rest, posed, size, R, known)
    return known


def spread(rings: Rings, rows: Ints, known: Array, R: Matrices) -> None:
    """Write to R (n, 3, 3) a rotation for the rows that are not known (n,), from their neighbours."""
    if not known[rows].all():
        _spread(rows, rings.starts, rings.ring, R, known.copy())
