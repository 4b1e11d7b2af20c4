"""The arrays of a glTF file: strided, sparse and normalised."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Array
from pliant.errors import FileFormatError
from pliant.io.gltf.document import Document
from pliant.io.gltf.item import Item

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def accessor(document: Document, index: int, kind: str) -> Array:
    """(count, width) the entries of an accessor of this kind: SCALAR, VEC2, VEC3, VEC4 or MAT4.

    Floats and normalised integers come as float64, other integers as they are.
    """
    item = document.root.entry("accessors", index)
    if item.text("type") != kind:
        raise FileFormatError(f"{item.place} has the type {item.text('type')}; {kind} is needed.")
    component = _component(item)
    count, width = item.whole("count"), _WIDTHS[kind]
    if item.has("bufferView"):
        values = _strided(document, item, component, count, width)
    else:
        # Zeros that are not stored: only as many as the stored arrays could go with.
        if count > sum(len(buffer) for buffer in document.buffers):
            raise FileFormatError(f"{item.place} announces {count} entries, more than the file has bytes.")
        values = np.zeros((count, width), dtype=component)
    if item.has("sparse"):
        _replace_sparse(document, item.item("sparse"), values)
    if item.fields.get("normalized") is True and component.kind in "iu":
        return np.maximum(values / np.iinfo(component).max, -1.0)
    return values.astype(np.float64) if component.kind == "f" else values


def entry_count(document: Document, index: int) -> int:
    """How many entries an accessor announces."""
    return document.root.entry("accessors", index).whole("count")


def _component(item: Item) -> np.dtype:
    code = item.whole("componentType")
    if code not in _COMPONENTS:
        raise FileFormatError(f"{item.place}.componentType is {code}; one of {[*_COMPONENTS]} is needed.")
    return np.dtype(_COMPONENTS[code])


def _strided(document: Document, item: Item, component: np.dtype, count: int, width: int) -> Array:
    """(count, width) copied out of the item's buffer view, which may interleave it with other things."""
    view = document.root.entry("bufferViews", item.whole("bufferView"))
    buffer = view.whole("buffer")
    if buffer >= len(document.buffers):
        raise FileFormatError(f"{view.place} names buffer {buffer}; there are {len(document.buffers)}.")
    data = document.buffers[buffer]
    begin = view.whole("byteOffset", 0)
    end = begin + view.whole("byteLength")
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


def _replace_sparse(document: Document, sparse: Item, values: Array) -> None:
    """Overwrites the few entries of values that a sparse accessor gives one by one."""
    count = sparse.whole("count")
    places = sparse.item("indices")
    rows = _strided(document, places, _component(places), count, 1)[:, 0]
    if rows.dtype.kind != "u" or (len(rows) and int(rows.max()) >= len(values)):
        raise FileFormatError(f"{places.place} names entries beyond the {len(values)} of the accessor.")
    values[rows] = _strided(document, sparse.item("values"), values.dtype, count, values.shape[1])
