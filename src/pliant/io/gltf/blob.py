"""The arrays of a glTF file while it is put together, and the file around them."""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Iterator
from typing import IO

import numpy as np
import pygltflib

from pliant.core.arrays import Array, Ints
from pliant.errors import MeshError

_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
_COMPONENTS = {
    "u1": pygltflib.UNSIGNED_BYTE,
    "u2": pygltflib.UNSIGNED_SHORT,
    "u4": pygltflib.UNSIGNED_INT,
    "f4": pygltflib.FLOAT,
}
_MOST_BYTES = 2**32 - 1
# The length of the two headers of a .glb's chunks and of its own.
_HEADERS = 28
# Copied at once from the arrays to the file; a multiple of 3, which base64 turns into 4 letters.
_PIECE = 3 << 20
_NO_ARRAYS = "data:application/octet-stream;base64,"


class Blob:
    """The arrays of a file while it is put together, in memory or in a file of their own."""

    def __init__(self, store: IO[bytes] | None = None) -> None:
        """store: an empty file, open for writing and reading, where there may be more than memory holds."""
        self.store = io.BytesIO() if store is None else store
        self.size = 0
        self.views: list[pygltflib.BufferView] = []
        self.accessors: list[pygltflib.Accessor] = []

    def vectors(self, values: Array) -> int:
        """The accessor of float32 values (…, width) that vertices have."""
        index = self._add(values, pygltflib.ARRAY_BUFFER)
        self._bound(index, values)
        return index

    def joints(self, values: Array) -> int:
        """The accessor of whole numbers or weights (…, 4) that vertices have, without bounds."""
        return self._add(values, pygltflib.ARRAY_BUFFER)

    def indices(self, F: Ints) -> int:
        """The accessor of triangles (m, 3)."""
        return self._add(F.reshape(-1, 1).astype("<u4"), pygltflib.ELEMENT_ARRAY_BUFFER)

    def values(self, values: Array) -> int:
        """The accessor of float32 values (…, width) that no vertex has: keys of animations and the like."""
        index = self._add(values, None)
        self._bound(index, values)
        return index

    def sparse_vectors(self, values: Array) -> int:
        """The accessor of float32 values (…, width), of which only those that are not 0 are stored.

        Stored whole if that is smaller.
        """
        rows = np.flatnonzero(np.logical_or.reduce(values.T != 0))
        # A sparse accessor has at least one entry.
        rows = rows if len(rows) else np.zeros(1, dtype=np.int64)
        if len(rows) * (4 + values[0].nbytes) >= values.nbytes:
            return self.vectors(values)
        sparse = pygltflib.Sparse(
            count=len(rows),
            indices=pygltflib.AccessorSparseIndices(
                bufferView=self._view(rows.astype("<u4"), None), componentType=pygltflib.UNSIGNED_INT
            ),
            values=pygltflib.AccessorSparseValues(bufferView=self._view(values[rows], None)),
        )
        index = self._accessor(None, values)
        self.accessors[index].sparse = sparse
        self.accessors[index].byteOffset = None
        self._bound(index, values)
        return index

    def document(
        self,
        nodes: list[pygltflib.Node],
        roots: list[int],
        meshes: list[pygltflib.Mesh],
        materials: list[str],
    ) -> pygltflib.GLTF2:
        """The file's description, without the arrays."""
        if self.size > _MOST_BYTES:
            raise MeshError(f"The arrays need {self.size} bytes; a .glb holds 4 GB. Write another format.")
        return pygltflib.GLTF2(
            asset=pygltflib.Asset(version="2.0", generator="Pliant"),
            scene=0,
            scenes=[pygltflib.Scene(nodes=roots)],
            nodes=nodes,
            meshes=meshes,
            materials=[pygltflib.Material(name=name) for name in materials],
            accessors=self.accessors,
            bufferViews=self.views,
            buffers=[pygltflib.Buffer(byteLength=self.size)],
        )

    def glb(self, document: pygltflib.GLTF2) -> Iterator[bytes]:
        """The bytes of a .glb of the description and the arrays, in pieces."""
        text = document.to_json(separators=(",", ":")).encode("utf-8")
        text += b" " * (-len(text) % 4)
        length = _HEADERS + len(text) + self.size
        if length > _MOST_BYTES:
            raise MeshError(f"The file needs {length} bytes; a .glb holds 4 GB. Write another format.")
        yield struct.pack("<4sIII4s", b"glTF", 2, length, len(text), b"JSON")
        yield text
        yield struct.pack("<I4s", self.size, b"BIN\0")
        yield from self._pieces()

    def gltf(self, document: pygltflib.GLTF2) -> Iterator[bytes]:
        """The text of a .gltf that holds the arrays itself, in pieces."""
        document.buffers[0].uri = _NO_ARRAYS
        # No name can hold this: quotation marks inside texts are written in another way.
        before, place, after = document.to_json().partition(f'"uri": "{_NO_ARRAYS}')
        yield (before + place).encode("utf-8")
        for piece in self._pieces():
            yield base64.b64encode(piece)
        yield after.encode("utf-8")

    def _add(self, values: Array, target: int | None) -> int:
        return self._accessor(self._view(values, target), values)

    def _view(self, values: Array, target: int | None) -> int:
        # Every array begins at a multiple of four bytes, as glTF wants.
        data = values.tobytes()
        data += b"\0" * (-len(data) % 4)
        self.store.write(data)
        self.views.append(
            pygltflib.BufferView(buffer=0, byteOffset=self.size, byteLength=values.nbytes, target=target)
        )
        self.size += len(data)
        return len(self.views) - 1

    def _accessor(self, view: int | None, values: Array) -> int:
        accessor = pygltflib.Accessor(bufferView=view, componentType=_COMPONENTS[values.dtype.str[1:]])
        accessor.count, accessor.type = len(values), _KINDS[values.shape[1]]
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def _bound(self, index: int, values: Array) -> None:
        # Row by row of the transpose: several times as fast as down narrow columns.
        columns = np.ascontiguousarray(values.T)
        self.accessors[index].min = columns.min(axis=1).tolist()
        self.accessors[index].max = columns.max(axis=1).tolist()

    def _pieces(self) -> Iterator[bytes]:
        self.store.seek(0)
        while piece := self.store.read(_PIECE):
            yield piece
