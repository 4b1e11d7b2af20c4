"""The arrays of a glTF file that is being written, and the file around them."""

from __future__ import annotations

import base64
import io
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import MeshError
from pliant.io.gltf.accessors import COMPONENTS, WIDTHS
from pliant.io.gltf.extension_names import extension_names, plain_numbers, required_names

_KINDS = {width: kind for kind, width in WIDTHS.items()}
_CODES = {dtype[1:]: code for code, dtype in COMPONENTS.items()}
_MOST_BYTES = 2**32 - 1
# Bytes of the header of a .glb and of the headers of its two chunks.
_HEADERS = 28
# Bytes copied at once from the arrays to the file; a multiple of 3, since base64 makes 4 letters of 3 bytes.
_PIECE = 3 << 20
_NO_ARRAYS = "data:application/octet-stream;base64,"
# What OpenGL calls arrays of vertices and arrays of their numbers.
_OF_VERTICES, _OF_INDICES = 34962, 34963
# glTF requires that every array, and every entry of a vertex, begins at a multiple of so many bytes.
_ALIGNED = 4
# A share of 65535 as near as this to a whole number was one before it was rounded to double precision.
_WHOLE = 1e-8


class Blob:
    """The arrays of a file that is being written, in memory or in a temporary file.

    Methods that add an array return the number of its accessor.
    """

    def __init__(self, store: IO[bytes] | None = None) -> None:
        """store: an empty file, open for writing and reading, for arrays that do not fit into memory."""
        self.store = io.BytesIO() if store is None else store
        self.size = 0
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def vectors(self, values: Array) -> int:
        """Add float32 values (r, width), one row per vertex."""
        index = self._add(values, _OF_VERTICES)
        self._bound(index, values)
        return index

    def joints(self, values: Array) -> int:
        """Add whole numbers or weights (n, 4), one row per vertex, without their bounds."""
        return self._add(values, _OF_VERTICES)

    def shares(self, values: Array) -> int:
        """Add values (r, width) from 0 to 1, one row per vertex, as bytes or words if these hold them."""
        inside = values.min(initial=0.0) >= 0 and values.max(initial=0.0) <= 1
        for kind in ("<u1", "<u2") if inside else ():
            whole = values * np.iinfo(kind).max
            near = np.rint(whole)
            if np.abs(whole - near).max(initial=0.0) < _WHOLE:
                index = self._add(near.astype(kind), _OF_VERTICES)
                self.accessors[index]["normalized"] = True
                return index
        return self.vectors(values.astype("<f4"))

    def indices(self, F: Ints) -> int:
        """Add triangles (m, 3)."""
        return self._add(F.reshape(-1, 1).astype("<u4"), _OF_INDICES)

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
        index = self._accessor(None, values)
        self.accessors[index]["sparse"] = {
            "count": len(rows),
            "indices": {"bufferView": self._view(rows.astype("<u4"), None), "componentType": _CODES["u4"]},
            "values": {"bufferView": self._view(values[rows], None)},
        }
        self._bound(index, values)
        return index

    def piece(self, data: bytes) -> int:
        """Add bytes of any kind, such as an image, and return the number of their buffer view."""
        return self._view(np.frombuffer(data, dtype=np.uint8), None)

    def document(
        self,
        nodes: Sequence[Mapping[str, Any]],
        roots: Sequence[int],
        meshes: Sequence[Mapping[str, Any]],
        look: Mapping[str, Any],
        **fields: Any,
    ) -> dict[str, Any]:
        """The description of a file of the arrays so far.

        roots:  the nodes of its scene
        look:   materials, textures, images and what else the file says of itself
        fields: other lists of the file, such as animations
        """
        root = {
            **look,
            "asset": {**look.get("asset", {}), "version": "2.0", "generator": "Pliant"},
            "scene": 0,
            "scenes": [{"nodes": list(roots)}],
            "nodes": list(nodes),
            "meshes": list(meshes),
            **fields,
            "accessors": self.accessors,
            "bufferViews": self.views,
        }
        used, required = extension_names(root), required_names(root)
        root |= {"extensionsUsed": used} if used else {}
        return root | ({"extensionsRequired": required} if required else {})

    def glb(self, document: dict[str, Any]) -> Iterator[bytes]:
        """The bytes of a .glb with the description and the arrays, in pieces."""
        text = _text(document | {"buffers": [{"byteLength": self.size}]}).encode("utf-8")
        text += b" " * (-len(text) % 4)
        length = _HEADERS + len(text) + self.size
        if length > _MOST_BYTES:
            raise MeshError(f"The file needs {length} bytes; a .glb holds 4 GB. Write another format.")
        yield struct.pack("<4sIII4s", b"glTF", 2, length, len(text), b"JSON")
        yield text
        yield struct.pack("<I4s", self.size, b"BIN\0")
        yield from self._pieces()

    def gltf(self, document: dict[str, Any]) -> Iterator[bytes]:
        """The text of a .gltf that contains the arrays, in pieces."""
        buffer = {"byteLength": self.size, "uri": _NO_ARRAYS}
        # No other text can contain this, because JSON escapes quotation marks.
        whole = _text(document | {"buffers": [buffer]})
        before, place, after = whole.rpartition(f'"uri":"{_NO_ARRAYS}')
        yield (before + place).encode("utf-8")
        for piece in self._pieces():
            yield base64.b64encode(piece)
        yield after.encode("utf-8")

    def file(self, document: dict[str, Any], suffix: str) -> Iterator[bytes]:
        """The bytes of a .glb or .gltf, as the suffix says, in pieces."""
        return self.gltf(document) if suffix == ".gltf" else self.glb(document)

    def _add(self, values: Array, target: int | None) -> int:
        return self._accessor(self._view(values, target), values)

    def _view(self, values: Array, target: int | None) -> int:
        view: dict[str, Any] = {"buffer": 0, "byteOffset": self.size}
        stored = values
        if target == _OF_VERTICES and values[0].nbytes % _ALIGNED:
            padding = -values[0].nbytes % _ALIGNED // values.itemsize
            stored = np.pad(values, ((0, 0), (0, padding)))
            view["byteStride"] = stored[0].nbytes
        view["byteLength"] = stored.nbytes
        if target is not None:
            view["target"] = target
        data = stored.tobytes()
        data += b"\0" * (-len(data) % _ALIGNED)
        self.store.write(data)
        self.views.append(view)
        self.size += len(data)
        return len(self.views) - 1

    def _accessor(self, view: int | None, values: Array) -> int:
        accessor = {"componentType": _CODES[values.dtype.str[1:]], "count": len(values)}
        accessor |= {"type": _KINDS[values.shape[1]]}
        self.accessors.append(accessor if view is None else {"bufferView": view, **accessor})
        return len(self.accessors) - 1

    def _bound(self, index: int, values: Array) -> None:
        # Row by row of the transpose: several times as fast as down narrow columns.
        columns = np.ascontiguousarray(values.T)
        self.accessors[index]["min"] = columns.min(axis=1).tolist()
        self.accessors[index]["max"] = columns.max(axis=1).tolist()

    def _pieces(self) -> Iterator[bytes]:
        self.store.seek(0)
        while piece := self.store.read(_PIECE):
            yield piece


def _text(document: dict[str, Any]) -> str:
    try:
        return json.dumps(document, separators=(",", ":"), allow_nan=False)
    except ValueError:
        # JSON has no infinite numbers, but extras of a source may.
        return json.dumps(plain_numbers(document), separators=(",", ":"), allow_nan=False)
