"""Play a track with a rig into files: solved once, written to each.

`pliant animate` does this, and every shot of `pliant bake`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np

from pliant.animation.follow_through import FollowThrough
from pliant.animation.frames import BakeReport, bake, poses
from pliant.animation.track import Track
from pliant.arrays import Floats, Vertices
from pliant.clip import Clip
from pliant.geometry.bounding_box import box_diagonal
from pliant.io.clips import write_clip
from pliant.io.into import Copy, IntoReport, write_into
from pliant.io.kept import lost_line
from pliant.progress import Progress, silent
from pliant.rig import Rig
from pliant.skin_clip import SkinClip

FILMS = (".mp4", ".webm", ".gif", ".webp")
SHEET = ".png"
GLTF_SKINS = (".glb", ".gltf")
USD_SKINS = (".usd", ".usda", ".usdc", ".usdz")
# Share of the progress that solving takes where it comes before any writing.
SOLVING = 0.6
# Transformations that glTF gives a vertex at most; a skin with more is written as shapes instead.
MOST_INFLUENCES = 8


@dataclass(frozen=True)
class Played:
    """How a shot went.

    frames:    number of frames that were baked
    unsettled: numbers of the frames whose search did not converge
    farthest:  largest distance of a held point from its key, in diagonals of the model
    seconds:   time spent on solving
    passing:   numbers of the frames that pass over from one minimum to another
    lost:      what each file does not keep of the mesh, in words
    beside:    files that were written beside the outputs, such as images
    into:      how near the motion is in copies of an asset
    """

    frames: int
    unsettled: tuple[int, ...]
    farthest: float
    seconds: float
    passing: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    into: tuple[IntoReport, ...] = ()


def play(
    rig: Rig,
    track: Track,
    outputs: Sequence[str | Path | Copy],
    *,
    follow: FollowThrough | None = None,
    coherence: float = 0.0,
    progress: Progress = silent,
) -> Played:
    """Bake a track once and write it to every output, by its suffix; each appears whole or not at all.

    Rigs with a skin (reduced, joints) are written to glTF and USD as skins, exact at every frame; others as
    shapes and as points over time. Films and contact sheets (.png) are drawn in a usual view.

    follow, coherence: as in `bake`
    A `Copy` among the outputs becomes a copy of its asset with the motion as one more animation.
    """
    files = [output if isinstance(output, Copy) else Path(output) for output in outputs]
    baked = bake(rig, track, follow=follow, coherence=coherence)
    skinned = _skin_clip(rig, track, follow, coherence, baked.report)
    passes = _passes(files)
    solving = SOLVING if passes > 1 or rig.skin is not None else 0.0
    motion = baked if skinned is None else skinned
    reports, beside = [], []
    with _solved_once(motion, passes, _part(progress, 0.0, solving)) as solved:
        for i, file in enumerate(files):
            step = (1.0 - solving) / len(files)
            part = _part(progress, solving + i * step, step)
            if isinstance(file, Copy):
                clip = solved.clip() if isinstance(solved, SkinClip) else solved
                reports.append(write_into(file.path, clip, file.into, progress=part))
            else:
                beside += map(str, _write(file, solved, part))
    report = baked.report
    written = [file for file in files if not isinstance(file, Copy)]
    return Played(
        report.frames,
        tuple(each.frame for each in report.unsettled),
        report.farthest[0] / box_diagonal(rig.mesh.V),
        report.seconds,
        tuple(report.passing),
        tuple(line for line in (lost_line(rig.mesh, path) for path in written) if line),
        tuple(beside),
        tuple(reports),
    )


def _skin_clip(
    rig: Rig, track: Track, follow: FollowThrough | None, coherence: float, report: BakeReport
) -> SkinClip | None:
    """The motion as transformations of the rig's skin; None where they do not make it.

    Keyed blend weights give positions only, and so does follow-through of vertices. A pass over the clip
    tells the report how it went.
    """
    skin = rig.skin
    if skin is None or track.blend is not None or (follow is not None and not rig.names):
        return None

    def stream() -> Iterator[Floats]:
        report.begin()
        posed = poses(rig, track, follow=follow, coherence=coherence)
        for frame, pose in zip(track.frames(), posed, strict=True):
            report.note(frame, pose, pose, pose.seconds)
            yield cast("Floats", pose.palette)

    shape = (rig.mesh, skin.influences, skin.weights, skin.count)
    return SkinClip(*shape, len(track), track.fps, stream, track.first, track.name)


@contextmanager
def _solved_once(motion: Clip | SkinClip, passes: int, progress: Progress) -> Iterator[Clip | SkinClip]:
    """The same motion, solved once however many passes are made over its frames."""
    if isinstance(motion, SkinClip):
        palettes = list(_told(motion.stream(), motion.count, progress))
        yield replace(motion, stream=lambda: iter(palettes))
    elif passes == 1:
        yield motion
    else:
        with tempfile.TemporaryDirectory(prefix="pliant-") as folder:
            yield _kept(motion, Path(folder) / "frames", progress)


def _passes(files: Sequence[Path | Copy]) -> int:
    """Number of passes over the frames that writing makes; films are framed first, armatures fitted."""
    return sum(2 if isinstance(file, Copy) or file.suffix.lower() in FILMS else 1 for file in files)


def _kept(clip: Clip, path: Path, progress: Progress) -> Clip:
    """The same frames to the last bit, taken once and kept in a file."""
    with open(path, "wb") as file:
        for V in _told(iter(clip), clip.count, progress):
            np.asarray(V, dtype=np.float64).tofile(file)

    def stream() -> Iterator[Vertices]:
        with open(path, "rb") as file:
            for _ in range(clip.count):
                yield np.fromfile(file, dtype=np.float64, count=3 * clip.mesh.n).reshape(-1, 3)

    return Clip(clip.mesh, clip.count, clip.fps, stream, clip.first, clip.name)


def _write(path: Path, motion: Clip | SkinClip, progress: Progress) -> tuple[Path, ...]:
    """Write a motion to one file, by its suffix; returns the files beside it that belong to it."""
    suffix = path.suffix.lower()
    if isinstance(motion, SkinClip):
        if suffix in GLTF_SKINS and (motion.weights > 0).sum(axis=1).max() <= MOST_INFLUENCES:
            from pliant.io.gltf import write_skinned

            write_skinned(path, motion, progress=progress)
            return ()
        if suffix in USD_SKINS:
            from pliant.io.usd import write_usd_skin

            return write_usd_skin(path, motion, progress=progress)[1:]
        motion = motion.clip()
    if suffix in FILMS:
        from pliant.figures.film import write_film

        write_film(path, motion, progress=progress)
    elif suffix == SHEET:
        from pliant.figures.film import contact_sheet

        contact_sheet(motion, path)
    else:
        return write_clip(path, motion, progress=progress)[1:]
    return ()


def _told(frames: Iterator[Floats], count: int, progress: Progress) -> Iterator[Floats]:
    """The frames, with progress told after each."""
    for i, frame in enumerate(frames):
        yield frame
        progress((i + 1) / count, f"solved frame {i + 1} of {count}")


def _part(progress: Progress, start: float, width: float) -> Progress:
    """Progress of a part of the work, told as progress of the whole."""
    return lambda share, what: progress(start + width * share, what)
