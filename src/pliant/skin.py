"""Vertices carried by a few transformations, called controls: v = Σᵢ αᵢ(x) (Fᵢ x + dᵢ)  [Der2006, eq. 1].

The controls are stacked in t (4c, 3): rows 4i…4i+2 hold Fᵢᵀ and row 4i+3 holds dᵢᵀ, so that the pose is
linear in t and the same matrix serves x, y and z. A palette (c, 3, 4) holds the same as rows [Fᵢ dᵢ].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray
from scipy.sparse import csr_array

from pliant.arrays import Array, Floats, Ints, Vertices, frozen, read_only

# To the faces, edges and corners of a cube: the farthest point in one of them is nearly the farthest of all.
DIRECTIONS = np.array([d for d in product((-1.0, 0.0, 1.0), repeat=3) if any(d)])


@dataclass(frozen=True, eq=False)
class Skin:
    """Which controls carry each vertex, and with which weights.

    rest:       (n, 3) reference positions x
    influences: (n, q) int32 controls of each vertex; padding, last, repeats the first with weight 0
    weights:    (n, q) shares αᵢ ≥ 0 that sum to one, the largest first
    count:      how many controls there are
    """

    rest: Vertices
    influences: NDArray[np.int32]
    weights: Floats
    count: int

    @staticmethod
    def of(rest: Array, influences: Array, weights: Array, count: int) -> Skin:
        """A skin with frozen copies of the arrays, in which each vertex has its largest weight first."""
        order = np.argsort(-np.asarray(weights), axis=1, kind="stable")
        share = np.take_along_axis(np.asarray(weights), order, axis=1)
        control = np.take_along_axis(np.asarray(influences), order, axis=1)
        control = np.where(share > 0, control, control[:, :1])
        return Skin(
            frozen(rest, np.float64), frozen(control, np.int32), frozen(share, np.float64), int(count)
        )

    def posed(self, t: Floats, out: Array | None = None) -> Array:
        """(n, 3) positions for the controls t (4c, 3).

        out: an array (n, 3) of any float type for the result; a new one by default
        """
        out = np.empty(self.rest.shape) if out is None else out
        t = read_only(np.ascontiguousarray(t, dtype=np.float64))
        _posed(self.rest, self.influences, self.weights, t, out)
        return out

    @cached_property
    def witnesses(self) -> Ints:
        """Vertices among which one moves nearly as far as any other does, whatever the controls do.

        What moves alike moves farthest at its ends: of the vertices that the same two controls lead, these
        are the farthest out in some directions.
        """
        pair = self.influences[:, 0] * np.int64(self.count) + self.influences[:, :2][:, -1]
        order = np.argsort(pair, kind="stable")
        starts = np.flatnonzero(np.diff(pair[order], prepend=-1))
        led = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
        places, chosen = self.rest[order], np.empty((len(DIRECTIONS), len(starts)), np.int64)
        for farthest, direction in zip(chosen, DIRECTIONS, strict=True):
            out = places @ direction
            ends = np.flatnonzero(out == np.maximum.reduceat(out, starts)[led])
            farthest[led[ends]] = order[ends]
        return frozen(np.unique(chosen), np.int64)

    def matrix(self) -> csr_array:
        """M (n, 4c), which gives the pose M t; columns 4i…4i+3 of a row hold αᵢ (x, 1)."""
        return blend_matrix(self.rest, self.influences, self.weights, self.count)

    def weight_matrix(self) -> csr_array:
        """(n, c) the weight of each control at each vertex."""
        n, q = self.weights.shape
        values, columns = self.weights.flatten(), self.influences.flatten()
        weights = csr_array((values, columns, q * np.arange(n + 1)), shape=(n, self.count))
        weights.sum_duplicates()
        weights.eliminate_zeros()
        return weights


def blend_matrix(rest: Array, influences: Array, weights: Array, count: int) -> csr_array:
    """(n, 4c) the matrix of `Skin.matrix` for points rest (n, 3), from the arrays of a skin."""
    n, q = influences.shape
    homogeneous = np.concatenate([rest, np.ones((n, 1))], axis=1)
    values = weights[:, :, None] * homogeneous[:, None, :]
    columns = 4 * influences.astype(np.int64)[:, :, None] + np.arange(4)
    starts = 4 * q * np.arange(n + 1)
    matrix = csr_array((values.ravel(), columns.ravel(), starts), shape=(n, 4 * count))
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def skinned(skin: Skin, palette: Floats, vertices: Ints) -> Floats:
    """(r, 3) positions of some vertices under the controls palette (c, 3, 4)."""
    rest = np.concatenate([skin.rest[vertices], np.ones((len(vertices), 1))], axis=1)
    weights, controls = skin.weights[vertices], palette[skin.influences[vertices]]
    return np.einsum("iq,iqab,ib->ia", weights, controls, rest)


def stacked(palette: Floats) -> Floats:
    """(4c, 3) the controls t of a palette (c, 3, 4), in the same coordinates."""
    return np.swapaxes(palette, 1, 2).reshape(-1, 3)


def resting(count: int) -> Floats:
    """(4c, 3) controls t that move nothing."""
    return np.tile(np.eye(4, 3), (count, 1))


@njit(cache=True, parallel=True, fastmath={"contract"})
def _posed(rest, influences, weights, t, out):
    # Unsigned rows spare the test for indices counted from the end.
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    for v in prange(len(rest)):
        x, y, z = rest[v, 0], rest[v, 1], rest[v, 2]
        a = b = c = 0.0
        for s in range(influences.shape[1]):
            w = weights[v, s]
            if w == 0.0:
                break
            i = four * np.uint64(influences[v, s])
            a += w * (t[i, 0] * x + t[i + one, 0] * y + t[i + two, 0] * z + t[i + three, 0])
            b += w * (t[i, 1] * x + t[i + one, 1] * y + t[i + two, 1] * z + t[i + three, 1])
            c += w * (t[i, 2] * x + t[i + one, 2] * y + t[i + two, 2] * z + t[i + three, 2])
        out[v, 0] = a
        out[v, 1] = b
        out[v, 2] = c
