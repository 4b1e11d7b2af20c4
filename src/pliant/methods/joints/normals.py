"""Normals that are smooth where a surface is round, however coarse its polygons, and sharp where it is not.

A round surface is cut into facets of like width that meet at small angles; an edge or a chamfer joins facets
of unlike width or meets at a larger one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Faces, Floats, Ints, Vertices

# Facets that meet at less are one flat face, cut by the triangulation only.
FLAT = np.radians(1.0)
# Facets that meet at less bend the normals so little that it does not matter whether they are one surface.
SLIGHT = np.radians(12.0)
# An octagon is the coarsest polygon that still stands for a circle: 45 degrees, and a little.
ROUND = np.radians(46.0)
# Facets of one round surface differ in width by no more than this.
ALIKE = 3.0


def face_normals(V: Vertices, F: Faces) -> tuple[Floats, Floats]:
    """(m, 3) unit normals (zero where a triangle has no area) and (m,) areas."""
    across = np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
    length = np.linalg.norm(across, axis=1)
    return across / np.where(length > 0, length, 1.0)[:, None], length / 2


def corner_normals(V: Vertices, F: Faces) -> Floats:
    """(m, 3, 3) a unit normal for each corner of each triangle of a welded mesh: smooth where it is round."""
    n, area = face_normals(V, F)
    edges = inner_edges(F)
    smooth = _smooth(V, n, area, edges)
    corners = np.arange(3 * len(F)).reshape(-1, 3)
    links = []
    for end in (0, 1):
        vertex = edges.ends[smooth, end]
        links.append([_corner(F, corners, f[smooth], vertex) for f in (edges.left, edges.right)])
    first, second = (np.concatenate(side) for side in zip(*links, strict=True))
    graph = coo_array((np.ones(len(first)), (first, second)), shape=(corners.size, corners.size))
    count, group = connected_components(graph, directed=False)
    weighted = (n[:, None] * _angles(V, F)[:, :, None]).reshape(-1, 3)
    total = np.stack([np.bincount(group, weighted[:, k], minlength=count) for k in range(3)], axis=1)
    length = np.linalg.norm(total, axis=1)
    unit = total / np.where(length > 0, length, 1.0)[:, None]
    return unit[group].reshape(-1, 3, 3)


class InnerEdges(NamedTuple):
    """Edges between exactly two triangles: ends (e, 2), and the triangles left and right (e,)."""

    ends: Ints
    left: Ints
    right: Ints


def inner_edges(F: Faces) -> InnerEdges:
    """The edges that exactly two triangles share."""
    ends = np.sort(np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(F)), 3)
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    ends, owner = ends[order], owner[order]
    _, start, count = np.unique(ends, axis=0, return_index=True, return_counts=True)
    two = start[count == 2]
    return InnerEdges(ends[two], owner[two], owner[two + 1])


def _smooth(V: Vertices, n: Floats, area: Floats, edges: InnerEdges) -> Ints:
    """Numbers of the edges across which the surface is smooth."""
    cosine = (n[edges.left] * n[edges.right]).sum(axis=1)
    angle = np.arccos(np.clip(cosine, -1.0, 1.0))
    flat = np.flatnonzero(angle < FLAT)
    graph = coo_array((np.ones(len(flat)), (edges.left[flat], edges.right[flat])), shape=(len(n), len(n)))
    count, facet = connected_components(graph, directed=False)
    whole = np.bincount(facet, area, minlength=count)
    length = np.linalg.norm(V[edges.ends[:, 0]] - V[edges.ends[:, 1]], axis=1)
    a, b = np.sort(np.stack([facet[edges.left], facet[edges.right]]), axis=0)
    _, seam = np.unique(a * count + b, return_inverse=True)
    shared = np.bincount(seam, length)[seam]
    width = np.stack([whole[a], whole[b]]) / np.where(shared > 0, shared, 1.0)
    alike = width.max(axis=0) <= ALIKE * width.min(axis=0)
    return np.flatnonzero((angle < SLIGHT) | ((angle < ROUND) & alike))


def _corner(F: Faces, corners: Ints, faces: Ints, vertex: Ints) -> Ints:
    """The corner of each face that lies at its vertex."""
    return corners[faces, (F[faces] == vertex[:, None]).argmax(axis=1)]


def _angles(V: Vertices, F: Faces) -> Floats:
    """(m, 3) the angle at each corner."""
    T = V[F]
    ahead, back = np.roll(T, -1, axis=1) - T, np.roll(T, 1, axis=1) - T
    return np.arctan2(np.linalg.norm(np.cross(ahead, back), axis=2), (ahead * back).sum(axis=2))
