"""Weights of cells without kinks, by diffusion over a short way.

A vertex keeps few weights, and those that come from a coarser surface are straight between its vertices. Both
bend weights along lines. A fine surface shows such kinks as they are, however small they are: its resistance
against bending counts each of them, so that the energy of its poses would grow with its vertices. The
Laplacian of the diffusion is the one that bending has. It keeps sums, and straight weights of flat parts as
they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from scipy.sparse import csr_array, diags_array

from pliant.arrays import Floats, Ints

# How far a vertex goes in one step towards the mean of its neighbours at most: above 1, steps might diverge.
STEP = 0.95
# Cotangents about a vertex per area, as of equilateral triangles.
TYPICAL = 4.0
MOST_STEPS = 16
# Parts of the mesh that threads take.
BLOCKS = 64


@dataclass(frozen=True, eq=False)
class Diffusion:
    """Steps of w − τ M⁻¹L w on the vertices of a surface.

    share: (n, n) sparse: τ M⁻¹L
    steps: how many
    """

    share: csr_array
    steps: int

    @staticmethod
    def of(L: csr_array, masses: Floats, time: float) -> Diffusion:
        """That of some time, as an area.

        L:      (n, n) the Laplacian of the surface, positive semi-definite
        masses: (n,) the area of each vertex
        """
        usual = float(masses.sum()) / max(int((masses > 0.0).sum()), 1)
        steps = min(math.ceil(time * TYPICAL / (usual * STEP)), MOST_STEPS)
        time /= steps
        # Vertices too small for a step count as larger: only they diffuse more slowly.
        stiff = np.maximum(abs(L).sum(axis=1) - abs(L.diagonal()), np.finfo(float).tiny)
        return Diffusion(csr_array(diags_array(time / np.maximum(masses, time * stiff / STEP)) @ L), steps)

    def weights(self, order: Ints, value: Floats) -> tuple[Ints, Floats]:
        """The largest weights (n, q) of every vertex in falling order and their cells, after all steps.

        order: (n, q) the cells of each vertex
        value: (n, q) their weights, in falling order
        """
        graph = self.share.indptr, self.share.indices, self.share.data
        count, other = int(order.max(initial=0)) + 1, (np.empty_like(order), np.empty_like(value))
        for _ in range(self.steps):
            _step(graph, (order, value), other, count)
            (order, value), other = other, (order, value)
        return order, value

    def vectors(self, x: Floats) -> Floats:
        """(n, c) values x (n, c) of the vertices after all steps."""
        for _ in range(self.steps):
            x = x - self.share @ x
        return x

    def spread(self, x: csr_array) -> csr_array:
        """(n, c) sparse: the same of sparse values x (n, c)."""
        for _ in range(self.steps):
            x = csr_array(x - self.share @ x)
        return x


@njit(cache=True, parallel=True)
def _step(graph, before, after, count):
    """Write what a step of diffusion makes of weights before, the largest of each vertex, to after."""
    starts, ends, share = graph
    n, q = before[1].shape
    for block in prange(BLOCKS):
        sums, known = np.zeros(count), np.zeros(count, dtype=np.bool_)
        used = np.empty(count, dtype=np.int64)
        for i in range(block * n // BLOCKS, (block + 1) * n // BLOCKS):
            # w − time M⁻¹ L w.
            found = _add(before, i, 1.0, (sums, known, used), 0)
            for k in range(starts[i], starts[i + 1]):
                found = _add(before, ends[k], -share[k], (sums, known, used), found)
            for s in range(q):
                after[0][i, s], after[1][i, s] = 0, 0.0
            for each in range(found):
                cell = used[each]
                put(after[0][i], after[1][i], cell, sums[cell])
                sums[cell], known[cell] = 0.0, False


@njit(cache=True, inline="always")
def _add(weights, i, share, into, found):
    """Add a share of the weights of vertex i to sums; how many cells are used now."""
    order, value = weights
    sums, known, used = into
    for s in range(value.shape[1]):
        if value[i, s] <= 0.0:
            break
        cell = order[i, s]
        if not known[cell]:
            known[cell], used[found] = True, cell
            found += 1
        sums[cell] += share * value[i, s]
    return found


@njit(cache=True, inline="always")
def put(order, value, cell, weight):
    """Put a cell among those with the largest weights (q,), which fall."""
    place = len(value) - 1
    if weight <= value[place]:
        return
    while place > 0 and value[place - 1] < weight:
        value[place], order[place] = value[place - 1], order[place - 1]
        place -= 1
    value[place], order[place] = weight, cell
