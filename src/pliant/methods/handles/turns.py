"""The first guess of soft vertices' turns: the handles' quaternions, blended by membrane weights.

The paper reads rotations on the membrane of the handles' places. A twist by half a turn collapses it onto
its own axis, where rotations jump from one handle's to the other's. A blend does neither.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.methods.handles.closest_block import WIDE, wide

# Blended quaternions shorter than this have cancelled, and tell no rotation.
CANCELLED = 1e-9


def blocks(shares: Floats) -> Floats:
    """(⌈f/WIDE⌉, H, WIDE) the shares (f, H) in blocks, the last one filled up with zeros."""
    f, H = shares.shape
    full = np.zeros((-(-f // WIDE) * WIDE, H))
    full[:f] = shares
    return np.ascontiguousarray(full.reshape(-1, WIDE, H).transpose(0, 2, 1))


@wide
def blend_block(shares, quaternions, B):
    """Write the rotations that shares (H, WIDE) blend of quaternions (H, 4) to the first nine rows of B."""
    B[:4] = 0.0
    for h in range(len(quaternions)):
        w, x, y, z = quaternions[h, 0], quaternions[h, 1], quaternions[h, 2], quaternions[h, 3]
        for r in range(WIDE):
            share = shares[h, r]
            B[0, r] += share * w
            B[1, r] += share * x
            B[2, r] += share * y
            B[3, r] += share * z
    for r in range(WIDE):
        w, x, y, z = B[0, r], B[1, r], B[2, r], B[3, r]
        square = w * w + x * x + y * y + z * z
        scale = 2.0 / square if square >= CANCELLED * CANCELLED else 0.0
        xs, ys, zs = scale * x, scale * y, scale * z
        B[0, r], B[1, r], B[2, r] = 1.0 - (y * ys + z * zs), x * ys - w * zs, x * zs + w * ys
        B[3, r], B[4, r], B[5, r] = x * ys + w * zs, 1.0 - (x * xs + z * zs), y * zs - w * xs
        B[6, r], B[7, r], B[8, r] = x * zs - w * ys, y * zs + w * xs, 1.0 - (x * xs + y * ys)
