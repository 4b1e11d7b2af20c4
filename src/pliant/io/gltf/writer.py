"""The bytes of a .glb file; what it keeps is described at `pliant.io.gltf`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygltflib

from pliant.core.arrays import Array, Ints
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import MeshError
from pliant.io.gltf.split import split_vertices

_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3"}
_MOST_BYTES = 2**32 - 1


def glb_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a .glb with one mesh, in pieces."""
    return glb_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["base"]))


def glb_of_poses(poses: PoseSet) -> Iterator[bytes]:
    """The bytes of a .glb whose morph targets are the poses after the first, in pieces."""
    mesh = poses.mesh
    split = split_vertices(mesh)
    blob = _Blob()
    base = _single(poses.V[0])
    attributes = pygltflib.Attributes(POSITION=blob.vectors(base[split.source]))
    if split.uv is not None:
        attributes.TEXCOORD_0 = blob.vectors(split.uv)
    # Displacements from the rounded base, so that rounding it does not move the targets.
    targets = [
        pygltflib.Attributes(POSITION=blob.vectors(_single(V - base)[split.source])) for V in poses.V[1:]
    ]
    extras: dict[str, object] = {}
    if targets:
        extras |= {"baseName": poses.names[0], "targetNames": list(poses.names[1:])}
    if len(split.source) > mesh.n:
        extras["copies"] = split.source[mesh.n :].tolist()
    materials, triangles = _triangles_by_material(mesh)
    primitives = [
        pygltflib.Primitive(
            attributes=attributes, indices=blob.indices(split.F[some]), material=material, targets=targets
        )
        for material, some in triangles
    ]
    written = pygltflib.Mesh(primitives=primitives, weights=[0.0] * len(targets), extras=extras)
    yield from blob.glb(written, materials)


def _single(V: Array) -> Array:
    with np.errstate(over="ignore"):
        single = V.astype(np.float32)
    if not np.isfinite(single).all():
        raise MeshError("A coordinate is too large for the single precision of glTF; scale the mesh down.")
    return single


def _triangles_by_material(mesh: Mesh) -> tuple[list[str], list[tuple[int | None, Ints]]]:
    """The materials' names, and the triangles of each and of none; a polygon in several keeps the last."""
    names = list(mesh.materials)
    of_polygon = np.full(len(mesh.polygons), -1)
    for i, rows in enumerate(mesh.materials.values()):
        of_polygon[rows] = i
    of_triangle = of_polygon[mesh.owner]
    order = np.argsort(of_triangle, kind="stable")
    used, first = np.unique(of_triangle[order], return_index=True)
    parts = np.split(order, first[1:])
    return names, [(None if i < 0 else i, part) for i, part in zip(used.tolist(), parts, strict=True)]


class _Blob:
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

    def glb(self, mesh: pygltflib.Mesh, materials: list[str]) -> list[bytes]:
        """The file's bytes, in pieces."""
        if len(self.bytes) > _MOST_BYTES:
            raise MeshError(f"The mesh needs {len(self.bytes)} bytes; a .glb holds 4 GB. Write an .npz.")
        document = pygltflib.GLTF2(
            asset=pygltflib.Asset(version="2.0", generator="Pliant"),
            scene=0,
            scenes=[pygltflib.Scene(nodes=[0])],
            nodes=[pygltflib.Node(mesh=0)],
            meshes=[mesh],
            materials=[pygltflib.Material(name=name) for name in materials],
            accessors=self.accessors,
            bufferViews=self.views,
            buffers=[pygltflib.Buffer(byteLength=len(self.bytes))],
        )
        document.set_binary_blob(bytes(self.bytes))
        return document.save_to_bytes()
