"""The triangles of a cage with an orthonormal frame on every edge: all coordinates are computed from these.

Edge e of a triangle lies opposite to its corner e. At a point x, with p its foot on the plane, every formula
needs only: the height h = n·(a − x), the distances d_e of p from the edges (positive inside) and the
positions s of the edge's ends along it. Then x is ρ_e = √(h² + d_e²) away from the line of the edge and
p has the barycentric coordinates d_e / H_e: nothing is a difference of large numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Array, Faces, Floats, Vertices


class CageTriangles(NamedTuple):
    """t triangles in space, ready for compiled kernels.

    corners:   (t, 3, 3) corner, coordinate
    normals:   (t, 3) unit, to the side from which the corners run counter-clockwise
    tangents:  (t, 3, 3) unit, along edge e from corner e+1 to corner e+2
    conormals: (t, 3, 3) unit, in the plane, out of the triangle across edge e
    heights:   (t, 3) H_e: distance of corner e from edge e
    """

    corners: Array
    normals: Array
    tangents: Array
    conormals: Array
    heights: Array


def cage_triangles(V: Vertices, F: Faces) -> CageTriangles:
    """The triangles F (t, 3) of the vertices V (n, 3); every triangle must have an area."""
    corners = V[F]
    along = np.roll(corners, -2, axis=1) - np.roll(corners, -1, axis=1)
    tangents = along / np.linalg.norm(along, axis=2, keepdims=True)
    cross = _accurate_cross(along)
    twice = np.linalg.norm(cross, axis=1)
    normals = cross / twice[:, None]
    conormals = np.cross(tangents, normals[:, None, :])
    heights = twice[:, None] / np.linalg.norm(along, axis=2)
    parts = (corners, normals, tangents, conormals, heights)
    return CageTriangles(*(np.ascontiguousarray(part, dtype=np.float64) for part in parts))


def _accurate_cross(along: Floats) -> Floats:
    """(t, 3) twice the area vector, from the two shorter edges: the longest would cost a sliver digits."""
    longest = np.argmax((along**2).sum(axis=2), axis=1)
    rows = np.arange(len(along))
    return np.cross(along[rows, (longest + 1) % 3], along[rows, (longest + 2) % 3])
