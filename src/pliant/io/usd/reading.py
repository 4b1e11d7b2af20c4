"""The moving meshes of a stage as one clip, or as poses."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from pliant.core.arrays import Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import CorrespondenceError, FileFormatError, OptionError
from pliant.io.files import naming
from pliant.io.joined import joined
from pliant.io.sampled import Frames, Sampled, frame_count, poses_of_sampled
from pliant.io.usd.parts import Part, displayed
from pliant.io.usd.pxr import pxr, usd_errors
from pliant.io.usd.skinning import skinnings


def read_usd_clip(path: str | os.PathLike[str], prim: str | None = None) -> Clip:
    """The meshes of a stage over time, one after the other; of several each is a group of its name.

    prim: the path in the stage of the one mesh to read, or of what it stands under; by default all
    Frames are evaluated as they are taken. They begin at the stage's first time code and come at its rate;
    between time samples USD interpolates.
    """
    with _reading(path):
        stage = _opened(path)
        return _sampled(path, stage, _parts(stage, prim)).clip()


def mesh_of_usd(path: str | os.PathLike[str]) -> Mesh:
    """The meshes of a stage at rest, as one."""
    with _reading(path):
        return _joined(_parts(_opened(path), None))


def poses_of_usd(path: str | os.PathLike[str], frames: Frames = None) -> PoseSet:
    """The rest pose, then frames or blend shapes; see `read_poses`."""
    with _reading(path):
        stage = _opened(path)
        parts = _parts(stage, None)
        shaped = any(part.skinning is not None and part.skinning.targets() for part in parts)
        if shaped and frames is None and not _moves(parts):
            return _shape_poses(parts)
        every = [_sampled(path, stage, parts)]
    return poses_of_sampled(every, frames)


@contextmanager
def _reading(path: str | os.PathLike[str]) -> Iterator[None]:
    with usd_errors(path, "export it again."), naming(path):
        yield


def _sampled(path: str | os.PathLike[str], stage: Any, parts: list[Part]) -> Sampled:
    codes = stage.GetTimeCodesPerSecond()
    fps = stage.GetFramesPerSecond() if stage.HasAuthoredMetadata("framesPerSecond") else codes
    if not (0 < codes < np.inf and 0 < fps < np.inf):
        raise FileFormatError(f"The stage runs at {codes} time codes and {fps} frames per second.")
    first, last = _range(stage, parts)
    mesh = _joined(parts)

    def frames(rows: Sequence[int]) -> Iterator[Vertices]:
        for row in rows:
            with _reading(path):
                yield _positions(parts, mesh.n, first + row * codes / fps)

    root = stage.GetDefaultPrim()
    name = displayed(root) if root else Path(path).stem
    return Sampled(mesh, frame_count((last - first) * fps / codes), float(fps), frames, round(first), name)


def _opened(path: str | os.PathLike[str]) -> Any:
    if not Path(path).is_file():
        raise FileFormatError("The file does not exist or is not a regular file; check the path.")
    return pxr("Usd").Stage.Open(str(path))


def _parts(stage: Any, prim: str | None) -> list[Part]:
    """The meshes that are drawn, in the stage's order."""
    Usd, UsdGeom = pxr("Usd"), pxr("UsdGeom")
    root = stage.GetPseudoRoot() if prim is None else stage.GetPrimAtPath(prim)
    if not root:
        raise OptionError(f"There is nothing at {prim} in the stage; give the path of a mesh in it.")
    drawn = (UsdGeom.Tokens.default_, UsdGeom.Tokens.render)
    skins = skinnings(stage)
    found = [
        Part(stage, UsdGeom.Mesh(some), skins.get(some.GetPath()))
        for some in Usd.PrimRange(root, Usd.TraverseInstanceProxies())
        if some.IsA(UsdGeom.Mesh) and UsdGeom.Imageable(some).ComputePurpose() in drawn
    ]
    if not found:
        raise FileFormatError("The stage has no mesh; export one with it.")
    return found


def _joined(parts: list[Part]) -> Mesh:
    return joined([part.mesh() for part in parts], [part.name for part in parts])


def _positions(parts: list[Part], n: int, time: float) -> Vertices:
    V = np.concatenate([part.positions(time) for part in parts])
    if len(V) != n:
        raise CorrespondenceError(
            f"At time code {time:g} there are {len(V)} vertices where at rest there are {n}; "
            "a clip needs one mesh whose vertices stay the same."
        )
    return V


def _range(stage: Any, parts: list[Part]) -> tuple[float, float]:
    """The first and the last time code: the stage's own, else of what has samples."""
    if stage.HasAuthoredTimeCodeRange():
        return stage.GetStartTimeCode(), stage.GetEndTimeCode()
    samples = [time for part in parts for time in _samples(part)]
    return (min(samples), max(samples)) if samples else (1.0, 1.0)


def _samples(part: Part) -> list[float]:
    """The times at which something that moves the mesh has a sample."""
    UsdGeom = pxr("UsdGeom")
    times = list(part.prim.GetPointsAttr().GetTimeSamples())
    prim = part.prim.GetPrim()
    while prim and not prim.IsPseudoRoot():
        times += UsdGeom.Xformable(prim).GetTimeSamples() if prim.IsA(UsdGeom.Xformable) else []
        prim = prim.GetParent()
    animation = part.skinning.skeleton.GetAnimQuery() if part.skinning is not None else None
    if animation:
        times += [*animation.GetJointTransformTimeSamples(), *animation.GetBlendShapeWeightTimeSamples()]
    return times


def _moves(parts: list[Part]) -> bool:
    """Whether anything but the weights of blend shapes changes over time."""
    for part in parts:
        animation = part.skinning.skeleton.GetAnimQuery() if part.skinning is not None else None
        weights = len(animation.GetBlendShapeWeightTimeSamples()) if animation else 0
        if len(_samples(part)) > weights:
            return True
    return False


def _shape_poses(parts: list[Part]) -> PoseSet:
    """The rest pose, then each blend shape alone at full weight; those of one name move together."""
    skins = [part.skinning for part in parts]
    titles = list(dict.fromkeys(name for skin in skins if skin is not None for name in skin.targets()))
    default = pxr("Usd").TimeCode.Default()
    V = [np.concatenate([part.rest() for part in parts])]
    for title in titles:
        pieces = []
        for part, skin in zip(parts, skins, strict=True):
            if skin is None or title not in skin.targets():
                pieces.append(part.rest())
            else:
                pieces.append(skin.bound(skin.morphed(part.points(default), {title: 1.0}), default))
        V.append(np.concatenate(pieces))
    return PoseSet.of_positions(_joined(parts), np.stack(V), ["base", *titles])
