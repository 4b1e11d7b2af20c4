"""Vertices within a box or a lasso on the screen: all of them, or those that no triangle hides.

A camera is a matrix (4, 4) that takes columns (x, y, z, 1) to clip coordinates, as OpenGL and WebGL have
them: the screen is -1 … 1 to the right and upwards, depth -1 near … 1 far.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from pliant.core.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.core.clipping import clipped
from pliant.errors import OptionError

# A triangle hides a vertex if it lies nearer by more than this, in units of depth: copies of a vertex, which
# seams of texture make, do not hide each other.
DEPTH_SLACK = 1e-9
# A point this far outside a triangle, in shares of it, still counts as covered: no gaps between neighbours.
RIM = 1e-9
# Vertices per cell of the grid that finds those under a triangle.
PER_CELL = 2.0


def on_screen(V: Vertices, camera: ArrayLike) -> tuple[Floats, Array]:
    """(n, 3) places on the screen, with depth, and (n,) which vertices the camera's view contains."""
    clip = _clip_coordinates(V, camera)
    w = clip[:, 3]
    inside = np.abs(clip[:, :3]).max(axis=1) <= w
    return clip[:, :3] / np.where(w > 0.0, w, 1.0)[:, None], inside


def in_box(V: Vertices, camera: ArrayLike, corner: ArrayLike, opposite: ArrayLike) -> Array:
    """(n,) bool: the vertices in a rectangle between two points (2,) of the screen, hidden or not."""
    a, b = np.asarray(corner, dtype=np.float64), np.asarray(opposite, dtype=np.float64)
    place, inside = on_screen(V, camera)
    low, high = np.minimum(a, b), np.maximum(a, b)
    return inside & ((place[:, :2] >= low) & (place[:, :2] <= high)).all(axis=1)


def in_lasso(V: Vertices, camera: ArrayLike, outline: ArrayLike) -> Array:
    """(n,) bool: the vertices inside a closed line (p, 2) on the screen, hidden or not.

    Where the line crosses itself, a point is inside if it is wound around an odd number of times.
    """
    line = np.asarray(outline, dtype=np.float64)
    if line.ndim != 2 or line.shape[1] != 2 or len(line) < 3:
        raise OptionError(f"The lasso has the shape {line.shape}; (p, 2) with at least 3 points is needed.")
    inside = in_box(V, camera, line.min(axis=0), line.max(axis=0))
    inside[inside] = _enclosed(on_screen(V[inside], camera)[0][:, :2].copy(), line)
    return inside


def visible(V: Vertices, F: Faces, camera: ArrayLike, among: Array | None = None) -> Array:
    """(n,) bool: the vertices in the camera's view, of those `among` (n,) bool, that no triangle hides.

    Exact: depth is linear on the screen, so each vertex is compared with the triangles that cover it there.
    Triangles hide from both sides; those at a vertex do not hide it.
    """
    place, inside = on_screen(V, camera)
    asked = np.flatnonzero(inside if among is None else inside & np.asarray(among, dtype=bool))
    seen = np.zeros(len(V), dtype=bool)
    if not len(asked):
        return seen
    clip = _clip_coordinates(V, camera)
    # In front of the near plane w is positive, and the division is safe.
    cut = clipped(F, clip[:, 2] + clip[:, 3])
    corners = cut.extended(clip)
    corners = corners[:, :3] / np.where(corners[:, 3] > 0.0, corners[:, 3], 1.0)[:, None]
    order, grid = _cells(place[asked, :2])
    points = asked[order]
    hidden = np.zeros(len(points), dtype=bool)
    _hide(corners[cut.F], place[points], grid, hidden)
    seen[points[~hidden]] = True
    return seen


def _clip_coordinates(V: Vertices, camera: ArrayLike) -> Floats:
    """(n, 4)."""
    matrix = np.asarray(camera, dtype=np.float64)
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise OptionError(f"The camera is {camera!r}; a matrix (4, 4) of finite numbers is needed.")
    return V @ matrix[:, :3].T + matrix[:, 3]


def _cells(place: Floats) -> tuple[Ints, tuple[Ints, Floats, Floats]]:
    """The order of points (p, 2) by the cells of a grid over them, and the grid.

    The grid has r × r cells, row after row: where each starts in that order (r² + 1,), the corner (2,) of
    the first, and the number of cells per length (2,).
    """
    side = max(1, int(np.sqrt(len(place) / PER_CELL)))
    low = place.min(axis=0)
    per_length = side / np.maximum(np.ptp(place, axis=0), np.finfo(float).tiny)
    column, row = np.minimum((per_length * (place - low)).astype(np.int64), side - 1).T
    cell = row * side + column
    starts = np.concatenate([[0], np.cumsum(np.bincount(cell, minlength=side * side))])
    return np.argsort(cell, kind="stable"), (starts, low, per_length)


@njit(cache=True)
def _enclosed(P, line):
    """Of points (p, 2), by the crossings of a ray to the right with the closed line."""
    inside = np.zeros(len(P), dtype=np.bool_)
    for i in range(len(P)):
        x, y = P[i, 0], P[i, 1]
        j = len(line) - 1
        for k in range(len(line)):
            if (line[k, 1] > y) != (line[j, 1] > y):
                t = (y - line[k, 1]) / (line[j, 1] - line[k, 1])
                if x < line[k, 0] + t * (line[j, 0] - line[k, 0]):
                    inside[i] = not inside[i]
            j = k
    return inside


@njit(cache=True)
def _hide(T, place, grid, hidden):
    """Mark the points place[i] (3,) that a triangle T[f] (3, 3) covers on the screen and that lie behind it.

    At its own corners a triangle's depth is theirs to the last bit: it does not hide them.
    """
    starts, low, per_length = grid
    side = int(math.sqrt(len(starts) - 1))
    for f in range(len(T)):
        left, right = _span(T[f, 0, 0], T[f, 1, 0], T[f, 2, 0], low[0], per_length[0], side)
        bottom, top = _span(T[f, 0, 1], T[f, 1, 1], T[f, 2, 1], low[1], per_length[1], side)
        if right < left:
            continue
        nearest = min(T[f, 0, 2], T[f, 1, 2], T[f, 2, 2]) + DEPTH_SLACK
        for row in range(bottom, top + 1):
            for i in range(starts[row * side + left], starts[row * side + right + 1]):
                if not hidden[i] and place[i, 2] > nearest:
                    hidden[i] = _behind(place, i, T, f)


@njit(cache=True)
def _span(a, b, c, low, per_length, side):
    """The first and last cell, of `side`, that three coordinates reach; none if the last is less."""
    first, last = per_length * (min(a, b, c) - low), per_length * (max(a, b, c) - low)
    if last < 0.0 or first > side:
        return 0, -1
    return min(int(max(first, 0.0)), side - 1), int(min(last, side - 1.0))


@njit(cache=True)
def _behind(place, i, T, f):
    """Whether the triangle T[f] (3, 3) covers the point place[i] (3,) on the screen and lies nearer."""
    x, y = place[i, 0], place[i, 1]
    ax, ay, bx, by = T[f, 0, 0] - x, T[f, 0, 1] - y, T[f, 1, 0] - x, T[f, 1, 1] - y
    cx, cy = T[f, 2, 0] - x, T[f, 2, 1] - y
    u, v, w = bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx
    area = u + v + w
    rim = -RIM * area * area
    if area == 0.0 or u * area < rim or v * area < rim or w * area < rim:
        return False
    return place[i, 2] > (u * T[f, 0, 2] + v * T[f, 1, 2] + w * T[f, 2, 2]) / area + DEPTH_SLACK
