"""The moving meshes of an archive as one clip."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from pliant.core.arrays import Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import CorrespondenceError, FileFormatError
from pliant.io.alembic.library import alembic, reading
from pliant.io.alembic.ogawa import checked_end
from pliant.io.alembic.parts import Part, parts_of_archive
from pliant.io.joined import joined
from pliant.io.sampled import Frames, Sampled, frame_count, poses_of_sampled

# What a file without motion is said to run at.
_STILL_FPS = 24.0
# Rates are whole thousandths, as 23.976 is: the rounding of times in seconds says no more.
_RATE_STEPS = 1000


def read_alembic_clip(path: str | os.PathLike[str]) -> Clip:
    """The polygon meshes of an archive over time, in its order; of several each is a group of its name.

    Frames are read as they are taken. They run from the first to the last sample at the rate of the finest
    sampling; between samples positions and matrices are mixed linearly.
    """
    return _sampled(path).clip()


def mesh_of_alembic(path: str | os.PathLike[str]) -> Mesh:
    """The polygon meshes of an archive at rest, as one."""
    return _sampled(path).mesh


def poses_of_alembic(path: str | os.PathLike[str], frames: Frames = None) -> PoseSet:
    """The rest pose and frames; see `read_poses`."""
    return poses_of_sampled([_sampled(path)], frames)


def _sampled(path: str | os.PathLike[str]) -> Sampled:
    with reading(path):
        parts = parts_of_archive(_opened(path))
        first, count, fps = _times(parts)
        mesh = joined([part.mesh(first) for part in parts], [part.name for part in parts])

    def frames(rows: Sequence[int]) -> Iterator[Vertices]:
        for row in rows:
            with reading(path):
                yield _positions(parts, mesh.n, first + row / fps)

    name = parts[0].root if len({part.root for part in parts}) == 1 else Path(path).stem
    return Sampled(mesh, count, fps, frames, round(first * fps), name)


def _opened(path: str | os.PathLike[str]) -> object:
    if not Path(path).is_file():
        raise FileFormatError("The file does not exist or is not a regular file; check the path.")
    checked_end(path)
    return alembic("Abc").IArchive(str(path))


def _positions(parts: list[Part], n: int, time: float) -> Vertices:
    V = np.concatenate([part.positions(time) for part in parts])
    if len(V) != n:
        raise CorrespondenceError(
            f"After {time:.3f} seconds there are {len(V)} vertices where at first there are {n}; "
            "a clip needs one mesh whose vertices stay the same."
        )
    return V


def _times(parts: list[Part]) -> tuple[float, int, float]:
    """The time of the first frame in seconds, how many frames there are, and frames per second."""
    samplings = [times for part in parts for times in part.samplings()]
    if not samplings:
        return 0.0, 1, _STILL_FPS
    step = min(float(np.diff(times).min()) for times in samplings)
    if not 0 < step < np.inf:
        raise FileFormatError(f"Samples are {step} seconds apart; export the archive again.")
    fps = max(round(_RATE_STEPS / step), 1) / _RATE_STEPS
    first = min(float(times[0]) for times in samplings)
    last = max(float(times[-1]) for times in samplings)
    return first, frame_count((last - first) * fps), fps
