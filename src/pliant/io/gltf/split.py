"""Vertices with one texture coordinate each: copies for those of a mesh that have several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Array, Ints
from pliant.core.mesh import Mesh
from pliant.io.polygons import corner_uv, turned_over


@dataclass(frozen=True, eq=False)
class SplitVertices:
    """The mesh's vertices in their order, and the copies after them.

    source: (n + copies,) the mesh's vertex that each is; the first n are 0 … n-1
    F:      (m, 3) the mesh's triangles on these vertices
    uv:     (n + copies, 2) float32, from the image's upper left as in glTF, or None if the mesh has none
    """

    source: Ints
    F: Ints
    uv: Array | None


def split_vertices(mesh: Mesh) -> SplitVertices:
    """A vertex keeps its first corner's texture coordinates; each further one makes a copy.

    Corners without any count as (0, 0).
    """
    values = corner_uv(mesh)
    if values is None:
        return SplitVertices(np.arange(mesh.n), mesh.F, None)
    values = turned_over(np.nan_to_num(values)).astype(np.float32)
    corners = mesh.polygons.corners
    kinds, first, kind = np.unique(
        np.column_stack([corners, values]), axis=0, return_index=True, return_inverse=True
    )
    # By vertex and then by first use, the first of each vertex stays and the others go to the end.
    vertex = kinds[:, 0].astype(np.int64)
    by_use = np.lexsort([first, vertex])
    stays = np.append(True, np.diff(vertex[by_use]) > 0)
    copied = by_use[~stays]
    place = vertex.copy()
    place[copied] = mesh.n + np.arange(len(copied))
    uv = np.zeros((mesh.n + len(copied), 2), dtype=np.float32)
    uv[place] = kinds[:, 1:]
    F = place[kind.ravel()][_corners_of_triangles(mesh)]
    return SplitVertices(np.concatenate([np.arange(mesh.n), vertex[copied]]), F, uv)


def _corners_of_triangles(mesh: Mesh) -> Ints:
    """(m, 3) the polygon corner that each corner of each triangle is."""
    sizes = np.diff(mesh.polygons.starts)
    keys = np.repeat(np.arange(len(sizes)), sizes) * mesh.n + mesh.polygons.corners
    order = np.argsort(keys, kind="stable")
    found = np.searchsorted(keys[order], mesh.owner[:, None] * mesh.n + mesh.F)
    return order[found]
