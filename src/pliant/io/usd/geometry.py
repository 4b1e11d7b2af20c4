"""A mesh as a prim of a stage: polygons, texture coordinates, groups and materials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.arrays import Array, Ints
from pliant.io.frames import single
from pliant.io.usd.pxr import pxr
from pliant.mesh import Mesh


def define_mesh(stage: Any, path: str, mesh: Mesh, materials: str) -> Any:
    """The new UsdGeom.Mesh at a path, without time samples; materials is the path for its materials."""
    UsdGeom = pxr("UsdGeom")
    prim = UsdGeom.Mesh.Define(stage, path)
    prim.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    prim.CreateFaceVertexCountsAttr(ints(np.diff(mesh.polygons.starts)))
    prim.CreateFaceVertexIndicesAttr(ints(mesh.polygons.corners))
    prim.CreatePointsAttr(vectors(mesh.V))
    prim.CreateExtentAttr(extent(mesh.V))
    _texture_coordinates(prim, mesh)
    for identifier, (name, rows) in identified(mesh.groups).items():
        _subset(prim, f"group_{identifier}", name, rows, "group")
    bound = identified(mesh.materials)
    if bound:
        UsdGeom.Scope.Define(stage, materials)
    for identifier, (name, rows) in bound.items():
        subset = _subset(prim, f"material_{identifier}", name, rows, "materialBind")
        _bind(stage, subset, f"{materials}/{identifier}", name)
    return prim


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


def _texture_coordinates(prim: Any, mesh: Mesh) -> None:
    if mesh.uv is None or mesh.uv_corners is None:
        return
    UsdGeom, Sdf, Vt = pxr("UsdGeom"), pxr("Sdf"), pxr("Vt")
    primvar = UsdGeom.PrimvarsAPI(prim).CreatePrimvar(
        "st", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.faceVarying
    )
    uv, rows = mesh.uv, mesh.uv_corners
    missing = rows < 0
    if missing.any():
        # USD has no corner without coordinates: those name one more row, which is declared to mean none.
        rows = np.where(missing, len(uv), rows)
        uv = np.concatenate([uv, np.zeros((1, 2))])
        primvar.SetUnauthoredValuesIndex(len(uv) - 1)
    primvar.Set(Vt.Vec2fArray.FromNumpy(uv.astype(np.float32)))
    primvar.SetIndices(ints(rows))


def _subset(prim: Any, identifier: str, name: str, rows: Ints, family: str) -> Any:
    UsdGeom = pxr("UsdGeom")
    subset = UsdGeom.Subset.CreateGeomSubset(prim, identifier, UsdGeom.Tokens.face, ints(rows), family)
    subset.GetPrim().SetDisplayName(name)
    kind = UsdGeom.Tokens.nonOverlapping if family == "materialBind" else UsdGeom.Tokens.unrestricted
    UsdGeom.Subset.SetFamilyType(prim, family, kind)
    return subset


def _bind(stage: Any, subset: Any, path: str, name: str) -> None:
    UsdShade = pxr("UsdShade")
    material = UsdShade.Material.Define(stage, path)
    material.GetPrim().SetDisplayName(name)
    shader = UsdShade.Shader.Define(stage, f"{path}/surface")
    shader.CreateIdAttr("UsdPreviewSurface")
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(subset.GetPrim()).Bind(material)
