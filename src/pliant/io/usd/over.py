"""A clip as a layer of points over the USD file that its mesh came from, which stays as it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.atomic import atomic_path
from pliant.clip import Clip
from pliant.errors import UnsupportedFormatError
from pliant.io.correspondence import check_same_rest
from pliant.io.frames import checked_frames
from pliant.io.into import Into, IntoReport
from pliant.io.usd.geometry import extent, vectors
from pliant.io.usd.meshes import UsdMesh
from pliant.io.usd.pxr import pxr, usd_errors
from pliant.io.usd.reader import stage_meshes
from pliant.progress import Progress, silent


def write_over_usd(path: Path, clip: Clip, into: Into, progress: Progress = silent) -> IntoReport:
    """Write a layer that has the asset under it, and over its meshes points for every frame.

    Skeletons let go of meshes that get points: the points are where the skeleton should have them.
    Raises UnsupportedFormatError if bones or shapes are asked for, and for meshes in instances.
    """
    if into.by is not None:
        raise UnsupportedFormatError(f"A layer over USD holds points; leave '{into.by}' out.")
    with usd_errors(into.asset, "export it again."):
        stage, meshes = stage_meshes(into.asset)
        check_same_rest(np.concatenate([mesh.rest() for mesh in meshes]), clip)
        with atomic_path(path) as temporary:
            # USD resolves layers from where the file will be.
            below = into.called or _way(Path(stage.GetRootLayer().realPath), path)
            _write(temporary, below, stage, meshes, clip, progress)
    return IntoReport(clip.name, "points over time", 0, 0, 0.0, 0.0)


def _way(asset: Path, path: Path) -> str:
    """How the layer at a path names the asset."""
    return Path(os.path.relpath(asset, path.absolute().parent)).as_posix()


def _write(
    temporary: Path, below: str, stage: Any, meshes: list[UsdMesh], clip: Clip, progress: Progress
) -> None:
    Sdf, Usd = pxr("Sdf"), pxr("Usd")
    layer = Sdf.Layer.CreateNew(str(temporary))
    layer.subLayerPaths.append(below)
    root = stage.GetRootLayer()
    for key in ("upAxis", "metersPerUnit", "defaultPrim"):
        if root.pseudoRoot.HasInfo(key):
            layer.pseudoRoot.SetInfo(key, root.pseudoRoot.GetInfo(key))
    # The stage below is composed from where it is; prims are only named here.
    composed = Usd.Stage.Open(layer, Sdf.Layer.CreateAnonymous())
    _time(composed, clip)
    overs = [_over(composed, mesh) for mesh in meshes]
    begins = np.cumsum([0, *(len(mesh.rest()) for mesh in meshes)])
    for i, V in enumerate(checked_frames(clip)):
        code = float(clip.first + i)
        for mesh, over, begin, end in zip(meshes, overs, begins, begins[1:], strict=False):
            points = _local(V[begin:end], mesh.matrix(code))
            over.GetPointsAttr().Set(vectors(points), code)
            over.GetExtentAttr().Set(extent(points), code)
        progress((i + 1) / clip.count, f"writing frame {i + 1} of {clip.count}")
    layer.Save()


def _time(stage: Any, clip: Clip) -> None:
    stage.SetTimeCodesPerSecond(clip.fps)
    stage.SetFramesPerSecond(clip.fps)
    stage.SetStartTimeCode(clip.first)
    stage.SetEndTimeCode(clip.first + clip.count - 1)


def _over(stage: Any, mesh: UsdMesh) -> Any:
    """The mesh in the upper layer, released from its skeleton."""
    UsdGeom, UsdSkel, Sdf = pxr("UsdGeom"), pxr("UsdSkel"), pxr("Sdf")
    prim = mesh.prim.GetPrim()
    if prim.IsInstanceProxy():
        raise UnsupportedFormatError(
            f"{prim.GetPath()} belongs to an instance, whose points cannot differ; make it single first."
        )
    over = stage.OverridePrim(prim.GetPath())
    if mesh.skinning is not None:
        UsdSkel.BindingAPI(over).CreateSkeletonRel().SetTargets([])
    # Types are stated, because the layer does not see the schema of the prim below.
    over.CreateAttribute("points", Sdf.ValueTypeNames.Point3fArray, custom=False)
    over.CreateAttribute("extent", Sdf.ValueTypeNames.Float3Array, custom=False)
    return UsdGeom.Mesh(over)


def _local(V: Floats, matrix: Floats) -> Floats:
    """(n, 3) positions in the world V (n, 3) in the coordinates that a matrix (4, 4) leads from."""
    return np.asarray(np.linalg.solve(matrix[:3, :3], (V - matrix[:3, 3]).T).T, dtype=np.float64)
