"""PNG files for tests, written without Pillow."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from pliant.arrays import Array


def png(rgb: Array) -> bytes:
    """The file of a picture (height, width, 3 or 4) uint8."""
    height, width, channels = rgb.shape
    rows = b"".join(b"\0" + np.ascontiguousarray(row).tobytes() for row in rgb)
    head = struct.pack(">IIBBBBB", width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
