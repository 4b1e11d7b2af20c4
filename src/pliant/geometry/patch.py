"""Patches: the neighbourhood of a vertex, which a pin that turns holds as one rigid group."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.anchors import Anchors, Points, checked_vertices
from pliant.errors import AnchorError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.geodesic_disc import geodesic_disc
from pliant.geometry.solvable import welded
from pliant.mesh import Mesh
from pliant.pins import Pin

# Radius of a patch, in diagonals: about half the length of a hand of a standing human.
RADIUS = 0.04


def patch(mesh: Mesh, vertex: int, radius: float | None = None) -> list[int]:
    """The vertices around a vertex, measured along the surface; the vertex itself comes first.

    radius: in the mesh's units; by default 4% of its diagonal
    At least the vertex's own triangles belong to it, so that it can be turned on a coarse mesh too.
    Raises AnchorError for a vertex that is not on the mesh, or on no triangle.
    """
    checked_vertices([vertex], mesh.n, "at the middle of a patch")
    of_user, first = welded(mesh.V[None])
    F = of_user[mesh.F]  # a patch goes on beyond the seams of texture coordinates
    around = np.argwhere(of_user[vertex] == F)
    if not len(around):
        raise AnchorError(
            f"Vertex {vertex} lies on no triangle, so it has no neighbourhood; take another one."
        )
    face, corner = around[0].tolist()
    reach = RADIUS * box_diagonal(mesh.V) if radius is None else radius
    inside, _ = geodesic_disc(mesh.V[first], F, face, np.eye(3)[corner], reach)
    members = np.union1d(inside, F[around[:, 0]])
    return [vertex, *first[members[members != of_user[vertex]]].tolist()]


def patched(points: Points, pins: Sequence[Pin | None] | None, mesh: Mesh) -> Points:
    """The points with the patch of every single vertex whose pin turns, less what other items hold.

    Raises AnchorError for a pin that turns a point on a triangle.
    """
    if pins is None or not any(pin is not None and pin.turn for pin in pins):
        return points
    if isinstance(points, Anchors):
        raise AnchorError("A point on a triangle has no patch to turn; grab a vertex, or a group of them.")
    items = [np.atleast_1d(np.asarray(item)).tolist() for item in points]
    taken = {vertex for item in items for vertex in item}
    out = []
    for item, pin in zip(items, pins, strict=False):
        if pin is not None and pin.turn and len(item) == 1:
            own = [vertex for vertex in patch(mesh, item[0])[1:] if vertex not in taken]
            taken.update(own)
            item = item + own
        out.append(item)
    return out + items[len(out) :]
