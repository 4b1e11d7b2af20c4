"""How soft vertices turn, as a first guess: the handles' quaternions, blended by membrane weights.

The paper reads rotations on the membrane of the handles' places. A twist by half a turn pulls that through
its own axis, and its rotations jump there from one handle's to the other's. A blend does neither.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Floats, Ints
from pliant.core.rotations import quaternion3
from pliant.core.threads import FEW

# Blended quaternions shorter than this have cancelled, and tell no rotation.
CANCELLED = 1e-9


@njit(cache=True)
def _blend(at, rows, shares, quaternions, R):
    """Write the rotation of row `at` to R."""
    w = x = y = z = 0.0
    for h in range(len(quaternions)):
        share, q = shares[at, h], quaternions[h]
        w, x, y, z = w + share * q[0], x + share * q[1], y + share * q[2], z + share * q[3]
    length = math.sqrt(w * w + x * x + y * y + z * z)
    if length < CANCELLED:
        w, x, y, z, length = 1.0, 0.0, 0.0, 0.0, 1.0
    w, x, y, z = w / length, x / length, y / length, z / length
    T = R[rows[at]]
    T[0, 0], T[0, 1], T[0, 2] = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)
    T[1, 0], T[1, 1], T[1, 2] = 2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)
    T[2, 0], T[2, 1], T[2, 2] = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)


@njit(cache=True)
def _blend_here(rows, shares, quaternions, R):
    for at in range(len(rows)):
        _blend(at, rows, shares, quaternions, R)


@njit(cache=True, parallel=True)
def _blend_apart(rows, shares, quaternions, R):
    for at in prange(len(rows)):
        _blend(at, rows, shares, quaternions, R)


def blended(rows: Ints, shares: Floats, turns: Floats, R: Floats) -> None:
    """Write to the rows (r,) of R (n, 3, 3) the blend of the turns (h, 3, 3) with the shares (r, h)."""
    quaternions = np.array([quaternion3(turn) for turn in turns])
    blend = _blend_here if len(rows) < FEW else _blend_apart
    blend(rows, shares, quaternions, R)
