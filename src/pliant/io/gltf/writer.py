"""The bytes of a .glb file; what it keeps is described at `pliant.io.gltf`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pygltflib

from pliant.core.arrays import Array, Ints
from pliant.core.mesh import Mesh, PoseSet
from pliant.io.frames import single
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.split import SplitVertices, split_vertices

# A thousandth of the last place of single precision: the rounding of solvers, and no motion.
_UNMOVED = 2.0**-34


def glb_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a .glb with one mesh, in pieces."""
    return glb_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["base"]))


def glb_of_poses(poses: PoseSet) -> Iterator[bytes]:
    """The bytes of a .glb whose morph targets are the poses after the first, in pieces."""
    split = split_vertices(poses.mesh)
    blob = Blob()
    base = single(poses.V[0])
    attributes = attributes_of(blob, split, base)
    targets = [blob.sparse_vectors(displacements(V, poses.V[0], base)[split.source]) for V in poses.V[1:]]
    extras = {"baseName": poses.names[0], "targetNames": list(poses.names[1:])} if targets else {}
    written = written_mesh(blob, poses.mesh, split, attributes, targets=targets, extras=extras)
    yield from blob.glb(blob.document([pygltflib.Node(mesh=0)], [0], [written], list(poses.mesh.materials)))


def displacements(V: Array, rest: Array, base: Array) -> Array:
    """(n, 3) float32 from base, the rest positions in single precision, to V; 0 where V is at rest.

    From the rounded base, so that rounding it does not move the shape.
    """
    moved = np.logical_or.reduce((np.abs(V - rest) > _UNMOVED * np.abs(rest).max()).T)
    return np.where(moved[:, None], single(V - base), np.float32(0))


def attributes_of(blob: Blob, split: SplitVertices, base: Array) -> pygltflib.Attributes:
    """Positions base (n, 3), in single precision, and texture coordinates."""
    attributes = pygltflib.Attributes(POSITION=blob.vectors(base[split.source]))
    if split.uv is not None:
        attributes.TEXCOORD_0 = blob.vectors(split.uv)
    return attributes


def written_mesh(
    blob: Blob,
    mesh: Mesh,
    split: SplitVertices,
    attributes: pygltflib.Attributes,
    *,
    targets: Sequence[int] = (),
    extras: Mapping[str, object] | None = None,
) -> pygltflib.Mesh:
    """A primitive per material, all on the same vertices and with the same morph targets."""
    notes = dict(extras or {})
    if len(split.source) > mesh.n:
        notes["copies"] = split.source[mesh.n :].tolist()
    morphs = [pygltflib.Attributes(POSITION=target) for target in targets]
    primitives = [
        pygltflib.Primitive(
            attributes=attributes, indices=blob.indices(split.F[some]), material=material, targets=morphs
        )
        for material, some in triangles_by_material(mesh)[1]
    ]
    return pygltflib.Mesh(primitives=primitives, weights=[0.0] * len(targets), extras=notes)


def triangles_by_material(mesh: Mesh) -> tuple[list[str], list[tuple[int | None, Ints]]]:
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
