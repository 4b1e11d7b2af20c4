"""Weights: min ‖Σ αᵢ (Fᵢ x + dᵢ) − v‖² over all examples, αᵢ ≥ 0, Σ αᵢ = 1 [Der2006, sec. 4, step 4].

Beyond the paper each vertex is pulled softly toward its neighbours' weights and pays for controls that are
far over the surface, both in units of the model's own error: where the examples leave weights open,
smoothness decides, not noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Array, Floats, Poses, read_only
from pliant.methods.reduced.influences import Candidates
from pliant.solve.kernels import inner

# Ridge of the normal equations, relative to their trace, by which controls that move alike share the weight.
RIDGE = 1e-10


@dataclass(frozen=True, eq=False)
class Sparsity:
    """How many influences a vertex may have at most, and the smallest weight that is kept."""

    influences: int
    small: float


class WeightPrior(NamedTuple):
    """The weights that a vertex's own should be near to.

    starts, ring: the neighbours of v are ring[starts[v]] to ring[starts[v + 1] − 1], as in `Rings`
    influences:   (n, q), weights: (n, q): the weights so far
    smooth:       strength of the pull to the neighbours' mean
    near:         price of a control one cluster radius away
    """

    starts: Array
    ring: Array
    influences: Array
    weights: Array
    smooth: float
    near: float


class _Motion(NamedTuple):
    """Places of the points at rest (n, 3) and in the poses (n, k, 3); maps (c, k, 4, 3) of the controls."""

    rest: Array
    paths: Array
    maps: Array


def weighted(
    rest: Floats, V: Poses, t: Floats, candidates: Candidates, sparsity: Sparsity, prior: WeightPrior
) -> tuple[Array, Floats]:
    """influences (n, q) int32 and weights (n, q) that carry the points to their places best.

    rest, V: (n, 3) the points, and (k, n, 3) where the examples have them
    t:       (k, 4c, 3) the controls of each example
    """
    n, k = len(rest), len(V)
    c = t.shape[1] // 4
    paths = np.ascontiguousarray(V.transpose(1, 0, 2))
    maps = np.ascontiguousarray(t.reshape(k, c, 4, 3).transpose(1, 0, 2, 3))
    motion = _Motion(read_only(rest), read_only(paths), read_only(maps))
    table = candidates._replace(controls=read_only(candidates.controls), way=read_only(candidates.way))
    around = prior._replace(influences=read_only(prior.influences), weights=read_only(prior.weights))
    influences = np.zeros((n, sparsity.influences), dtype=np.int32)
    weights = np.zeros((n, sparsity.influences))
    _weighted(motion, table, around, sparsity.small, influences, weights)
    return influences, weights


@njit(cache=True)
def simplex_fit(H, g, chosen, alpha):
    """Minimise αᵀHα − 2gᵀα over α ≥ 0, Σα = 1, αᵢ = 0 where not chosen; H (q, q) positive definite.

    An active-set method: exact, and finite since every step lowers a strictly convex function.
    """
    q = len(g)
    free = np.zeros(q, dtype=np.bool_)
    trial = np.empty(q)
    best = _best_alone(H, g, chosen)
    alpha[:] = 0.0
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


@inner
def _best_alone(H, g, chosen):
    """The chosen variable that is best with a weight of one."""
    best = -1
    for i in range(len(g)):
        if chosen[i] and (best < 0 or H[i, i] - 2.0 * g[i] < H[best, best] - 2.0 * g[best]):
            best = i
    return best


@inner
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


@inner
def _on_free(H, g, free, alpha):
    """Write the minimum over the free variables that sum to one; the others become zero."""
    index = np.flatnonzero(free)
    L = _cholesky(H, index)
    one, two = np.ones(len(index)), g[index]
    _solve(L, one)
    _solve(L, two)
    lift = (1.0 - two.sum()) / one.sum()
    alpha[:] = 0.0
    for a in range(len(index)):
        alpha[index[a]] = two[a] + lift * one[a]


@inner
def _cholesky(H, index):
    """L (r, r) with LLᵀ the rows and columns index (r,) of H."""
    r = len(index)
    L = np.empty((r, r))
    for a in range(r):
        for b in range(a + 1):
            value = H[index[a], index[b]]
            for e in range(b):
                value -= L[a, e] * L[b, e]
            if a == b:
                L[a, a] = np.sqrt(max(value, 1e-300))
            else:
                L[a, b] = value / L[b, b]
    return L


@njit(cache=True)
def _solve(L, x):
    """Replace x (r,) by the solution of LLᵀ y = x."""
    r = len(x)
    for a in range(r):
        for e in range(a):
            x[a] -= L[a, e] * x[e]
        x[a] /= L[a, a]
    for a in range(r - 1, -1, -1):
        for e in range(a + 1, r):
            x[a] -= L[e, a] * x[e]
        x[a] /= L[a, a]


@njit(cache=True)
def sparse_simplex_fit(H, g, count, small, alpha):
    """`simplex_fit` with at most `count` variables, none below `small`; the others are fitted again."""
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
    """Write to out (q, 3k) how far each of the controls (q,) carries the point x beside its path (k, 3)."""
    for i in range(len(out)):
        t = maps[controls[i]]
        for p in range(len(path)):
            for a in range(3):
                out[i, 3 * p + a] = (
                    x[0] * t[p, 0, a] + x[1] * t[p, 1, a] + x[2] * t[p, 2, a] + t[p, 3, a] - path[p, a]
                )


@inner
def _neighbours_mean(v, controls, around, mean):
    """Write to mean (q,) the mean weight of each of the controls (q,) at the neighbours of the vertex v."""
    starts, ring, influences, weights = around.starts, around.ring, around.influences, around.weights
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
def _weighted(motion, table, around, small, influences, weights):
    """Write the influences (n, q) and weights (n, q) of all points."""
    everyone = np.arange(len(motion.maps)).astype(np.int32)
    far = np.zeros(len(motion.maps))
    smooth, near = around.smooth, around.near
    for v in prange(len(motion.rest)):
        patch = table.patch[v]
        controls, way = everyone, far
        if patch >= 0:
            used = 0
            while used < table.controls.shape[1] and table.controls[patch, used] >= 0:
                used += 1
            controls, way = table.controls[patch, :used], table.way[patch, :used]
        q = len(controls)
        D = np.empty((q, 3 * motion.paths.shape[1]))
        _misses(motion.rest[v], motion.paths[v], motion.maps, controls, D)
        H = D @ D.T
        g = np.zeros(q)
        trace = np.trace(H)
        if smooth > 0.0 and around.starts[v + 1] > around.starts[v]:
            _neighbours_mean(v, controls, around, g)
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
