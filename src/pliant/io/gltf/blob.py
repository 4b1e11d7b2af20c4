"""The arrays of a glTF file while it is put together, and the file around them."""

from __future__ import annotations

import base64

import numpy as np
import pygltflib

from pliant.core.arrays import Array, Ints
from pliant.errors import MeshError

_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3"}
_MOST_BYTES = 2**32 - 1


class Blob:
    """The arrays of a file while it is put together."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.views: list[pygltflib.BufferView] = []
        self.accessors: list[pygltflib.Accessor] = []

    def vectors(self, values: Array) -> int:
        """The accessor of float32 values (…, width)."""
        index = self._add(values, pygltflib.FLOAT, pygltflib.ARRAY_BUFFER)
        self.accessors[index].min = values.min(axis=0).tolist()
        self.accessors[index].max = values.max(axis=0).tolist()
        return index

    def indices(self, F: Ints) -> int:
        """The accessor of triangles (m, 3)."""
        corners = F.reshape(-1, 1).astype("<u4")
        return self._add(corners, pygltflib.UNSIGNED_INT, pygltflib.ELEMENT_ARRAY_BUFFER)

    def _add(self, values: Array, component: int, target: int) -> int:
        # All our numbers have four bytes, so that each array begins where glTF wants it to.
        begin = len(self.bytes)
        self.bytes += values.tobytes()
        size = values.nbytes
        self.views.append(pygltflib.BufferView(buffer=0, byteOffset=begin, byteLength=size, target=target))
        accessor = pygltflib.Accessor(bufferView=len(self.views) - 1, componentType=component)
        accessor.count, accessor.type = len(values), _KINDS[values.shape[1]]
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def document(
        self,
        nodes: list[pygltflib.Node],
        roots: list[int],
        meshes: list[pygltflib.Mesh],
        materials: list[str],
    ) -> pygltflib.GLTF2:
        """The file's description, without the arrays."""
        if len(self.bytes) > _MOST_BYTES:
            raise MeshError(f"The mesh needs {len(self.bytes)} bytes; a .glb holds 4 GB. Write an .npz.")
        return pygltflib.GLTF2(
            asset=pygltflib.Asset(version="2.0", generator="Pliant"),
            scene=0,
            scenes=[pygltflib.Scene(nodes=roots)],
            nodes=nodes,
            meshes=meshes,
            materials=[pygltflib.Material(name=name) for name in materials],
            accessors=self.accessors,
            bufferViews=self.views,
            buffers=[pygltflib.Buffer(byteLength=len(self.bytes))],
        )

    def glb(self, document: pygltflib.GLTF2) -> list[bytes]:
        """The bytes of a .glb of the description and the arrays, in pieces."""
        document.set_binary_blob(bytes(self.bytes))
        return document.save_to_bytes()

    def gltf(self, document: pygltflib.GLTF2) -> bytes:
        """The text of a .gltf that holds the arrays itself."""
        data = base64.b64encode(self.bytes).decode("ascii")
        document.buffers[0].uri = f"data:application/octet-stream;base64,{data}"
        return document.to_json().encode("utf-8")


def single(V: Array) -> Array:
    """The positions in single precision; refuses those that it cannot hold."""
    with np.errstate(over="ignore"):
        rounded = V.astype(np.float32)
    if not np.isfinite(rounded).all():
        raise MeshError("A coordinate is too large for the single precision of glTF; scale the mesh down.")
    return rounded
