"""Cages made by code: a cube, an irregular octahedron, and a U whose legs are close to each other."""

from __future__ import annotations

import numpy as np

from pliant.mesh import Mesh, Polygons
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import cage_triangles

U_CAP = [(0, 1, 4, 5), (1, 2, 3, 4), (5, 6, 7, 0)]
LEFT_TIP, RIGHT_TIP = [6, 7, 14, 15], [2, 3, 10, 11]


def cube() -> Mesh:
    """The unit cube in six quads."""
    V = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
    quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    return Mesh.of_polygons(np.array(V, dtype=float), Polygons.of(quads))


def octahedron() -> Mesh:
    """Six vertices in no special position."""
    V = [(1.1, 0.1, 0), (-0.9, 0, 0.2), (0.1, 1.3, 0), (0, -1, 0.1), (0.2, 0, 0.8), (0, 0.1, -1.2)]
    F = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    return Mesh.of(V, F)


def letter_u(gap: float = 1.0) -> Mesh:
    """An upright U, 3 high and 1 deep, with legs of width 1 and a gap between: 16 vertices, 14 quads."""
    a, b = 1 + gap, 2 + gap
    outline = [(0, 0), (b, 0), (b, 3), (a, 3), (a, 1), (1, 1), (1, 3), (0, 3)]
    V = [(x, y, z) for z in (0, 1) for x, y in outline]
    sides = [[i, (i + 1) % 8, (i + 1) % 8 + 8, i + 8] for i in range(8)]
    back = [list(reversed(quad)) for quad in U_CAP]
    front = [[corner + 8 for corner in quad] for quad in U_CAP]
    return Mesh.of_polygons(np.array(V, dtype=float), Polygons.of(sides + back + front))


def inner_points(cage: Mesh, count: int, seed: int = 0) -> np.ndarray:
    """(count, 3) points strictly inside a cage."""
    rng = np.random.default_rng(seed)
    points = rng.uniform(cage.V.min(axis=0), cage.V.max(axis=0), (20 * count, 3))
    inside = placement(points, cage_triangles(cage.V, cage.F)).inside
    return np.ascontiguousarray(points[inside][:count])
