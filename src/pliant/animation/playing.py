"""A rig plays a track into files: solved once, written to each."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.animation.bake import Report, bake, poses
from pliant.animation.follow import FollowThrough
from pliant.animation.track import Track
from pliant.core.arrays import Floats, Vertices
from pliant.core.blend_rig import BlendRig
from pliant.core.clip import Clip
from pliant.core.progress import Progress, silent
from pliant.core.rig import Rig
from pliant.core.skin import Skin
from pliant.core.skin_clip import SkinClip
from pliant.io.clips import write_clip

FILMS = (".mp4", ".webm", ".gif", ".webp")
SHEET = ".png"
GLTF_SKINS = (".glb", ".gltf")
USD_SKINS = (".usd", ".usda", ".usdc", ".usdz")
# Of the progress, the share of solving where that comes before any writing.
SOLVING = 0.6
# Transformations that glTF gives a vertex at most; a skin with more is written as shapes instead.
MOST_INFLUENCES = 8


@dataclass(frozen=True)
class Played:
    """How a shot went.

    frames:    how many were baked; unsettled: the numbers of those whose search did not converge
    farthest:  the largest distance of a held point from its key, in diagonals of the model
    seconds:   spent on solving
    """

    frames: int
    unsettled: tuple[int, ...]
    farthest: float
    seconds: float


def play(
    rig: Rig,
    track: Track,
    outputs: Sequence[str | Path],
    *,
    follow: FollowThrough | None = None,
    coherence: float = 0.0,
    progress: Progress = silent,
) -> Played:
    """Bakes a track once and writes it to every output, by the suffix; each appears whole or not at all.

    Rigs that carry their vertices by a few transformations (reduced, joints) are written to glTF and USD as
    skins, exact at every frame; others as shapes and as points over time. Films and contact sheets (.png)
    are drawn in a usual view.
    """
    paths = [Path(output) for output in outputs]
    how: dict[str, Any] = {"follow": follow, "coherence": coherence}
    solving = SOLVING if _passes(paths) > 1 or hasattr(rig, "skin") else 0.0
    with _motion(rig, track, how, paths, _part(progress, 0.0, solving)) as (motion, report):
        for i, path in enumerate(paths):
            step = (1.0 - solving) / len(paths)
            _write(path, motion, _part(progress, solving + i * step, step))
    diagonal = float(np.linalg.norm(np.ptp(rig.mesh.V, axis=0)))
    unsettled = tuple(each.frame for each in report.unsettled)
    return Played(report.frames, unsettled, report.farthest[0] / diagonal, report.seconds)


def skin_clip(
    rig: Rig,
    track: Track,
    *,
    follow: FollowThrough | None = None,
    coherence: float = 0.0,
    report: Report | None = None,
) -> SkinClip | None:
    """The motion as transformations, of a rig that has them; None of others.

    Follow-through of a mechanism's vertices has none either.
    """
    skin = getattr(rig, "skin", None)
    if not isinstance(skin, Skin) or track.blend is not None or (follow and not isinstance(rig, BlendRig)):
        return None
    told = report or Report()

    def stream() -> Iterator[Floats]:
        told.begin()
        posed: Iterator[Any] = poses(rig, track, follow=follow, coherence=coherence)
        for frame, pose in zip(track.frames(), posed, strict=True):
            told.note(frame, pose, pose, pose.seconds)
            yield pose.palette

    shape = (rig.mesh, skin.influences, skin.weights, skin.count)
    return SkinClip(*shape, len(track), track.fps, stream, track.first, track.name)


@contextmanager
def _motion(
    rig: Rig, track: Track, how: dict[str, Any], paths: Sequence[Path], progress: Progress
) -> Iterator[tuple[Clip | SkinClip, Report]]:
    """The motion, solved once however often it is passed through, and how that went."""
    report = Report()
    skinned = skin_clip(rig, track, report=report, **how)
    if skinned is not None:
        palettes = list(_told(skinned.stream(), len(track), progress))
        yield replace(skinned, stream=lambda: iter(palettes)), report
        return
    baked = bake(rig, track, **how)
    if _passes(paths) == 1:
        yield baked, baked.report
        return
    with tempfile.TemporaryDirectory(prefix="pliant-") as folder:
        yield _kept(baked, Path(folder) / "frames", progress), baked.report


def _passes(paths: Sequence[Path]) -> int:
    """How often writing passes through the frames; a film is first framed, then drawn."""
    return sum(2 if path.suffix.lower() in FILMS else 1 for path in paths)


def _kept(clip: Clip, path: Path, progress: Progress) -> Clip:
    """The same frames, taken once and kept in a file, to the last bit."""
    with open(path, "wb") as file:
        for V in _told(iter(clip), clip.count, progress):
            np.asarray(V, dtype=np.float64).tofile(file)

    def stream() -> Iterator[Vertices]:
        with open(path, "rb") as file:
            for _ in range(clip.count):
                yield np.fromfile(file, dtype=np.float64, count=3 * clip.mesh.n).reshape(-1, 3)

    return Clip(clip.mesh, clip.count, clip.fps, stream, clip.first, clip.name)


def _write(path: Path, motion: Clip | SkinClip, progress: Progress) -> None:
    suffix = path.suffix.lower()
    if isinstance(motion, SkinClip):
        if suffix in GLTF_SKINS and (motion.weights > 0).sum(axis=1).max() <= MOST_INFLUENCES:
            from pliant.io.gltf.skinned import write_skinned

            write_skinned(path, motion, progress=progress)
            return
        if suffix in USD_SKINS:
            from pliant.io.usd import write_usd_skin

            write_usd_skin(path, motion, progress=progress)
            return
        motion = motion.clip()
    if suffix in FILMS:
        from pliant.figures.film import write_film

        write_film(path, motion, progress=progress)
    elif suffix == SHEET:
        from pliant.figures.film import contact_sheet

        contact_sheet(motion, path)
    else:
        write_clip(path, motion, progress=progress)


def _told(frames: Iterator[Floats], count: int, progress: Progress) -> Iterator[Floats]:
    for i, frame in enumerate(frames):
        yield frame
        progress((i + 1) / count, f"solved frame {i + 1} of {count}")


def _part(progress: Progress, start: float, width: float) -> Progress:
    """Progress of a part of the work, told as progress of the whole."""
    return lambda share, what: progress(start + width * share, what)
