"""The parts of a mesh as meshes of their own, for files that hold several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pliant.appearance import Layer, Part
from pliant.arrays import Floats, Ints, frozen
from pliant.mesh import Mesh, Polygons

# Matrices that shrink more than this, from one axis to another, cannot be undone in single precision.
_STEEPEST = 1e5


@dataclass(frozen=True, eq=False)
class Piece:
    """One part of a mesh.

    part:   which vertices and polygons of the whole it has, and the node that it hangs on; node -1 for none
    mesh:   those, in the coordinates of the whole, without nodes and parts
    corners: which corners of the polygons of the whole it has
    whole:  whether it is the whole mesh
    """

    part: Part
    mesh: Mesh
    corners: slice
    whole: bool

    def of(self, V: Floats) -> Floats:
        """The rows of this part among positions V (n, 3) of the whole mesh."""
        return V[slice(*self.part.vertices)]


def pieces_of(mesh: Mesh) -> list[Piece]:
    """The parts of a mesh in their order; the whole mesh if it has none."""
    parts = mesh.appearance.parts or (Part("", -1, (0, mesh.n), (0, len(mesh.polygons))),)
    return [_piece(mesh, part, whole=len(parts) == 1) for part in parts]


def placed_nodes(mesh: Mesh) -> Floats:
    """(nodes, 4, 4) from each node of a mesh to the scene; all at the origin if one cannot be undone."""
    matrices = mesh.appearance.world_matrices()
    steep = np.linalg.cond(matrices[:, :3, :3]) > _STEEPEST if len(matrices) else np.zeros(0, bool)
    return np.tile(np.eye(4), (len(matrices), 1, 1)) if np.any(steep) else matrices


def _piece(mesh: Mesh, part: Part, *, whole: bool) -> Piece:
    begin, end = part.polygons
    starts = mesh.polygons.starts[begin : end + 1]
    rows = np.arange(starts[0], starts[-1])
    first, last = part.vertices
    triangles = slice(*np.searchsorted(mesh.owner, [begin, end]))
    polygons = Polygons(
        frozen(mesh.polygons.corners[rows] - first, np.int64), frozen(starts - starts[0], np.int64)
    )
    uv = None
    if mesh.uv is not None and mesh.uv_corners is not None:
        uv = Layer(mesh.uv, mesh.uv_corners) if whole else Layer(mesh.uv, mesh.uv_corners).taken(rows)
        uv = uv if (uv.corners >= 0).any() else None
    own = Mesh(
        mesh.V[first:last],
        mesh.F[triangles] - first,
        polygons,
        mesh.owner[triangles] - begin,
        None if uv is None else uv.values,
        None if uv is None else uv.corners,
        _inside(mesh.groups, begin, end),
        _inside(mesh.materials, begin, end),
        mesh.appearance.piece(rows),
    )
    return Piece(part, own, slice(int(starts[0]), int(starts[-1])), whole)


def _inside(members: Mapping[str, Ints], begin: int, end: int) -> dict[str, Ints]:
    """name -> (…,) polygons from begin up to, without, end, counted from begin."""
    found = {name: rows[(rows >= begin) & (rows < end)] - begin for name, rows in members.items()}
    return {name: rows for name, rows in found.items() if len(rows)}
