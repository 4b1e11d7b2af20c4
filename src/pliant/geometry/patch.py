"""Patches: the neighbourhood of a point, which a pin that turns holds as one rigid group."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import (
    Anchors,
    Held,
    Points,
    checked_targets,
    checked_vertices,
    held_points,
    numbered,
)
from pliant.arrays import Floats, Ints, Targets
from pliant.errors import AnchorError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.geodesic_disc import geodesic_disc
from pliant.geometry.rotations import exp
from pliant.geometry.solvable import welded
from pliant.mesh import Mesh
from pliant.pins import Pin, check_pins

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


def patch_around(mesh: Mesh, face: int, barycentric: ArrayLike) -> list[int]:
    """The vertices around a point of a triangle, measured along the surface: 4% of the diagonal.

    At least the triangles at the corners that carry the point belong to it. A point on a vertex has the
    patch of that vertex, and the vertex comes first.
    """
    weights = np.asarray(barycentric, dtype=np.float64)
    if weights.max() == 1.0:
        return patch(mesh, int(mesh.F[face, int(weights.argmax())]))
    of_user, first = welded(mesh.V[None])
    F = of_user[mesh.F]
    inside, _ = geodesic_disc(mesh.V[first], F, face, weights, RADIUS * box_diagonal(mesh.V))
    at = np.isin(F, F[face][weights != 0.0]).any(axis=1)
    return first[np.union1d(inside, F[at])].tolist()


def patched(points: Points, pins: Sequence[Pin | None] | None, mesh: Mesh) -> Points:
    """The points with the patch of every single vertex whose pin turns, less what other items hold.

    Raises AnchorError for a pin that turns a point on a triangle.
    """
    check_pins(pins)
    if pins is None or not any(pin is not None and pin.turn for pin in pins):
        return points
    if isinstance(points, Anchors):
        raise AnchorError("A point on a triangle has no patch to turn; grab a vertex, or a group of them.")
    vertices = numbered(points, mesh.landmarks)
    items = [np.atleast_1d(np.asarray(item)).tolist() for item in vertices]
    taken = {vertex for item in items for vertex in item}
    out = []
    for item, pin in zip(items, pins, strict=False):
        if pin is not None and pin.turn and len(item) == 1:
            own = [vertex for vertex in patch(mesh, item[0])[1:] if vertex not in taken]
            taken.update(own)
            item = item + own
        out.append(item)
    return out + items[len(out) :]


def with_patches(anchors: Anchors, turning: Sequence[bool], mesh: Mesh) -> Anchors:
    """Points on triangles, those that turn as groups with their neighbourhoods, less what others hold.

    anchors: every point an item of its own
    turning: for each of them whether it turns
    A point comes first in its group, so that `placed_targets` turns the group about it.
    """
    held = held_points(anchors, mesh.V, mesh.F)
    of_user = welded(mesh.V[None])[0]
    taken = _spared(of_user[held.corners], held.weights)
    faces, barycentric, group = [anchors.faces], [anchors.barycentric], [anchors.group]
    for item in np.flatnonzero(turning):
        around = patch_around(mesh, int(anchors.faces[item]), anchors.barycentric[item])
        own = [vertex for vertex in around if of_user[vertex] not in taken]
        taken.update(of_user[own].tolist())
        face, weights = corners_of(own, mesh)
        faces.append(face)
        barycentric.append(weights)
        group.append(np.full(len(face), item))
    items = np.concatenate(group)
    order = np.argsort(items, kind="stable")
    return Anchors(np.concatenate(faces)[order], np.concatenate(barycentric)[order], items[order])


def placed_targets(
    held: Held, places: ArrayLike, turns: Sequence[Sequence[float] | None] | None = None
) -> Targets:
    """(h, 3) targets: the first point of each item at its place, its others where a turn takes them.

    places: (g, 3) one for each item of the user's list
    turns:  for each item a rotation vector from rest about its first point, in radians; None for no turn
    Raises TargetError for other shapes and numbers not finite.
    """
    items = int(held.group.max()) + 1
    at = checked_targets(places, items)
    said = [None] * items if turns is None else list(turns)
    R = exp(checked_targets([(0.0, 0.0, 0.0) if turn is None else turn for turn in said], items))
    first = np.unique(held.group, return_index=True)[1]
    arms = held.rest - held.rest[first[held.group]]
    return at[held.group] + np.einsum("hij,hj->hi", R[held.group], arms)


def corners_of(vertices: Collection[int], mesh: Mesh) -> tuple[Ints, Floats]:
    """Vertices as points on triangles: (h,) the first triangle of each, and (h, 3) coordinates there.

    Raises AnchorError for a vertex on no triangle.
    """
    # Backwards, so that of a vertex's corners the first is kept.
    corner = np.full(mesh.n, -1, dtype=np.int64)
    corner[mesh.F.ravel()[::-1]] = np.arange(mesh.F.size)[::-1]
    at = corner[np.array(list(vertices), dtype=np.int64)]
    if (at < 0).any():
        vertex = list(vertices)[int(np.argmax(at < 0))]
        raise AnchorError(
            f"Vertex {vertex} lies on no triangle, so that it cannot be held beside points on the "
            "surface; hold vertices only, or leave it out."
        )
    return at // 3, np.eye(3)[at % 3]


def _spared(corners: Ints, weights: Floats) -> set[int]:
    """A corner of each held point (h, 3) that patches must leave out, as in `Held`.

    With all of its corners held a point would be held twice. The heaviest corner that is still free is
    spared: the others and the point tell best where it is.
    """
    out: set[int] = set()
    for own, w in zip(corners.tolist(), weights, strict=True):
        left = [own[i] for i in np.argsort(-w, kind="stable") if w[i] != 0.0 and own[i] not in out]
        out.update(left[:1])
    return out
