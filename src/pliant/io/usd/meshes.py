"""The meshes of a stage, at rest and at any time, in world coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.appearance import Appearance
from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import FileFormatError
from pliant.io.placement import carried
from pliant.io.polygons import polygons_of_sizes, turned_inside_out
from pliant.io.usd.primvars import read_primvars
from pliant.io.usd.pxr import pxr
from pliant.io.usd.shading import StageMaterials
from pliant.io.usd.skinning import Skinning
from pliant.io.usd.tree import displayed
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

    def mesh(self, materials: StageMaterials) -> Mesh:
        """The mesh at rest, in the world; the materials that it has are read into `materials`."""
        earliest = pxr("Usd").TimeCode.EarliestTime()
        counts, corners = (
            np.array(attribute.Get(earliest) or (), dtype=np.int64)
            for attribute in (self.prim.GetFaceVertexCountsAttr(), self.prim.GetFaceVertexIndicesAttr())
        )
        if counts.sum() != len(corners) or (counts < 0).any():
            raise FileFormatError(
                f"The faces of {self.prim.GetPath()} have {counts.sum()} corners, {len(corners)} are named."
            )
        groups, bound = _members(self.prim)
        layers, sets = read_primvars(self.prim, corners, bound=bool(bound))
        uv = layers.pop("uv0", None)
        sides = bool(self.prim.GetDoubleSidedAttr().Get())
        named = [(materials.name(some, sets, double_sided=sides), rows) for some, rows in bound]
        look = Appearance(layers=layers).turned(self._rest_matrix())
        mesh = Mesh.of_polygons(
            self.rest(),
            polygons_of_sizes(corners, counts),
            uv=None if uv is None else uv.values,
            uv_corners=None if uv is None else uv.corners,
            groups=groups,
            materials=dict(named),
        ).with_appearance(look)
        left_handed = self.prim.GetOrientationAttr().Get() == pxr("UsdGeom").Tokens.leftHanded
        mirrored = self.skinning is None and np.linalg.det(self.matrix(earliest)[:3, :3]) < 0
        return turned_inside_out(mesh) if left_handed != mirrored else mesh

    def _rest_matrix(self) -> Floats:
        """(4, 4) from the mesh to the world at rest, as it turns normals."""
        default = pxr("Usd").TimeCode.Default()
        return self.matrix(default) if self.skinning is None else self.skinning.bound_matrix(default)


def _members(prim: Any) -> tuple[dict[str, Ints], list[tuple[Any, Ints]]]:
    """The groups, name -> (…,) polygons, and the materials as UsdShade.Material and (…,) polygons."""
    UsdGeom, UsdShade = pxr("UsdGeom"), pxr("UsdShade")
    groups: dict[str, Ints] = {}
    materials: list[tuple[Any, Ints]] = []
    for subset in UsdGeom.Subset.GetAllGeomSubsets(prim):
        if subset.GetElementTypeAttr().Get() != UsdGeom.Tokens.face:
            continue
        rows = np.array(subset.GetIndicesAttr().Get() or (), dtype=np.int64)
        material, _ = UsdShade.MaterialBindingAPI(subset.GetPrim()).ComputeBoundMaterial()
        if subset.GetFamilyNameAttr().Get() == "materialBind" and material:
            materials.append((material, rows))
        else:
            groups[displayed(subset.GetPrim())] = rows
    material, _ = UsdShade.MaterialBindingAPI(prim.GetPrim()).ComputeBoundMaterial()
    if material:
        every = np.arange(len(prim.GetFaceVertexCountsAttr().Get() or ()))
        left = np.setdiff1d(every, np.concatenate([rows for _, rows in materials] or [every[:0]]))
        materials += [(material, left)] if len(left) else []
    return groups, materials
