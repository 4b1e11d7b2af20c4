"""Cholesky factors of a sparse symmetric matrix of 6 × 6 blocks, its pattern analysed once.

Every Gauss–Newton step has new numbers in the same places: the order of elimination and the fill are found
once. Columns of like pattern are eliminated together as one dense front, which takes up what earlier fronts
leave to it and leaves its own rest to the next, so that nearly all arithmetic is in dense products.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit
from scipy.sparse import csc_array, eye_array
from scipy.sparse.linalg import splu

from pliant.core.arrays import Array, Floats, Ints
from pliant.methods.joints.dense_front import addresses, factored

# The side of a block: the six motions of a rigid body.
M = 6
# Columns are put together while that adds no more than this share of zero blocks, or this many.
ZEROS, FEW_ZEROS = 0.2, 2


@dataclass(frozen=True, eq=False)
class Pattern:
    """The fronts of a matrix of b × b blocks, earlier ones first.

    order:  (b,) the row of the matrix that each column of the factor eliminates
    low, high: (p,) the blocks of the matrix below its diagonal: row high, column low
    turned: (p,) whether the factor has such a block the other way round; sorted: (p,) by their fronts
    first:  (s+1,) front s eliminates the columns first[s] to first[s+1]
    starts: (s+1,), rows: the rows below them that it reaches, ascending
    inside: like rows; the place of each among the columns and rows of the front that takes it up
    waiting: (s,) how many earlier fronts leave their rest to this one
    entries: (s+1,) where the blocks of each front begin; their places in it: across (p,), down (p,)
    panels: (s+1,) where the factor's columns of each front begin; stack: what waits at once, at most
    """

    order: Ints
    low: Ints
    high: Ints
    turned: Array
    sorted: Ints
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

    @cached_property
    def arrays(self) -> tuple[Array, ...]:
        """What compiled code takes: a plain tuple, which costs least to pass."""
        size = np.array([self.stack])
        return (
            self.order, self.first, self.starts, self.rows, self.inside, self.waiting, self.panels,
            self.entries, self.sorted, self.turned, self.across, self.down, size, addresses(),
        )  # fmt: skip

    @staticmethod
    def of(count: int, pairs: Ints) -> Pattern:
        """For blocks on the diagonal and at the pairs (p, 2), numbered with little fill."""
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
        return Pattern(
            order,
            blocks[:, 0].copy(),
            blocks[:, 1].copy(),
            rank[blocks[by_front, 0]] > rank[blocks[by_front, 1]],
            by_front,
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
        )

    def slots(self, pairs: Ints) -> Ints:
        """(p,) the number of the block at each pair (p, 2); −1 for a pair of equals."""
        low, high = np.sort(pairs.reshape(-1, 2), axis=1).T
        size = len(self.order)
        found = np.searchsorted(self.low * size + self.high, low * size + high)
        return np.where(low == high, -1, found).astype(np.int64)


def elimination_order(count: int, pairs: Ints) -> Ints:
    """(count,) an order with little fill: minimum degree."""
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
    """Where fronts begin, and the end."""
    first = [0]
    for column in range(1, len(below)):
        before = below[column - 1]
        zeros = len(below[column]) + 1 - len(before)
        few = zeros <= max(FEW_ZEROS, ZEROS * len(below[column]))
        if not (before and min(before) == column and few):
            first.append(column)
    return [*first, len(below)]


def _stack(takes: list[int], heights: Ints) -> int:
    """How many numbers wait at once, at most."""
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


def factor(pattern: Pattern, diagonal: Floats, below: Floats) -> Floats:
    """The factor of a positive definite matrix with the blocks diagonal (b, 6, 6) and below (p, 6, 6)."""
    panels = np.empty(pattern.panels[-1])
    if not factored_blocks(pattern.arrays, diagonal, below, panels):
        raise np.linalg.LinAlgError("The matrix is not positive definite.")
    return panels


def solve(pattern: Pattern, panels: Floats, b: Floats) -> None:
    """b (b, 6) ← A⁻¹ b, by the factor of A."""
    solve_blocks(pattern.arrays, panels, b)


@njit(cache=True)
def factored_blocks(pattern, D, L, out):
    """Whether the matrix of the blocks D, L is positive definite; its factor is written to out."""
    order, first, starts, _, inside, waiting, panels, entries, at, turned, across, down, size, blas = pattern
    stack = np.empty(size[0])
    top, piled, left = 0, 0, np.empty(len(first), dtype=np.int64)
    for s in range(len(first) - 1):
        w, r = first[s + 1] - first[s], starts[s + 1] - starts[s]
        k, m = M * w, M * (w + r)
        panel = out[panels[s] : panels[s + 1]].reshape((m, k))
        rest = stack[top : top + (m - k) * (m - k)].reshape((m - k, m - k))
        panel[:] = 0.0
        rest[:] = 0.0
        for c in range(w):
            _add(panel, M * c, M * c, D[order[first[s] + c]], False)
        for e in range(entries[s], entries[s + 1]):
            _add(panel, M * down[e], M * across[e], L[at[e]], turned[e])
        base = top
        for _ in range(waiting[s]):
            piled -= 1
            child = left[piled]
            low, high = starts[child], starts[child + 1]
            wide = M * (high - low)
            base -= wide * wide
            _take_up(panel, rest, stack[base : base + wide * wide].reshape((wide, wide)), inside[low:high])
        if not factored(panel, rest, blas):
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


@njit(cache=True)
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
def solve_blocks(pattern, values, b):
    """b (b, 6) ← A⁻¹ b, by the factor of A."""
    order, first, starts, rows, _, _, panels, _, _, _, _, _, _, _ = pattern
    x = np.empty(M * len(order))
    for i in range(len(order)):
        for a in range(M):
            x[M * i + a] = b[order[i], a]
    for s in range(len(first) - 1):
        _down(first, starts, rows, panels, values, x, s)
    for s in range(len(first) - 2, -1, -1):
        _up(first, starts, rows, panels, values, x, s)
    for i in range(len(order)):
        for a in range(M):
            b[order[i], a] = x[M * i + a]


# Sums in any order: they are the same for the same call.
@njit(cache=True, fastmath={"reassoc", "contract"})
def _down(first, starts, rows, panels, values, x, s):
    """x ← C⁻¹ x, of one front."""
    k, at = M * (first[s + 1] - first[s]), M * first[s]
    panel = values[panels[s] : panels[s + 1]].reshape((-1, k))
    own = x[at : at + k]
    for i in range(k):
        total = own[i]
        for p in range(i):
            total -= panel[i, p] * own[p]
        own[i] = total / panel[i, i]
    for row in range(starts[s], starts[s + 1]):
        y, base = M * rows[row], k + M * (row - starts[s])
        for a in range(M):
            total = x[y + a]
            for p in range(k):
                total -= panel[base + a, p] * own[p]
            x[y + a] = total


@njit(cache=True)
def _up(first, starts, rows, panels, values, x, s):
    """x ← C⁻ᵀ x, of one front."""
    k, at = M * (first[s + 1] - first[s]), M * first[s]
    panel = values[panels[s] : panels[s + 1]].reshape((-1, k))
    own = x[at : at + k]
    for row in range(starts[s], starts[s + 1]):
        y, base = M * rows[row], k + M * (row - starts[s])
        for a in range(M):
            value = x[y + a]
            for p in range(k):
                own[p] -= panel[base + a, p] * value
    for i in range(k - 1, -1, -1):
        own[i] /= panel[i, i]
        for p in range(i):
            own[p] -= panel[i, p] * own[i]
