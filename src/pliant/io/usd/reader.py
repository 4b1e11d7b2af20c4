"""The meshes of a USD stage as one mesh, as a clip, or as poses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError, OptionError
from pliant.io.concatenation import joined
from pliant.io.files import AnyPath, check_file, naming
from pliant.io.moving_mesh import Frames, MovingMesh, frame_count, one_frame, poses_of_motions
from pliant.io.usd.geometry import ORDER
from pliant.io.usd.layers import check_layers
from pliant.io.usd.meshes import UsdMesh
from pliant.io.usd.pxr import pxr, usd_errors
from pliant.io.usd.shading import StageMaterials
from pliant.io.usd.skinning import skinnings
from pliant.io.usd.tree import displayed, tree_of_prims
from pliant.mesh import Mesh, PoseSet


def read_usd_clip(path: AnyPath, prim: str | None = None) -> Clip:
    """The meshes of a stage over time as one mesh; each of several meshes is a group of its name.

    prim: the path of a mesh in the stage, or of a prim above the meshes to read; by default all are read
    Frames begin at the stage's first time code and follow at its rate. USD interpolates between time samples.
    A frame is evaluated when it is asked for.
    Raises FileFormatError for a damaged file or one without a mesh, and OptionError if there is no such prim.
    """
    with _reading(path):
        stage = _opened(path)
        return _motion(path, stage, _meshes(stage, prim)).clip()


def mesh_of_usd(path: AnyPath) -> Mesh:
    """All meshes of a stage at rest, as one mesh."""
    with _reading(path):
        return _joined(path, _meshes(_opened(path), None))


def poses_of_usd(path: AnyPath, frames: Frames = None) -> PoseSet:
    """The rest pose, then frames or blend shapes; the rules are those of `read_poses`."""
    with _reading(path):
        stage = _opened(path)
        meshes = _meshes(stage, None)
        shaped = any(mesh.skinning is not None and mesh.skinning.targets() for mesh in meshes)
        if shaped and frames is None and not _moves(meshes):
            return _shape_poses(path, meshes)
        motion = _motion(path, stage, meshes)
    return poses_of_motions([motion], frames)


def stage_meshes(path: AnyPath) -> tuple[Any, list[UsdMesh]]:
    """The stage in a file, and its meshes in the order of `mesh_of_usd`."""
    stage = _opened(path)
    return stage, _meshes(stage, None)


@contextmanager
def _reading(path: AnyPath) -> Iterator[None]:
    with usd_errors(path, "export it again."), naming(path):
        yield


def _motion(path: AnyPath, stage: Any, meshes: list[UsdMesh]) -> MovingMesh:
    codes = stage.GetTimeCodesPerSecond()
    fps = stage.GetFramesPerSecond() if stage.HasAuthoredMetadata("framesPerSecond") else codes
    if not (0 < codes < np.inf and 0 < fps < np.inf):
        raise FileFormatError(f"The stage runs at {codes} time codes and {fps} frames per second.")
    first, last = _range(stage, meshes)
    mesh = _joined(path, meshes)

    def frames(rows: Sequence[int]) -> Iterator[Vertices]:
        for row in rows:
            with _reading(path):
                time = first + row * codes / fps
                pieces = [some.positions(time) for some in meshes]
                yield one_frame(pieces, mesh.n, f"At time code {time:g}", "at rest")

    root = stage.GetDefaultPrim()
    name = displayed(root) if root else Path(path).stem
    return MovingMesh(mesh, frame_count((last - first) * fps / codes), float(fps), frames, round(first), name)


def _opened(path: AnyPath) -> Any:
    check_file(path)
    check_layers(path)
    return pxr("Usd").Stage.Open(str(path))


def _meshes(stage: Any, prim: str | None) -> list[UsdMesh]:
    """The meshes under a prim, or of the whole stage, that are meant to be drawn, in the stage's order."""
    Usd, UsdGeom = pxr("Usd"), pxr("UsdGeom")
    root = stage.GetPseudoRoot() if prim is None else stage.GetPrimAtPath(prim)
    if not root:
        raise OptionError(f"There is nothing at {prim} in the stage; give the path of a mesh in it.")
    drawn = (UsdGeom.Tokens.default_, UsdGeom.Tokens.render)
    skins = skinnings(stage)
    found = [
        UsdMesh(stage, UsdGeom.Mesh(some), skins.get(some.GetPath()))
        for some in Usd.PrimRange(root, Usd.TraverseInstanceProxies())
        if some.IsA(UsdGeom.Mesh) and UsdGeom.Imageable(some).ComputePurpose() in drawn
    ]
    if not found:
        raise FileFormatError("The stage has no mesh; export one with it.")
    orders = [mesh.prim.GetPrim().GetCustomDataByKey(ORDER) for mesh in found]
    ours = all(isinstance(order, int) for order in orders)
    return [found[i] for i in sorted(range(len(found)), key=lambda i: orders[i])] if ours else found


def _joined(path: AnyPath, meshes: list[UsdMesh]) -> Mesh:
    materials = StageMaterials(Path(path))
    tree = tree_of_prims([mesh.prim for mesh in meshes])
    pieces = [mesh.mesh(materials) for mesh in meshes]
    whole = joined(pieces, [mesh.name for mesh in meshes], tree)
    found, look = materials.appearance(), whole.appearance
    return whole.with_appearance(replace(found, layers=look.layers, nodes=look.nodes, parts=look.parts))


def _range(stage: Any, meshes: list[UsdMesh]) -> tuple[float, float]:
    """The first and the last time code that the stage declares, or else that has a sample."""
    if stage.HasAuthoredTimeCodeRange():
        return stage.GetStartTimeCode(), stage.GetEndTimeCode()
    samples = [time for mesh in meshes for time in _samples(mesh)]
    return (min(samples), max(samples)) if samples else (1.0, 1.0)


def _samples(mesh: UsdMesh) -> list[float]:
    """The time codes of all samples that move the mesh: its own, its parents' and its skeleton's."""
    UsdGeom = pxr("UsdGeom")
    times = list(mesh.prim.GetPointsAttr().GetTimeSamples())
    prim = mesh.prim.GetPrim()
    while prim and not prim.IsPseudoRoot():
        times += UsdGeom.Xformable(prim).GetTimeSamples() if prim.IsA(UsdGeom.Xformable) else []
        prim = prim.GetParent()
    animation = mesh.animation
    if animation is not None:
        times += [*animation.GetJointTransformTimeSamples(), *animation.GetBlendShapeWeightTimeSamples()]
    return times


def _moves(meshes: list[UsdMesh]) -> bool:
    """Whether anything but the weights of blend shapes changes over time."""
    for mesh in meshes:
        weights = len(mesh.animation.GetBlendShapeWeightTimeSamples()) if mesh.animation is not None else 0
        if len(_samples(mesh)) > weights:
            return True
    return False


def _shape_poses(path: AnyPath, meshes: list[UsdMesh]) -> PoseSet:
    """The rest pose, then each blend shape alone at full weight; shapes of the same name move together."""
    skins = [mesh.skinning for mesh in meshes]
    titles = list(dict.fromkeys(name for skin in skins if skin is not None for name in skin.targets()))
    default = pxr("Usd").TimeCode.Default()
    V = [np.concatenate([mesh.rest() for mesh in meshes])]
    for title in titles:
        pieces = []
        for mesh, skin in zip(meshes, skins, strict=True):
            if skin is None or title not in skin.targets():
                pieces.append(mesh.rest())
            else:
                pieces.append(skin.bound(skin.morphed(mesh.points(default), {title: 1.0}), default))
        V.append(np.concatenate(pieces))
    return PoseSet.of_positions(_joined(path, meshes), np.stack(V), ["base", *titles])
