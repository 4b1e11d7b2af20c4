"""Cholesky factors of a sparse symmetric matrix of 6 × 6 blocks, its pattern analysed once.

Every Gauss–Newton step has new numbers in the same places: the order of elimination and the fill are found
once. Columns of like pattern are eliminated together as one dense front, which takes up what earlier fronts
leave to it and leaves its own rest to the next, so that nearly all arithmetic is in dense products.

No library takes its place at every size (`python -m benchmarks joint-factor`). As multiples of its time,
qdldl takes 0.6 to 0.9 on most models of up to 120 cells (1.6 on one), but 2.2 at 592 and 5.6 at 2,328; the
banded Cholesky of LAPACK takes 0.7 to 2.2 and is worst on models that branch; SuperLU and cholespy take 2 or
more everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from scipy.sparse import csc_array, eye_array
from scipy.sparse.linalg import splu

from pliant.arrays import Array, Ints
from pliant.methods.joints.dense_front import addresses, factored
from pliant.solve.kernels import inner

# The side of a block: the six motions of a rigid body.
M = 6
# Columns are put together while that adds no more than this share of zero blocks, or this many.
ZEROS, FEW_ZEROS = 0.2, 2


class BlockPattern(NamedTuple):
    """The fronts of a matrix of b × b blocks, earlier ones first, as arrays for the compiled kernels.

    order:    (b,) the row of the matrix that each column of the factor eliminates
    low, high: (p,) the blocks of the matrix below its diagonal: row high, column low
    by_front: (p,) the same blocks, sorted by the front that they belong to
    turned:   (p,) whether the factor has such a block, in that order, the other way round
    first:    (s+1,) front s eliminates the columns first[s] to first[s+1]
    starts:   (s+1,) where the rows of each front begin in `rows` and `inside`
    rows:     the rows below its columns that each front reaches, ascending
    inside:   the place of each such row among the columns and rows of the front that takes it up
    waiting:  (s,) how many earlier fronts leave their rest to this one
    entries:  (s+1,) where the blocks of each front begin in `by_front`
    across, down: (p,) column and row of each such block in its front, counted in blocks
    panels:   (s+1,) where the factor's columns of each front begin in the factor
    stack:    how many numbers wait at once, at most
    blas:     (3,) addresses of the dense routines
    """

    order: Ints
    low: Ints
    high: Ints
    by_front: Ints
    turned: Array
    first: Ints
    starts: Ints
    rows: Ints
    inside: Ints
    waiting: Ints
    entries: Ints
    across: Ints
    down: Ints
    panels: Ints
    stack: int
    blas: Ints

    @staticmethod
    def of(count: int, pairs: Ints) -> BlockPattern:
        """The pattern of a matrix with blocks on its diagonal and at the pairs (p, 2).

        Give rows in an order with little fill (see `elimination_order`); it is kept up to equal fill.
        """
        blocks = np.sort(np.asarray(pairs, dtype=np.int64).reshape(-1, 2), axis=1)
        blocks = np.unique(blocks[blocks[:, 0] != blocks[:, 1]], axis=0).reshape(-1, 2)
        order = _one_after_the_other(_filled(count, blocks))
        rank = np.argsort(order)
        ends = np.sort(rank[blocks], axis=1)
        below = _filled(count, ends)
        first = _together(below)
        reached = [sorted(below[end - 1]) for end in first[1:]]
        front = np.repeat(np.arange(len(first) - 1), np.diff(first))
        places = [
            {row: place for place, row in enumerate([*range(first[s], first[s + 1]), *rows])}
            for s, rows in enumerate(reached)
        ]
        takes = [int(front[rows[0]]) if rows else -1 for rows in reached]
        inside = [places[takes[s]][row] for s, rows in enumerate(reached) for row in rows]
        widths, heights = np.diff(first), np.array([len(rows) for rows in reached])
        by_front = np.argsort(front[ends[:, 0]], kind="stable")
        ends = ends[by_front]
        own = front[ends[:, 0]]
        return BlockPattern(
            order,
            blocks[:, 0].copy(),
            blocks[:, 1].copy(),
            by_front,
            rank[blocks[by_front, 0]] > rank[blocks[by_front, 1]],
            np.array(first),
            np.concatenate([[0], np.cumsum(heights)]),
            np.array([row for rows in reached for row in rows], dtype=np.int64),
            np.array(inside, dtype=np.int64),
            np.bincount([s for s in takes if s >= 0], minlength=len(takes)).astype(np.int64),
            np.searchsorted(own, np.arange(len(first))),
            ends[:, 0] - np.array(first)[own],
            np.array([places[s][row] for s, row in zip(own, ends[:, 1], strict=True)], dtype=np.int64),
            np.concatenate([[0], np.cumsum((widths + heights) * widths * M * M)]),
            _stack(takes, heights),
            addresses(),
        )

    def slots(self, pairs: Ints) -> Ints:
        """(p,) the number of the block at each pair (p, 2); −1 for a pair of equals."""
        low, high = np.sort(pairs.reshape(-1, 2), axis=1).T
        size = len(self.order)
        found = np.searchsorted(self.low * size + self.high, low * size + high)
        return np.where(low == high, -1, found).astype(np.int64)


def elimination_order(count: int, pairs: Ints) -> Ints:
    """(count,) an order of elimination with little fill, for blocks at the pairs (p, 2): minimum degree."""
    pairs = pairs.reshape(-1, 2)
    graph = csc_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    dominant = csc_array(graph + graph.T + (len(pairs) + 1.0) * eye_array(count))
    rank = splu(dominant, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0).perm_c
    return np.argsort(rank).astype(np.int64)


def _one_after_the_other(below: list[set[int]]) -> Ints:
    """(b,) an order with the same fill, in which every column comes right after all that lead to it."""
    count = len(below)
    children: list[list[int]] = [[] for _ in range(count + 1)]
    for column, rows in enumerate(below):
        children[min(rows, default=count)].append(column)
    order, stack = [], [count]
    while stack:
        column = stack.pop()
        order.append(column)
        stack += children[column]
    return np.array(order[:0:-1], dtype=np.int64)


def _filled(count: int, ends: Ints) -> list[set[int]]:
    """The rows below the diagonal that each column of the factor reaches."""
    below: list[set[int]] = [set() for _ in range(count)]
    for low, high in ends.tolist():
        below[low].add(high)
    for rows in below:
        if rows:
            parent = min(rows)
            below[parent] |= rows - {parent}
    return below


def _together(below: list[set[int]]) -> list[int]:
    """The first column of each front, and the end: columns of like pattern are one front."""
    first = [0]
    for column in range(1, len(below)):
        before = below[column - 1]
        zeros = len(below[column]) + 1 - len(before)
        few = zeros <= max(FEW_ZEROS, ZEROS * len(below[column]))
        if not (before and min(before) == column and few):
            first.append(column)
    return [*first, len(below)]


def _stack(takes: list[int], heights: Ints) -> int:
    """How many numbers of fronts wait at once to be taken up, at most."""
    waiting: list[tuple[int, int]] = []
    held = most = 0
    for front, taker in enumerate(takes):
        size = int(heights[front] * M) ** 2
        most = max(most, held + size)
        while waiting and waiting[-1][0] == front:
            held -= waiting.pop()[1]
        if taker >= 0:
            waiting.append((taker, size))
            held += size
    return most


@njit(cache=True)
def factored_blocks(pattern, D, L, out):
    """Whether the matrix of the blocks D (b, 6, 6), L (p, 6, 6) is positive definite; writes its factor."""
    first, starts = pattern.first, pattern.starts
    stack = np.empty(pattern.stack)
    top, piled, left = 0, 0, np.empty(len(first), dtype=np.int64)
    for s in range(len(first) - 1):
        w, r = first[s + 1] - first[s], starts[s + 1] - starts[s]
        k, m = M * w, M * (w + r)
        panel = out[pattern.panels[s] : pattern.panels[s + 1]].reshape((m, k))
        rest = stack[top : top + (m - k) * (m - k)].reshape((m - k, m - k))
        panel[:] = 0.0
        rest[:] = 0.0
        for c in range(w):
            _add(panel, M * c, M * c, D[pattern.order[first[s] + c]], False)
        for e in range(pattern.entries[s], pattern.entries[s + 1]):
            block = L[pattern.by_front[e]]
            _add(panel, M * pattern.down[e], M * pattern.across[e], block, pattern.turned[e])
        base = top
        for _ in range(pattern.waiting[s]):
            piled -= 1
            low, high = starts[left[piled]], starts[left[piled] + 1]
            wide = M * (high - low)
            base -= wide * wide
            given = stack[base : base + wide * wide].reshape((wide, wide))
            _take_up(panel, rest, given, pattern.inside[low:high])
        if not factored(panel, rest, pattern.blas):
            return False
        if r > 0:
            area = (m - k) * (m - k)
            if base < top:
                for i in range(area):
                    stack[base + i] = stack[top + i]
            top = base + area
            left[piled] = s
            piled += 1
        else:
            top = base
    return True


@njit(cache=True)
def _add(F, i, j, block, turned):
    """F += block or its transpose, at row i and column j."""
    for a in range(M):
        for b in range(M):
            F[i + a, j + b] += block[b, a] if turned else block[a, b]


@inner
def _take_up(panel, rest, given, inside):
    """Add the lower triangle of what an earlier front gave, block by block at the places inside."""
    k = panel.shape[1]
    for p in range(len(inside)):
        for a in range(M):
            i, row = M * inside[p] + a, given[M * p + a]
            for q in range(p + 1):
                j = M * inside[q]
                if j < k:
                    for b in range(M):
                        panel[i, j + b] += row[M * q + b]
                else:
                    for b in range(M):
                        rest[i - k, j - k + b] += row[M * q + b]


@njit(cache=True)
def solve_blocks(pattern, panels, b):
    """b (b, 6) ← A⁻¹ b, by the factor of A."""
    order, fronts = pattern.order, len(pattern.first) - 1
    x = np.empty(M * len(order))
    for i in range(len(order)):
        for a in range(M):
            x[M * i + a] = b[order[i], a]
    for s in range(fronts):
        _down(pattern, s, panels, x)
    for s in range(fronts - 1, -1, -1):
        _up(pattern, s, panels, x)
    for i in range(len(order)):
        for a in range(M):
            b[order[i], a] = x[M * i + a]


# Sums in any order: they are the same for the same call.
@njit(cache=True, fastmath={"reassoc", "contract"})
def _down(pattern, s, panels, x):
    """x ← C⁻¹ x, of front s."""
    k, at = M * (pattern.first[s + 1] - pattern.first[s]), M * pattern.first[s]
    panel = panels[pattern.panels[s] : pattern.panels[s + 1]].reshape((-1, k))
    own = x[at : at + k]
    for i in range(k):
        total = own[i]
        for p in range(i):
            total -= panel[i, p] * own[p]
        own[i] = total / panel[i, i]
    for row in range(pattern.starts[s], pattern.starts[s + 1]):
        y, base = M * pattern.rows[row], k + M * (row - pattern.starts[s])
        for a in range(M):
            total = x[y + a]
            for p in range(k):
                total -= panel[base + a, p] * own[p]
            x[y + a] = total


@inner
def _up(pattern, s, panels, x):
    """x ← C⁻ᵀ x, of front s."""
    k, at = M * (pattern.first[s + 1] - pattern.first[s]), M * pattern.first[s]
    panel = panels[pattern.panels[s] : pattern.panels[s + 1]].reshape((-1, k))
    own = x[at : at + k]
    for row in range(pattern.starts[s], pattern.starts[s + 1]):
        y, base = M * pattern.rows[row], k + M * (row - pattern.starts[s])
        for a in range(M):
            value = x[y + a]
            for p in range(k):
                own[p] -= panel[base + a, p] * value
    for i in range(k - 1, -1, -1):
        own[i] /= panel[i, i]
        for p in range(i):
            own[p] -= panel[i, p] * own[i]
