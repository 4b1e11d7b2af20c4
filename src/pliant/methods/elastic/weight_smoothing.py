"""Weights on a fine surface that come from the triangles of a coarser one, without the kinks at its edges.

Interpolation is straight between neighbours of the coarser surface and turns at its edges. A fine surface
shows these kinks as they are, however small they are: its resistance against bending counts each of them, so
that the energy of its poses would grow with its vertices. Diffusion over about one coarse edge spreads each
kink over that edge. Its Laplacian is the one that bending has, so that no step makes weights bend more. It
keeps sums, and straight weights of flat parts as they are.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, Ints, Vertices

# How long weights diffuse, in areas of a vertex of the coarser surface.
SPREAD = 0.15
# How far a vertex goes in one step towards the mean of its neighbours at most: above 1, steps might diverge.
STEP = 0.95
# Cotangents about a vertex per area, as of equilateral triangles.
TYPICAL = 4.0
MOST_STEPS = 16
# Parts of the mesh that threads take.
BLOCKS = 64


def smoothed(surface: tuple[Vertices, Ints], coarse: int, order: Ints, value: Floats) -> tuple[Ints, Floats]:
    """The largest weights (n, q) of every vertex in falling order and their cells, after the diffusion.

    surface: positions (n, 3) and triangles
    coarse:  how many vertices the coarser surface has
    order:   (n, q) the cells of each vertex
    value:   (n, q) their weights, in falling order
    """
    starts, ends, L, masses = _laplacian(*surface)
    stiff = _sums(starts, L)
    usual = float(masses.sum()) / max(int((masses > 0.0).sum()), 1)
    time = SPREAD * float(masses.sum()) / coarse
    steps = min(math.ceil(time * TYPICAL / (usual * STEP)), MOST_STEPS)
    time /= steps
    # Vertices too small for a step count as larger: only they diffuse more slowly.
    L /= np.repeat(np.maximum(masses, time * stiff / STEP), np.diff(starts)) / time
    count, other = int(order.max(initial=0)) + 1, (np.empty_like(order), np.empty_like(value))
    for _ in range(steps):
        _step((starts, ends, L), (order, value), other, count)
        (order, value), other = other, (order, value)
    return order, value


@njit(cache=True)
def _laplacian(V, F):
    """Where the edges of each vertex start (n + 1,), their ends, half their cotangents; areas of vertices."""
    n = len(V)
    room, masses = np.zeros(n + 1, dtype=np.int64), np.zeros(n)
    for f in range(len(F)):
        for i in range(3):
            room[F[f, i] + 1] += 2
    room = np.cumsum(room)
    last, ends, L = room[:-1].copy(), np.empty(room[n], dtype=np.int32), np.zeros(room[n])
    for f in range(len(F)):
        for i in range(3):
            o, a, b = F[f, i], F[f, (i + 1) % 3], F[f, (i + 2) % 3]
            u, v = V[a] - V[o], V[b] - V[o]
            double = np.linalg.norm(np.cross(u, v))
            masses[o] += double / 6.0
            half = 0.5 * (u @ v) / double if double > 0.0 else 0.0
            for start, end in ((a, b), (b, a)):
                k = room[start]
                while k < last[start] and ends[k] != end:
                    k += 1
                if k == last[start]:
                    ends[k] = end
                    last[start] += 1
                L[k] += half
    starts, at = np.zeros(n + 1, dtype=np.int64), 0
    for i in range(n):
        for k in range(room[i], last[i]):
            ends[at], L[at] = ends[k], L[k]
            at += 1
        starts[i + 1] = at
    return starts, ends[:at].copy(), L[:at].copy(), masses


@njit(cache=True)
def _sums(starts, values):
    """(n,) the sum of the absolute values of each vertex."""
    sums = np.zeros(len(starts) - 1)
    for i in range(len(sums)):
        for k in range(starts[i], starts[i + 1]):
            sums[i] += abs(values[k])
    return sums


@njit(cache=True, parallel=True)
def _step(graph, before, after, count):
    """Write what a step of diffusion makes of weights before, the largest of each vertex, to after."""
    starts, ends, share = graph
    n, q = before[1].shape
    for block in prange(BLOCKS):
        sums, known = np.zeros(count), np.zeros(count, dtype=np.bool_)
        used = np.empty(count, dtype=np.int64)
        for i in range(block * n // BLOCKS, (block + 1) * n // BLOCKS):
            stays, found = 1.0, 0
            for k in range(starts[i], starts[i + 1]):
                stays -= share[k]
                found = _add(before, ends[k], share[k], (sums, known, used), found)
            found = _add(before, i, stays, (sums, known, used), found)
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
