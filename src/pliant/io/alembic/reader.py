"""The polygon meshes of an Alembic archive as one mesh, as a clip, or as poses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from pliant.appearance import Node
from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io.alembic.library import alembic, reading
from pliant.io.alembic.meshes import AlembicMesh, meshes_of_archive
from pliant.io.alembic.ogawa import checked_end
from pliant.io.alembic.trial import check_survived
from pliant.io.concatenation import Tree, joined
from pliant.io.files import AnyPath, check_file
from pliant.io.frames import USUAL_RATE
from pliant.io.moving_mesh import Frames, MovingMesh, frame_count, one_frame, poses_of_motions
from pliant.mesh import Mesh, PoseSet

# Rates are rounded to thousandths, as in 23.976; times in seconds are not exact enough for more.
_RATE_STEPS = 1000


def read_alembic_clip(path: AnyPath) -> Clip:
    """The polygon meshes of an archive over time as one mesh; each of several meshes is a group of its name.

    Frames run from the first to the last sample at the rate of the finest sampling. Positions and matrices
    are interpolated linearly between samples. A frame is read when it is asked for.
    """
    return _motion(path).clip()


def mesh_of_alembic(path: AnyPath) -> Mesh:
    """All polygon meshes of an archive at rest, as one mesh."""
    return _motion(path).mesh


def poses_of_alembic(path: AnyPath, frames: Frames = None) -> PoseSet:
    """The rest pose, then frames; the rules are those of `read_poses`."""
    return poses_of_motions([_motion(path)], frames)


def _motion(path: AnyPath) -> MovingMesh:
    with reading(path):
        check_file(path)
        # Raises the error here, not in the other process, if the package is missing.
        alembic("Abc")
        check_survived(path)
    return motion_of_archive(path)


def motion_of_archive(path: AnyPath) -> MovingMesh:
    """The meshes of an archive over time; a damaged archive may end the process."""
    with reading(path):
        meshes = meshes_of_archive(_opened(path))
        first, count, fps = _timing(meshes)
        names = [some.name for some in meshes]
        own = tuple(some.own for some in meshes)
        tree = Tree(tuple(Node(name) for name in names), tuple(range(len(names))), own)
        pieces = [some.mesh(first) for some in meshes]
        mesh = joined(pieces, names, tree if len(meshes) > 1 else None)

    def frames(rows: Sequence[int]) -> Iterator[Vertices]:
        for row in rows:
            with reading(path):
                time = first + row / fps
                pieces = [some.positions(time) for some in meshes]
                yield one_frame(pieces, mesh.n, f"After {time:.3f} seconds", "at first")

    name = meshes[0].root if len({some.root for some in meshes}) == 1 else Path(path).stem
    return MovingMesh(mesh, count, fps, frames, round(first * fps), name)


def _opened(path: AnyPath) -> object:
    check_file(path)
    checked_end(path)
    return alembic("Abc").IArchive(str(path))


def _timing(meshes: list[AlembicMesh]) -> tuple[float, int, float]:
    """The time of the first frame in seconds, the number of frames, and frames per second."""
    samplings = [times for mesh in meshes for times in mesh.samplings()]
    if not samplings:
        return 0.0, 1, USUAL_RATE
    step = min(float(np.diff(times).min()) for times in samplings)
    if not 0 < step < np.inf:
        raise FileFormatError(f"Samples are {step} seconds apart; export the archive again.")
    fps = max(round(_RATE_STEPS / step), 1) / _RATE_STEPS
    first = min(float(times[0]) for times in samplings)
    last = max(float(times[-1]) for times in samplings)
    return first, frame_count((last - first) * fps), fps
