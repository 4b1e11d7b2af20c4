"""Clusters points by mean shift: every point climbs to a peak of their density; one peak is one cluster."""

from __future__ import annotations

import numpy as np
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Floats, Ints

STEPS = 100
# In bandwidths: a shorter step ends a climb, and nearer peaks are one.
ARRIVED = 5e-3
SAME_PEAK = 0.5
# Principal directions that hold less than this share of a bandwidth are left out.
FLAT = 1e-2


def mean_shift(points: Floats, weights: Floats, bandwidth: float) -> Ints:
    """(p,) cluster of each of the points (p, d), numbered in the order of their first points.

    weights:   (p,) how much each point counts
    bandwidth: standard deviation of the Gaussian kernel; zero makes one cluster
    """
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
    """Root mean square distance of points (p, d), weighted by weights (p,), from their mean."""
    share = weights / weights.sum()
    return float(np.sqrt(share @ ((points - share @ points) ** 2).sum(axis=1)))


def _principal(points: Floats, weights: Floats, smallest: float) -> Floats:
    """(p, r) the points in the principal directions along which they spread by more than `smallest`."""
    share = weights / weights.sum()
    centred = points - share @ points
    variance, axes = np.linalg.eigh((share[:, None] * centred).T @ centred)
    return centred @ axes[:, variance > smallest**2]


def _squared_distances(a: Floats, b: Floats) -> Floats:
    """(p, q) squared distances between the rows of a (p, r) and b (q, r)."""
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2.0 * a @ b.T
    return np.maximum(squares, 0.0)
