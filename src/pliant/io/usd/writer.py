"""Clips as USD stages: time samples of the points of a mesh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pliant.appearance import Appearance
from pliant.atomic import atomic_path
from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.io.companions import beside, place_images
from pliant.io.files import AnyPath
from pliant.io.frames import checked_frames
from pliant.io.pieces import placed_nodes
from pliant.io.usd.archive import packed_layer, packed_names
from pliant.io.usd.geometry import UsdPiece, define_mesh, extent, vectors
from pliant.io.usd.moving_normals import MovingNormals, with_flat_normals, with_moving_normals
from pliant.io.usd.pxr import pxr, usd_errors
from pliant.progress import Progress, silent

# Samples wait in memory until the layer is saved; saving costs little more than writing them.
_UNSAVED_BYTES = 64_000_000
_NO_SPACE = "free some space or choose another place."


def write_usd_clip(
    path: AnyPath,
    clip: Clip,
    *,
    progress: Progress = silent,
    metres_per_unit: float = 1.0,
    up: Literal["Y", "Z"] = "Y",
) -> tuple[Path, ...]:
    """Write a clip to a .usd, .usdc, .usda or .usdz file; the file appears whole or not at all.

    Returns the files that belong to it: itself and, unless it is a .usdz, the images of its materials.

    progress:        told the share that is done after each frame; an error that it raises cancels
    metres_per_unit: the length of a unit that the file declares; coordinates stay as they are
    up:              the axis that the file declares to point up
    Time codes are frame numbers. Normals have a sample per frame too; tangents, which programs make anew from
    them, are not written. Memory does not grow with the number of frames, except for a .usda.
    """
    clip = replace(clip, mesh=with_flat_normals(clip.mesh))
    with new_stage(path, clip.mesh.appearance, clip.fps, metres_per_unit, up) as new:
        root = define_root(new.stage, pxr("UsdGeom").Xform, clip.name)
        mesh = with_moving_normals(clip.mesh)
        pieces = define_mesh(new.stage, root, mesh, new.images, placed_nodes(mesh))
        set_range(new.stage, clip.first, clip.count)
        _write_samples(new.stage, pieces, clip, progress)
    return (Path(path), *new.beside)


@dataclass(frozen=True, eq=False)
class NewStage:
    """A stage that is being written.

    images: the address in it of every image of the appearance
    beside: the files of images that will stand beside it
    """

    stage: Any
    images: list[str]
    beside: tuple[Path, ...]


@contextmanager
def new_stage(
    path: AnyPath, look: Appearance, fps: float, metres_per_unit: float, up: str
) -> Iterator[NewStage]:
    """A new stage with its units and rate, for a mesh of this appearance.

    If the block raises no error, the stage is saved at path, and the images beside it or inside of a .usdz.
    """
    if up not in ("Y", "Z") or not metres_per_unit > 0:
        raise OptionError(
            f"up is {up!r} and metres_per_unit is {metres_per_unit}; 'Y' or 'Z' and more than 0 are needed."
        )
    Usd, UsdGeom = pxr("Usd"), pxr("UsdGeom")
    with beside(path) as companions, atomic_path(path) as temporary, usd_errors(path, _NO_SPACE):
        packs = temporary.suffix.lower() == ".usdz"
        names = packed_names(look) if packs else place_images(look, companions)
        with packed_layer(temporary, look, names) if packs else nullcontext(temporary) as file:
            stage = Usd.Stage.CreateNew(str(file))
            UsdGeom.SetStageMetersPerUnit(stage, metres_per_unit)
            UsdGeom.SetStageUpAxis(stage, up)
            stage.SetTimeCodesPerSecond(fps)
            stage.SetFramesPerSecond(fps)
            yield NewStage(stage, [f"./{name}" for name in names], companions.paths)
            stage.Save()
        companions.write()


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


def _write_samples(stage: Any, pieces: Sequence[UsdPiece], clip: Clip, progress: Progress) -> None:
    """Write the points and the box of every frame, and save the layer whenever enough samples wait."""
    # Text is written anew at each save.
    streams = not stage.GetRootLayer().identifier.endswith(".usda")
    waiting = 0
    follow = clip.mesh.corner_normals
    normals = [MovingNormals.of(piece, follow) for piece in pieces if follow is not None]
    for i, V in enumerate(checked_frames(clip)):
        for piece in pieces:
            points = piece.points(V)
            piece.prim.GetPointsAttr().Set(vectors(points), clip.first + i)
            piece.prim.GetExtentAttr().Set(extent(points), clip.first + i)
        turned = follow.posed(V)["normal"].values if follow is not None else V
        for each in normals:
            each.write(turned, clip.first + i)
        waiting += 12 * (len(V) + (0 if follow is None else len(turned)))
        if streams and waiting > _UNSAVED_BYTES:
            stage.Save()
            waiting = 0
        progress((i + 1) / clip.count, "writing USD")
