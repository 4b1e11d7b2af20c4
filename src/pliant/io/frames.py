"""Frames of clips as files hold them, checked one by one while they are written and read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import numpy as np

from pliant.arrays import Array, Floats, Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError, MeshError
from pliant.mesh import checked_positions

if TYPE_CHECKING:
    # Loaded only for annotations, since it loads compiled kernels.
    from pliant.skin_clip import SkinClip

# Frames per second of files that do not say.
USUAL_RATE = 24.0


def checked_frames(clip: Clip) -> Iterator[Vertices]:
    """The frames (n, 3) of a clip; raises MeshError unless all are finite and as many as announced."""
    seen = 0
    for frame in clip.stream():
        positions = checked_positions(frame, f"positions of frame {clip.first + seen}")
        if len(positions) != clip.mesh.n or seen == clip.count:
            raise MeshError(
                f"Frame {clip.first + seen} has {len(positions)} vertices; the clip announces {clip.count} "
                f"frames of {clip.mesh.n}. Make the clip's stream give those."
            )
        yield positions
        seen += 1
    _check_end(seen, clip.count)


def checked_palettes(clip: SkinClip) -> Iterator[Floats]:
    """The palettes (c, 3, 4) of a clip; raises MeshError unless all are finite and as many as announced."""
    seen = 0
    for palette in clip.stream():
        if palette.shape != (clip.controls, 3, 4) or not np.isfinite(palette).all() or seen == clip.count:
            raise MeshError(
                f"Frame {clip.first + seen} has a palette {palette.shape}; {clip.count} frames of finite "
                f"({clip.controls}, 3, 4) are announced. Make the clip's stream give those."
            )
        yield palette
        seen += 1
    _check_end(seen, clip.count)


def _check_end(seen: int, count: int) -> None:
    if seen < count:
        raise MeshError(f"The clip announces {count} frames and gave {seen}; its stream ended early.")


def single(V: Array) -> Array:
    """Positions V of any shape in single precision; raises MeshError for those that it cannot hold."""
    with np.errstate(over="ignore"):
        rounded = V.astype(np.float32)
    if not np.isfinite(rounded).all():
        raise MeshError("A coordinate is too large for single precision; scale the mesh down.")
    return rounded


def check_size(file: IO[bytes], header: int, count: int, n: int) -> None:
    """Refuse a file too short for its header, in bytes, and count frames of n single-precision points."""
    frame = 12 * n
    size = os.fstat(file.fileno()).st_size
    if size < header + count * frame:
        raise FileFormatError(
            f"{count} frames of {n} vertices need {header + count * frame} bytes, but the file has "
            f"{size}: it was cut off in frame {max(size - header, 0) // frame + 1}; export it again."
        )


def read_frame(file: IO[bytes], n: int, number: str, kind: str) -> Floats:
    """(n, 3) the next frame in a file; raises an error for a frame that is cut off or not finite.

    number: type of the numbers in the file, such as '<f4'
    kind:   name of the frame in errors, such as "frame 7"
    """
    size = 3 * n * np.dtype(number).itemsize
    data = file.read(size)
    if len(data) < size:
        raise FileFormatError(f"{kind} ends after {len(data)} of {size} bytes; export the file again.")
    return checked_positions(np.frombuffer(data, number).reshape(n, 3), kind)
