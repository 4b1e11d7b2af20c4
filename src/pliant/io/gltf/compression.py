"""The compressed arrays of a glTF file, decoded."""

from __future__ import annotations

from collections.abc import Sequence

from pliant.arrays import Array
from pliant.errors import FileFormatError
from pliant.io.files import FileBytes
from pliant.io.gltf.draco import EXTENSION as DRACO
from pliant.io.gltf.draco import compressed_primitives, decoded_arrays
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.meshopt import decoded_view

# The same stream under two names; the second may also have its newer version.
MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")

Buffers = Sequence[bytes | FileBytes]


def is_placeholder(buffer: JsonObject) -> bool:
    """Whether a buffer only has the size of arrays that are compressed elsewhere."""
    return not buffer.has("uri") and any(buffer.item("extensions").has(name) for name in MESHOPT)


def decoded_views(root: JsonObject, buffers: Buffers) -> dict[int, bytes]:
    """Buffer view -> its bytes, for those that are compressed."""
    found = {}
    for i, view in enumerate(root.items("bufferViews")):
        for name in MESHOPT:
            if view.item("extensions").has(name):
                item = view.item("extensions").item(name)
                found[i] = decoded_view(item, piece(item, buffers))
    return found


def decoded_accessors(root: JsonObject, buffers: Buffers) -> dict[int, Array]:
    """Accessor -> (count, width) its entries, for those of compressed primitives."""
    found: dict[int, Array] = {}
    for primitive in compressed_primitives(root):
        index = primitive.item("extensions").item(DRACO).whole("bufferView")
        found |= decoded_arrays(primitive, piece(root.entry("bufferViews", index), buffers))
    return found


def piece(view: JsonObject, buffers: Buffers) -> bytes:
    """The bytes that a buffer view, or an object like one, names; refuses those beyond its buffer."""
    buffer, begin = view.whole("buffer"), view.whole("byteOffset", 0)
    end = begin + view.whole("byteLength")
    if buffer >= len(buffers) or end > len(buffers[buffer]):
        raise FileFormatError(f"{view.place} ends at byte {end}, beyond its buffer; the file was cut off.")
    return buffers[buffer][begin:end]
