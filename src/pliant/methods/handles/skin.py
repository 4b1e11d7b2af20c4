"""A first pose that tells how soft vertices turn: dual quaternion skinning [Kavan2007] by membrane weights.

The paper reads rotations from the membrane of the handles' places. A twist by half a turn pulls that through
its own axis, and its rotations jump there from one handle's to the other's. Blended rigid motions do neither,
and need no solve.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Floats, Ints, Vertices
from pliant.core.rotations import quaternion3
from pliant.core.threads import FEW

# Blended quaternions shorter than this have cancelled, and tell no rotation.
CANCELLED = 1e-9


@njit(cache=True)
def dual_quaternions(matrices, sizes, middle):
    """(h, 8) the rigid parts of similarities (h, 4, 4) of these sizes (h,), about the middle (3,).

    The first four numbers are the rotation's w ≥ 0, x, y, z, the others half the translation times it.
    """
    out, A, t = np.empty((len(matrices), 8)), np.empty((3, 3)), np.empty(3)
    for h in range(len(matrices)):
        for i in range(3):
            t[i] = matrices[h, i, 3] - middle[i]
            for j in range(3):
                t[i] += matrices[h, i, j] * middle[j]
                A[i, j] = matrices[h, i, j] / sizes[h]
        w, x, y, z = quaternion3(A)
        a, b, c = 0.5 * t[0], 0.5 * t[1], 0.5 * t[2]
        out[h, 0], out[h, 1], out[h, 2], out[h, 3] = w, x, y, z
        out[h, 4], out[h, 5] = -a * x - b * y - c * z, a * w + b * z - c * y
        out[h, 6], out[h, 7] = b * w + c * x - a * z, c * w + a * y - b * x
    return out


@njit(cache=True)
def _skin_row(at, rows, shares, dual, sizes, V, middle, x, R):
    """Write where row `at` is to x, and its rotation to R."""
    i = rows[at]
    w = p = q = r = dw = dp = dq = dr = size = 0.0
    for h in range(len(dual)):
        share = shares[at, h]
        d = dual[h]
        w, p, q, r = w + share * d[0], p + share * d[1], q + share * d[2], r + share * d[3]
        dw, dp, dq, dr = dw + share * d[4], dp + share * d[5], dq + share * d[6], dr + share * d[7]
        size += share * sizes[h]
    length = math.sqrt(w * w + p * p + q * q + r * r)
    if length < CANCELLED:
        w, p, q, r, length = 1.0, 0.0, 0.0, 0.0, 1.0
    w, p, q, r = w / length, p / length, q / length, r / length
    dw, dp, dq, dr = 2.0 * dw / length, 2.0 * dp / length, 2.0 * dq / length, 2.0 * dr / length
    T = R[i]
    T[0, 0], T[0, 1], T[0, 2] = 1.0 - 2.0 * (q * q + r * r), 2.0 * (p * q - w * r), 2.0 * (p * r + w * q)
    T[1, 0], T[1, 1], T[1, 2] = 2.0 * (p * q + w * r), 1.0 - 2.0 * (p * p + r * r), 2.0 * (q * r - w * p)
    T[2, 0], T[2, 1], T[2, 2] = 2.0 * (p * r - w * q), 2.0 * (q * r + w * p), 1.0 - 2.0 * (p * p + q * q)
    a, b, c = size * (V[i, 0] - middle[0]), size * (V[i, 1] - middle[1]), size * (V[i, 2] - middle[2])
    x[i, 0] = T[0, 0] * a + T[0, 1] * b + T[0, 2] * c + middle[0] - dw * p + dp * w - dq * r + dr * q
    x[i, 1] = T[1, 0] * a + T[1, 1] * b + T[1, 2] * c + middle[1] - dw * q + dp * r + dq * w - dr * p
    x[i, 2] = T[2, 0] * a + T[2, 1] * b + T[2, 2] * c + middle[2] - dw * r - dp * q + dq * p + dr * w


@njit(cache=True)
def _skin_here(rows, shares, dual, sizes, V, middle, x, R):
    for at in range(len(rows)):
        _skin_row(at, rows, shares, dual, sizes, V, middle, x, R)


@njit(cache=True, parallel=True)
def _skin_apart(rows, shares, dual, sizes, V, middle, x, R):
    for at in prange(len(rows)):
        _skin_row(at, rows, shares, dual, sizes, V, middle, x, R)


def skin(rows: Ints, shares: Floats, matrices: Floats, sizes: Floats, V: Vertices, R: Floats) -> Vertices:
    """(n, 3) V with the rows (r,) moved by the blend of similarities (h, 4, 4) with the shares (r, h).

    Their rotations are written to R (n, 3, 3).
    """
    middle = V.mean(axis=0)
    x = V.copy()
    move = _skin_here if len(rows) < FEW else _skin_apart
    move(rows, shares, dual_quaternions(matrices, sizes, middle), sizes, V, middle, x, R)
    return x
