"""Mean shift: every point climbs to the nearest peak of a density; points of one peak form a cluster."""

from __future__ import annotations

import numpy as np
from scipy.sparse.csgraph import connected_components

from pliant.core.arrays import Floats, Ints

STEPS = 100
# Steps and gaps between peaks, in bandwidths.
ARRIVED = 5e-3
SAME_PEAK = 0.5
# Principal directions that hold less than this share of a bandwidth are left out.
FLAT = 1e-2


def mean_shift(points: Floats, weights: Floats, bandwidth: float) -> Ints:
    """(p,) labels, numbered by first point, of points (p, d) under a Gaussian kernel of this bandwidth."""
    if not bandwidth > 0:
        return np.zeros(len(points), dtype=np.int64)
    X = _principal(points, weights, FLAT * bandwidth) / bandwidth
    peaks = X.copy()
    climbing = np.arange(len(X))
    for _ in range(STEPS):
        density = weights * np.exp(-0.5 * _squared_distances(peaks[climbing], X))
        moved = (density @ X) / density.sum(axis=1, keepdims=True)
        step = np.abs(moved - peaks[climbing]).max(axis=1, initial=0.0)
        peaks[climbing] = moved
        climbing = climbing[step >= ARRIVED]
        if len(climbing) == 0:
            break
    near = _squared_distances(peaks, peaks) < SAME_PEAK**2
    return connected_components(near, directed=False)[1].astype(np.int64)


def spread(points: Floats, weights: Floats) -> float:
    """Root mean square distance of points (p, d) from their mean."""
    share = weights / weights.sum()
    return float(np.sqrt(share @ ((points - share @ points) ** 2).sum(axis=1)))


def _principal(points: Floats, weights: Floats, smallest: float) -> Floats:
    """The points (p, r) in the principal directions in which they spread by more than `smallest`."""
    share = weights / weights.sum()
    centred = points - share @ points
    variance, axes = np.linalg.eigh((share[:, None] * centred).T @ centred)
    return centred @ axes[:, variance > smallest**2]


def _squared_distances(a: Floats, b: Floats) -> Floats:
    """(p, q) between the rows of a (p, r) and b (q, r)."""
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2.0 * a @ b.T
    return np.maximum(squares, 0.0)
