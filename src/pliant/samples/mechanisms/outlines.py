"""Lines for solids to follow: polylines with rounded corners, and smooth curves through a few points."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats


def rounded(points: ArrayLike, radius: float | ArrayLike, steps: int = 4) -> Floats:
    """(…, d) the polyline with every inner corner rounded by an arc of a radius, or of one radius each.

    An arc takes at most half of each side, so that neighbouring ones never cross.
    """
    P = np.asarray(points, np.float64)
    wanted = np.broadcast_to(np.asarray(radius, np.float64), (len(P) - 2,))
    line = [P[:1]]
    for before, corner, after, r in zip(P[:-2], P[1:-1], P[2:], wanted, strict=True):
        line.append(_corner(before, corner, after, float(r), steps))
    smooth = np.concatenate([*line, P[-1:]])
    step = np.linalg.norm(np.diff(smooth, axis=0), axis=1)
    # Two arcs that meet in the middle of a side give the same point twice.
    return smooth[np.concatenate([[True], step > 1e-6 * step.max()])]


def _corner(before: Floats, corner: Floats, after: Floats, radius: float, steps: int) -> Floats:
    u, v = before - corner, after - corner
    lengths = np.linalg.norm(u), np.linalg.norm(v)
    u, v = u / lengths[0], v / lengths[1]
    half = np.arccos(np.clip(u @ v, -1.0, 1.0)) / 2  # of the angle between the two sides
    straight = np.pi / 2 - half < 1e-6
    if radius <= 0 or straight:
        return corner[None]
    cut = min(radius / np.tan(half), lengths[0] / 2, lengths[1] / 2)
    r = cut * np.tan(half)
    middle = corner + (u + v) / np.linalg.norm(u + v) * r / np.sin(half)
    start, end = corner + cut * u - middle, corner + cut * v - middle
    sweep = np.pi - 2 * half
    t = np.linspace(0, 1, steps + 1)[:, None]
    return middle + (np.sin((1 - t) * sweep) * start + np.sin(t * sweep) * end) / np.sin(sweep)


def curve(points: ArrayLike, count: int) -> Floats:
    """(count, d) points at even arc length on the Catmull–Rom curve through points (k, d)."""
    P = np.asarray(points, np.float64)
    padded = np.concatenate([2 * P[:1] - P[1:2], P, 2 * P[-1:] - P[-2:-1]])
    t = np.linspace(0, 1, 64, endpoint=False)[:, None]
    pieces = [_piece(padded[i : i + 4], t) for i in range(len(P) - 1)]
    fine = np.concatenate([*pieces, P[-1:]])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
    wanted = np.linspace(0, along[-1], count)
    return np.stack([np.interp(wanted, along, column) for column in fine.T], axis=1)


def _piece(P: Floats, t: Floats) -> Floats:
    """Points at shares t (q, 1) of the piece between the middle two of four points."""
    a, b, c, d = P
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
