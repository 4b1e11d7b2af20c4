"""Grows a cage outward, face by face, until it encloses given points."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.errors import CageError
from pliant.geometry.bounding_box import box_diagonal
from pliant.mesh import Mesh
from pliant.methods.cage.cage_checks import check_cage, encloses
from pliant.methods.cage.placement import placement
from pliant.methods.cage.triangles import cage_triangles

# Distance kept from the points, relative to the cage's diagonal, so that rounding does no harm.
CLEARANCE = 1e-3
# Each further attempt grows twice as far.
ATTEMPTS = 6


def grown(cage: Mesh, points: Vertices) -> Mesh:
    """The cage with its faces moved outward, just far enough to enclose the points (n, 3).

    A point at some distance outside is enclosed when every face has moved by that, unless the cage folds.
    Raises CageError for a bad cage, or where growing does not enclose the points.
    """
    points = np.ascontiguousarray(points, dtype=np.float64)
    check_cage(cage)
    size = box_diagonal(cage.V)
    placed = placement(points, cage_triangles(cage.V, cage.F))
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

    At each vertex it is the shortest motion d with n·d = 1 for the planes n around it, by least squares,
    made longer where a plane would lag behind.
    """
    triangles = cage_triangles(cage.V, cage.F)
    directions = np.empty_like(cage.V)
    for v in range(cage.n):
        N = triangles.normals[np.any(v == cage.F, axis=1)]
        d = np.linalg.lstsq(N, np.ones(len(N)), rcond=0.1)[0]
        lag = (N @ d).min()
        directions[v] = d / lag if lag > 0.1 else d
    return directions
