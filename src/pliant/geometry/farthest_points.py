"""Points spread as far from each other as possible: each is the farthest from those before it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import njit

from pliant.arrays import Floats, Ints, Poses, Vertices

# Distances that differ by less than this share are equal: mirror images of a sculpted mesh are not exact.
TIED = 1e-4
# Distances are equal up to rounding if they differ by less than this share of the largest.
SAME = 1e-7


def farthest_points(V: Vertices, count: int) -> Ints:
    """Numbers of spread points of V (n, 3), ascending; the first one chosen is the farthest from the mean.

    count: wanted number of points; there are fewer where points coincide
    """
    columns = _columns(V)
    apart = np.linalg.norm(V - V.mean(axis=0), axis=1)
    nearest, chosen = np.full(len(V), np.inf), []
    for _ in range(min(count, len(V))):
        chosen.append(int(np.argmax(apart)))
        _approach(columns, V[chosen[-1]], nearest)
        apart = nearest
    return np.unique(chosen)


def farthest_points_with_ties(V: Vertices, count: int, most: int) -> Ints:
    """As `farthest_points`, and further points, up to `most`, that are as far as the last one.

    So mirror images of a point are taken together, and a symmetric mesh has symmetric points. Equally far
    points are taken in their order, whatever rounding says.
    """
    chosen: list[int] = []
    columns, nearest = _columns(V), np.linalg.norm(V - V.mean(axis=0), axis=1)
    grain, last = SAME * float(nearest.max()), np.inf
    for _ in range(min(most, len(V))):
        point = int(np.argmax(np.rint(nearest / (grain or 1.0))))
        if len(chosen) >= count and nearest[point] < (1.0 - TIED) * last:
            break
        last = np.inf if not chosen else float(nearest[point])
        nearest = nearest if chosen else np.full(len(V), np.inf)
        _approach(columns, V[point], nearest)
        chosen.append(point)
    return np.unique(chosen)


def farthest_cells(V: Poses, count: int) -> tuple[Ints, float]:
    """Cell (n,) of each vertex, the one of the nearest spread point, and the largest distance in a cell.

    V:     (k, n, 3) poses; distances are root mean squares over them, so parts that move apart are apart
    count: wanted number of cells; there are fewer where vertices coincide
    """
    cell, nearest = np.zeros(V.shape[1], dtype=np.int64), np.full(V.shape[1], np.inf)
    for number, (_, distance) in enumerate(_spread(V, count)):
        closer = distance < nearest
        cell[closer] = number
        nearest = np.where(closer, distance, nearest)
    return np.unique(cell, return_inverse=True)[1], float(nearest.max())


def _columns(V: Vertices) -> Floats:
    """(3, n) the coordinates of V (n, 3), one after the other in memory."""
    return np.ascontiguousarray(V.T)


@njit(cache=True)
def _approach(columns, point, nearest):
    """Lower nearest (n,) to the distances of points, columns (3, n), from a point (3,)."""
    for i in range(len(nearest)):
        x, y, z = columns[0, i] - point[0], columns[1, i] - point[1], columns[2, i] - point[2]
        nearest[i] = min(nearest[i], np.sqrt(x * x + y * y + z * z))


def _spread(V: Poses, count: int) -> Iterator[tuple[int, Floats]]:
    """Spread points one by one, each with the distances (n,) of all vertices from it."""
    apart, nearest = _distance(V, V.mean(axis=1, keepdims=True)), np.full(V.shape[1], np.inf)
    for _ in range(min(count, V.shape[1])):
        point = int(np.argmax(apart))
        distance = _distance(V, V[:, [point]])
        yield point, distance
        apart = nearest = np.minimum(nearest, distance)


def _distance(V: Poses, point: Floats) -> Floats:
    """(n,) root mean square over the poses of the distance from point (k, 1, 3)."""
    return np.sqrt(((V - point) ** 2).sum(axis=2).mean(axis=0))
