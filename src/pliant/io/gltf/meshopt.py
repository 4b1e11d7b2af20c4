"""Buffer views that EXT_meshopt_compression or KHR_meshopt_compression compresses."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError
from pliant.io.gltf.json_object import JsonObject

# A byte of the stream makes at most so many bytes; a file that announces more is damaged.
_MOST_GROWTH = 1024
_ATTRIBUTES, _TRIANGLES, _INDICES = 0xA0, 0xE1, 0xD1
# Bytes at the end of a stream: the least for attributes of version 0 and 1, and those of the others.
_ATTRIBUTE_TAILS, _TRIANGLE_TAIL, _INDEX_TAIL = (32, 24), 16, 4
_MOST_STRIDE = 256


def decoded_view(item: JsonObject, data: bytes) -> bytes:
    """The bytes of a buffer view, from its extension object and its compressed bytes.

    Raises FileFormatError for a stream that is damaged or cut off.
    """
    count, stride = item.whole("count"), item.whole("byteStride")
    mode, stream = item.text("mode"), np.frombuffer(data, dtype=np.uint8)
    if count * stride > _MOST_GROWTH * len(stream) or not len(stream):
        raise FileFormatError(
            f"{item.place} announces {count} entries in {len(stream)} bytes; it is damaged."
        )
    if mode == "ATTRIBUTES" and stride % 4 == 0 and 4 <= stride <= _MOST_STRIDE:
        return _filtered(item, _attributes(item, stream, count, stride)).tobytes()
    if mode in ("TRIANGLES", "INDICES") and stride in (2, 4):
        found = _indices(item, stream, count) if mode == "INDICES" else _triangles(item, stream, count)
        return found.astype(f"<u{stride}").tobytes()
    raise FileFormatError(f"{item.place} has the mode {mode} with {stride} bytes, unknown to its extension.")


def _attributes(item: JsonObject, stream: Array, count: int, stride: int) -> Array:
    """(count, stride) uint8 the elements, before their filter."""
    from pliant.io.gltf import meshopt_kernels

    version = int(stream[0]) - _ATTRIBUTES
    if version not in (0, 1):
        raise _damaged(item)
    tail = stride + (stride // 4 if version else 0)
    end = len(stream) - max(tail, _ATTRIBUTE_TAILS[version])
    modes = stream[len(stream) - tail + stride :] if version else np.zeros(stride // 4, dtype=np.uint8)
    known = ((modes & 15) <= 2) & (((modes & 15) == 2) | (modes >> 4 == 0))
    if end < 1 or not known.all():
        raise _damaged(item)
    last = stream[len(stream) - tail : len(stream) - tail + stride].copy()
    found = np.empty((count, stride), dtype=np.uint8)
    body = stream[1:]
    if meshopt_kernels.attributes(body, end - 1, version, modes, last, found) != end - 1:
        raise _damaged(item)
    return found


def _triangles(item: JsonObject, stream: Array, count: int) -> Array:
    """(count,) the indices of triangles."""
    from pliant.io.gltf import meshopt_kernels

    end = len(stream) - _TRIANGLE_TAIL
    m = count // 3
    if stream[0] != _TRIANGLES or count % 3 or end < 1 + m:
        raise _damaged(item)
    found = np.zeros((m, 3), dtype=np.int64)
    data = stream[1 + m : end]
    codes, table = stream[1 : 1 + m], stream[end:]
    if meshopt_kernels.triangles(codes, data, len(data), table, found) != len(data):
        raise _damaged(item)
    return found.ravel()


def _indices(item: JsonObject, stream: Array, count: int) -> Array:
    """(count,) indices."""
    from pliant.io.gltf import meshopt_kernels

    end = len(stream) - _INDEX_TAIL
    found = np.zeros(count, dtype=np.int64)
    if stream[0] != _INDICES or end < 1 + count:
        raise _damaged(item)
    if meshopt_kernels.indices(stream[1:], end - 1, found) != end - 1:
        raise _damaged(item)
    return found


def _filtered(item: JsonObject, values: Array) -> Array:
    """The elements (count, stride) after the filter that the extension names."""
    kind, stride = item.text("filter") or "NONE", values.shape[1]
    word = {4: "1", 8: "2"}.get(stride, "")
    with np.errstate(all="ignore"):
        if kind == "NONE":
            return values
        if kind == "EXPONENTIAL":
            return _exponential(values.view("<i4"))
        if kind == "OCTAHEDRAL" and word:
            return _octahedral(values.view(f"<i{word}"))
        if kind == "QUATERNION" and stride == 8:
            return _quaternion(values.view("<i2"))
        if kind == "COLOR" and word:
            return _colour(values.view(f"<i{word}"))
    raise FileFormatError(
        f"{item.place} has the filter {kind} with {stride} bytes, unknown to its extension."
    )


def _octahedral(values: Array) -> Array:
    """(count, 4) unit vectors from points on an octahedron that is unfolded to a square."""
    most = np.iinfo(values.dtype).max
    one = values[:, 2].astype(np.float32)
    x, y = values[:, 0] / one, values[:, 1] / one
    z = 1 - np.abs(x) - np.abs(y)
    below = np.minimum(z, 0)
    x, y = x - np.copysign(below, x), y - np.copysign(below, y)
    vectors = np.stack([x, y, z], axis=1)
    vectors /= np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    found = values.copy()
    found[:, :3] = _rounded(vectors * most)
    return found


def _quaternion(values: Array) -> Array:
    """(count, 4) unit quaternions from all components but the largest."""
    one = (values[:, 3] | 3).astype(np.float32)
    small = values[:, :3] / one[:, None] * np.float32(np.sqrt(0.5))
    largest = np.sqrt(np.maximum(0, 1 - (small**2).sum(axis=1)))
    parts = _rounded(np.column_stack([largest, small]) * 32767)
    place = (values[:, 3:] & 3) + np.arange(4)
    found = np.empty_like(values)
    np.put_along_axis(found, (place % 4).astype(np.int64), parts.astype(values.dtype), axis=1)
    return found


def _exponential(values: Array) -> Array:
    """(count, …) float32 from a mantissa of 24 bits and an exponent of 8."""
    return np.ldexp(((values << 8) >> 8).astype(np.float64), values >> 24).astype("<f4")


def _colour(values: Array) -> Array:
    """(count, 4) red, green, blue and alpha from luma, two differences, and alpha below a mark."""
    unsigned = values.view(values.dtype.str.replace("i", "u"))
    most = np.iinfo(unsigned.dtype).max
    y, marked = unsigned[:, 0].astype(np.int64), unsigned[:, 3].astype(np.int64)
    co, cg = values[:, 1].astype(np.int64), values[:, 2].astype(np.int64)
    # All bits up to the mark.
    scale = (1 << np.frexp(marked.astype(np.float64))[1].astype(np.int64)) - 1
    alpha = marked & (scale >> 1)
    parts = np.stack([y + co - cg, y + cg, y - co - cg, (alpha << 1) | (alpha & 1)], axis=1)
    return np.clip(_rounded(parts * (most / scale[:, None].astype(np.float64))), 0, most).astype(
        unsigned.dtype
    )


def _rounded(values: Array) -> Array:
    """The nearest whole numbers, halves away from 0; 0 for what is no number."""
    return np.nan_to_num(np.trunc(values + np.copysign(0.5, values)), posinf=0, neginf=0)


def _damaged(item: JsonObject) -> FileFormatError:
    return FileFormatError(f"The compressed bytes of {item.place} are damaged or cut off; export it again.")
