"""Weights: min ‖Σ αᵢ (Fᵢ x + dᵢ) − v‖² over all examples, αᵢ ≥ 0, Σ αᵢ = 1 [Der2006, sec. 4, step 4].

Beyond the paper each vertex is pulled softly toward its neighbours' weights and pays for controls that are
far over the surface, both in units of the error that the model has anyway: what the examples do not decide
is decided by smoothness, not by noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Array, Floats, Poses
from pliant.core.topology import Rings
from pliant.methods.reduced.influences import Candidates

# Ridge of the normal equations, relative to their trace: two controls that move alike share the weight.
RIDGE = 1e-10


@dataclass(frozen=True, eq=False)
class Sparsity:
    """How many influences a vertex may have, and the smallest weight that is worth one."""

    influences: int
    small: float


@dataclass(frozen=True, eq=False)
class Prior:
    """What a vertex's weights should be near to.

    rings:      the vertices' neighbours
    influences: (n, q), weights: (n, q): the weights so far
    smooth:     strength of the pull to the neighbours' mean
    near:       price of a control one cluster radius away
    """

    rings: Rings
    influences: Array
    weights: Floats
    smooth: float
    near: float


def weighted(rest: Floats, V: Poses, t: Floats, candidates: Candidates, sparsity: Sparsity, prior: Prior):
    """influences (n, q) int32 and weights (n, q) of the points rest (n, 3), seen in V (k, n, 3) under t."""
    n, k = len(rest), len(V)
    c = t.shape[1] // 4
    paths = np.ascontiguousarray(V.transpose(1, 0, 2))
    maps = np.ascontiguousarray(t.reshape(k, c, 4, 3).transpose(1, 0, 2, 3))
    tables = (candidates.patch, _constant(candidates.controls), _constant(candidates.way))
    before = (_constant(prior.influences), _constant(prior.weights), prior.smooth, prior.near)
    influences = np.zeros((n, sparsity.influences), dtype=np.int32)
    weights = np.zeros((n, sparsity.influences))
    around = (prior.rings.starts, prior.rings.ring, *before)
    _weighted(_constant(rest), paths, maps, tables, around, sparsity.small, influences, weights)
    return influences, weights


def _constant(values: Array) -> Array:
    """A view that cannot be written to, so that the kernel is compiled for one kind of array only."""
    view = values.view()
    view.flags.writeable = False
    return view


@njit(cache=True)
def simplex_fit(H, g, chosen, alpha):
    """Minimise αᵀHα − 2gᵀα over α ≥ 0, Σα = 1, αᵢ = 0 where not chosen; H (q, q) positive definite.

    An active-set method: exact, and finite since every step lowers a strictly convex function.
    """
    q = len(g)
    free = np.zeros(q, dtype=np.bool_)
    trial = np.empty(q)
    best = -1
    for i in range(q):
        alpha[i] = 0.0
        if chosen[i] and (best < 0 or H[i, i] - 2.0 * g[i] < H[best, best] - 2.0 * g[best]):
            best = i
    free[best] = True
    alpha[best] = 1.0
    for _ in range(8 * q):
        _on_free(H, g, free, trial)
        step, blocking = 1.0, -1
        for i in range(q):
            if free[i] and trial[i] <= 0.0:
                reach = alpha[i] / (alpha[i] - trial[i]) if alpha[i] > trial[i] else 0.0
                if reach < step:
                    step, blocking = reach, i
        for i in range(q):
            if free[i]:
                alpha[i] += step * (trial[i] - alpha[i])
        if blocking >= 0:
            alpha[blocking] = 0.0
            free[blocking] = False
            continue
        entering = _entering(H, g, chosen, free, alpha)
        if entering < 0:
            break
        free[entering] = True


@njit(cache=True)
def _entering(H, g, chosen, free, alpha):
    """The fixed variable whose growth lowers the energy most, or −1 at the minimum."""
    q = len(g)
    level, count, scale = 0.0, 0, 0.0
    slope = np.empty(q)
    for i in range(q):
        slope[i] = -g[i]
        for j in range(q):
            slope[i] += H[i, j] * alpha[j]
        scale = max(scale, H[i, i])
        if free[i]:
            level += slope[i]
            count += 1
    level /= count
    best, lowest = -1, -1e-13 * scale
    for i in range(q):
        if chosen[i] and not free[i] and slope[i] - level < lowest:
            best, lowest = i, slope[i] - level
    return best


@njit(cache=True)
def _on_free(H, g, free, alpha):
    """The minimum over the free variables that sum to one, by Cholesky; the others become zero."""
    q = len(g)
    index = np.flatnonzero(free)
    r = len(index)
    L = np.empty((r, r))
    one = np.ones(r)
    two = np.empty(r)
    for a in range(r):
        two[a] = g[index[a]]
        for b in range(a + 1):
            value = H[index[a], index[b]]
            for e in range(b):
                value -= L[a, e] * L[b, e]
            if a == b:
                L[a, a] = np.sqrt(max(value, 1e-300))
            else:
                L[a, b] = value / L[b, b]
    for a in range(r):
        for e in range(a):
            one[a] -= L[a, e] * one[e]
            two[a] -= L[a, e] * two[e]
        one[a] /= L[a, a]
        two[a] /= L[a, a]
    for a in range(r - 1, -1, -1):
        for e in range(a + 1, r):
            one[a] -= L[e, a] * one[e]
            two[a] -= L[e, a] * two[e]
        one[a] /= L[a, a]
        two[a] /= L[a, a]
    lift = (1.0 - two.sum()) / one.sum()
    for i in range(q):
        alpha[i] = 0.0
    for a in range(r):
        alpha[index[a]] = two[a] + lift * one[a]


@njit(cache=True)
def sparse_simplex_fit(H, g, count, small, alpha):
    """The same with at most `count` variables, none below `small`; the rest is fitted again without them."""
    q = len(g)
    chosen = np.ones(q, dtype=np.bool_)
    while True:
        simplex_fit(H, g, chosen, alpha)
        least, used = -1, 0
        for i in range(q):
            if alpha[i] > 0.0:
                used += 1
                if least < 0 or alpha[i] < alpha[least]:
                    least = i
            else:
                chosen[i] = False
        if used == 1 or (used <= count and alpha[least] >= small):
            return
        chosen[least] = False


@njit(cache=True)
def _misses(x, path, maps, controls, out):
    """out (q, 3k): how far each control carries the point x beside its path (k, 3)."""
    for i in range(len(out)):
        t = maps[controls[i]]
        for p in range(len(path)):
            for a in range(3):
                out[i, 3 * p + a] = (
                    x[0] * t[p, 0, a] + x[1] * t[p, 1, a] + x[2] * t[p, 2, a] + t[p, 3, a] - path[p, a]
                )


@njit(cache=True)
def _neighbours_mean(v, controls, prior, mean):
    """mean (q,): the neighbours' mean weight of each candidate."""
    starts, ring, influences, weights = prior[0], prior[1], prior[2], prior[3]
    mean[:] = 0.0
    for at in range(starts[v], starts[v + 1]):
        u = ring[at]
        for s in range(influences.shape[1]):
            for i in range(len(controls)):
                if controls[i] == influences[u, s]:
                    mean[i] += weights[u, s]
                    break
    mean /= max(1, starts[v + 1] - starts[v])


@njit(cache=True, parallel=True, fastmath={"reassoc", "contract"})
def _weighted(rest, paths, maps, tables, prior, small, influences, weights):
    everyone = np.arange(len(maps)).astype(np.int32)
    far = np.zeros(len(maps))
    smooth, near = prior[4], prior[5]
    for v in prange(len(rest)):
        patch = tables[0][v]
        controls, way = everyone, far
        if patch >= 0:
            used = 0
            while used < tables[1].shape[1] and tables[1][patch, used] >= 0:
                used += 1
            controls, way = tables[1][patch, :used], tables[2][patch, :used]
        q = len(controls)
        D = np.empty((q, 3 * paths.shape[1]))
        _misses(rest[v], paths[v], maps, controls, D)
        H = D @ D.T
        g = np.zeros(q)
        trace = np.trace(H)
        if smooth > 0.0 and prior[0][v + 1] > prior[0][v]:
            _neighbours_mean(v, controls, prior, g)
            for i in range(q):
                g[i] *= smooth
                H[i, i] += smooth
        for i in range(q):
            H[i, i] += near * way[i] ** 2 + RIDGE * trace + 1e-30
        alpha = np.empty(q)
        sparse_simplex_fit(H, g, weights.shape[1], small, alpha)
        total = alpha.sum()
        slot = 0
        for i in range(q):
            if alpha[i] > 0.0:
                influences[v, slot] = controls[i]
                weights[v, slot] = alpha[i] / total
                slot += 1
        for s in range(slot, weights.shape[1]):
            influences[v, s] = influences[v, 0]
