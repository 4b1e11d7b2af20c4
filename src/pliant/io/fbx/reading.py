"""The moving meshes of an FBX file as one clip, or as poses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np

from pliant.core.arrays import Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import FileFormatError, OptionError
from pliant.io.fbx.library import ufbx
from pliant.io.files import naming
from pliant.io.npz import poses_of_npz
from pliant.io.sampled import Frames, Sampled, frame_count, poses_of_sampled

# What a file without animation is said to run at.
_STILL_FPS = 24.0
_CHILD = "pliant.io.fbx.child"


@dataclass(frozen=True, eq=False)
class _Facts:
    """What a file holds.

    shapes: the rest pose, then the blend shapes
    fps:    frames per second
    stacks: name, begin and end in seconds of each animation
    moves:  whether an animation moves anything but the weights of blend shapes
    """

    shapes: PoseSet
    fps: float
    stacks: list[tuple[str, float, float]]
    moves: bool


def read_fbx_clip(
    path: str | os.PathLike[str], *, clip: str | int | None = None, fps: float | None = None
) -> Clip:
    """The meshes of a file over time, one after the other; of several each is a group of its name.

    clip: the animation by name or number; by default the first
    fps:  frames per second; by default the file's. Frames are evaluated as they are taken.
    """
    with naming(path):
        facts = _facts(path)
        if clip is None and not facts.stacks:
            return _still(path, facts, fps).clip()
        return _sampled(path, facts, 0 if clip is None else _chosen(facts, clip), fps).clip()


def mesh_of_fbx(path: str | os.PathLike[str]) -> Mesh:
    """The meshes of a file at rest, as one."""
    with naming(path):
        return _facts(path).shapes.mesh


def poses_of_fbx(
    path: str | os.PathLike[str], *, frames: Frames = None, clip: str | int | None = None
) -> PoseSet:
    """The rest pose, then frames of the animations or the blend shapes; see `read_poses`."""
    with naming(path):
        facts = _facts(path)
        asked = frames is not None or clip is not None
        if not asked and len(facts.shapes) > 1 and not facts.moves:
            return facts.shapes
        chosen = range(len(facts.stacks)) if clip is None else [_chosen(facts, clip)]
        every = [_sampled(path, facts, stack, None) for stack in chosen]
    return poses_of_sampled(every or [_still(path, facts, None)], frames)


def _facts(path: str | os.PathLike[str]) -> _Facts:
    if not Path(path).is_file():
        raise FileFormatError("The file does not exist or is not a regular file; check the path.")
    with _child(path) as out:
        head = json.loads(out.readline() or b"{}")
        if "stacks" not in head:
            raise FileFormatError(
                head.get("error", "ufbx ended over it: the file is damaged; export it again.")
            )
        return _Facts(
            poses_of_npz(out.read()), head["fps"], [tuple(s) for s in head["stacks"]], head["moves"]
        )


@contextmanager
def _child(path: str | os.PathLike[str], *request: str) -> Iterator[IO[bytes]]:
    """What a process that has ufbx answers; it ends with the block."""
    # Says here, and not there, where the package is missing.
    ufbx()
    command = [sys.executable, "-m", _CHILD, os.fspath(Path(path).absolute()), *request]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        if process.stdout is None:
            raise FileFormatError("The process that reads FBX gave no output.")
        try:
            yield process.stdout
        finally:
            process.kill()


def _chosen(facts: _Facts, clip: str | int) -> int:
    """The number of the animation that is called so."""
    names = [name for name, _, _ in facts.stacks]
    if isinstance(clip, int) and 0 <= clip < len(names):
        return clip
    if clip in names:
        return names.index(str(clip))
    raise OptionError(f"There is no clip {clip!r}; the file has {', '.join(names) or 'no animation'}.")


def _sampled(path: str | os.PathLike[str], facts: _Facts, stack: int, fps: float | None) -> Sampled:
    """The animation of that number; every pass over its frames opens the file anew."""
    rate = float(facts.fps if fps is None else fps)
    if not 0 < rate < np.inf:
        raise OptionError(f"fps is {rate}; more than 0 frames per second are needed.")
    name, begin, end = facts.stacks[stack]
    mesh = facts.shapes.mesh

    def frames(rows: Sequence[int]) -> Iterator[Vertices]:
        times = json.dumps([begin + row / rate for row in rows])
        with naming(path), _child(path, str(stack), times) as out:
            for row in rows:
                data = out.read(24 * mesh.n)
                if len(data) < 24 * mesh.n:
                    raise FileFormatError(f"Frame {row} of '{name}' cannot be evaluated; export it again.")
                yield np.frombuffer(data).reshape(-1, 3)

    return Sampled(mesh, frame_count((end - begin) * rate), rate, frames, round(begin * rate), name)


def _still(path: str | os.PathLike[str], facts: _Facts, fps: float | None) -> Sampled:
    """A file without animation: its rest pose is the one frame."""
    mesh = facts.shapes.mesh
    rate = _STILL_FPS if fps is None else fps
    return Sampled(mesh, 1, rate, lambda rows: (mesh.V for _ in rows), 1, Path(path).stem)
