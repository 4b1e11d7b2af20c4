"""Meshes and poses as .glb files; `pliant.io.gltf` says what they keep."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.io.gltf.blob import Blob
from pliant.io.gltf.mesh_writer import MeshWriter
from pliant.mesh import Mesh, PoseSet


def glb_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a .glb with a mesh, in pieces."""
    return glb_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["base"]))


def glb_of_poses(poses: PoseSet) -> Iterator[bytes]:
    """The bytes of a .glb whose morph targets are the poses after the first, in pieces."""
    blob = Blob()
    writer = MeshWriter(blob, poses.mesh)
    for V in poses.V[1:]:
        writer.shape(V)
    names = {"baseName": poses.names[0], "targetNames": list(poses.names[1:])} if len(poses) > 1 else {}
    yield from blob.glb(writer.document(names))
