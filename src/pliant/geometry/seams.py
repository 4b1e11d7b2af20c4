"""Seams: pairs of triangles that continue each other across an edge whose vertices are doubled."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.geometry.topology import half_edges

# Radians below which two triangles at one edge lie on each other; single precision gives a tenth of this.
_FLAT = 1e-5
_ROUND = 2 * np.pi


def seams(V: Vertices, F: Faces) -> Ints:
    """(p, 2) pairs of triangles whose open edges lie at the same place.

    An edge is open if only one triangle has its two vertices. Two such edges at one place are a pair. Where
    more meet, bodies touch, and each triangle is paired with the one that bounds the same body there. A
    single triangle without a partner (a fin) is paired with any of them.
    """
    place = _places(V)
    ends, face = half_edges(F)
    edge, count = np.unique(ends @ [len(V), 1], return_inverse=True, return_counts=True)[1:]
    is_open = count[edge] == 1
    places = np.sort(place[ends], axis=1)
    half = np.flatnonzero(is_open & (places[:, 0] != places[:, 1]))
    spot, count = np.unique(places[half] @ [len(V), 1], return_inverse=True, return_counts=True)[1:]
    order = np.argsort(spot, kind="stable")
    half, spot = half[order], spot[order]
    meeting = count[spot]
    twos = face[half[meeting == 2]].reshape(-1, 2)
    half, spot = half[meeting > 2], spot[meeting > 2]
    pairs = np.concatenate([twos, _pairs_of_bodies(V, F, place, half, spot)])
    return np.concatenate([pairs, _pairs_of_fins(half // 3, spot, is_open.reshape(-1, 3).all(axis=1), pairs)])


def _places(V: Vertices) -> Ints:
    """(n,) a number for each vertex, the same for vertices at the same place."""
    order = np.lexsort(V.T)
    # Not by bytes: -0 and 0 are the same place.
    new = (np.diff(V[order], axis=0) != 0).any(axis=1)
    place = np.empty(len(V), dtype=np.int64)
    place[order] = np.cumsum(np.append(0, new))
    return place


def _pairs_of_bodies(V: Vertices, F: Faces, place: Ints, half: Ints, spot: Ints) -> Ints:
    """(p, 2) pairs of triangles that bound one body, for half-edges sorted by their spot.

    A body lies between a triangle that runs forward along the edge and one that runs back, on the inner side
    of both. Squared angles favour bodies of similar angles, which separates bodies that slightly overlap.
    Triangles that lie on each other belong to two bodies.
    """
    face, side = half // 3, half % 3
    u, v, w = (F[face, (side + i) % 3] for i in range(3))
    forward = place[u] < place[v]
    angle = _angles(V, np.where(forward, u, v), np.where(forward, v, u), w, spot)
    pairs: list[Array] = [np.zeros((0, 2), dtype=np.int64)]
    bounds = np.flatnonzero(np.diff(spot)) + 1
    for rows in np.split(np.arange(len(half)), bounds) if len(half) else []:
        ahead, back = rows[forward[rows]], rows[~forward[rows]]
        # The normal of a triangle that runs forward lies at a larger angle, so its body lies at smaller.
        gap = (angle[ahead][:, None] - angle[back]) % _ROUND
        gap[gap < _FLAT] = _ROUND
        i, j = linear_sum_assignment(gap**2)
        apart = gap[i, j] < _ROUND
        pairs.append(face[np.stack([ahead[i[apart]], back[j[apart]]], axis=1)])
    return np.concatenate(pairs)


def _pairs_of_fins(face: Ints, spot: Ints, is_open: Array, pairs: Ints) -> Ints:
    """(p, 2) pairs of a triangle with three open edges and no partner, and another at its first spot."""
    alone = is_open.copy()
    alone[pairs] = False
    fins, first = np.unique(face, return_index=True)
    first = first[alone[fins]]
    # The spots have at least three half-edges each, one after the other.
    before = np.append(-1, spot)[first] == spot[first]
    return np.stack([face[first], face[np.where(before, first - 1, first + 1)]], axis=1)


def _angles(V: Vertices, low: Ints, high: Ints, third: Ints, spot: Ints) -> Floats:
    """(c,) the angle of each triangle about its edge, against the first triangle at its spot."""
    d = V[high] - V[low]
    d = d / np.linalg.norm(d, axis=1, keepdims=True)
    w: Array = V[third] - V[low]
    w = w - (w * d).sum(axis=1, keepdims=True) * d
    first, group = np.unique(spot, return_index=True, return_inverse=True)[1:]
    x = w[first[group]]
    return np.arctan2((w * np.cross(d, x)).sum(axis=1), (w * x).sum(axis=1))
