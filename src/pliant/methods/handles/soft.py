"""The right-hand side of the soft vertices: how turning them changes their differential coordinates δ.

A turn R of a vertex changes its δ by R δ − δ. Before that handles steer and grow turns: a vertex that its
handle holds softly turns partly with it, and its size is a blend of the handles' sizes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, Ints, Matrices
from pliant.geometry.closest_rotation import closest3
from pliant.methods.handles.closest_block import ROWS, SURE, WIDE
from pliant.methods.handles.frames import fit_block
from pliant.methods.handles.motion import HandleMotion
from pliant.methods.handles.rings import NeighbourRings
from pliant.methods.handles.turns import blend_block
from pliant.solve.kernels import inner, write
from pliant.solve.threads import FEW


class SoftVertices(NamedTuple):
    """f free vertices, then the b rigid ones that border on them, as arrays for the compiled kernels.

    delta:    (f+b, 3) differential coordinates at rest
    shares:   (⌈f/WIDE⌉, H, WIDE) how much each handle carries each free vertex, see `turns.blocks`
    owner:    (f,) the handle that steers a free vertex
    steering: (f,) how much it does
    place:    (b, 3) the border at rest
    handle:   (b,) the handle that carries each of its vertices
    """

    delta: Floats
    shares: Floats
    owner: Ints
    steering: Floats
    place: Floats
    handle: Ints


@inner
def _steered(turn, share, r, B):
    """Turn column r of B toward a handle's turn (3, 3)."""
    k = share * turn
    R = np.empty((3, 3))
    closest3(
        (
            B[0, r] + k[0, 0], B[1, r] + k[0, 1], B[2, r] + k[0, 2],
            B[3, r] + k[1, 0], B[4, r] + k[1, 1], B[5, r] + k[1, 2],
            B[6, r] + k[2, 0], B[7, r] + k[2, 1], B[8, r] + k[2, 2],
        ),
        np.empty((3, 3)),
        R,
    )  # fmt: skip
    for a in range(9):
        B[a, r] = R[a // 3, a % 3]


@njit(cache=True)
def _grown(shares, growth, B):
    """Grow the columns of B by the blend, with shares (H, WIDE), of the handles' growths (H,)."""
    size = np.ones(WIDE)
    for h in range(len(growth)):
        size += growth[h] * shares[h]
    for k in range(9):
        B[k] *= size


@inner
def _change_block(soft, motion, block, n, B, change):
    """Write R δ − δ of a block's n vertices, whose turns are in B."""
    for r in range(n):
        i = block * WIDE + r
        if soft.steering[i] > 0.0:
            _steered(motion.turn[soft.owner[i]], soft.steering[i], r, B)
    if len(motion.growth) > 0:
        _grown(soft.shares[block], motion.growth, B)
    for r in range(n):
        i = block * WIDE + r
        x, y, z = soft.delta[i, 0], soft.delta[i, 1], soft.delta[i, 2]
        change[i, 0] = B[0, r] * x + B[1, r] * y + B[2, r] * z - x
        change[i, 1] = B[3, r] * x + B[4, r] * y + B[5, r] * z - y
        change[i, 2] = B[6, r] * x + B[7, r] * y + B[8, r] * z - z


@inner
def _blended_block(soft, motion, block, change):
    """Write R δ − δ of a block's vertices, turned by the blend of the handles' turns."""
    B = np.empty((ROWS, WIDE))
    n = min(WIDE, len(soft.owner) - block * WIDE)
    blend_block(soft.shares[block], motion.quaternion, B)
    _change_block(soft, motion, block, n, B, change)


@inner
def _fitted_block(soft, motion, rings, u, block, change):
    """Write R δ − δ of a block's vertices, turned as the displacements u of their rings tell."""
    B = np.empty((ROWS, WIDE))
    n = min(WIDE, len(soft.owner) - block * WIDE)
    if not fit_block(rings, u, block * WIDE, n, B):
        C = np.empty((ROWS, WIDE))
        blend_block(soft.shares[block], motion.quaternion, C)
        for r in range(n):
            if B[SURE, r] == 0.0:
                write(C[:9, r], B[:9, r])
    _change_block(soft, motion, block, n, B, change)


@njit(cache=True)
def _blended_here(soft, motion, change):
    for block in range(len(soft.shares)):
        _blended_block(soft, motion, block, change)


@njit(cache=True, parallel=True)
def _blended_apart(soft, motion, change):
    for block in prange(len(soft.shares)):
        _blended_block(soft, motion, np.int64(block), change)


@njit(cache=True)
def _fitted_here(soft, motion, rings, u, change):
    for block in range(len(soft.shares)):
        _fitted_block(soft, motion, rings, u, block, change)


@njit(cache=True, parallel=True)
def _fitted_apart(soft, motion, rings, u, change):
    for block in prange(len(soft.shares)):
        _fitted_block(soft, motion, rings, u, np.int64(block), change)


@njit(cache=True)
def _given(soft, motion, R, change):
    B = np.zeros((ROWS, WIDE))
    for block in range(len(soft.shares)):
        n = min(WIDE, len(soft.owner) - block * WIDE)
        for r in range(n):
            for k in range(9):
                B[k, r] = R[block * WIDE + r, k // 3, k % 3]
        _change_block(soft, motion, block, n, B, change)


@njit(cache=True)
def carry_border(soft, motion, u, change):
    """Write the border's displacements to u (f+b, 3), and its R δ − δ to change (f+b, 3)."""
    f = len(soft.owner)
    for at in range(len(soft.handle)):
        Z = motion.change[4 * soft.handle[at] : 4 * soft.handle[at] + 4]
        p, d = soft.place[at], soft.delta[f + at]
        for a in range(3):
            u[f + at, a] = p[0] * Z[0, a] + p[1] * Z[1, a] + p[2] * Z[2, a] + Z[3, a]
            change[f + at, a] = d[0] * Z[0, a] + d[1] * Z[1, a] + d[2] * Z[2, a]


def blended_changes(soft: SoftVertices, motion: HandleMotion, change: Floats) -> None:
    """Write to change (f+b, 3) R δ − δ of the free vertices, turned by the blend of the handles' turns."""
    work = _blended_here if len(soft.owner) < FEW else _blended_apart
    work(soft, motion, change)


def fitted_changes(
    soft: SoftVertices, motion: HandleMotion, rings: NeighbourRings, u: Floats, change: Floats
) -> None:
    """Write to change (f+b, 3) R δ − δ of the free vertices, turned as the displacements u (f+b, 3) tell.

    Where a ring tells no turn, the blend of the handles' turns is taken.
    """
    work = _fitted_here if len(soft.owner) < FEW else _fitted_apart
    work(soft, motion, rings, u, change)


def given_changes(soft: SoftVertices, motion: HandleMotion, R: Matrices, change: Floats) -> None:
    """Write to change (f+b, 3) R δ − δ of the free vertices, turned by R (f+b, 3, 3)."""
    _given(soft, motion, R, change)
