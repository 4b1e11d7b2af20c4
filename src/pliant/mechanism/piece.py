"""One component of a mechanism as a mesh by itself, with its texture coordinates, groups and materials."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints, frozen
from pliant.errors import MechanismError
from pliant.mechanism.components import most_frequent
from pliant.mechanism.mechanism import Mechanism
from pliant.mesh import Mesh, Polygons


@dataclass(frozen=True, eq=False)
class Piece:
    """A component as a mesh by itself.

    mesh:     its polygons, in the model's order, on its vertices
    vertices: (n,) the model's number of each vertex: first the component's own, then those of neighbours
              that its polygons use where the surface continues from one component to the next
    own:      the number of the component's own vertices
    """

    mesh: Mesh
    vertices: Ints
    own: int


def pieces(mechanism: Mechanism) -> list[Piece]:
    """Every component as a mesh; each polygon of the model belongs to exactly one.

    A polygon between components belongs to the one with most of its corners, then to the lower number.
    Raises MechanismError for a component without polygons.
    """
    mesh = mechanism.mesh
    sizes = np.diff(mesh.polygons.starts)
    polygon = np.repeat(np.arange(len(sizes)), sizes)
    owner = most_frequent(polygon, mechanism.component[mesh.polygons.corners], len(sizes))
    return [_piece(mechanism, i, np.flatnonzero(owner == i)) for i in range(len(mechanism.components))]


def _piece(mechanism: Mechanism, component: int, polygons: Ints) -> Piece:
    mesh = mechanism.mesh
    if not len(polygons):
        raise MechanismError(
            f"The component '{mechanism.components[component].name}' has no polygon, so that it cannot be a "
            "mesh of its own. Merge it with another."
        )
    chosen = np.zeros(len(mesh.polygons), dtype=bool)
    chosen[polygons] = True
    sizes = np.diff(mesh.polygons.starts)
    rows = np.flatnonzero(np.repeat(chosen, sizes))
    corners = mesh.polygons.corners[rows]
    own = np.flatnonzero(mechanism.component == component)
    vertices = np.concatenate([own, np.setdiff1d(corners, own)])
    place = np.full(mesh.n, -1, dtype=np.int64)
    place[vertices] = np.arange(len(vertices))
    return Piece(_mesh(mesh, vertices, place, polygons, rows), frozen(vertices, np.int64), len(own))


def _mesh(mesh: Mesh, vertices: Ints, place: Ints, polygons: Ints, rows: Ints) -> Mesh:
    """Some polygons of the model, whose corners are rows (c,) of the model's, on some of its vertices.

    place: (n,) the new number of each of the model's vertices
    """
    starts = np.concatenate([[0], np.cumsum(np.diff(mesh.polygons.starts)[polygons])])
    number = np.full(len(mesh.polygons), -1, dtype=np.int64)
    number[polygons] = np.arange(len(polygons))
    triangles = np.flatnonzero(number[mesh.owner] >= 0)
    uv, uv_corners = _texture(mesh, rows)
    return Mesh(
        frozen(mesh.V[vertices], np.float64),
        frozen(place[mesh.F[triangles]], np.int64),
        Polygons(frozen(place[mesh.polygons.corners[rows]], np.int64), frozen(starts, np.int64)),
        frozen(number[mesh.owner[triangles]], np.int64),
        uv,
        uv_corners,
        _members(mesh.groups, number),
        _members(mesh.materials, number),
        mesh.appearance.piece(rows),
    )


def _texture(mesh: Mesh, rows: Ints) -> tuple[Floats | None, Ints | None]:
    """(t, 2) texture coordinates of some corners, rows (c,) of the model's, and the row of each corner."""
    if mesh.uv is None or mesh.uv_corners is None or not (mesh.uv_corners[rows] >= 0).any():
        return None, None
    given = mesh.uv_corners[rows]
    used, row = np.unique(given[given >= 0], return_inverse=True)
    kept = np.full(len(rows), -1, dtype=np.int64)
    kept[given >= 0] = row
    return frozen(mesh.uv[used], np.float64), frozen(kept, np.int64)


def _members(members: Mapping[str, Ints], number: Ints) -> dict[str, Ints]:
    """Groups or materials restricted to the polygons that have a new number (p,), which is not -1."""
    kept = {name: number[rows] for name, rows in members.items()}
    return {name: frozen(rows[rows >= 0], np.int64) for name, rows in kept.items() if (rows >= 0).any()}
