"""Clips as folders of mesh files, one per frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io.files import AnyPath, Sources
from pliant.io.frames import checked_frames
from pliant.io.meshes import known_suffix, read_mesh, read_shape
from pliant.io.poses import pose_files, pose_titles, write_folder
from pliant.mesh import Mesh, check_correspondence

SUFFIXES = (".obj", ".ply")
# The least number of digits of a frame's number, as in most programs.
_DIGITS = 4


def write_sequence(path: AnyPath, clip: Clip) -> None:
    """Write a clip to a new folder of mesh files, which appears whole or not at all.

    path: a folder for .obj files, or a pattern such as "walk/step_*.ply", in which the number of the frame
          replaces the *
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


def read_sequence(source: Sources, fps: float) -> Clip:
    """The clip in mesh files of one kind; each pass over its frames reads the files again.

    source: a folder or pattern, whose files are read in natural order, or a list of files
    A pass raises CorrespondenceError for a file whose faces differ from those of the first.
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
    frame = read_shape(path)
    check_correspondence(mesh, frame, first, title)
    return frame.V


def _number(title: str) -> int:
    """The last number in a file's name, such as 12 in "walk_0012"; 1 if there is none."""
    numbers = re.findall(r"[0-9]{1,9}", title)
    return int(numbers[-1]) if numbers else 1
