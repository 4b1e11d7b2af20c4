"""The arrays of a glTF file that is being written, and the file around them."""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Iterator
from typing import IO

import numpy as np
import pygltflib

from pliant.arrays import Array, Ints
from pliant.errors import MeshError
from pliant.io.gltf.accessors import COMPONENTS, WIDTHS

_KINDS = {width: kind for kind, width in WIDTHS.items()}
_CODES = {dtype[1:]: code for code, dtype in COMPONENTS.items()}
_MOST_BYTES = 2**32 - 1
# Bytes of the header of a .glb and of the headers of its two chunks.
_HEADERS = 28
# Bytes copied at once from the arrays to the file; a multiple of 3, since base64 makes 4 letters of 3 bytes.
_PIECE = 3 << 20
_NO_ARRAYS = "data:application/octet-stream;base64,"


class Blob:
    """The arrays of a file that is being written, in memory or in a temporary file.

    Methods that add an array return the number of its accessor.
    """

    def __init__(self, store: IO[bytes] | None = None) -> None:
        """store: an empty file, open for writing and reading, for arrays that do not fit into memory."""
        self.store = io.BytesIO() if store is None else store
        self.size = 0
        self.views: list[pygltflib.BufferView] = []
        self.accessors: list[pygltflib.Accessor] = []

    def vectors(self, values: Array) -> int:
        """Add float32 values (r, width), one row per vertex."""
        index = self._add(values, pygltflib.ARRAY_BUFFER)
        self._bound(index, values)
        return index

    def joints(self, values: Array) -> int:
        """Add whole numbers or weights (n, 4), one row per vertex, without their bounds."""
        return self._add(values, pygltflib.ARRAY_BUFFER)

    def indices(self, F: Ints) -> int:
        """Add triangles (m, 3)."""
        return self._add(F.reshape(-1, 1).astype("<u4"), pygltflib.ELEMENT_ARRAY_BUFFER)

    def values(self, values: Array) -> int:
        """Add float32 values (r, width) that do not belong to vertices, such as keys of animations."""
        index = self._add(values, None)
        self._bound(index, values)
        return index

    def sparse_vectors(self, values: Array) -> int:
        """Add float32 values (r, width), one row per vertex; only rows that are not 0 if that is smaller."""
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
        """The description of a file of the arrays so far; roots are the nodes of its scene."""
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
        """The bytes of a .glb with the description and the arrays, in pieces."""
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
        """The text of a .gltf that contains the arrays, in pieces."""
        document.buffers[0].uri = _NO_ARRAYS
        # No name can contain this, because JSON escapes quotation marks in texts.
        before, place, after = document.to_json().partition(f'"uri": "{_NO_ARRAYS}')
        yield (before + place).encode("utf-8")
        for piece in self._pieces():
            yield base64.b64encode(piece)
        yield after.encode("utf-8")

    def file(self, document: pygltflib.GLTF2, suffix: str) -> Iterator[bytes]:
        """The bytes of a .glb or .gltf, as the suffix says, in pieces."""
        return self.glb(document) if suffix == ".glb" else self.gltf(document)

    def _add(self, values: Array, target: int | None) -> int:
        return self._accessor(self._view(values, target), values)

    def _view(self, values: Array, target: int | None) -> int:
        # glTF requires that every array begins at a multiple of four bytes.
        data = values.tobytes()
        data += b"\0" * (-len(data) % 4)
        self.store.write(data)
        self.views.append(
            pygltflib.BufferView(buffer=0, byteOffset=self.size, byteLength=values.nbytes, target=target)
        )
        self.size += len(data)
        return len(self.views) - 1

    def _accessor(self, view: int | None, values: Array) -> int:
        accessor = pygltflib.Accessor(bufferView=view, componentType=_CODES[values.dtype.str[1:]])
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
