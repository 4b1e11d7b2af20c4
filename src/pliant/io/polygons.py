"""Polygons from a flat list of corners, and texture coordinates per vertex from those per corner."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Array, Floats, Ints, frozen
from pliant.core.mesh import Mesh, Polygons


def polygons_of_sizes(corners: Ints, sizes: Ints) -> Polygons:
    """Polygons with sizes[q] corners each, polygon after polygon."""
    return Polygons(frozen(corners, np.int64), frozen(np.concatenate([[0], np.cumsum(sizes)]), np.int64))


def corner_uv(mesh: Mesh) -> Floats | None:
    """(c, 2) texture coordinates of every corner, NaN where there are none; None without any."""
    if mesh.uv is None or mesh.uv_corners is None or not (mesh.uv_corners >= 0).any():
        return None
    values = np.full((len(mesh.uv_corners), 2), np.nan)
    given = mesh.uv_corners >= 0
    values[given] = mesh.uv[mesh.uv_corners[given]]
    return values


def vertex_uv(mesh: Mesh) -> Floats | None:
    """(n, 2) texture coordinates of every vertex, zero for vertices of no polygon.

    None where the corners of one vertex differ or a corner has none.
    """
    values = corner_uv(mesh)
    if values is None:
        return None
    uv = np.zeros((mesh.n, 2))
    uv[mesh.polygons.corners] = values
    return uv if np.array_equal(uv[mesh.polygons.corners], values) else None


def turned_over(uv: Array) -> Array:
    """(t, 2) texture coordinates that count from the image's other horizontal edge: v = 1 - v."""
    return np.stack([uv[:, 0], 1 - uv[:, 1]], axis=1)
