"""The motions of handles as seen from one of them, for the compiled kernels."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats
from pliant.errors import HandleError
from pliant.geometry.rotations import quaternion3
from pliant.solve.kernels import inner

# How far, relative to its size, a handle's matrix may be from a similarity before it is refused.
SIMILAR = 1e-6
# Sizes nearer to one than this are one.
ROUNDING = 1e-14


class HandleMotion(NamedTuple):
    """The similarities A x + b of H handles, as arrays for the compiled kernels.

    change:     (4H, 3) the rows Aᵀ − 1 and bᵀ of each handle: [x, 1] times them is how far x is carried
    turn:       (H, 3, 3) rotations
    quaternion: (H, 4) the same as quaternions, w ≥ 0
    growth:     (H,) sizes, less one; empty where all sizes are one
    """

    change: Floats
    turn: Floats
    quaternion: Floats
    growth: Floats

    @staticmethod
    def of(matrices: Floats, root: int) -> HandleMotion:
        """The motions of handles with similarities (H, 4, 4), as seen from handle `root`."""
        H = len(matrices)
        motion = HandleMotion(np.empty((4 * H, 3)), np.empty((H, 3, 3)), np.empty((H, 4)), np.empty(H))
        grows = _relative(matrices, root, motion)
        return motion if grows else motion._replace(growth=np.empty(0))

    def is_still(self) -> bool:
        """Whether no handle has moved against the others."""
        return not self.change.any()


@njit(cache=True)
def _relative(matrices, root, motion):
    """Write the motion; returns whether any handle has grown."""
    base, inverse, A = matrices[root], np.empty((3, 3)), np.empty((3, 3))
    _inverted(base, inverse)
    grows = False
    for h in range(len(matrices)):
        # Of the differences, so that handles which move alike have not moved against each other at all.
        gap = matrices[h] - base
        for c in range(4):
            for a in range(3):
                value = inverse[a, 0] * gap[0, c] + inverse[a, 1] * gap[1, c] + inverse[a, 2] * gap[2, c]
                motion.change[4 * h + c, a] = value
                if c < 3:
                    A[a, c] = value + (1.0 if a == c else 0.0)
        size = math.pow(_determinant(A), 1.0 / 3.0)
        for a in range(3):
            for c in range(3):
                motion.turn[h, a, c] = A[a, c] / size
        quaternion = quaternion3(motion.turn[h])
        for k in range(4):
            motion.quaternion[h, k] = quaternion[k]
        motion.growth[h] = size - 1.0
        grows |= abs(size - 1.0) > ROUNDING
    return grows


@inner
def _determinant(A):
    return (
        A[0, 0] * (A[1, 1] * A[2, 2] - A[1, 2] * A[2, 1])
        - A[0, 1] * (A[1, 0] * A[2, 2] - A[1, 2] * A[2, 0])
        + A[0, 2] * (A[1, 0] * A[2, 1] - A[1, 1] * A[2, 0])
    )


@inner
def _inverted(A, out):
    """Write to out (3, 3) the inverse of the linear part of A."""
    det = _determinant(A)
    for i in range(3):
        for j in range(3):
            p, q, r, s = (j + 1) % 3, (j + 2) % 3, (i + 1) % 3, (i + 2) % 3
            out[i, j] = (A[p, r] * A[q, s] - A[p, s] * A[q, r]) / det


@njit(cache=True)
def _unlike(M):
    """The first matrix (H, 4, 4) that is no similarity, or −1."""
    for h in range(len(M)):
        A = M[h]
        det = _determinant(A)
        square = math.pow(det, 2.0 / 3.0) if 0.0 < det < math.inf else math.nan
        off = 0.0
        for i in range(3):
            for j in range(3):
                dot = A[0, i] * A[0, j] + A[1, i] * A[1, j] + A[2, i] * A[2, j]
                off = max(off, abs(dot - (square if i == j else 0.0)))
            off = off if math.isfinite(A[i, 3]) else math.inf
        # AᵀA is off by twice what A is.
        if not off <= 2.0 * SIMILAR * square:
            return h
    return -1


def checked_matrices(matrices: Floats, names: tuple[str, ...]) -> Floats:
    """(H, 4, 4) finite similarities of the handles with these names; (H, 3, 4) is completed.

    Raises HandleError for another shape, and for a matrix that is no similarity.
    """
    M = np.array(matrices, dtype=np.float64)
    if M.ndim != 3 or len(M) != len(names) or M.shape[1:] not in ((4, 4), (3, 4)):
        raise HandleError(
            f"Matrices of the shape {M.shape} were given; ({len(names)}, 4, 4) is needed, "
            "one for each handle."
        )
    full = np.zeros((len(M), 4, 4))
    full[:, :3], full[:, 3, 3] = M[:, :3], 1.0
    bad = _unlike(full)
    if bad >= 0:
        raise HandleError(
            f"The matrix of handle '{names[bad]}' is {M[bad].round(6).tolist()}; a rotation, a "
            "uniform positive scaling and a translation are needed: handles are rigid."
        )
    return full
