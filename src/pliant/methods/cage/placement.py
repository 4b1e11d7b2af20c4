"""Where points lie relative to a closed surface: inside, outside or on it, and how far from it.

The winding number is the sum of the exact solid angles of the triangles over 4π [Jacobson2013]: 1 inside,
0 outside. Cages have at most some thousand triangles, so that every pair is visited.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Array, Vertices, read_only
from pliant.geometry.bounding_box import box_diagonal
from pliant.methods.cage.potentials import from_point, seen_edge, solid_angle
from pliant.methods.cage.triangles import CageTriangles

# Relative to the size of the triangles' box: nearer than this counts as on the surface.
ON_SURFACE = 1e-10


class Placement(NamedTuple):
    """Where n points lie relative to a closed surface of triangles.

    winding:     (n,) winding numbers; ½ from either side is the border between inside and outside
    distance:    (n,) distance from the surface
    triangle:    (n,) the nearest triangle
    barycentric: (n, 3) barycentric coordinates of the nearest point in it
    near:        points closer than this are on the surface
    """

    winding: Array
    distance: Array
    triangle: Array
    barycentric: Array
    near: float

    @property
    def on_surface(self) -> Array:
        """(n,) bool: on the surface, up to rounding."""
        return self.distance <= self.near

    @property
    def inside(self) -> Array:
        """(n,) bool: inside, and not on the surface."""
        return (self.winding > 0.5) & ~self.on_surface

    @property
    def outside(self) -> Array:
        """(n,) bool: outside, and not on the surface."""
        return (self.winding <= 0.5) & ~self.on_surface


def placement(points: Vertices, triangles: CageTriangles) -> Placement:
    """Where points (n, 3) lie relative to the closed surface of the triangles."""
    n = len(points)
    near = ON_SURFACE * box_diagonal(triangles.corners.reshape(-1, 3))
    placed = Placement(np.empty(n), np.empty(n), np.empty(n, dtype=np.int64), np.empty((n, 3)), near)
    _place(read_only(points), triangles, placed)
    return placed


@njit(cache=True)
def winding_numbers(points, triangles, on):
    """(n,) winding numbers of points (n, 3) on the triangles `on` (n,): the mean of the two sides."""
    winding = np.zeros(len(points))
    for i in range(len(points)):
        for t in range(len(triangles.corners)):
            if t != on[i]:
                winding[i] += solid_angle(points[i], triangles, t)
    return winding / (4.0 * np.pi)


@njit(cache=True, parallel=True)
def _place(points, triangles, placed):
    """Fill the arrays of a placement."""
    # A parallel loop does not write to arrays that it finds in a tuple.
    winding, distance = placed.winding, placed.distance
    triangle, barycentric = placed.triangle, placed.barycentric
    for i in prange(len(points)):
        total, nearest = 0.0, np.inf
        for t in range(len(triangles.corners)):
            total += solid_angle(points[i], triangles, t)
            squared, b0, b1 = _nearest(points[i], triangles, t)
            if squared < nearest:
                nearest, triangle[i] = squared, t
                barycentric[i, 0], barycentric[i, 1], barycentric[i, 2] = b0, b1, 1.0 - b0 - b1
        winding[i] = total / (4.0 * np.pi)
        distance[i] = np.sqrt(nearest)


@njit(cache=True)
def _nearest(x, triangles, t):
    """Squared distance of x from triangle t, and the nearest point's first two barycentric coordinates."""
    h = from_point(triangles.normals[t], triangles.corners[t, 0], x)
    e0, e1, e2 = seen_edge(x, triangles, t, 0), seen_edge(x, triangles, t, 1), seen_edge(x, triangles, t, 2)
    if e0.d >= 0.0 and e1.d >= 0.0 and e2.d >= 0.0:
        return h * h, e0.d / triangles.heights[t, 0], e1.d / triangles.heights[t, 1]
    squared0, squared1, squared2 = _beside(e0), _beside(e1), _beside(e2)
    if squared0 <= squared1 and squared0 <= squared2:
        return h * h + squared0, 0.0, 1.0 - _share(e0)
    if squared1 <= squared2:
        return h * h + squared1, _share(e1), 0.0
    return h * h + squared2, 1.0 - _share(e2), _share(e2)


@njit(cache=True)
def _beside(edge):
    """Squared distance, within the plane, of the foot of x from an edge."""
    beyond = max(edge.s1, 0.0, -edge.s2)
    return edge.d * edge.d + beyond * beyond


@njit(cache=True)
def _share(edge):
    """Where an edge is nearest to x: 0 at its start, 1 at its end."""
    return min(max(-edge.s1 / (edge.s2 - edge.s1), 0.0), 1.0)
