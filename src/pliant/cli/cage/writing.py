"""Where sequences go: checked before the work, written frame by frame where the format lets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from pliant.cli.console import Console
from pliant.cli.output import check_frames_place, check_places
from pliant.cli.picture import Seen, view_of
from pliant.core.arrays import Vertices
from pliant.core.atomic import writable_target
from pliant.core.mesh import Mesh, PoseSet
from pliant.core.progress import Progress
from pliant.io import write_mesh, write_poses
from pliant.io.poses import write_folder

PNG = ".png"


def check_sequences(
    sequences: Mapping[str, Path], pictures: Mapping[str, Path], read: list[str], frames: int, seen: Seen
) -> None:
    """Refuses, before any work, what could not be drawn or written after it, and files that are read.

    sequences, pictures: the files asked for, by their options; frames: how many go to each sequence
    """
    check_places({**sequences, **pictures}, dict.fromkeys(pictures, PNG), read)
    for option, path in sequences.items():
        check_frames_place(path, frames, option)
    for path in (*sequences.values(), *pictures.values()):
        if path.suffix:
            writable_target(path)
    # Names of views are looked up when the frame is asked for.
    _ = view_of(seen, "each").frame


def write_sequence(
    path: Path, mesh: Mesh, frames: Iterable[Vertices], names: Sequence[str], console: Console
) -> None:
    """Writes frames (n, 3) of a mesh as they come; only an .npz or a .glb needs them all at once."""
    with console.progress("writing") as progress:
        told = _counted(frames, names, progress)
        if len(names) == 1:
            write_mesh(path, mesh.moved(next(told)))
        elif path.suffix == "":
            write_folder(path, mesh, told, names)
        else:
            write_poses(path, PoseSet.of_positions(mesh, np.stack(list(told)), names))
    console.say(f"wrote {path}")


def _counted(frames: Iterable[Vertices], names: Sequence[str], progress: Progress) -> Iterator[Vertices]:
    for i, (V, name) in enumerate(zip(frames, names, strict=True)):
        progress(i / len(names), name)
        yield V
