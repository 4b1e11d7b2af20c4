"""MDD point caches: positions of every frame in single precision, without faces, big endian.

The file holds the number of frames, the number of points, the time of each frame in seconds, then the frames.
Time 0 is frame 1.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io.files import naming, opened
from pliant.io.frames import check_size, checked_frames, read_frame, single
from pliant.io.point_cache import check_points, even_rate, first_frame
from pliant.mesh import Mesh

_HEADER = struct.Struct(">ii")


def write_mdd(file: BinaryIO, clip: Clip) -> None:
    """Write a cache whose frame 1 is at time 0, frame by frame; positions are rounded to single precision."""
    file.write(_HEADER.pack(clip.count, clip.mesh.n))
    file.write(((clip.first - 1 + np.arange(clip.count)) / clip.fps).astype(">f4").tobytes())
    for frame in checked_frames(clip):
        file.write(single(frame).astype(">f4").tobytes())


def read_mdd(path: Path, mesh: Mesh, fps: float | None) -> Clip:
    """The clip in a cache of the points of a mesh; each pass over its frames reads the file again.

    fps: frames per second; by default the rate of the times in the file
    """
    with opened(path) as file, naming(path):
        times, n = _header(file, mesh)
        rate = even_rate(times) if fps is None else fps
    count = len(times)

    def stream() -> Iterator[Vertices]:
        with opened(path) as file, naming(path):
            file.seek(_HEADER.size + 4 * count)
            for i in range(count):
                yield read_frame(file, n, ">f4", f"frame {i + 1}")

    return Clip(mesh, count, rate, stream, first_frame(float(times[0]) * rate + 1), path.stem)


def _header(file: BinaryIO, mesh: Mesh) -> tuple[Floats, int]:
    """(k,) times of the frames, and the number of points."""
    data = file.read(_HEADER.size)
    if len(data) < _HEADER.size:
        raise FileFormatError("The file is shorter than the header of an MDD point cache; export it again.")
    count, n = _HEADER.unpack(data)
    check_points(n, count, mesh)
    check_size(file, _HEADER.size + 4 * count, count, n)
    return np.frombuffer(file.read(4 * count), ">f4").astype(np.float64), n
