"""Where points lie relative to a closed surface: inside, outside or on it, and how far from it.

The winding number is the sum of the exact solid angles of the triangles over 4π [Jacobson2013]: 1 inside,
0 outside. Cages have at most some thousand triangles, so that every pair is visited.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Floats, Ints, Vertices
from pliant.methods.cage.potentials import from_point, solid_angle
from pliant.methods.cage.triangles import Triangles

# Relative to the size of the triangles' box: nearer than this counts as on the surface.
ON_SURFACE = 1e-10


@dataclass(frozen=True, eq=False)
class Placement:
    """Of n points relative to a closed surface of triangles.

    winding:     (n,) winding number; ½ from either side is the border between inside and outside
    distance:    (n,) from the surface
    triangle:    (n,) the nearest triangle
    barycentric: (n, 3) the nearest point in it
    near:        points closer than this are on the surface
    """

    winding: Floats
    distance: Floats
    triangle: Ints
    barycentric: Floats
    near: float

    @property
    def on_surface(self) -> np.ndarray:
        """(n,) bool."""
        return self.distance <= self.near

    @property
    def inside(self) -> np.ndarray:
        """(n,) bool: inside, and not on the surface."""
        return (self.winding > 0.5) & ~self.on_surface

    @property
    def outside(self) -> np.ndarray:
        """(n,) bool: outside, and not on the surface."""
        return (self.winding <= 0.5) & ~self.on_surface


def placement(points: Vertices, triangles: Triangles) -> Placement:
    """Of points (n, 3) relative to the closed surface of the triangles."""
    n = len(points)
    winding, distance = np.empty(n), np.empty(n)
    triangle, barycentric = np.empty(n, dtype=np.int64), np.empty((n, 3))
    _place(points, *triangles.frames, winding, distance, triangle, barycentric)
    size = np.linalg.norm(np.ptp(triangles.corners.reshape(-1, 3), axis=0))
    return Placement(winding, distance, triangle, barycentric, float(ON_SURFACE * size))


def winding_numbers(points: Vertices, triangles: Triangles, on: Ints) -> Floats:
    """(n,) of points (n, 3) that lie on the triangles `on` (n,): the mean from the two sides."""
    return _winding_without(points, *triangles.frames[:-1], on)


@njit(cache=True)
def _winding_without(points, corners, normals, tangents, conormals, on):
    winding = np.zeros(len(points))
    for i in range(len(points)):
        for t in range(len(corners)):
            if t != on[i]:
                winding[i] += solid_angle(points[i], corners[t], normals[t], tangents[t], conormals[t])
    return winding / (4.0 * np.pi)


@njit(cache=True, parallel=True)
def _place(points, corners, normals, tangents, conormals, heights, winding, distance, triangle, barycentric):
    for i in prange(len(points)):
        total, nearest = 0.0, np.inf
        for t in range(len(corners)):
            total += solid_angle(points[i], corners[t], normals[t], tangents[t], conormals[t])
            squared, b0, b1 = _nearest(
                points[i], corners[t], normals[t], tangents[t], conormals[t], heights[t]
            )
            if squared < nearest:
                nearest, triangle[i] = squared, t
                barycentric[i, 0], barycentric[i, 1], barycentric[i, 2] = b0, b1, 1.0 - b0 - b1
        winding[i] = total / (4.0 * np.pi)
        distance[i] = np.sqrt(nearest)


@njit(cache=True)
def _nearest(x, corners, normal, tangents, conormals, heights):
    """Squared distance of x from the triangle, and the nearest point's first two barycentric coordinates."""
    a, b, c = corners[0], corners[1], corners[2]
    h = from_point(normal, a, x)
    d0, d1, d2 = (
        from_point(conormals[0], b, x),
        from_point(conormals[1], c, x),
        from_point(conormals[2], a, x),
    )
    if d0 >= 0.0 and d1 >= 0.0 and d2 >= 0.0:
        return h * h, d0 / heights[0], d1 / heights[1]
    s0, e0 = from_point(tangents[0], b, x), from_point(tangents[0], c, x)
    s1, e1 = from_point(tangents[1], c, x), from_point(tangents[1], a, x)
    s2, e2 = from_point(tangents[2], a, x), from_point(tangents[2], b, x)
    beside0, beside1, beside2 = max(s0, 0.0, -e0), max(s1, 0.0, -e1), max(s2, 0.0, -e2)
    squared0, squared1 = d0 * d0 + beside0 * beside0, d1 * d1 + beside1 * beside1
    squared2 = d2 * d2 + beside2 * beside2
    if squared0 <= squared1 and squared0 <= squared2:
        return h * h + squared0, 0.0, 1.0 - min(max(-s0 / (e0 - s0), 0.0), 1.0)
    if squared1 <= squared2:
        share = min(max(-s1 / (e1 - s1), 0.0), 1.0)
        return h * h + squared1, share, 0.0
    share = min(max(-s2 / (e2 - s2), 0.0), 1.0)
    return h * h + squared2, 1.0 - share, share
