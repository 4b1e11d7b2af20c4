"""PC2 point caches: positions of every frame in single precision, without faces, little endian.

The header holds "POINTCACHE2\\0", version 1, the number of points, the first frame, the frames from one
sample to the next, and the number of samples. A cache does not tell its rate.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.files import naming, opened
from pliant.io.frames import check_size, checked_frames, read_frame, single
from pliant.io.point_cache import check_points
from pliant.mesh import Mesh

_HEADER = struct.Struct("<12siiffi")
_MAGIC = b"POINTCACHE2\0"


def write_pc2(file: BinaryIO, clip: Clip) -> None:
    """Write a cache, frame by frame; positions are rounded to single precision."""
    file.write(_HEADER.pack(_MAGIC, 1, clip.mesh.n, clip.first, 1.0, clip.count))
    for frame in checked_frames(clip):
        file.write(single(frame).astype("<f4").tobytes())


def read_pc2(path: Path, mesh: Mesh, fps: float) -> Clip:
    """The clip in a cache of the points of a mesh; each pass over its frames reads the file again.

    fps: frames per second of the scene that the cache is from; the cache may have samples at other steps
    """
    with opened(path) as file, naming(path):
        n, first, step, count = _header(file)
        check_points(n, count, mesh)
        check_size(file, _HEADER.size, count, n)

    def stream() -> Iterator[Vertices]:
        with opened(path) as file, naming(path):
            file.seek(_HEADER.size)
            for i in range(count):
                yield read_frame(file, n, "<f4", f"frame {first + i}")

    return Clip(mesh, count, fps / step, stream, first, path.stem)


def _header(file: BinaryIO) -> tuple[int, int, float, int]:
    """The number of points, the first frame, frames per sample, and the number of samples."""
    data = file.read(_HEADER.size)
    if len(data) < _HEADER.size or data[:12] != _MAGIC:
        raise FileFormatError("The file does not begin as a PC2 point cache does; export it again.")
    _, version, n, first, step, count = _HEADER.unpack(data)
    if version != 1:
        raise UnsupportedFormatError(f"This PC2 cache has version {version}; version 1 is needed.")
    if not (abs(first) < 2**31 and step > 0):
        raise FileFormatError(f"The cache begins at frame {first} with steps of {step}; it is damaged.")
    return n, round(first), step, count
