"""Polygons of a mesh: made from a flat list of corners, turned inside out, and their texture coordinates."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array, Floats, Ints, frozen
from pliant.mesh import Mesh, Polygons


def polygons_of_sizes(corners: Ints, sizes: Ints) -> Polygons:
    """Polygons from all their corners (c,), one polygon after the other.

    sizes: (p,) how many corners each polygon has
    """
    return Polygons(frozen(corners, np.int64), frozen(np.concatenate([[0], np.cumsum(sizes)]), np.int64))


def opposite(polygons: Polygons) -> Ints:
    """(c,) the order of the corners that reverses every polygon in place."""
    ends = polygons.starts[:-1] + polygons.starts[1:] - 1
    return np.repeat(ends, np.diff(polygons.starts)) - np.arange(polygons.starts[-1])


def turned_inside_out(mesh: Mesh) -> Mesh:
    """The same mesh with the corners of every polygon in the opposite order."""
    order = opposite(mesh.polygons)
    return Mesh.of_polygons(
        mesh.V,
        polygons_of_sizes(mesh.polygons.corners[order], np.diff(mesh.polygons.starts)),
        uv=mesh.uv,
        uv_corners=None if mesh.uv_corners is None else mesh.uv_corners[order],
        groups=mesh.groups,
        materials=mesh.materials,
    ).with_appearance(mesh.appearance.reordered(order))


def corner_uv(mesh: Mesh) -> Floats | None:
    """(c, 2) texture coordinates of every corner, NaN for corners without; None for a mesh without any."""
    if mesh.uv is None or mesh.uv_corners is None or not (mesh.uv_corners >= 0).any():
        return None
    values = np.full((len(mesh.uv_corners), 2), np.nan)
    given = mesh.uv_corners >= 0
    values[given] = mesh.uv[mesh.uv_corners[given]]
    return values


def vertex_uv(mesh: Mesh) -> Floats | None:
    """(n, 2) texture coordinates of every vertex, zero for vertices of no polygon.

    None if the corners of a vertex have different coordinates, or a corner has none.
    """
    values = corner_uv(mesh)
    if values is None:
        return None
    uv = np.zeros((mesh.n, 2))
    uv[mesh.polygons.corners] = values
    return uv if np.array_equal(uv[mesh.polygons.corners], values) else None


def turned_over(uv: Array) -> Array:
    """(t, 2) texture coordinates measured from the opposite horizontal edge of the image: v becomes 1 - v."""
    return np.stack([uv[:, 0], 1 - uv[:, 1]], axis=1)
