"""Regions of a surface as a tree: which of them carries which, told by the borders that they share.

The root is the region in the middle, from which the area of all others is nearest. Every other region hangs
on the neighbour nearer to the root with which it has the longest border, unless the way by it is a detour.
Regions of separate pieces of the surface are neighbours where these come nearest to each other in space.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.gradient import vertex_areas

ROOT = -1
# Shares of the surface's size below which a length counts as this: a border of no length is still a border.
LEAST = 1e-9
# A way to the root that is longer than the shortest by more than this factor is a detour: a hip hangs on the
# loin although its border with a thigh, which touches the loin, too, may be longer.
DETOUR = 1.5
# Vertices of two pieces are as near as the nearest ones if they are apart by this share of the size more.
BESIDE = 0.02


@dataclass(frozen=True, eq=False)
class Borders:
    """Borders between regions, each once, and near misses between pieces of the surface.

    pairs:  (b, 2) the two regions, the smaller number first, sorted
    length: (b,) of the border along the surface; 0 where two pieces only come near each other
    middle: (b, 3) of the border
    """

    pairs: Ints
    length: Floats
    middle: Floats

    def between(self, a: int, b: int) -> int | None:
        """The number of the border between two regions, None where they have none."""
        found = np.flatnonzero((self.pairs == sorted((a, b))).all(axis=1))
        return int(found[0]) if len(found) else None


@dataclass(frozen=True, eq=False)
class RegionTree:
    """The parent (r,) of each region, ROOT for none, and how far (r,) each is from the root; the borders."""

    parents: Ints
    distances: Floats
    borders: Borders

    def touching(self, a: int, b: int) -> bool:
        """Whether two regions have a border along the surface."""
        border = self.borders.between(a, b)
        return border is not None and self.borders.length[border] > 0.0


def region_tree(V: Vertices, F: Faces, region: Ints, count: int) -> RegionTree:
    """The tree of the regions 0 to count − 1 of a surface.

    region: (n,) the region of each vertex, −1 for none
    A region without vertices hangs on nothing, and nothing on it.
    """
    area = vertex_areas(V, F)
    size = float(np.ptp(V, axis=0).max())
    inside = region >= 0
    areas = region_areas(V, F, region, count)
    weights = np.maximum(area, LEAST * size**2)[inside]
    total = np.maximum(_sums(region[inside], weights, count), np.finfo(float).tiny)
    moments = [_sums(region[inside], weights * V[inside, axis], count) for axis in range(3)]
    middles = np.stack(moments, axis=1) / total[:, None]
    borders = _linked(V, region, areas, surface_borders(V, F, region, LEAST * size), count)
    a, b = borders.pairs.T
    way = np.linalg.norm(middles[a] - borders.middle, axis=1)
    way += np.linalg.norm(middles[b] - borders.middle, axis=1) + LEAST * size
    graph = csr_array((way, (a, b)), shape=(count, count))
    apart = dijkstra(graph, directed=False)
    present = np.flatnonzero(np.bincount(region[inside], minlength=count))
    if len(present) == 0:
        return RegionTree(np.full(count, ROOT), np.full(count, np.inf), borders)
    # The areas of regions that are flat count a little: the middle of several such is found, too.
    moment = apart[np.ix_(present, present)] @ (areas[present] + LEAST * size**2)
    distances = apart[present[int(np.argmin(moment))]]
    return RegionTree(_parents(borders, way, distances), distances, borders)


def region_areas(V: Vertices, F: Faces, region: Ints, count: int) -> Floats:
    """(count,) the area of each region; region: (n,) that of each vertex, −1 for none."""
    inside = region >= 0
    return _sums(region[inside], vertex_areas(V, F)[inside], count)


def surface_borders(V: Vertices, F: Faces, region: Ints, least: float) -> Borders:
    """The borders between regions; of a triangle that two share, half of the uncut edge counts."""
    own = region[F]
    lone = _lone_corner(own)
    rows = np.flatnonzero((lone >= 0) & (own >= 0).all(axis=1))
    corner = lone[rows]
    tip, left, right = (F[rows, (corner + k) % 3] for k in range(3))
    pairs = np.sort(np.stack([region[tip], region[left]], axis=1), axis=1)
    length = np.maximum(np.linalg.norm(V[left] - V[right], axis=1) / 2, least)
    middle = V[tip] / 2 + (V[left] + V[right]) / 4
    found, which = np.unique(pairs, axis=0, return_inverse=True)
    which = which.reshape(-1)
    total = _sums(which, length, len(found))
    moments = [_sums(which, length * middle[:, axis], len(found)) for axis in range(3)]
    return Borders(found.astype(np.int64), total, np.stack(moments, axis=1) / total[:, None])


def _lone_corner(own: Ints) -> Ints:
    """(m,) the corner of a triangle whose region (m, 3) differs from that of the other two; −1 for none."""
    equal = own == np.roll(own, -1, axis=1)
    lone = np.argmax(np.roll(equal, -1, axis=1), axis=1)
    return np.where(equal.sum(axis=1) == 1, lone, -1)


def _linked(V: Vertices, region: Ints, areas: Floats, borders: Borders, count: int) -> Borders:
    """Borders with links between the pieces that no border joins, the smallest piece first."""
    pairs, length, middle = list(borders.pairs), list(borders.length), list(borders.middle)
    inside = np.flatnonzero(region >= 0)
    while True:
        a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        graph = csr_array((np.ones(len(a)), (a, b)), shape=(count, count))
        piece = connected_components(graph, directed=False)[1][region[inside]]
        present = np.unique(piece)
        if len(present) < 2:
            break
        sizes = [areas[np.unique(region[inside[piece == each]])].sum() for each in present]
        own = piece == present[int(np.argmin(sizes))]
        here, others = inside[own], inside[~own]
        gap, nearest = (np.asarray(part) for part in KDTree(V[others]).query(V[here]))
        ends = np.stack([here, others[nearest]], axis=1)
        closest = region[ends[int(np.argmin(gap))]]
        # A ring of vertices that come near is a joint in its middle.
        near = (region[ends] == closest).all(axis=1) & (gap <= gap.min() + BESIDE * np.ptp(V, axis=0).max())
        pairs.append(np.sort(closest))
        length.append(0.0)
        middle.append(V[ends[near]].mean(axis=(0, 1)))
    found = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    order = np.lexsort(found.T[::-1])
    return Borders(found[order], np.array(length)[order], np.array(middle).reshape(-1, 3)[order])


def _parents(borders: Borders, way: Floats, distances: Floats) -> Ints:
    """(r,) the region that carries each; way: (b,) from middle to middle across each border."""
    parents = np.full(len(distances), ROOT)
    best = np.full(len(distances), -1.0)
    for (a, b), length, step in zip(borders.pairs, borders.length, way, strict=True):
        near, far = (a, b) if distances[a] < distances[b] else (b, a)
        if not distances[near] < distances[far] or distances[near] + step > DETOUR * distances[far]:
            continue
        if length > best[far]:
            parents[far], best[far] = near, length
    return parents


def _sums(which: Ints, values: Floats, count: int) -> Floats:
    """(count,) sums of the values of each number."""
    return np.bincount(which, values, count).astype(np.float64)
