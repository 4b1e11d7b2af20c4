"""A mesh as prims of a stage, one for each part: polygons, values at corners, groups and materials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Layer
from pliant.arrays import Array, Floats, Ints
from pliant.io.frames import single
from pliant.io.pieces import Piece, pieces_of
from pliant.io.placement import carried
from pliant.io.usd.primvars import write_primvars
from pliant.io.usd.pxr import pxr
from pliant.io.usd.shaders import DOUBLE_SIDED, ShaderWriter
from pliant.io.usd.tree import define_nodes, label, local_matrix, merged, set_matrix
from pliant.mesh import Mesh

# Kept on every mesh of several: the order of their vertices, which may differ from that of the hierarchy.
ORDER = "pliantOrder"


@dataclass(frozen=True, eq=False)
class UsdPiece:
    """A part of a mesh on a stage.

    prim:   its UsdGeom.Mesh
    piece:  which vertices of the whole mesh it has
    matrix: (4, 4) from the prim to the scene
    """

    prim: Any
    piece: Piece
    matrix: Floats

    def points(self, V: Floats) -> Floats:
        """(n', 3) its points in its own coordinates for positions V (n, 3) of the whole mesh."""
        return self.local(self.piece.of(V))

    def local(self, V: Floats) -> Floats:
        """(n', 3) positions V of this part in its own coordinates."""
        return V if np.array_equal(self.matrix, np.eye(4)) else carried(V, _inverse(self.matrix))


def define_mesh(stage: Any, root: str, mesh: Mesh, images: Sequence[str], matrices: Floats) -> list[UsdPiece]:
    """The new UsdGeom.Mesh prims of all parts of a mesh under a root, without time samples.

    images:   the address of every image of the mesh, relative to the stage
    matrices: (nodes, 4, 4) from each node of the mesh to the scene
    """
    look = mesh.appearance
    nodes = define_nodes(stage, root, look, matrices)
    bound = _define_materials(stage, f"{root}/materials", mesh, images)
    single = merged(look)
    found: list[UsdPiece] = []
    for piece in pieces_of(mesh):
        node, name = piece.part.node, piece.part.name or "mesh"
        if node in single:
            path = nodes[node]
        else:
            above = root if node < 0 else nodes[node]
            path = _free(stage, f"{above}/{pxr('Tf').MakeValidIdentifier(name)}")
        matrix = matrices[node] if node >= 0 else np.eye(4)
        prim = pxr("UsdGeom").Mesh.Define(stage, path)
        label(prim.GetPrim(), (look.nodes[node].name if node in single else "") or piece.part.name)
        if not piece.whole:
            prim.GetPrim().SetCustomDataByKey(ORDER, len(found))
        if node in single:
            set_matrix(prim, local_matrix(look, matrices, node))
        made = UsdPiece(prim, piece, matrix)
        _fill(made, look, bound)
        found.append(made)
    return found


def _fill(made: UsdPiece, look: Appearance, bound: Mapping[str, Any]) -> None:
    """Write the polygons, values at corners, groups and materials of a part."""
    UsdGeom, prim = pxr("UsdGeom"), made.prim
    mesh = made.piece.mesh
    prim.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    prim.CreateFaceVertexCountsAttr(ints(np.diff(mesh.polygons.starts)))
    # A matrix that mirrors turns polygons inside out; the other orientation turns them back.
    if np.linalg.det(made.matrix[:3, :3]) < 0:
        prim.CreateOrientationAttr(UsdGeom.Tokens.leftHanded)
    prim.CreateFaceVertexIndicesAttr(ints(mesh.polygons.corners))
    points = made.local(mesh.V)
    prim.CreatePointsAttr(vectors(points))
    prim.CreateExtentAttr(extent(points))
    uv = None
    if mesh.uv is not None and mesh.uv_corners is not None:
        uv = Layer(mesh.uv, mesh.uv_corners)
    write_primvars(prim, uv, mesh.appearance.turned(_inverse(made.matrix)))
    part = made.piece.part
    own = {look.nodes[part.node].name, part.name} if part.node >= 0 else set()
    for identifier, (name, rows) in identified(mesh.groups).items():
        # Readers make a group of every part, with the name of its node.
        if made.piece.whole or not (name in own and len(rows) == len(mesh.polygons)):
            _subset(prim, f"group_{identifier}", name, rows, "group")
    _bind_materials(prim, mesh, look, bound)


def _bind_materials(prim: Any, mesh: Mesh, look: Appearance, bound: Mapping[str, Any]) -> None:
    UsdShade = pxr("UsdShade")
    sides = {look.material(name).double_sided for name in mesh.materials}
    if True in sides:
        prim.CreateDoubleSidedAttr(True)
    for identifier, (name, rows) in identified(mesh.materials).items():
        whole = len(mesh.materials) == 1 and len(rows) == len(mesh.polygons)
        target = prim if whole else _subset(prim, f"material_{identifier}", name, rows, "materialBind")
        UsdShade.MaterialBindingAPI.Apply(target.GetPrim()).Bind(bound[name])
        if len(sides) == 2:
            bound[name].GetPrim().SetCustomDataByKey(DOUBLE_SIDED, look.material(name).double_sided)


def _define_materials(stage: Any, path: str, mesh: Mesh, images: Sequence[str]) -> dict[str, Any]:
    """name -> UsdShade.Material of every material that the mesh has polygons of."""
    writer = ShaderWriter(stage, mesh.appearance, images)
    found: dict[str, Any] = {}
    for identifier, (name, _) in identified(mesh.materials).items():
        if not found:
            pxr("UsdGeom").Scope.Define(stage, path)
        found[name] = writer.define(f"{path}/{identifier}", mesh.appearance.material(name))
        label(found[name].GetPrim(), name)
    return found


def _inverse(M: Floats) -> Floats:
    """(4, 4) the matrix that undoes M, exactly for none."""
    return M if np.array_equal(M, np.eye(4)) else np.asarray(np.linalg.inv(M), dtype=np.float64)


def _free(stage: Any, path: str) -> str:
    """The path, with a number if a prim is there already."""
    found, number = path, 0
    while stage.GetPrimAtPath(found):
        number += 1
        found = f"{path}_{number}"
    return found


def identified(members: Mapping[str, Ints]) -> dict[str, tuple[str, Ints]]:
    """identifier -> name and rows; identifiers are valid and unique, and empty members are left out."""
    make = pxr("Tf").MakeValidIdentifier
    found: dict[str, tuple[str, Ints]] = {}
    for name, rows in members.items():
        identifier = plain = make(name)
        while identifier in found:
            identifier = f"{plain}_{len(found)}"
        if len(rows):
            found[identifier] = name, rows
    return found


def vectors(V: Array) -> Any:
    """USD's array of float3 from positions (n, 3)."""
    return pxr("Vt").Vec3fArray.FromNumpy(np.ascontiguousarray(single(V)))


def ints(values: Array) -> Any:
    """USD's array of ints from whole numbers (…,)."""
    return pxr("Vt").IntArray.FromNumpy(np.ascontiguousarray(values, dtype=np.int32))


def extent(V: Array) -> Any:
    """USD's array of the lowest and highest corner of the box around V (n, 3), in single precision."""
    rounded = single(V)
    return vectors(np.stack([rounded.min(axis=0), rounded.max(axis=0)]))


def _subset(prim: Any, identifier: str, name: str, rows: Ints, family: str) -> Any:
    UsdGeom = pxr("UsdGeom")
    subset = UsdGeom.Subset.CreateGeomSubset(prim, identifier, UsdGeom.Tokens.face, ints(rows), family)
    label(subset.GetPrim(), name)
    kind = UsdGeom.Tokens.nonOverlapping if family == "materialBind" else UsdGeom.Tokens.unrestricted
    UsdGeom.Subset.SetFamilyType(prim, family, kind)
    return subset
