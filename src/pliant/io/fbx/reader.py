"""The meshes of an FBX file as one mesh, as a clip, or as poses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError, OptionError
from pliant.io.fbx.library import ufbx
from pliant.io.files import AnyPath, check_file, naming
from pliant.io.frames import USUAL_RATE
from pliant.io.moving_mesh import (
    Choice,
    Frames,
    MovingMesh,
    chosen_clip,
    chosen_clips,
    frame_count,
    poses_of_motions,
)
from pliant.io.npz import poses_of_npz
from pliant.io.point_cache import first_frame
from pliant.mesh import Mesh, PoseSet

_CHILD = "pliant.io.fbx.child_process"


class _Stack(NamedTuple):
    """An animation; begin and end are in seconds."""

    name: str
    begin: float
    end: float


@dataclass(frozen=True, eq=False)
class _Description:
    """What a file holds.

    shapes: the rest pose, then the blend shapes
    fps:    frames per second
    stacks: the animations
    moves:  whether an animation moves anything but the weights of blend shapes
    """

    shapes: PoseSet
    fps: float
    stacks: list[_Stack]
    moves: bool


def read_fbx_clip(path: AnyPath, *, clip: str | int | None = None, fps: float | None = None) -> Clip:
    """The meshes of a file over time as one mesh; each of several meshes is a group of its name.

    clip: the animation by name or number; by default the first
    fps:  frames per second; by default the rate of the file
    A frame is evaluated when it is asked for.
    """
    with naming(path):
        file = _described(path)
        if clip is None and not file.stacks:
            return _still(path, file, fps).clip()
        return _motion(path, file, 0 if clip is None else _chosen(file, clip), fps).clip()


def mesh_of_fbx(path: AnyPath) -> Mesh:
    """All meshes of a file at rest, as one mesh."""
    with naming(path):
        return _described(path).shapes.mesh


def poses_of_fbx(path: AnyPath, *, frames: Frames = None, clip: Choice = None) -> PoseSet:
    """The rest pose, then frames of animations or blend shapes; the rules are those of `read_poses`."""
    with naming(path):
        file = _described(path)
        asked = frames is not None or clip is not None
        if not asked and len(file.shapes) > 1 and not file.moves:
            return file.shapes
        chosen = chosen_clips([stack.name for stack in file.stacks], clip)
        motions = [_motion(path, file, stack, None) for stack in chosen]
    return poses_of_motions(motions or [_still(path, file, None)], frames)


def _described(path: AnyPath) -> _Description:
    check_file(path)
    with _child(path) as out:
        head = json.loads(out.readline() or b"{}")
        if "stacks" not in head:
            raise FileFormatError(
                head.get("error", "ufbx ended over it: the file is damaged; export it again.")
            )
        stacks = [_Stack(*stack) for stack in head["stacks"]]
        return _Description(poses_of_npz(out.read()), head["fps"], stacks, head["moves"])


@contextmanager
def _child(path: AnyPath, *request: str) -> Iterator[IO[bytes]]:
    """The answer of the process that loads ufbx to a request; the process ends with the block."""
    # Raises the error here, not in the other process, if the package is missing.
    ufbx()
    command = [sys.executable, "-m", _CHILD, os.fspath(Path(path).absolute()), *request]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        if process.stdout is None:
            raise FileFormatError("The process that reads FBX gave no output.")
        try:
            yield process.stdout
        finally:
            process.kill()


def _chosen(file: _Description, clip: str | int) -> int:
    return chosen_clip([stack.name for stack in file.stacks], clip)


def _motion(path: AnyPath, file: _Description, stack: int, fps: float | None) -> MovingMesh:
    """The animation of a number; every pass over its frames opens the file again."""
    rate = float(file.fps if fps is None else fps)
    if not 0 < rate < np.inf:
        raise OptionError(f"fps is {rate}; more than 0 frames per second are needed.")
    name, begin, end = file.stacks[stack]
    mesh = file.shapes.mesh

    def frames(rows: Sequence[int]) -> Iterator[Vertices]:
        times = json.dumps([begin + row / rate for row in rows])
        with naming(path), _child(path, str(stack), times) as out:
            for row in rows:
                data = out.read(24 * mesh.n)
                if len(data) < 24 * mesh.n:
                    raise FileFormatError(f"Frame {row} of '{name}' cannot be evaluated; export it again.")
                yield np.frombuffer(data).reshape(-1, 3)

    # Blender's frame 1 is at time 0, both ways.
    first = first_frame(begin * rate + 1)
    return MovingMesh(mesh, frame_count((end - begin) * rate), rate, frames, first, name)


def _still(path: AnyPath, file: _Description, fps: float | None) -> MovingMesh:
    """The only frame of a file without animation, its rest pose."""
    mesh = file.shapes.mesh
    rate = USUAL_RATE if fps is None else fps
    return MovingMesh(mesh, 1, rate, lambda rows: (mesh.V for _ in rows), 1, Path(path).stem)
