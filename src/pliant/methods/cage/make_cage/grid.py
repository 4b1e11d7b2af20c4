"""The distance from a mesh at the nodes of a regular grid around it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from scipy import ndimage

from pliant.arrays import Array, Floats, Ints
from pliant.methods.cage.make_cage.contact import point_triangle, segment_segment
from pliant.methods.cage.vectors import dot, normal, row, unit
from pliant.solve.kernels import inner

# Distances that differ by less than this share of the spacing are equal.
TIE = 1e-9


@dataclass(frozen=True, eq=False)
class Grid:
    """The distance from some triangles at the nodes low + spacing · (i, j, k).

    mirror:   whether the first layer of nodes, i = 0, is a mirror plane
    distance: (p, q, r) distance of every node from the triangles
    """

    low: Floats
    spacing: float
    mirror: bool
    distance: Floats


def grid(corners: Floats, spacing: float, room: float, *, mirror: bool) -> Grid:
    """The grid around triangles (m, 3, 3), with `room` between them and its sides.

    With a mirror at x = 0 only nodes with x ≥ 0 are taken; the triangles must then be those of that side.
    """
    low = corners.min(axis=(0, 1)) - room
    if mirror:
        low[0] = 0.0
    shape = np.ceil((corners.max(axis=(0, 1)) + room - low) / spacing).astype(np.int64) + 1
    nearest = np.full(shape, -1)
    distance = np.full(shape, np.inf)
    _seed(corners, low, spacing, distance, nearest)
    # The triangle nearest to a node is nearly always that of the nearest seeded node.
    _spread(corners, low, spacing, np.stack(nearest_nodes(nearest >= 0)), distance, nearest)
    return Grid(low, spacing, mirror, distance)


@inner
def distance_to(p, C):
    """The distance of a point from the triangle C (3, 3)."""
    square = point_triangle(p, C)
    for i in range(3):
        square = min(square, segment_segment(p, p, row(C, i), row(C, (i + 1) % 3)))
    return math.sqrt(square)


@njit(cache=True)
def _seed(corners, low, spacing, distance, nearest):
    """Write the distance and the nearest triangle of all nodes within one spacing of a triangle."""
    first, last = np.empty(3, np.int64), np.empty(3, np.int64)
    for t in range(len(corners)):
        C = corners[t]
        n = unit(normal(C))
        at = dot(n, row(C, 0))
        for c in range(3):
            first[c] = max(0, math.ceil((min(C[0, c], C[1, c], C[2, c]) - low[c]) / spacing - 1.0))
            top = math.floor((max(C[0, c], C[1, c], C[2, c]) - low[c]) / spacing + 1.0)
            last[c] = min(distance.shape[c] - 1, top)
        for i in range(first[0], last[0] + 1):
            for j in range(first[1], last[1] + 1):
                for k in range(first[2], last[2] + 1):
                    p = low[0] + spacing * i, low[1] + spacing * j, low[2] + spacing * k
                    if abs(dot(n, p) - at) > min(spacing, distance[i, j, k]):
                        continue
                    d = distance_to(p, C)
                    # Of triangles equally near, as at a common edge, the first is taken.
                    if d <= spacing and d < distance[i, j, k] - TIE * spacing:
                        distance[i, j, k] = d
                        nearest[i, j, k] = t


@njit(cache=True)
def _spread(corners, low, spacing, seeded, distance, nearest):
    """Write the distances of all other nodes; seeded (3, p, q, r) are the seeded nodes nearest to them."""
    for i in range(distance.shape[0]):
        for j in range(distance.shape[1]):
            for k in range(distance.shape[2]):
                if nearest[i, j, k] < 0:
                    t = nearest[seeded[0, i, j, k], seeded[1, i, j, k], seeded[2, i, j, k]]
                    p = low[0] + spacing * i, low[1] + spacing * j, low[2] + spacing * k
                    distance[i, j, k] = distance_to(p, corners[t])


def outside(far: Array, *, mirror: bool, corners: bool = True) -> Array:
    """(p, q, r) bool: the nodes of `far` that are joined to the grid's sides through other nodes of `far`.

    mirror:  whether the layer i = 0 is a mirror and no side
    corners: whether nodes that touch at a corner only are joined
    """
    labels = pieces(far, corners=corners)
    sides = [labels[-1], labels[:, 0], labels[:, -1], labels[:, :, 0], labels[:, :, -1]]
    if not mirror:
        sides.append(labels[0])
    reached = np.unique(np.concatenate([side.ravel() for side in sides]))
    return np.isin(labels, reached[reached > 0])


def pieces(inside: Array, *, corners: bool = True) -> Ints:
    """(p, q, r) the piece of every inside node, from 1, and 0 elsewhere; `corners` as for `outside`."""
    labels = np.empty(inside.shape, dtype=np.int64)
    ndimage.label(inside, np.ones((3, 3, 3)) if corners else None, output=labels)
    return labels


def nearest_nodes(of: Array) -> tuple[Ints, Ints, Ints]:
    """The indices i, j, k, each (p, q, r), of the node of `of` (p, q, r) that is nearest to every node."""
    indices = np.empty((3, *of.shape), dtype=np.int32)
    ndimage.distance_transform_edt(~of, return_distances=False, return_indices=True, indices=indices)
    return indices[0].astype(np.int64), indices[1].astype(np.int64), indices[2].astype(np.int64)
