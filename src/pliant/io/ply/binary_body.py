"""The rows of a binary PLY file, in either byte order.

If the lists of all rows are as long as those of the first, the rows are one structured array. Otherwise they
are read row by row.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.ply.header import Columns, Element, Header, Lists, Property

_STRUCT_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I"}


def binary_columns(data: bytes, header: Header, wanted: Mapping[str, set[str]]) -> dict[str, Columns]:
    """element -> its columns; wanted lists the names of the properties to read of each element."""
    offset = header.body
    found: dict[str, Columns] = {}
    for element in header.elements:
        columns, offset = _columns(data, offset, element, header.order)
        if element.name in wanted:
            missing = [
                name for name in element.properties if name in wanted[element.name] and name not in columns
            ]
            if missing:
                raise UnsupportedFormatError(
                    f"'{element.name}' has lists of several lengths beside '{missing[0]}'; save it without."
                )
            found[element.name] = {name: columns[name] for name in columns if name in wanted[element.name]}
    return found


def _columns(data: bytes, offset: int, element: Element, order: str) -> tuple[Columns, int]:
    """The columns of an element, and the position after its last row."""
    kinds = list(element.properties.values())
    least = sum(_size(kind.length or kind.kind) for kind in kinds)
    if offset + element.count * least > len(data):
        raise _cut_off(element, offset)
    count = element.count if kinds else 0
    row = _row_like_the_first(data, offset, element, order) if count else _row(kinds, [0] * len(kinds), order)
    end = offset + count * row.itemsize
    if end <= len(data):
        rows = np.frombuffer(data, dtype=row, count=count, offset=offset) if count else np.zeros(0, row)
        if all((rows[f"length {i}"] == rows[f"length {i}"][:1]).all() for i in _lists(kinds)):
            return _uniform_columns(rows, element), end
    return _ragged_columns(data, offset, element, order)


def _lists(kinds: list[Property]) -> list[int]:
    return [i for i, kind in enumerate(kinds) if kind.length is not None]


def _row(kinds: list[Property], sizes: list[int], order: str) -> np.dtype:
    """The structured type of a row whose lists have these lengths."""
    fields: list[tuple] = []
    for i, (kind, size) in enumerate(zip(kinds, sizes, strict=True)):
        if kind.length is None:
            fields.append((f"value {i}", order + kind.kind))
        else:
            fields += [(f"length {i}", order + kind.length), (f"value {i}", order + kind.kind, (size,))]
    return np.dtype(fields)


def _row_like_the_first(data: bytes, offset: int, element: Element, order: str) -> np.dtype:
    kinds = list(element.properties.values())
    sizes = []
    for kind in kinds:
        size = 1
        if kind.length is not None:
            here, offset = offset, offset + _size(kind.length)
            if offset > len(data):
                raise _cut_off(element, here)
            size = int(np.frombuffer(data, dtype=order + kind.length, count=1, offset=here)[0])
        offset += size * _size(kind.kind)
        if size < 0 or offset > len(data):
            raise _cut_off(element, offset)
        sizes.append(size)
    return _row(kinds, sizes, order)


def _uniform_columns(rows: Array, element: Element) -> Columns:
    columns: Columns = {}
    for i, (name, kind) in enumerate(element.properties.items()):
        values = rows[f"value {i}"]
        sizes = None if kind.length is None else rows[f"length {i}"].astype(np.int64)
        columns[name] = values if sizes is None else Lists(sizes, values.ravel())
    return columns


def _ragged_columns(data: bytes, offset: int, element: Element, order: str) -> tuple[Columns, int]:
    """The columns of lists, and the position after the last row; single numbers are not read here."""
    kinds = list(element.properties.values())
    places, lengths, end = _walk(data, offset, element, order)
    columns: Columns = {}
    for column, i in enumerate(_lists(kinds)):
        begins, sizes = places[:, column], lengths[:, column]
        kind = np.dtype(order + kinds[i].kind)
        local = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        at = np.repeat(begins, sizes) + local * kind.itemsize
        letters = np.frombuffer(data, dtype=np.uint8)[at[:, None] + np.arange(kind.itemsize)]
        columns[list(element.properties)[i]] = Lists(sizes, letters.reshape(-1).view(kind))
    return columns, end


def _walk(data: bytes, offset: int, element: Element, order: str) -> tuple[Ints, Ints, int]:
    """Position and length of every list, both (rows, lists), and the position after the last row."""
    steps, skip = [], 0
    for kind in element.properties.values():
        if kind.length is None:
            skip += _size(kind.kind)
        else:
            unpack = struct.Struct(order + _STRUCT_CODES[kind.length]).unpack_from
            steps.append((skip, unpack, _size(kind.length), _size(kind.kind)))
            skip = 0
    places, lengths = [], []
    for _ in range(element.count):
        for before, unpack, length_size, item_size in steps:
            offset += before
            try:
                (length,) = unpack(data, offset)
            except struct.error:
                raise _cut_off(element, offset) from None
            offset += length_size
            places.append(offset)
            lengths.append(length)
            offset += length * item_size
            if length < 0:
                raise _cut_off(element, offset)
        offset += skip
    if offset > len(data):
        raise _cut_off(element, offset)
    shape = (element.count, len(steps))
    return np.reshape(places, shape).astype(np.int64), np.reshape(lengths, shape).astype(np.int64), offset


def _size(kind: str) -> int:
    return np.dtype(kind).itemsize


def _cut_off(element: Element, offset: int) -> FileFormatError:
    return FileFormatError(
        f"{element.count} rows of '{element.name}' are announced, but they do not fit into the file "
        f"(noticed at byte {offset}); it was cut off, or its header is wrong."
    )
