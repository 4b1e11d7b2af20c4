"""Replies on the wire: JSON text, or where arrays travel along, one binary frame.

A frame is a uint32 (little-endian): the bytes of the header; the header, JSON padded with spaces so that
4 + length is a multiple of 8; then the arrays, raw and little-endian, each at a multiple of 8 bytes from the
header's end. The header is the message with `arrays`: [{name, dtype, shape, offset}].
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.studio.wire.codec import text_of, to_json

ALIGNMENT = 8
DTYPES = ("float32", "uint32", "uint16", "uint8")


@dataclass(frozen=True, eq=False)
class Reply:
    """A message of FROM_SERVER and the arrays that travel with it, by name, of the types DTYPES."""

    message: Any
    arrays: Mapping[str, Array] = field(default_factory=dict)


def encoded(reply: Reply) -> str | bytes:
    """What goes over the WebSocket: text without arrays, else one frame."""
    header = to_json(reply.message)
    if not reply.arrays:
        return text_of(header)
    layout, offset = [], 0
    for name, array in reply.arrays.items():
        if array.dtype.name not in DTYPES:
            raise TypeError(f"The array '{name}' is {array.dtype}; the wire knows {', '.join(DTYPES)}.")
        layout.append({"name": name, "dtype": array.dtype.name, "shape": list(array.shape), "offset": offset})
        offset += _aligned(array.nbytes)
    text = text_of({**header, "arrays": layout}).encode()
    text = text.ljust(_aligned(4 + len(text)) - 4)
    return b"".join([struct.pack("<I", len(text)), text, *map(_padded, reply.arrays.values())])


def _padded(array: Array) -> bytes:
    raw = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()
    return raw.ljust(_aligned(len(raw)), b"\0")


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT
