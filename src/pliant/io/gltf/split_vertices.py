"""Vertices with one texture coordinate each, as glTF needs them; others are copied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Ints
from pliant.io.polygons import corner_uv, turned_over
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class SplitVertices:
    """The vertices of a mesh in their order, and copies after them.

    mesh:   the mesh
    source: (n + copies,) the vertex of the mesh for each; the first n are 0 … n-1
    F:      (m, 3) the triangles of the mesh with these vertices
    uv:     (n + copies, 2) float32, measured from the upper left of the image; None if the mesh has none
    """

    mesh: Mesh
    source: Ints
    F: Ints
    uv: Array | None


def split_vertices(mesh: Mesh) -> SplitVertices:
    """The vertices of a mesh with the coordinates of their first corners, and a copy for each other pair.

    Corners without texture coordinates get (0, 0).
    """
    values = corner_uv(mesh)
    if values is None:
        return SplitVertices(mesh, np.arange(mesh.n), mesh.F, None)
    values = turned_over(np.nan_to_num(values)).astype(np.float32)
    corners = mesh.polygons.corners
    kinds, first, kind = np.unique(
        np.column_stack([corners, values]), axis=0, return_index=True, return_inverse=True
    )
    # Sorted by vertex, then by first use: the first of each vertex stays, and the others go to the end.
    vertex = kinds[:, 0].astype(np.int64)
    by_use = np.lexsort([first, vertex])
    stays = np.append(True, np.diff(vertex[by_use]) > 0)
    copied = by_use[~stays]
    place = vertex.copy()
    place[copied] = mesh.n + np.arange(len(copied))
    uv = np.zeros((mesh.n + len(copied), 2), dtype=np.float32)
    uv[place] = kinds[:, 1:]
    F = place[kind.ravel()][_corners_of_triangles(mesh)]
    return SplitVertices(mesh, np.concatenate([np.arange(mesh.n), vertex[copied]]), F, uv)


def _corners_of_triangles(mesh: Mesh) -> Ints:
    """(m, 3) the corner of a polygon for each corner of each triangle."""
    sizes = np.diff(mesh.polygons.starts)
    keys = np.repeat(np.arange(len(sizes)), sizes) * mesh.n + mesh.polygons.corners
    order = np.argsort(keys, kind="stable")
    found = np.searchsorted(keys[order], mesh.owner[:, None] * mesh.n + mesh.F)
    return order[found]
