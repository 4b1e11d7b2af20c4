"""The armature of a glTF scene: the joints of its skins, and nodes that show meshes without a skin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose
from pliant.arrays import Array, Floats, Ints
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.nodes import rest_parts
from pliant.io.gltf.scene import GltfScene
from pliant.io.placement import rotations


def armature_of_scene(scene: GltfScene) -> tuple[Armature, Ints]:
    """The armature that carries the vertices of a scene, and (k,) the nodes of the file.

    Joints that carry vertices, themselves or by joints below them, may move. So may nodes of meshes without
    a skin, unless they are fastened to a joint. Nodes with a matrix that shears may not, as glTF cannot
    animate them.
    """
    carriers, binds, weights = _bones(scene)
    kept = scene.nodes.ancestors(set(carriers.tolist()))
    nodes = np.array([node for node in scene.nodes.order if node in kept])
    number = {int(node): i for i, node in enumerate(nodes)} | {-1: -1}
    items = [scene.nodes.items[node] for node in nodes]
    local = scene.nodes.local_matrices()[nodes]
    rest, whole = _rest(items, local)
    joints = _joints(scene)
    fastened = [bool(joints & (scene.nodes.ancestors({int(node)}) - {int(node)})) for node in nodes]
    shown = {part.node for part in scene.parts if part.skin is None}
    movable = [
        (node in joints or (node in shown and not held)) and able
        for node, able, held in zip(nodes.tolist(), whole.tolist(), fastened, strict=True)
    ]
    armature = Armature(
        [item.text("name") or f"node {node}" for item, node in zip(items, nodes, strict=True)],
        np.array([number[scene.nodes.parents[node]] for node in nodes]),
        rest,
        local,
        np.array(movable),
        np.array([number[int(node)] for node in carriers]),
        binds,
        weights,
        np.concatenate([part.morphed(part.weights) for part in scene.parts]),
    )
    return armature, nodes


def _rest(items: Sequence[JsonObject], local: Floats) -> tuple[BonePose, Array]:
    """The factors of nodes at rest, given or from their matrices, and (k,) whether there are any."""
    factored, whole = BonePose.of_matrices(local)
    parts = [rest_parts(item) for item in items]
    given = np.array([not item.has("matrix") for item in items])
    unit = np.array([part["rotation"] / np.linalg.norm(part["rotation"]) for part in parts])
    rest = BonePose(
        np.where(given[:, None], [part["translation"] for part in parts], factored.translation),
        np.where(given[:, None, None], rotations(unit), factored.R),
        np.where(given[:, None], [part["scale"] for part in parts], factored.scale),
    )
    return rest, given | whole


def skinned_joints(scene: GltfScene) -> int:
    """The number of different joints of the skins of a scene."""
    return len(_joints(scene))


def _joints(scene: GltfScene) -> set[int]:
    return {int(joint) for part in scene.parts if part.skin is not None for joint in part.skin.joints}


def _bones(scene: GltfScene) -> tuple[Ints, Floats, sparse.csr_array]:
    """(b,) node and (b, 4, 4) bind matrix of each bone that carries vertices, and (n, b) their weights.

    Skins of several parts often have the same joints and bind matrices, which become one bone.
    """
    known: dict[tuple[int, bytes], int] = {}
    carriers: list[int] = []
    binds: list[Floats] = []
    rows, columns, values = [], [], []
    begin = 0
    for part in scene.parts:
        n = len(part.V)
        skin = part.skin
        joints = np.array([part.node]) if skin is None else skin.joints
        inverse = np.eye(4)[None] if skin is None else skin.inverse_bind
        W = sparse.coo_array(np.ones((n, 1)) if skin is None else skin.weights)
        place = np.zeros(len(joints), dtype=np.int64)
        for j in np.unique(W.col[W.data != 0]):
            key = int(joints[j]), inverse[j].tobytes()
            if key not in known:
                known[key] = len(carriers)
                carriers.append(int(joints[j]))
                binds.append(inverse[j])
            place[j] = known[key]
        rows.append(W.row + begin)
        columns.append(place[W.col])
        values.append(W.data)
        begin += n
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    matrix = sparse.csr_array(sparse.coo_array(entries, shape=(begin, len(carriers))))
    return np.array(carriers), np.array(binds), matrix
