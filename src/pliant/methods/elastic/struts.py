"""Struts: pairs of opposite points of a closed body, which keep their distance, so that limbs keep volume.

The opposite of a point is where the largest ball inside the body that touches it touches the body again. It
is found by shrinking a large ball [Ma2012].
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.gradient import areas
from pliant.geometry.symmetry import vertex_normals
from pliant.geometry.topology import counted_edges, vertex_components

# Enough to hold every limb across, few enough to leave the factor of the system sparse.
COUNT = 800
# A part is closed if the squared length of its rims is at most this share of its area.
OPEN = 0.1
# The ball starts as large as the body, and shrinks in a few steps.
STEPS = 12
# Two points of a ball count as opposite if they are seen from its centre at more than this angle.
APART = np.cos(np.radians(75.0))
# A ball that is inside to this share of its radius touches.
TOUCHING = 1e-6


def struts(V: Vertices, F: Faces, size: float) -> Ints:
    """(s, 2) opposite vertices of the closed parts of a mesh V (n, 3), F (m, 3) of this size."""
    inside = _closed(V, F)
    used = np.flatnonzero(inside)
    if len(used) < 4:
        return np.empty((0, 2), dtype=np.int64)
    N = vertex_normals(V, F) * _outward(V, F)[:, None]
    seeds = used[farthest_points(V[used], COUNT)]
    tree = KDTree(V[used])
    other = np.full(len(seeds), -1)
    radius = np.full(len(seeds), size)
    live = np.arange(len(seeds))
    for _ in range(STEPS):
        p, n = V[seeds[live]], N[seeds[live]]
        distance, hit = tree.query(p - radius[live, None] * n)
        hit = used[np.asarray(hit)]
        shrinks = (np.asarray(distance) < radius[live] * (1 - TOUCHING)) & (hit != seeds[live])
        live, p, n, hit = live[shrinks], p[shrinks], n[shrinks], hit[shrinks]
        way = p - V[hit]
        smaller = (way**2).sum(axis=1) / np.maximum(2 * (way * n).sum(axis=1), 1e-12)
        centre = p - smaller[:, None] * n
        angle = ((p - centre) * (V[hit] - centre)).sum(axis=1) / np.maximum(smaller**2, 1e-24)
        opposite = angle < APART
        live = live[opposite]
        radius[live], other[live] = smaller[opposite], hit[opposite]
        if not len(live):
            break
    found = other >= 0
    pairs = np.column_stack([seeds[found], other[found]])
    facing = (N[pairs[:, 0]] * N[pairs[:, 1]]).sum(axis=1) < 0
    return np.unique(np.sort(pairs[facing], axis=1), axis=0)


def _outward(V: Vertices, F: Faces) -> Floats:
    """(n,) −1 for vertices of parts that are inside out, whose volume is negative; else 1."""
    part = vertex_components(F, len(V))
    a, b, c = (V[F[:, corner]] for corner in range(3))
    volume = np.bincount(part[F[:, 0]], (a * np.cross(b, c)).sum(axis=1), minlength=int(part.max()) + 1)
    return np.where(volume < 0, -1.0, 1.0)[part]


def _closed(V: Vertices, F: Faces) -> Array:
    """(n,) whether each vertex belongs to a part whose rims are short beside its area."""
    part = vertex_components(F, len(V))
    ends, count = counted_edges(F)
    rim = ends[count == 1]
    length = np.linalg.norm(V[rim[:, 0]] - V[rim[:, 1]], axis=1)
    size = int(part.max()) + 1
    rims = np.bincount(part[rim[:, 0]], length, minlength=size)
    area = np.bincount(part[F[:, 0]], areas(V, F), minlength=size)
    used = np.zeros(len(V), dtype=bool)
    used[F] = True
    return used & (rims**2 <= OPEN * area)[part]
