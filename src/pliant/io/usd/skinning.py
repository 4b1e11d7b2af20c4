"""The skeletons and blend shapes of a stage, which USD itself evaluates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.errors import FileFormatError
from pliant.io.placement import carried
from pliant.io.usd.pxr import pxr


@dataclass(frozen=True, eq=False)
class Skinning:
    """The skeleton and the blend shapes that move one mesh.

    mesh:     the UsdSkel.SkinningQuery of the mesh
    skeleton: the UsdSkel.SkeletonQuery that the mesh is bound to
    shapes:   the UsdSkel.BlendShapeQuery of the mesh, or None
    """

    mesh: Any
    skeleton: Any
    shapes: Any | None

    def posed(self, V: Vertices, time: Any) -> Vertices:
        """(n, 3) positions in the world at a time code, from the mesh's own points V (n, 3)."""
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
        """(n, 3) positions in the world of points V (n, 3) as they were bound to the skeleton."""
        if not self.mesh.HasJointInfluences():
            return _moved(V, pxr("UsdGeom").Imageable(self.mesh.GetPrim()).ComputeLocalToWorldTransform(time))
        return _moved(_moved(V, self.mesh.GetGeomBindTransform()), self._space(time))

    def bound_matrix(self, time: Any) -> Floats:
        """(4, 4) the matrix of `bound`, which multiplies columns."""
        if not self.mesh.HasJointInfluences():
            imageable = pxr("UsdGeom").Imageable(self.mesh.GetPrim())
            return np.array(imageable.ComputeLocalToWorldTransform(time)).T
        return np.array(self._space(time)).T @ np.array(self.mesh.GetGeomBindTransform()).T

    def targets(self) -> list[str]:
        """The names of the blend shapes."""
        return [] if self.shapes is None else [str(name) for name in self.mesh.GetBlendShapeOrder()]

    def morphed(self, V: Vertices, weights: Mapping[str, float]) -> Vertices:
        """(n, 3) points V with the named blend shapes at their weights and all others at 0."""
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
        """The matrix from the skeleton to the world."""
        return self.skeleton.GetSkeleton().ComputeLocalToWorldTransform(time)


def skinnings(stage: Any) -> dict[Any, Skinning]:
    """The skinning of every skinned mesh of the stage, by the path of the mesh."""
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
    # USD's matrices multiply rows.
    return carried(V, np.array(matrix).T)
