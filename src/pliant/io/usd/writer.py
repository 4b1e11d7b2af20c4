"""Clips as USD stages: time samples of the points of a mesh."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from pliant.atomic import atomic_path, temporary_beside
from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.io.files import AnyPath
from pliant.io.frames import checked_frames
from pliant.io.usd.geometry import define_mesh, extent, vectors
from pliant.io.usd.pxr import pxr, usd_errors
from pliant.progress import Progress, silent

# Samples wait in memory until the layer is saved; saving costs little more than writing them.
_UNSAVED_BYTES = 64_000_000
# Near the earliest time that a zip archive can name, in seconds: 1 January 1980, noon.
_EPOCH = 315_576_000
_NO_SPACE = "free some space or choose another place."


def write_usd_clip(
    path: AnyPath,
    clip: Clip,
    *,
    progress: Progress = silent,
    metres_per_unit: float = 1.0,
    up: Literal["Y", "Z"] = "Y",
) -> None:
    """Write a clip to a .usd, .usdc, .usda or .usdz file; the file appears whole or not at all.

    progress:        told the share that is done after each frame; an error that it raises cancels
    metres_per_unit: the length of a unit that the file declares; coordinates stay as they are
    up:              the axis that the file declares to point up
    Time codes are frame numbers. Memory does not grow with the number of frames, except for a .usda.
    """
    with new_stage(path, clip.fps, metres_per_unit, up) as stage:
        root = define_root(stage, pxr("UsdGeom").Xform, clip.name)
        prim = define_mesh(stage, f"{root}/mesh", clip.mesh, f"{root}/materials")
        set_range(stage, clip.first, clip.count)
        _write_samples(stage, prim, clip, progress)


@contextmanager
def new_stage(path: AnyPath, fps: float, metres_per_unit: float, up: str) -> Iterator[Any]:
    """A new stage with its units and rate, which is saved at path if the block raises no error."""
    if up not in ("Y", "Z") or not metres_per_unit > 0:
        raise OptionError(
            f"up is {up!r} and metres_per_unit is {metres_per_unit}; 'Y' or 'Z' and more than 0 are needed."
        )
    Usd, UsdGeom = pxr("Usd"), pxr("UsdGeom")
    with atomic_path(path) as temporary, usd_errors(path, _NO_SPACE), _layer_file(temporary) as file:
        stage = Usd.Stage.CreateNew(str(file))
        UsdGeom.SetStageMetersPerUnit(stage, metres_per_unit)
        UsdGeom.SetStageUpAxis(stage, up)
        stage.SetTimeCodesPerSecond(fps)
        stage.SetFramesPerSecond(fps)
        yield stage
        stage.Save()


def define_root(stage: Any, kind: Any, name: str) -> str:
    """The path of the new root prim, which has this type and name."""
    root = kind.Define(stage, f"/{pxr('Tf').MakeValidIdentifier(name)}").GetPrim()
    root.SetDisplayName(name)
    stage.SetDefaultPrim(root)
    return str(root.GetPath())


def set_range(stage: Any, first: int, count: int) -> None:
    """Declare the first and the last time code of a stage."""
    stage.SetStartTimeCode(first)
    stage.SetEndTimeCode(first + count - 1)


def _write_samples(stage: Any, prim: Any, clip: Clip, progress: Progress) -> None:
    """Write the points and the box of every frame, and save the layer whenever enough samples wait."""
    points, box = prim.GetPointsAttr(), prim.GetExtentAttr()
    # Text is written anew at each save.
    streams = not stage.GetRootLayer().identifier.endswith(".usda")
    waiting = 0
    for i, V in enumerate(checked_frames(clip)):
        points.Set(vectors(V), clip.first + i)
        box.Set(extent(V), clip.first + i)
        waiting += 12 * len(V)
        if streams and waiting > _UNSAVED_BYTES:
            stage.Save()
            waiting = 0
        progress((i + 1) / clip.count, "writing USD")


@contextmanager
def _layer_file(target: Path) -> Iterator[Path]:
    """The file to write the layer to: the target, or a file beside it that is then packed into a .usdz."""
    if target.suffix.lower() != ".usdz":
        yield target
        return
    layer = temporary_beside(target).with_suffix(".usdc")
    try:
        yield layer
        # The archive keeps the time of its content; the same call should give the same bits.
        os.utime(layer, (_EPOCH, _EPOCH))
        # The writer moved from Usd to Sdf.
        home = pxr("Sdf") if hasattr(pxr("Sdf"), "ZipFileWriter") else pxr("Usd")
        with home.ZipFileWriter.CreateNew(str(target)) as archive:
            archive.AddFile(str(layer), "clip.usdc")
    finally:
        layer.unlink(missing_ok=True)
