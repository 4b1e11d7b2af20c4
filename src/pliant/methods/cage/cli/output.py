"""Where sequences go: checked before the work, written frame by frame where the format lets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from pliant.arrays import Vertices
from pliant.cli.console import Console
from pliant.cli.output import PNG, Outputs, tell_kept
from pliant.cli.picture import Seen, check_view, evenly
from pliant.io import write_mesh, write_poses
from pliant.io.poses import write_folder
from pliant.mesh import Mesh, PoseSet
from pliant.progress import Progress

# What the names of the files may end in, beside those of frames.
SUFFIXES = {"picture": (PNG,), "plot": (PNG,)}
# Frames of a sequence that are drawn at most; more would be too small to see the cage.
MOST_FRAMES = 12


def check_sequences(outputs: Outputs, read: list[str], frames: int, seen: Seen) -> None:
    """Refuse, before any work, what could not be drawn or written after it, and files that are read.

    frames: how many go to each sequence
    """
    outputs.check(read, frames, SUFFIXES)
    check_view(seen)


def drawn_frames(count: int) -> list[int]:
    """The numbers of the frames that a picture shows, the first and the last among them."""
    return evenly(count, MOST_FRAMES)


def write_sequence(
    path: Path, mesh: Mesh, frames: Iterable[Vertices], names: Sequence[str], console: Console
) -> None:
    """Write frames (n, 3) of a mesh as they come; only an .npz or a .glb needs them all at once."""
    beside: tuple[Path, ...] = ()
    with console.progress("writing") as progress:
        told = _counted(frames, names, progress)
        if len(names) == 1:
            beside = write_mesh(path, mesh.moved(next(told)))[1:]
        elif path.suffix == "":
            write_folder(path, mesh, told, names)
        else:
            write_poses(path, PoseSet.of_positions(mesh, np.stack(list(told)), names))
    console.say(f"wrote {path}")
    tell_kept(path, beside, mesh, console)


def _counted(frames: Iterable[Vertices], names: Sequence[str], progress: Progress) -> Iterator[Vertices]:
    for i, (V, name) in enumerate(zip(frames, names, strict=True)):
        progress(i / len(names), name)
        yield V
