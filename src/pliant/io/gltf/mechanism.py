"""Mechanisms in glTF files, with a node per component; `pliant.io.gltf` says what is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Floats, Ints, frozen
from pliant.errors import FileFormatError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.rotations import closest_rotation
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.material_writer import material_list, written_look
from pliant.io.gltf.mesh_writer import written_parts
from pliant.io.gltf.scene import GltfScene, mesh_of_scene, scene_of_document
from pliant.io.gltf.tree_writer import whole
from pliant.io.polygons import polygons_of_sizes
from pliant.mechanism.mechanism import Component, Joint, Mechanism
from pliant.mechanism.piece import Piece, pieces
from pliant.mechanism.record import (
    component_of_record,
    joint_of_record,
    record_of_component,
    record_of_joint,
)
from pliant.mechanism.spanning_tree import ROOT, frame_origins, spanning
from pliant.mesh import Mesh

# The field in the extras of a node that belongs to Pliant.
EXTRAS = "pliant"
# Copies of a vertex in several nodes differ by the rounding of single precision, at most by this share of the
# model's diagonal.
_SAME_PLACE = 1e-5


def gltf_of_mechanism(mechanism: Mechanism, suffix: str = ".glb") -> list[bytes]:
    """The bytes of a .glb, or of a .gltf that contains its arrays, with a node per component, in pieces."""
    blob, document = _written(mechanism)
    return list(blob.file(document, suffix))


def mechanism_of_gltf(data: bytes, folder: Path) -> Mechanism | None:
    """The mechanism that Pliant wrote into a file; None for a file without one.

    folder: where files that the glTF file names are searched
    Vertices have the order of the mechanism that was written, unless another program changed their number.
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


def _written(mechanism: Mechanism) -> tuple[Blob, dict[str, Any]]:
    tree = spanning(mechanism)
    origins = frame_origins(mechanism, tree)
    blob, materials = Blob(), material_list(mechanism.mesh)
    parts = pieces(mechanism)
    meshes = [_mesh(blob, piece, origin, materials) for piece, origin in zip(parts, origins, strict=True)]
    nodes = []
    for i, (piece, component) in enumerate(zip(parts, mechanism.components, strict=True)):
        parent = tree.parents[i]
        offset = origins[i] if parent == ROOT else origins[i] - origins[parent]
        node: dict[str, Any] = {"name": component.name, "mesh": i, "translation": (offset + 0.0).tolist()}
        children = [child for child in tree.order if tree.parents[child] == i]
        node |= {"children": children} if children else {}
        nodes.append(node | {"extras": {EXTRAS: _record(mechanism, i, origins[i], piece)}})
    roots = [i for i in tree.order if tree.parents[i] == ROOT]
    look = written_look(blob, mechanism.mesh.appearance, materials)
    return blob, blob.document(nodes, roots, meshes, look)


def _mesh(blob: Blob, piece: Piece, origin: Floats, materials: list[str]) -> dict[str, Any]:
    """The mesh of a component, relative to the origin (3,) of its node."""
    M = np.eye(4)
    M[:3, 3] = origin
    return written_parts(blob, piece.mesh, whole(piece.mesh, matrix=M), materials)[0].mesh({})


def _record(mechanism: Mechanism, i: int, origin: Floats, piece: Piece) -> dict[str, Any]:
    """The extras of a node: its component, and the joints of which it is component b, in its own frame."""
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


def _records(scene: GltfScene) -> dict[int, dict[str, Any]] | None:
    """node -> its extras; None unless every mesh has them and their numbers are those of components."""
    records: dict[int, dict[str, Any]] = {}
    for node in dict.fromkeys(part.node for part in scene.parts):
        record = scene.nodes.items[node].extras().get(EXTRAS)
        if not isinstance(record, dict) or not isinstance(record.get("component"), int):
            return None
        records[node] = record
    numbers = sorted(record["component"] for record in records.values())
    return records if numbers == list(range(len(numbers))) else None


def _component(scene: GltfScene, node: int, record: dict[str, Any]) -> Component:
    # Another program may have renamed the node.
    name = scene.nodes.items[node].text("name") or record.get("name")
    return component_of_record({**record, "name": name})


def _joints(scene: GltfScene, records: dict[int, dict[str, Any]]) -> list[Joint]:
    """All joints in the frame of the model, where their nodes are now."""
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
    """The joint moved by M (4, 4), which also scales the ranges of slides."""
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
    scene: GltfScene, records: dict[int, dict[str, Any]], mesh: Mesh, component: Ints
) -> tuple[Mesh, Ints]:
    """The mesh and its components (n,) in the order that was written, if the lists of the nodes still fit."""
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
    if np.abs(V[vertex] - mesh.V).max() > _SAME_PLACE * box_diagonal(mesh.V):
        return mesh, component
    ordered = Mesh.of_polygons(
        V,
        polygons_of_sizes(vertex[mesh.polygons.corners], np.diff(mesh.polygons.starts)),
        uv=mesh.uv,
        uv_corners=mesh.uv_corners,
        groups=mesh.groups,
        materials=mesh.materials,
    ).with_appearance(mesh.appearance)
    return ordered, component[place]


def _vertices(record: dict[str, Any], n: int) -> tuple[Ints, int] | None:
    """(n,) the vertices of the model in a node with n vertices, and how many are its own; None for others."""
    first, listed, own = record.get("first"), record.get("vertices"), record.get("own")
    if isinstance(first, int) and 0 <= first < 2**53:
        return first + np.arange(n), n
    if not isinstance(listed, list) or len(listed) != n or not isinstance(own, int):
        return None
    if not all(isinstance(vertex, int) and 0 <= vertex < 2**53 for vertex in listed):
        return None
    return np.array(listed, dtype=np.int64), own
