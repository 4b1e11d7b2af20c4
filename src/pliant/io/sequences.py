"""Clips as folders of mesh files, one per frame."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pliant.core.arrays import Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import Mesh, check_correspondence
from pliant.errors import FileFormatError
from pliant.io.frames import checked_frames
from pliant.io.meshes import known_suffix, read_mesh
from pliant.io.poses import pose_files, pose_titles, write_folder

SUFFIXES = (".obj", ".ply")
# Frames are numbered with at least so many digits, as in most programs.
_DIGITS = 4


def write_sequence(path: str | os.PathLike[str], clip: Clip) -> None:
    """Writes a new folder of .obj files, or of the kind that a pattern such as "walk/step_*.ply" names.

    The frame's number takes the place of the *. The folder appears whole or not at all.
    """
    target = Path(path)
    folder, pattern = (target.parent, target.name) if "*" in target.name else (target, "frame_*.obj")
    suffix = known_suffix(pattern, SUFFIXES, "write as a sequence")
    if pattern.count("*") != 1:
        raise FileFormatError(f"{path} has {pattern.count('*')} *; one is needed, for the frame's number.")
    before, after = Path(pattern).stem.split("*")
    digits = max(_DIGITS, len(str(clip.first + clip.count - 1)))
    numbers = range(clip.first, clip.first + clip.count)
    names = [f"{before}{number:0{digits}d}{after}" for number in numbers]
    write_folder(folder, clip.mesh, checked_frames(clip), names, suffix)


def read_sequence(source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], fps: float) -> Clip:
    """The clip in mesh files of one kind, in natural order; lists keep their own.

    Each pass reads the files anew, one by one, and refuses one whose faces differ from the first's.
    """
    paths = pose_files(source)
    titles = pose_titles(paths)
    mesh = read_mesh(paths[0])

    def stream() -> Iterator[Vertices]:
        for path, title in zip(paths, titles, strict=True):
            yield _frame(path, title, mesh, titles[0])

    name = paths[0].absolute().parent.name or paths[0].stem
    return Clip(mesh, len(paths), fps, stream, _number(titles[0]), name)


def _frame(path: Path, title: str, mesh: Mesh, first: str) -> Vertices:
    frame = read_mesh(path)
    check_correspondence(mesh, frame, first, title)
    return frame.V


def _number(title: str) -> int:
    """The last number in a file's name, as "walk_0012", or 1."""
    numbers = re.findall(r"[0-9]{1,9}", title)
    return int(numbers[-1]) if numbers else 1
