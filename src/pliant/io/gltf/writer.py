"""Meshes and poses as .glb files; `pliant.io.gltf` says what they keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pygltflib

from pliant.arrays import Array, Ints
from pliant.io.frames import single
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.split_vertices import SplitVertices, split_vertices
from pliant.mesh import Mesh, PoseSet

# A thousandth of the last digit of single precision; smaller moves are rounding errors of solvers.
_UNMOVED = 2.0**-34


def glb_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a .glb with a mesh, in pieces."""
    return glb_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["base"]))


def glb_of_poses(poses: PoseSet) -> Iterator[bytes]:
    """The bytes of a .glb whose morph targets are the poses after the first, in pieces."""
    split = split_vertices(poses.mesh)
    blob = Blob()
    base = single(poses.V[0])
    attributes = attributes_of(blob, split, base)
    targets = [blob.sparse_vectors(displacements(V, poses.V[0], base)[split.source]) for V in poses.V[1:]]
    extras = {"baseName": poses.names[0], "targetNames": list(poses.names[1:])} if targets else {}
    written = written_mesh(blob, split, attributes, targets=targets, extras=extras)
    yield from blob.glb(blob.document([pygltflib.Node(mesh=0)], [0], [written], list(poses.mesh.materials)))


def displacements(V: Array, rest: Array, base: Array) -> Array:
    """(n, 3) float32 displacements from base to V; 0 for vertices that are at rest.

    rest: (n, 3) rest positions
    base: (n, 3) rest positions in single precision; displacements from them correct their rounding
    """
    moved = np.logical_or.reduce((np.abs(V - rest) > _UNMOVED * np.abs(rest).max()).T)
    return np.where(moved[:, None], single(V - base), np.float32(0))


def attributes_of(blob: Blob, split: SplitVertices, base: Array) -> pygltflib.Attributes:
    """The attributes of vertices at base (n, 3), in single precision, with their texture coordinates."""
    attributes = pygltflib.Attributes(POSITION=blob.vectors(base[split.source]))
    if split.uv is not None:
        attributes.TEXCOORD_0 = blob.vectors(split.uv)
    return attributes


def written_mesh(
    blob: Blob,
    split: SplitVertices,
    attributes: pygltflib.Attributes,
    *,
    materials: Sequence[str] = (),
    targets: Sequence[int] = (),
    extras: Mapping[str, object] | None = None,
) -> pygltflib.Mesh:
    """The mesh with a primitive per material; all have the same attributes and morph targets.

    materials: the names of the materials of the file; by default those of the mesh
    targets:   the accessors of the displacements of each morph target
    extras:    what to write into the extras of the mesh, beside its copies
    """
    names = list(materials or split.mesh.materials)
    notes = dict(extras or {})
    if len(split.source) > split.mesh.n:
        notes["copies"] = split.source[split.mesh.n :].tolist()
    morphs = [pygltflib.Attributes(POSITION=target) for target in targets]
    primitives = [
        pygltflib.Primitive(
            attributes=attributes,
            indices=blob.indices(split.F[triangles]),
            material=None if material is None else names.index(material),
            targets=morphs,
        )
        for material, triangles in _triangles_by_material(split.mesh).items()
    ]
    return pygltflib.Mesh(primitives=primitives, weights=[0.0] * len(targets), extras=notes)


def _triangles_by_material(mesh: Mesh) -> dict[str | None, Ints]:
    """material -> (…,) triangles, None for those without; a polygon with several materials keeps the last."""
    names = list(mesh.materials)
    of_polygon = np.full(len(mesh.polygons), -1)
    for i, rows in enumerate(mesh.materials.values()):
        of_polygon[rows] = i
    of_triangle = of_polygon[mesh.owner]
    order = np.argsort(of_triangle, kind="stable")
    used, first = np.unique(of_triangle[order], return_index=True)
    parts = np.split(order, first[1:])
    return {None if i < 0 else names[i]: part for i, part in zip(used.tolist(), parts, strict=True)}
