"""Regions of vertices and their weights, changed along the edges of the mesh.

A region is a mask (n,) of booleans, a weight an array (n,) of numbers; most functions take either.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from pliant.core.arrays import Array, Floats
from pliant.core.topology import Rings
from pliant.errors import OptionError


def connected_piece(rings: Rings, seeds: ArrayLike, within: Array | None = None) -> Array:
    """(n,) bool: what paths along edges reach from the seeds, which are vertices, without leaving `within`.

    within: (n,) bool; without it, the seeds' whole components are reached
    """
    n = len(rings.starts) - 1
    allowed = np.ones(n, dtype=bool) if within is None else np.asarray(within, dtype=bool)
    graph = csr_array((np.ones(len(rings.ring), dtype=np.int8), rings.ring, rings.starts), shape=(n, n))
    kept = np.flatnonzero(allowed)
    _, component = connected_components(graph[kept][:, kept], directed=False)
    label = np.full(n, -1)
    label[kept] = component
    wanted = label[np.atleast_1d(np.asarray(seeds, dtype=np.int64))]
    return allowed & np.isin(label, wanted[wanted >= 0])


def grow(rings: Rings, values: Array, times: int = 1) -> Array:
    """(n,) every vertex takes the largest value among itself and its neighbours; a mask grows by a ring."""
    return _repeated(np.maximum, rings, values, times)


def shrink(rings: Rings, values: Array, times: int = 1) -> Array:
    """(n,) every vertex takes the smallest value among itself and its neighbours; a mask loses a ring."""
    return _repeated(np.minimum, rings, values, times)


def smooth(rings: Rings, weights: ArrayLike, times: int = 1, *, step: float = 0.5) -> Floats:
    """(n,) every weight moved by the share `step` of the way to the mean of its neighbours."""
    if not 0.0 <= step <= 1.0:
        raise OptionError(f"The step of smoothing is {step}; a share from 0 to 1 is needed.")
    w, n = np.asarray(weights, dtype=np.float64), len(rings.starts) - 1
    count = np.diff(rings.starts)
    mean = csr_array((np.repeat(1.0 / np.maximum(count, 1), count), rings.ring, rings.starts), shape=(n, n))
    share = np.where(count > 0, step, 0.0)
    for _ in range(_checked(times)):
        w = (1.0 - share) * w + share * (mean @ w)
    return w


def ringed(rings: Rings, chosen: Array, count: int) -> Floats:
    """(n,) 1 on the chosen vertices, falling evenly to 0 over `count` rings around them.

    Two rings give 1, 2/3, 1/3, 0, as figure 2 of [Baerentzen].
    """
    weights = np.zeros(len(chosen))
    region = np.asarray(chosen, dtype=bool)
    for _ in range(_checked(count) + 1):
        weights += region / (count + 1)
        region = grow(rings, region)
    return weights


def _repeated(pick: np.ufunc, rings: Rings, values: Array, times: int) -> Array:
    found = np.asarray(values)
    # A vertex without neighbours keeps its value: reduceat would give it that of the next one.
    joined = np.flatnonzero(np.diff(rings.starts) > 0)
    for _ in range(_checked(times)):
        around = pick.reduceat(found[rings.ring], rings.starts[joined])
        found = found.copy()
        found[joined] = pick(found[joined], around)
    return found


def _checked(times: int) -> int:
    if times < 0:
        raise OptionError(f"{times} repetitions were asked for; 0 or more are needed.")
    return times
