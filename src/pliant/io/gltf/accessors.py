"""The arrays of a glTF file, which may be strided, sparse and normalised."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError
from pliant.io.files import FileBytes
from pliant.io.gltf.document import GltfDocument
from pliant.io.gltf.json_object import JsonObject

# The type of numpy for each code of a component.
COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
# The number of values in an entry of each kind.
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
# A limit for small files that name one mesh, or one morph target, a million times: 4.8 GB of positions.
MOST_POSITIONS = 200_000_000


def accessor(document: GltfDocument, index: int, kind: str) -> Array:
    """(count, width) the entries of an accessor, which must have a kind: SCALAR, VEC2, VEC3, VEC4 or MAT4.

    Floats and normalised integers become float64; other integers keep their type.
    Raises FileFormatError for another kind, and for entries beyond the file.
    """
    item = document.root.entry("accessors", index)
    if item.text("type") != kind:
        raise FileFormatError(f"{item.place} has the type {item.text('type')}; {kind} is needed.")
    component = _component(item)
    count, width = item.whole("count"), WIDTHS[kind]
    if index in document.arrays:
        values = _decoded(item, document.arrays[index], component, (count, width))
    elif item.has("bufferView"):
        values = _strided(document, item, component, count, width)
    else:
        # Zeros are not stored; a file without bytes must not make us allocate any number of them.
        if count > sum(len(buffer) for buffer in document.buffers):
            raise FileFormatError(f"{item.place} announces {count} entries, more than the file has bytes.")
        values = np.zeros((count, width), dtype=component)
    if item.has("sparse"):
        _replace_sparse(document, item.item("sparse"), values)
    if item.fields.get("normalized") is True and component.kind in "iu":
        return np.maximum(values / np.iinfo(component).max, -1.0)
    return values.astype(np.float64) if component.kind == "f" else values


def entry_count(document: GltfDocument, index: int) -> int:
    """The number of entries that an accessor announces."""
    return document.root.entry("accessors", index).whole("count")


def check_amount(positions: int) -> None:
    """Refuse more positions than memory should hold."""
    if positions > MOST_POSITIONS:
        raise FileFormatError(
            f"The file asks for more than {MOST_POSITIONS} positions; read fewer frames or export less."
        )


def _component(item: JsonObject) -> np.dtype:
    code = item.whole("componentType")
    if code not in COMPONENTS:
        raise FileFormatError(f"{item.place}.componentType is {code}; one of {[*COMPONENTS]} is needed.")
    return np.dtype(COMPONENTS[code])


def _strided(document: GltfDocument, item: JsonObject, component: np.dtype, count: int, width: int) -> Array:
    """(count, width) a copy of the entries in the item's buffer view, which may hold others between."""
    index = item.whole("bufferView")
    view = document.root.entry("bufferViews", index)
    data, begin, end = _stored(document, view, index)
    entry = width * component.itemsize
    stride = view.whole("byteStride", entry)
    first = begin + item.whole("byteOffset", 0)
    if end > len(data) or stride < entry or first + stride * (count - 1) + entry > max(end, first):
        raise FileFormatError(
            f"{item.place} announces {count} entries from byte {first}; its buffer view ends at {end}, "
            f"its buffer at {len(data)}."
        )
    if count == 0:
        return np.zeros((0, width), dtype=component)
    strides = (stride, component.itemsize)
    stored = data[first : first + stride * (count - 1) + entry]
    return np.ndarray((count, width), component, buffer=stored, strides=strides).copy()


def _stored(document: GltfDocument, view: JsonObject, index: int) -> tuple[bytes | FileBytes, int, int]:
    """The bytes among which a buffer view lies, where it begins and where it ends."""
    if index in document.views:
        return document.views[index], 0, len(document.views[index])
    buffer = view.whole("buffer")
    if buffer >= len(document.buffers):
        raise FileFormatError(f"{view.place} names buffer {buffer}; there are {len(document.buffers)}.")
    begin = view.whole("byteOffset", 0)
    return document.buffers[buffer], begin, begin + view.whole("byteLength")


def _decoded(item: JsonObject, values: Array, component: np.dtype, shape: tuple[int, int]) -> Array:
    """A copy of entries that were compressed, which must be those that the accessor announces."""
    if values.shape != shape:
        raise FileFormatError(f"{item.place} announces {shape} values; its primitive has {values.shape}.")
    return values.astype(component)


def _replace_sparse(document: GltfDocument, sparse: JsonObject, values: Array) -> None:
    """Overwrite the entries of values that a sparse accessor lists."""
    count = sparse.whole("count")
    places = sparse.item("indices")
    rows = _strided(document, places, _component(places), count, 1)[:, 0]
    if rows.dtype.kind != "u" or (len(rows) and int(rows.max()) >= len(values)):
        raise FileFormatError(f"{places.place} names entries beyond the {len(values)} of the accessor.")
    values[rows] = _strided(document, sparse.item("values"), values.dtype, count, values.shape[1])
