"""Cholesky factors of a sparse symmetric matrix of small square blocks, its pattern analysed once.

Every Gauss–Newton step has new numbers in the same places: the order of elimination and the fill are found
once, and a factorisation is arithmetic on blocks alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from scipy.sparse import csc_array, eye_array
from scipy.sparse.linalg import splu

from pliant.core.arrays import Floats, Ints

# The side of a block: the six motions of a rigid body. A constant, so that the kernels are unrolled.
M = 6


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where the factor of a matrix of b × b blocks has blocks below its diagonal, column by column.

    starts: (b+1,), rows: (f,): column j has blocks in rows[starts[j]] to rows[starts[j+1]], ascending
    across: (b+1,), columns: (f,), places: (f,): row k has blocks in these columns, at these places in `rows`
    """

    starts: Ints
    rows: Ints
    across: Ints
    columns: Ints
    places: Ints

    @staticmethod
    def of(count: int, pairs: Ints) -> Pattern:
        """For blocks on the diagonal and at the pairs (p, 2), in the order of elimination as numbered."""
        below: list[set[int]] = [set() for _ in range(count)]
        for i, j in np.sort(np.asarray(pairs, dtype=np.int64).reshape(-1, 2), axis=1).tolist():
            if i != j:
                below[i].add(j)
        for column in range(count):
            rest = below[column]
            if rest:
                parent = min(rest)
                below[parent] |= rest - {parent}
        starts = np.cumsum([0, *map(len, below)])
        rows = np.array([row for each in below for row in sorted(each)], dtype=np.int64)
        order = np.argsort(rows, kind="stable")
        across = np.searchsorted(rows[order], np.arange(count + 1))
        columns = np.repeat(np.arange(count), np.diff(starts))[order]
        return Pattern(starts.astype(np.int64), rows, across.astype(np.int64), columns, order)

    def slots(self, pairs: Ints) -> Ints:
        """(p,) the place of each pair (p, 2) in `rows`; −1 for a pair of equals."""
        low, high = np.sort(pairs.reshape(-1, 2), axis=1).T
        key = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts)) * len(self.starts) + self.rows
        return np.where(low == high, -1, np.searchsorted(key, low * len(self.starts) + high)).astype(np.int64)


def elimination_order(count: int, pairs: Ints) -> Ints:
    """(count,) an order with little fill: minimum degree."""
    pairs = pairs.reshape(-1, 2)
    graph = csc_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    dominant = csc_array(graph + graph.T + (len(pairs) + 1.0) * eye_array(count))
    return np.argsort(splu(dominant, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0).perm_c).astype(
        np.int64
    )


def factor(pattern: Pattern, diagonal: Floats, below: Floats) -> None:
    """Overwrite the blocks (b, m, m) and (f, m, m) of a positive definite matrix by those of its factor."""
    _factor(pattern.starts, pattern.rows, pattern.across, pattern.columns, pattern.places, diagonal, below)


def solve(pattern: Pattern, diagonal: Floats, below: Floats, b: Floats) -> None:
    """Overwrite b (b, m) by the solution, with the factor's blocks."""
    _solve(pattern.starts, pattern.rows, diagonal, below, b)


@njit(cache=True, fastmath={"contract"})
def _less_product(C, A, B):
    """C −= A Bᵀ, with B given as its transpose."""
    for i in range(M):
        for k in range(M):
            a = A[i, k]
            for j in range(M):
                C[i, j] -= a * B[k, j]


@njit(cache=True)
def _factor(starts, rows, across, columns, places, D, L):
    at = np.zeros(len(D), dtype=np.int64)
    turned = np.empty((M, M))
    for k in range(len(D)):
        for place in range(starts[k], starts[k + 1]):
            at[rows[place]] = place
        for entry in range(across[k], across[k + 1]):
            column, place = columns[entry], places[entry]
            own = L[place]
            for i in range(M):
                for j in range(M):
                    turned[i, j] = own[j, i]
            _less_product(D[k], own, turned)
            for lower in range(place + 1, starts[column + 1]):
                _less_product(L[at[rows[lower]]], L[lower], turned)
        C = D[k]
        for j in range(M):
            for p in range(j):
                C[j, j] -= C[j, p] * C[j, p]
            C[j, j] = np.sqrt(C[j, j])
            for i in range(j + 1, M):
                for p in range(j):
                    C[i, j] -= C[i, p] * C[j, p]
                C[i, j] /= C[j, j]
        for place in range(starts[k], starts[k + 1]):
            X = L[place]
            for i in range(M):
                for j in range(M):
                    for p in range(j):
                        X[i, j] -= X[i, p] * C[j, p]
                    X[i, j] /= C[j, j]


@njit(cache=True)
def _solve(starts, rows, D, L, b):
    count = len(D)
    for k in range(count):
        C, x = D[k], b[k]
        for i in range(M):
            for p in range(i):
                x[i] -= C[i, p] * x[p]
            x[i] /= C[i, i]
        for place in range(starts[k], starts[k + 1]):
            y, X = b[rows[place]], L[place]
            for i in range(M):
                for p in range(M):
                    y[i] -= X[i, p] * x[p]
    for k in range(count - 1, -1, -1):
        C, x = D[k], b[k]
        for place in range(starts[k], starts[k + 1]):
            y, X = b[rows[place]], L[place]
            for i in range(M):
                for p in range(M):
                    x[p] -= X[i, p] * y[i]
        for i in range(M - 1, -1, -1):
            for p in range(i + 1, M):
                x[i] -= C[p, i] * x[p]
            x[i] /= C[i, i]
