"""Overlapping cells of a surface, with smooth weights that sum to one: what turns rigidly, and the skin.

Cells begin as the vertices nearest, along the surface, to points spread over it. Their indicator is diffused
twice by an implicit step, which keeps sums and signs. A vertex keeps few of them; the first weight that it
drops is taken off the others, so that weights vanish where they end. The kinks that this leaves are smoothed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from scipy.sparse import csc_array, csr_array, diags_array
from scipy.sparse.csgraph import dijkstra

from pliant.arrays import Floats, Ints, Vertices
from pliant.geometry.farthest_points import farthest_points_with_ties
from pliant.methods.elastic.weight_smoothing import Diffusion
from pliant.solve.sparse import HeldLaplacian

# How far a cell reaches into its neighbours, in distances of their centres, and the power of its weights. Of
# eight settings these gave skins the least energy, against full resolution, on a camel and an armadillo.
WIDTH = 0.5
SHARPNESS = 1.5
# Cells at most, of the number that is asked for, so that equally far points are taken together.
MORE = 1.2
# The most cells of a vertex, as many as skins of glTF and the studio have.
MOST = 8
# How long weights diffuse at the end, in areas of a cell: of 0.003 to 0.2, and without, this gave skins the
# least energy on the same two.
SPREAD = 0.003
# Weights of a vertex beyond those that it keeps, while they are smoothed.
ROOM = 2
# Cells that are diffused at once: weights of all cells at all vertices would fill the memory of large meshes.
TOGETHER = 32


@dataclass(frozen=True, eq=False)
class Cells:
    """Weights of cells at vertices.

    influences: (n, q) cells of each vertex, the strongest first
    weights:    (n, q) their weights; each row sums to one
    count:      the number of cells
    """

    influences: Ints
    weights: Floats
    count: int

    def matrix(self) -> csr_array:
        """(n, count) sparse: the weight of each cell at each vertex."""
        n, q = self.weights.shape
        starts = np.arange(0, n * q + 1, q)
        return csr_array((self.weights.ravel(), self.influences.ravel(), starts), shape=(n, self.count))


def cells_of(V: Vertices, ties: Ints, L: csc_array, masses: Floats, used: Ints, count: int) -> Cells:
    """The cells of a surface in one piece.

    ties:   (e, 2) its edges, and pairs of vertices that touch
    L:      (n, n) Laplacian, positive semi-definite
    masses: (n,) the area of each vertex
    used:   (u,) its vertices that triangles have; the others are carried along
    count:  wanted number of cells
    """
    n = len(V)
    centres = used[farthest_points_with_ties(V[used], count, round(MORE * count))]
    length = np.linalg.norm(V[ties[:, 0]] - V[ties[:, 1]], axis=1)
    # csgraph takes a length of zero for no edge.
    graph = csr_array((np.maximum(length, 1e-12), (ties[:, 0], ties[:, 1])), shape=(n, n))
    _, _, source = dijkstra(graph, directed=False, indices=centres, min_only=True, return_predecessors=True)
    own = np.searchsorted(centres, np.maximum(source, centres[0]))
    time = WIDTH**2 * masses.sum() / len(centres)
    step = HeldLaplacian(csc_array(diags_array(masses) + time * L), np.empty(0, dtype=np.int64))
    # One more than are kept: the first that a vertex drops.
    most = min(MOST + 1, len(centres))
    order, value = np.zeros((n, most), dtype=np.int64), np.full((n, most), -1.0)
    for first in range(0, len(centres), TOGETHER):
        some = np.arange(first, min(first + TOGETHER, len(centres)))
        weights = (own[:, None] == some).astype(np.float64)
        for _ in range(2):
            weights = np.maximum(step.solve(masses[:, None] * weights), 0.0)
        _insert(order, value, weights, first)
    rough = _strongest(order, value, len(centres))
    room = ((0, 0), (0, min(ROOM, len(centres) - rough.influences.shape[1])))
    order, value = np.pad(rough.influences, room), np.pad(rough.weights, room)
    time = SPREAD * float(masses.sum()) / len(centres)
    smoothed = Diffusion.of(csr_array(L), masses, time).weights(order, value)
    return without_dropped(*smoothed, len(centres))


def without_dropped(order: Ints, value: Floats, count: int) -> Cells:
    """The largest of weights (n, q) of every vertex, which fall, less the first dropped one, normalised.

    order: (n, q) their cells, of so many
    """
    q = min(MOST, count)
    kept = value[:, :q] - value[:, q : q + 1] if value.shape[1] > q else value
    return _normalised(order, kept, count)


def _normalised(order: Ints, kept: Floats, count: int) -> Cells:
    """Weights (n, q) of the first of some cells as shares of their sum."""
    q = kept.shape[1]
    total = kept.sum(axis=1, keepdims=True)
    # Where all are equal, which is nowhere smooth, the first stands for them.
    shares = np.where(total > 0, kept / np.where(total > 0, total, 1.0), np.eye(1, q))
    return Cells(order[:, :q], shares, count)


def _strongest(order: Ints, value: Floats, count: int) -> Cells:
    """The largest weights (n, q) of every vertex and their cells, less the first dropped one, normalised."""
    q = min(MOST, count)
    kept = (value[:, :q] - value[:, q:]) ** SHARPNESS if count > q else value
    return _normalised(order, kept, count)


@njit(cache=True, parallel=True)
def _insert(order, value, weights, first):
    """Put weights (n, c) of the cells from `first` on among the largest of each vertex, which fall in a row.

    value: (n, q) these, negative where there is none yet; order: (n, q) their cells
    Equal weights keep the order of their cells.
    """
    n, q = value.shape
    for i in prange(n):
        for column in range(weights.shape[1]):
            w = weights[i, column]
            if w <= value[i, q - 1]:
                continue
            place = q - 1
            while place > 0 and value[i, place - 1] < w:
                value[i, place] = value[i, place - 1]
                order[i, place] = order[i, place - 1]
                place -= 1
            value[i, place] = w
            order[i, place] = first + column
