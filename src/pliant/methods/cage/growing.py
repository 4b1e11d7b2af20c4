"""A cage grown outward, face by face, until it encloses given points."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats, Vertices
from pliant.core.mesh import Mesh
from pliant.errors import CageError
from pliant.methods.cage.cage_checks import check_cage, diagonal, encloses
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import Triangles

# A clearance that no rounding eats, relative to the cage's diagonal.
CLEARANCE = 1e-3
# Each further attempt grows by as much again as all before it.
ATTEMPTS = 6


def grown(cage: Mesh, points: Vertices) -> Mesh:
    """The cage with its faces moved outward, just far enough to enclose the points (n, 3).

    A point some way outside is enclosed once every face has moved by as much, unless the cage folds there.
    """
    points = np.ascontiguousarray(points, dtype=np.float64)
    check_cage(cage)
    size = diagonal(cage.V)
    placed = placement(points, Triangles.of_mesh(cage.V, cage.F))
    out = placed.outside | placed.on_surface
    if not out.any():
        return cage
    amount = float(placed.distance[out].max()) + CLEARANCE * size
    directions = offset_directions(cage)
    for _ in range(ATTEMPTS):
        larger = cage.moved(cage.V + amount * directions)
        if encloses(larger, points):
            check_cage(larger)
            return larger
        amount *= 2.0
    raise CageError(
        f"{int(out.sum())} points lie outside the cage, by up to {placed.distance[out].max() / size:.2%} of "
        "its diagonal, and moving its faces outward does not enclose them; model the cage around them."
    )


def offset_directions(cage: Mesh) -> Floats:
    """(c, 3) motions of the vertices by which every face moves outward by one or a little more.

    In each vertex the shortest motion d with n·d = 1 for the planes n around it, by least squares, made
    longer where a plane would lag behind.
    """
    triangles = Triangles.of_mesh(cage.V, cage.F)
    directions = np.empty_like(cage.V)
    for v in range(cage.n):
        N = triangles.normals[np.any(v == cage.F, axis=1)]
        d = np.linalg.lstsq(N, np.ones(len(N)), rcond=0.1)[0]
        lag = (N @ d).min()
        directions[v] = d / lag if lag > 0.1 else d
    return directions
