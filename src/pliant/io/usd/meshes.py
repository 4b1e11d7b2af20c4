"""The meshes of a stage, at rest and at any time, in world coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import FileFormatError
from pliant.io.placement import carried
from pliant.io.polygons import polygons_of_sizes, turned_inside_out
from pliant.io.usd.pxr import pxr
from pliant.io.usd.skinning import Skinning
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class UsdMesh:
    """One mesh of a stage.

    stage:    the stage, kept because its prims die with it
    prim:     the UsdGeom.Mesh
    skinning: the skeleton and blend shapes that move it, or None
    """

    stage: Any
    prim: Any
    skinning: Skinning | None

    @property
    def name(self) -> str:
        """Its parent's name if the parent is a transformation of this mesh alone; else its own."""
        parent = self.prim.GetPrim().GetParent()
        own = self.prim.GetPrim()
        alone = parent.IsA(pxr("UsdGeom").Xform) and len(parent.GetChildren()) == 1
        return displayed(parent if alone else own)

    @property
    def animation(self) -> Any | None:
        """The UsdSkel.AnimQuery of its skeleton; None without a skeleton or animation."""
        return (self.skinning.skeleton.GetAnimQuery() or None) if self.skinning is not None else None

    def positions(self, time: Any) -> Vertices:
        """(n, 3) positions in the world at a time code."""
        V = self.points(time)
        if self.skinning is not None:
            return self.skinning.posed(V, time)
        return carried(V, self.matrix(time))

    def rest(self) -> Vertices:
        """(n, 3) positions in the world at rest: the bind pose of a skinned mesh, else default values."""
        default = pxr("Usd").TimeCode.Default()
        V = self.points(default)
        if self.skinning is not None:
            return self.skinning.bound(V, default)
        return carried(V, self.matrix(default))

    def matrix(self, time: Any) -> Floats:
        """(4, 4) from the mesh to the world at a time code; multiplies columns."""
        return np.array(self.prim.ComputeLocalToWorldTransform(time)).T

    def points(self, time: Any) -> Vertices:
        """(n, 3) points in the mesh's own coordinates; the first sample where a time has no value."""
        attribute = self.prim.GetPointsAttr()
        value = attribute.Get(time)
        if value is None:
            value = attribute.Get(pxr("Usd").TimeCode.EarliestTime())
        if value is None:
            raise FileFormatError(f"The mesh {self.prim.GetPath()} has no points; export it again.")
        return np.array(value, dtype=np.float64).reshape(-1, 3)

    def mesh(self) -> Mesh:
        """The mesh at rest, in the world."""
        earliest = pxr("Usd").TimeCode.EarliestTime()
        counts, corners = (
            np.array(attribute.Get(earliest) or (), dtype=np.int64)
            for attribute in (self.prim.GetFaceVertexCountsAttr(), self.prim.GetFaceVertexIndicesAttr())
        )
        if counts.sum() != len(corners) or (counts < 0).any():
            raise FileFormatError(
                f"The faces of {self.prim.GetPath()} have {counts.sum()} corners, {len(corners)} are named."
            )
        uv, uv_corners = texture_coordinates(self.prim, corners)
        groups, materials = _members(self.prim)
        mesh = Mesh.of_polygons(
            self.rest(),
            polygons_of_sizes(corners, counts),
            uv=uv,
            uv_corners=uv_corners,
            groups=groups,
            materials=materials,
        )
        left_handed = self.prim.GetOrientationAttr().Get() == pxr("UsdGeom").Tokens.leftHanded
        mirrored = self.skinning is None and np.linalg.det(self.matrix(earliest)[:3, :3]) < 0
        return turned_inside_out(mesh) if left_handed != mirrored else mesh


def displayed(prim: Any) -> str:
    """The name of a prim that programs show to people."""
    return prim.GetDisplayName() or prim.GetName()


def texture_coordinates(prim: Any, corners: Ints) -> tuple[Floats | None, Ints | None]:
    """(t, 2) texture coordinates, and (c,) the row of each corner, -1 for none; both None for a mesh without.

    Read from `primvars:st`, or else from the first primvar of texture coordinates.
    """
    UsdGeom, Usd = pxr("UsdGeom"), pxr("Usd")
    every = UsdGeom.PrimvarsAPI(prim).GetPrimvarsWithValues()
    found = [some for some in every if some.GetTypeName().role == "TextureCoordinate"]
    found.sort(key=lambda some: some.GetPrimvarName() != "st")
    if not found:
        return None, None
    earliest = Usd.TimeCode.EarliestTime()
    uv = np.array(found[0].Get(earliest), dtype=np.float64)[:, :2]
    kind = found[0].GetInterpolation()
    places = {"faceVarying": np.arange(len(corners)), "vertex": corners, "varying": corners}.get(kind)
    if places is None:
        return None, None
    indices = found[0].GetIndices(earliest)
    rows = places if not indices else np.array(indices, dtype=np.int64)[places]
    none = found[0].GetUnauthoredValuesIndex()
    missing = (rows == none) if none >= 0 else np.zeros(len(rows), bool)
    if none >= 0 and none == len(uv) - 1:
        uv = uv[:-1]
    if (rows[~missing] >= len(uv)).any() or (rows < 0).any():
        raise FileFormatError(f"{prim.GetPath()} names texture coordinates beyond its {len(uv)}.")
    return uv, np.where(missing, -1, rows)


def _members(prim: Any) -> tuple[dict[str, Ints], dict[str, Ints]]:
    """The groups and the materials, each as name -> (…,) polygons."""
    UsdGeom, UsdShade = pxr("UsdGeom"), pxr("UsdShade")
    groups: dict[str, Ints] = {}
    materials: dict[str, Ints] = {}
    for subset in UsdGeom.Subset.GetAllGeomSubsets(prim):
        if subset.GetElementTypeAttr().Get() != UsdGeom.Tokens.face:
            continue
        rows = np.array(subset.GetIndicesAttr().Get() or (), dtype=np.int64)
        material, _ = UsdShade.MaterialBindingAPI(subset.GetPrim()).ComputeBoundMaterial()
        if subset.GetFamilyNameAttr().Get() == "materialBind" and material:
            materials[displayed(material.GetPrim())] = rows
        else:
            groups[displayed(subset.GetPrim())] = rows
    material, _ = UsdShade.MaterialBindingAPI(prim.GetPrim()).ComputeBoundMaterial()
    if material and not materials:
        materials[displayed(material.GetPrim())] = np.arange(len(prim.GetFaceVertexCountsAttr().Get()))
    return groups, materials
