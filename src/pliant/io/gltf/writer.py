"""The bytes of a .glb file; what it keeps is described at `pliant.io.gltf`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygltflib

from pliant.core.arrays import Ints
from pliant.core.mesh import Mesh, PoseSet
from pliant.io.gltf.blob import Blob, single
from pliant.io.gltf.split import split_vertices


def glb_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a .glb with one mesh, in pieces."""
    return glb_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["base"]))


def glb_of_poses(poses: PoseSet) -> Iterator[bytes]:
    """The bytes of a .glb whose morph targets are the poses after the first, in pieces."""
    mesh = poses.mesh
    split = split_vertices(mesh)
    blob = Blob()
    base = single(poses.V[0])
    attributes = pygltflib.Attributes(POSITION=blob.vectors(base[split.source]))
    if split.uv is not None:
        attributes.TEXCOORD_0 = blob.vectors(split.uv)
    # Displacements from the rounded base, so that rounding it does not move the targets.
    targets = [
        pygltflib.Attributes(POSITION=blob.vectors(single(V - base)[split.source])) for V in poses.V[1:]
    ]
    extras: dict[str, object] = {}
    if targets:
        extras |= {"baseName": poses.names[0], "targetNames": list(poses.names[1:])}
    if len(split.source) > mesh.n:
        extras["copies"] = split.source[mesh.n :].tolist()
    materials, triangles = triangles_by_material(mesh)
    primitives = [
        pygltflib.Primitive(
            attributes=attributes, indices=blob.indices(split.F[some]), material=material, targets=targets
        )
        for material, some in triangles
    ]
    written = pygltflib.Mesh(primitives=primitives, weights=[0.0] * len(targets), extras=extras)
    yield from blob.glb(blob.document([pygltflib.Node(mesh=0)], [0], [written], materials))


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
