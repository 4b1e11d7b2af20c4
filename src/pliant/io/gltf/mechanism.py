"""Mechanisms in glTF files: a node per component; what is kept is described at `pliant.io.gltf`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygltflib

from pliant.core.arrays import Floats, Ints, frozen
from pliant.core.mechanism import Component, Joint, Mechanism
from pliant.core.mechanism_record import (
    component_of_record,
    joint_of_record,
    record_of_component,
    record_of_joint,
)
from pliant.core.mesh import Mesh
from pliant.core.piece import Piece, pieces
from pliant.core.rotations import closest_rotation
from pliant.core.spanning import ROOT, frame_origins, spanning
from pliant.errors import FileFormatError
from pliant.io.frames import single
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.scene import Scene, mesh_of_scene, scene_of_document
from pliant.io.gltf.split import split_vertices
from pliant.io.gltf.writer import triangles_by_material
from pliant.io.polygons import polygons_of_sizes

# The field of a node's extras that is ours.
EXTRAS = "pliant"
# Copies of one vertex in several nodes may differ by the rounding of single precision, and not by more than
# this share of the model's diagonal.
_SAME_PLACE = 1e-5


def glb_of_mechanism(mechanism: Mechanism) -> list[bytes]:
    """The bytes of a .glb with a node per component, in pieces."""
    blob, document = _written(mechanism)
    return list(blob.glb(document))


def gltf_of_mechanism(mechanism: Mechanism) -> list[bytes]:
    """The text of a .gltf with a node per component, its arrays inside."""
    blob, document = _written(mechanism)
    return list(blob.gltf(document))


def mechanism_of_gltf(data: bytes, folder: Path) -> Mechanism | None:
    """The mechanism that our writer put into a file; None for a file without one.

    Vertices come in the order of the model that was written, unless another program changed their number.
    """
    scene = scene_of_document(document_of_gltf(data, folder))
    records = _records(scene)
    if records is None:
        return None
    mesh = mesh_of_scene(scene, scene.rest_positions())
    owner = np.array([records[part.node]["component"] for part in scene.parts])
    component = np.repeat(owner, [len(part.V) for part in scene.parts])
    mesh, component = _in_model_order(scene, records, mesh, component)
    by_number = sorted(records.items(), key=lambda item: item[1]["component"])
    parts = [_component(scene, node, record) for node, record in by_number]
    return Mechanism.of(mesh, component, parts, _joints(scene, records))


def _written(mechanism: Mechanism) -> tuple[Blob, pygltflib.GLTF2]:
    tree = spanning(mechanism)
    origins = frame_origins(mechanism, tree)
    blob, materials = Blob(), list(mechanism.mesh.materials)
    parts = pieces(mechanism)
    meshes = [_mesh(blob, piece, origin, materials) for piece, origin in zip(parts, origins, strict=True)]
    nodes = []
    for i, (piece, component) in enumerate(zip(parts, mechanism.components, strict=True)):
        parent = tree.parents[i]
        offset = origins[i] if parent == ROOT else origins[i] - origins[parent]
        node = pygltflib.Node(name=component.name, mesh=i, translation=(offset + 0.0).tolist())
        node.children = [child for child in tree.order if tree.parents[child] == i]
        node.extras = {EXTRAS: _record(mechanism, i, origins[i], piece)}
        nodes.append(node)
    roots = [i for i in tree.order if tree.parents[i] == ROOT]
    return blob, blob.document(nodes, roots, meshes, materials)


def _mesh(blob: Blob, piece: Piece, origin: Floats, materials: list[str]) -> pygltflib.Mesh:
    """A component's mesh about the origin of its node."""
    split = split_vertices(piece.mesh)
    V = single(piece.mesh.V - origin)[split.source]
    attributes = pygltflib.Attributes(POSITION=blob.vectors(V))
    if split.uv is not None:
        attributes.TEXCOORD_0 = blob.vectors(split.uv)
    names, triangles = triangles_by_material(piece.mesh)
    primitives = [
        pygltflib.Primitive(
            attributes=attributes,
            indices=blob.indices(split.F[some]),
            material=None if material is None else materials.index(names[material]),
        )
        for material, some in triangles
    ]
    copies = split.source[piece.mesh.n :].tolist()
    return pygltflib.Mesh(primitives=primitives, extras={"copies": copies} if copies else {})


def _record(mechanism: Mechanism, i: int, origin: Floats, piece: Piece) -> dict[str, Any]:
    """What a node says of its component, and of the joints whose b it is, in the node's frame."""
    record: dict[str, Any] = {"component": i, **record_of_component(mechanism.components[i])}
    first = int(piece.vertices[0])
    if np.array_equal(piece.vertices, np.arange(first, first + len(piece.vertices))):
        record["first"] = first
    else:
        record |= {"vertices": piece.vertices.tolist(), "own": piece.own}
    joints = [(j, joint) for j, joint in enumerate(mechanism.joints) if joint.b == i]
    record["joints"] = [
        {"number": j, **record_of_joint(replace(joint, origin=joint.origin - origin))} for j, joint in joints
    ]
    return record


def _records(scene: Scene) -> dict[int, dict[str, Any]] | None:
    """node -> its record; None unless every mesh has one, and they number the components."""
    records: dict[int, dict[str, Any]] = {}
    for node in dict.fromkeys(part.node for part in scene.parts):
        record = scene.nodes.items[node].extras().get(EXTRAS)
        if not isinstance(record, dict) or not isinstance(record.get("component"), int):
            return None
        records[node] = record
    numbers = sorted(record["component"] for record in records.values())
    return records if numbers == list(range(len(numbers))) else None


def _component(scene: Scene, node: int, record: dict[str, Any]) -> Component:
    # A node may have been renamed since.
    name = scene.nodes.items[node].text("name") or record.get("name")
    return component_of_record({**record, "name": name})


def _joints(scene: Scene, records: dict[int, dict[str, Any]]) -> list[Joint]:
    """All joints in the model, as their nodes stand now."""
    matrices = scene.rest_matrices()
    found = []
    for node, record in records.items():
        given = record.get("joints")
        for item in given if isinstance(given, list) else []:
            if not isinstance(item, dict):
                raise FileFormatError(f"A joint of node {node} is {str(item)[:40]}; an object is needed.")
            number = item.get("number")
            order = number if isinstance(number, int) else len(found)
            found.append(
                (order, _placed(joint_of_record({**item, "b": record["component"]}), matrices[node]))
            )
    return [joint for _, joint in sorted(found, key=lambda pair: pair[0])]


def _placed(joint: Joint, M: Floats) -> Joint:
    """The joint moved by M (4, 4); lengths grow with it."""
    R = closest_rotation(M[:3, :3])
    scale = np.cbrt(abs(np.linalg.det(M[:3, :3])))
    slides = np.array([not freedom.turns for freedom in joint.freedoms], dtype=bool).reshape(-1, 1)
    return replace(
        joint,
        origin=frozen(M[:3, :3] @ joint.origin + M[:3, 3], np.float64),
        frame=frozen(joint.frame @ R.T, np.float64),
        ranges=frozen(np.where(slides, scale * joint.ranges, joint.ranges), np.float64),
    )


def _in_model_order(
    scene: Scene, records: dict[int, dict[str, Any]], mesh: Mesh, component: Ints
) -> tuple[Mesh, Ints]:
    """The mesh in the order of the model that was written, if the nodes' lists of vertices are still true."""
    lists = [_vertices(records[part.node], len(part.V)) for part in scene.parts]
    known = [item for item in lists if item is not None]
    if len(known) < len(lists) or len(records) < len(lists):
        return mesh, component
    vertex = np.concatenate([vertices for vertices, _ in known])
    own = np.concatenate([np.arange(len(vertices)) < count for vertices, count in known])
    n = int(own.sum())
    if not np.array_equal(np.sort(vertex[own]), np.arange(n)) or not ((vertex >= 0) & (vertex < n)).all():
        return mesh, component
    place = np.empty(n, dtype=np.int64)
    place[vertex[own]] = np.flatnonzero(own)
    V = mesh.V[place]
    if np.abs(V[vertex] - mesh.V).max() > _SAME_PLACE * np.linalg.norm(np.ptp(mesh.V, axis=0)):
        return mesh, component
    ordered = Mesh.of_polygons(
        V,
        polygons_of_sizes(vertex[mesh.polygons.corners], np.diff(mesh.polygons.starts)),
        uv=mesh.uv,
        uv_corners=mesh.uv_corners,
        groups=mesh.groups,
        materials=mesh.materials,
    )
    return ordered, component[place]


def _vertices(record: dict[str, Any], n: int) -> tuple[Ints, int] | None:
    """The model's vertex for each of a node's n, and how many are its own; None if the record is not of n."""
    first, listed, own = record.get("first"), record.get("vertices"), record.get("own")
    if isinstance(first, int) and 0 <= first < 2**53:
        return first + np.arange(n), n
    if not isinstance(listed, list) or len(listed) != n or not isinstance(own, int):
        return None
    if not all(isinstance(vertex, int) and 0 <= vertex < 2**53 for vertex in listed):
        return None
    return np.array(listed, dtype=np.int64), own
