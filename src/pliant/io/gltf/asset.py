"""A glTF file to which arrays and descriptions are added, with everything else as it is.

The JSON keeps its text but for what is added. A .glb keeps the bytes of its arrays, and new ones follow. A
.gltf gets a buffer of its own for the new arrays, as a data URI, so that files beside it are not touched.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import COMPONENTS, WIDTHS
from pliant.io.gltf.json_text import JsonText, Way

_KINDS = {width: kind for kind, width in WIDTHS.items()}
_CODES = {dtype[1:]: code for code, dtype in COMPONENTS.items()}
_ARRAY_BUFFER = 34962
_MOST_BYTES = 2**32 - 1
_GLB_HEADER, _CHUNK_HEADER = 12, 8


class GltfAsset:
    """A file with additions; methods that add an array return the number of its accessor."""

    def __init__(self, data: bytes) -> None:
        """data: all bytes of a .glb or .gltf that was read without errors."""
        self._glb = data[:4] == b"glTF"
        self._chunks = _chunks_of_glb(data) if self._glb else [(b"JSON", data)]
        self.text = JsonText(self._chunks[0][1].decode("utf-8-sig"))
        self.fields: dict[str, Any] = json.loads(self.text.text)
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._pieces: list[bytes] = []
        self._size = 0
        binary = self._glb and len(self._chunks) > 1 and self._chunks[1][0] == b"BIN\0"
        buffers = self.fields.get("buffers", [])
        # Arrays may follow those of a .glb only if its first buffer lies in the file.
        self._appends = bool(binary and buffers and "uri" not in buffers[0])
        self._buffer = 0 if self._appends else len(buffers)
        self._start = 0
        if self._appends:
            stored = len(self._chunks[1][1])
            self._pieces.append(b"\0" * (-stored % 4))
            self._start = stored + len(self._pieces[0])

    def vectors(self, values: Array) -> int:
        """Add float32 values (n, width), one row per vertex."""
        return self._add(values, {"target": _ARRAY_BUFFER})

    def values(self, values: Array) -> int:
        """Add float32 values (r, width) that do not belong to vertices, such as keys of animations."""
        return self._add(values, {})

    def extend(self, way: Way, values: Sequence[Any]) -> None:
        """Add values to a list of the JSON."""
        self.text = self.text.extended(way, values)

    def set(self, way: Way, fields: Mapping[str, Any]) -> None:
        """Add or replace fields of an object of the JSON."""
        self.text = self.text.with_fields(way, fields)

    def factor_node(self, node: int, parts: Mapping[str, Sequence[float]]) -> None:
        """Give a node translation, rotation and scale in place of its matrix, which nothing can animate."""
        self.set(("nodes", node), parts)
        self.text = self.text.without(("nodes", node), "matrix")

    def animate(self, name: str, channels: Sequence[tuple[int, str, int]], times: int, extras: Any) -> None:
        """Add an animation.

        channels: node, path and accessor of the values of each channel
        times:    accessor of the times of all keys
        """
        samplers = [{"input": times, "output": output} for _, _, output in channels]
        moved = [
            {"sampler": i, "target": {"node": node, "path": path}}
            for i, (node, path, _) in enumerate(channels)
        ]
        animation = {"name": name, "channels": moved, "samplers": samplers, "extras": extras}
        self.extend(("animations",), [animation])

    def file(self) -> Iterator[bytes]:
        """The bytes of the file, in pieces; raises FileFormatError if a .glb cannot hold them."""
        text = self._finished().text.encode("utf-8")
        if not self._glb:
            yield text
            return
        chunks = [(b"JSON", [text, b" " * (-len(text) % 4)])]
        chunks += [(kind, [data]) for kind, data in self._chunks[1:]]
        if self._appends:
            chunks[1][1].extend(self._pieces)
        length = _GLB_HEADER + sum(_CHUNK_HEADER + sum(map(len, pieces)) for _, pieces in chunks)
        if length > _MOST_BYTES:
            raise FileFormatError(f"The file needs {length} bytes; a .glb holds 4 GB. Add less to it.")
        yield struct.pack("<4sII", b"glTF", 2, length)
        for kind, pieces in chunks:
            yield struct.pack("<I4s", sum(map(len, pieces)), kind)
            yield from pieces

    def _finished(self) -> JsonText:
        text = self.text.extended(("bufferViews",), self._views).extended(("accessors",), self._accessors)
        if self._appends:
            return text.with_fields(("buffers", 0), {"byteLength": self._start + self._size})
        if not self._size:
            return text
        written = base64.b64encode(b"".join(self._pieces)).decode("ascii")
        uri = f"data:application/octet-stream;base64,{written}"
        return text.extended(("buffers",), [{"byteLength": self._size, "uri": uri}])

    def _add(self, values: Array, fields: dict[str, int]) -> int:
        data = np.ascontiguousarray(values, dtype="<f4")
        view = {"buffer": self._buffer, "byteOffset": self._start + self._size, "byteLength": data.nbytes}
        accessor = {
            "bufferView": len(self.fields.get("bufferViews", [])) + len(self._views),
            "componentType": _CODES["f4"],
            "count": len(data),
            "type": _KINDS[data.shape[1]],
            "min": data.min(axis=0).tolist(),
            "max": data.max(axis=0).tolist(),
        }
        self._views.append(view | fields)
        self._accessors.append(accessor)
        self._pieces.append(data.tobytes())
        self._size += data.nbytes
        return len(self.fields.get("accessors", [])) + len(self._accessors) - 1


def _chunks_of_glb(data: bytes) -> list[tuple[bytes, bytes]]:
    """The kind and the bytes of each chunk."""
    found = []
    length = struct.unpack("<I", data[8:12])[0]
    here = _GLB_HEADER
    while here + _CHUNK_HEADER <= length:
        size, kind = struct.unpack("<I4s", data[here : here + _CHUNK_HEADER])
        here += _CHUNK_HEADER
        found.append((kind, data[here : here + size]))
        here += size
    return found
