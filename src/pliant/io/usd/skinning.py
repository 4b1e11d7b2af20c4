"""A mesh carried by a UsdSkel skeleton, and its blend shapes, evaluated by USD itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.core.arrays import Floats, Vertices
from pliant.errors import FileFormatError
from pliant.io.usd.pxr import pxr


@dataclass(frozen=True, eq=False)
class Skinning:
    """The queries of one skinned mesh.

    mesh:     its UsdSkel.SkinningQuery
    skeleton: the UsdSkel.SkeletonQuery it is bound to
    shapes:   its UsdSkel.BlendShapeQuery, or None
    """

    mesh: Any
    skeleton: Any
    shapes: Any | None

    def posed(self, V: Vertices, time: Any) -> Vertices:
        """(n, 3) in the world, of the mesh's own points V."""
        animation = self.skeleton.GetAnimQuery()
        if self.shapes is not None and animation and animation.GetBlendShapeOrder():
            V = self.morphed(V, self._weights(animation, time))
        if not self.mesh.HasJointInfluences():
            return _moved(V, pxr("UsdGeom").Imageable(self.mesh.GetPrim()).ComputeLocalToWorldTransform(time))
        matrices = self.skeleton.ComputeSkinningTransforms(time)
        mapper = self.mesh.GetJointMapper()
        if mapper and not mapper.IsNull() and not mapper.IsIdentity():
            matrices = mapper.RemapTransforms(matrices)
        points = pxr("Vt").Vec3fArray.FromNumpy(V.astype(np.float32))
        if not self.mesh.ComputeSkinnedPoints(matrices, points, time):
            raise FileFormatError(f"The skin of {self.mesh.GetPrim().GetPath()} cannot be evaluated.")
        return _moved(np.array(points, dtype=np.float64), self._space(time))

    def bound(self, V: Vertices, time: Any) -> Vertices:
        """(n, 3) in the world where the mesh was bound to the skeleton."""
        if not self.mesh.HasJointInfluences():
            return _moved(V, pxr("UsdGeom").Imageable(self.mesh.GetPrim()).ComputeLocalToWorldTransform(time))
        return _moved(_moved(V, self.mesh.GetGeomBindTransform()), self._space(time))

    def targets(self) -> list[str]:
        """The names of the blend shapes."""
        return [] if self.shapes is None else [str(name) for name in self.mesh.GetBlendShapeOrder()]

    def morphed(self, V: Vertices, weights: Mapping[str, float]) -> Vertices:
        """V (n, 3) with the named blend shapes at their weights; others are at rest."""
        if self.shapes is None:
            return V
        Vt = pxr("Vt")
        given = Vt.FloatArray([float(weights.get(name, 0.0)) for name in self.targets()])
        amounts, shapes, parts = self.shapes.ComputeSubShapeWeights(given)
        points = Vt.Vec3fArray.FromNumpy(V.astype(np.float32))
        self.shapes.ComputeDeformedPoints(
            amounts,
            shapes,
            parts,
            self.shapes.ComputeBlendShapePointIndices(),
            self.shapes.ComputeSubShapePointOffsets(),
            points,
        )
        return np.array(points, dtype=np.float64)

    def _weights(self, animation: Any, time: Any) -> dict[str, float]:
        names = [str(name) for name in animation.GetBlendShapeOrder()]
        values = animation.ComputeBlendShapeWeights(time)
        return dict(zip(names, values, strict=False)) if values else {}

    def _space(self, time: Any) -> Any:
        """From the skeleton to the world."""
        return self.skeleton.GetSkeleton().ComputeLocalToWorldTransform(time)


def skinnings(stage: Any) -> dict[Any, Skinning]:
    """The skinning of every skinned mesh of the stage, by its path."""
    Usd, UsdSkel = pxr("Usd"), pxr("UsdSkel")
    cache = UsdSkel.Cache()
    predicate = Usd.TraverseInstanceProxies()
    found: dict[Any, Skinning] = {}
    for prim in stage.Traverse(predicate):
        if not prim.IsA(UsdSkel.Root):
            continue
        cache.Populate(UsdSkel.Root(prim), predicate)
        for binding in cache.ComputeSkelBindings(UsdSkel.Root(prim), predicate):
            skeleton = cache.GetSkelQuery(binding.GetSkeleton())
            for query in binding.GetSkinningTargets():
                api = UsdSkel.BindingAPI(query.GetPrim())
                shapes = UsdSkel.BlendShapeQuery(api) if query.HasBlendShapes() else None
                found[query.GetPrim().GetPath()] = Skinning(query, skeleton, shapes)
    return found


def _moved(V: Vertices, matrix: Any) -> Vertices:
    """V (n, 3) carried by a matrix of USD, which is for rows."""
    M: Floats = np.array(matrix)
    return V @ M[:3, :3] + M[3, :3]
