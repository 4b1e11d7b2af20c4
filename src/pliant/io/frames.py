"""Frames on their way from a clip into a file and back, checked one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import numpy as np

from pliant.core.arrays import Array, Floats, Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import checked_positions
from pliant.errors import FileFormatError, MeshError

if TYPE_CHECKING:
    # Not loaded before it is needed: it brings compiled kernels.
    from pliant.core.skin_clip import SkinClip


def checked_frames(clip: Clip) -> Iterator[Vertices]:
    """The frames (n, 3), each finite, and as many as the clip announces."""
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
    if seen < clip.count:
        raise MeshError(f"The clip announces {clip.count} frames and gave {seen}; its stream ended early.")


def checked_palettes(clip: SkinClip) -> Iterator[Floats]:
    """The palettes (c, 3, 4), each finite, and as many as the clip announces."""
    seen = 0
    for palette in clip.stream():
        if palette.shape != (clip.controls, 3, 4) or not np.isfinite(palette).all() or seen == clip.count:
            raise MeshError(
                f"Frame {clip.first + seen} has a palette {palette.shape}; {clip.count} frames of finite "
                f"({clip.controls}, 3, 4) are announced. Make the clip's stream give those."
            )
        yield palette
        seen += 1
    if seen < clip.count:
        raise MeshError(f"The clip announces {clip.count} frames and gave {seen}; its stream ended early.")


def single(V: Array) -> Array:
    """The positions in single precision; refuses those that it cannot hold."""
    with np.errstate(over="ignore"):
        rounded = V.astype(np.float32)
    if not np.isfinite(rounded).all():
        raise MeshError("A coordinate is too large for single precision; scale the mesh down.")
    return rounded


def check_size(file: IO[bytes], header: int, count: int, n: int) -> None:
    """Refuses a file of count frames of n single-precision points that was cut off behind its header."""
    frame = 12 * n
    size = os.fstat(file.fileno()).st_size
    if size < header + count * frame:
        raise FileFormatError(
            f"{count} frames of {n} vertices need {header + count * frame} bytes, but the file has "
            f"{size}: it was cut off in frame {max(size - header, 0) // frame + 1}; export it again."
        )


def read_frame(file: IO[bytes], n: int, number: str, kind: str) -> Floats:
    """(n, 3) the next frame of numbers of this kind, as '<f4'; refuses what is cut off or not finite."""
    size = 3 * n * np.dtype(number).itemsize
    data = file.read(size)
    if len(data) < size:
        raise FileFormatError(f"{kind} ends after {len(data)} of {size} bytes; export the file again.")
    return checked_positions(np.frombuffer(data, number).reshape(n, 3), kind)
