"""Normals that follow a moving mesh, as time samples of a primvar.

Some programs draw polygons without normals flat and others smooth, and all light those at rest wrongly where
they move: so flat faces are written as normals too, and every frame has its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pliant.appearance import Layer, unit
from pliant.arrays import Floats, Ints
from pliant.corner_normals import CornerNormals
from pliant.geometry.gradient import double_area_normals
from pliant.io.usd.geometry import UsdPiece
from pliant.io.usd.primvars import NORMALS, float_array
from pliant.io.usd.pxr import pxr
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class MovingNormals:
    """The normals of a part of a mesh over time.

    primvar: where they go; None for a part without normals
    rows:    (r,) their rows among the normals of the whole mesh
    turn:    (3, 3) from the directions of the scene to those of the part
    spare:   rows after them that stand for no normal
    """

    primvar: Any | None
    rows: Ints
    turn: Floats
    spare: int

    @staticmethod
    def of(made: UsdPiece, follow: CornerNormals) -> MovingNormals:
        """The normals of a part that was written with those at rest."""
        primvar = pxr("UsdGeom").PrimvarsAPI(made.prim).GetPrimvar(NORMALS)
        corners = follow.normal_corners[made.piece.corners]
        used = np.unique(corners[corners >= 0])
        if not primvar or not primvar.HasValue():
            return MovingNormals(None, used, np.eye(3), 0)
        # Normals go by the transpose of the matrix from the part to the scene, up to their lengths.
        return MovingNormals(primvar, used, made.matrix[:3, :3].T, int((corners < 0).any()))

    def write(self, normals: Floats, time: float) -> None:
        """Write the normals of a time code, from those of the whole mesh (r, 3)."""
        if self.primvar is None:
            return
        own = normals[self.rows]
        own = own if np.array_equal(self.turn, np.eye(3)) else unit(own @ self.turn.T)
        self.primvar.Set(float_array(np.concatenate([own, np.zeros((self.spare, 3))])), time)


def with_moving_normals(mesh: Mesh) -> Mesh:
    """The mesh with a row of normals for each that moves by itself, and without tangents."""
    if mesh.corner_normals is None:
        return mesh
    layers = {**mesh.appearance.layers, **mesh.corner_normals.posed(mesh.V)}
    layers.pop("tangent", None)
    return mesh.with_appearance(replace(mesh.appearance, layers=layers))


def with_flat_normals(mesh: Mesh) -> Mesh:
    """The mesh with one normal per polygon if its file could have told normals and did not: it has nodes."""
    look = mesh.appearance
    if "normal" in look.layers or not look.nodes:
        return mesh
    sums = np.zeros((len(mesh.polygons), 3))
    np.add.at(sums, mesh.owner, double_area_normals(mesh.V, mesh.F))
    owners = np.repeat(np.arange(len(sums)), np.diff(mesh.polygons.starts))
    layer = Layer.of(unit(sums), owners)
    return mesh.with_appearance(replace(look, layers={**look.layers, "normal": layer}))
