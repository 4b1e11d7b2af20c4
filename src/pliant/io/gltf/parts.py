"""The vertices of one node of a glTF scene, with their morph targets and their skin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from pliant.appearance import unit
from pliant.arrays import Array, Floats, Ints
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor, entry_count
from pliant.io.gltf.document import GltfDocument
from pliant.io.gltf.json_object import JsonObject
from pliant.io.placement import carried


@dataclass(frozen=True, eq=False)
class GltfSkin:
    """The joints that move vertices in place of their node.

    joints:       (j,) nodes
    inverse_bind: (j, 4, 4) from the vertices to each joint, at the bind pose
    weights:      (n, j) sparse; each row sums to 1
    """

    joints: Ints
    inverse_bind: Floats
    weights: sparse.csr_array

    def blend(self, matrices: Floats) -> Floats:
        """(n, 3, 4) what moves each vertex; matrices (nodes, 4, 4) lead from nodes to the scene."""
        palette = matrices[self.joints] @ self.inverse_bind
        return (self.weights @ palette[:, :3].reshape(-1, 12)).reshape(-1, 3, 4)


@dataclass(frozen=True, eq=False)
class MorphTargets:
    """The displacements of t morph targets, which stay in the file until they are needed.

    accessors: t numbers of accessors, None for a target that moves nothing
    n:         the number of vertices; those after the first n in the file are copies
    """

    document: GltfDocument
    accessors: tuple[int | None, ...]
    n: int

    def __len__(self) -> int:
        return len(self.accessors)

    def __getitem__(self, i: int) -> Floats:
        """(n, 3) the displacements of target i."""
        index = self.accessors[i]
        if index is None:
            return np.zeros((self.n, 3))
        return accessor(self.document, index, "VEC3")[: self.n].astype(np.float64)


@dataclass(frozen=True, eq=False)
class GltfPart:
    """The vertices of one node.

    node:    the number of the node
    V:       (n, 3) positions in the file, before morph targets, skin and node
    targets: t displacements (n, 3), the morph targets
    names:   t names of the morph targets
    weights: (t,) weight of each morph target at rest
    skin:    the joints that move the vertices in place of the node, or None
    merged:  (…,) the vertex of this part for each vertex of the file's arrays, which may hold copies
    title:   the name of its mesh, may be empty
    extras:  the extras of its mesh
    """

    node: int
    V: Floats
    targets: MorphTargets
    names: tuple[str, ...]
    weights: Floats
    skin: GltfSkin | None
    merged: Ints
    title: str
    extras: Mapping[str, Any]

    def morphed(self, weights: Array) -> Floats:
        """(n, 3) positions with the morph targets at the weights (t,)."""
        V = self.V.copy()
        for i in np.flatnonzero(weights).tolist():
            V += weights[i] * self.targets[i]
        return V

    def placed(self, V: Floats, matrices: Floats) -> Floats:
        """(n, 3) morphed positions V in the scene; matrices (nodes, 4, 4) lead from nodes to the scene."""
        if self.skin is None:
            return carried(V, matrices[self.node])
        blend = self.skin.blend(matrices)
        return np.einsum("nij,nj->ni", blend[..., :3], V) + blend[..., 3]

    def turned(self, directions: Floats, matrices: Floats, *, normals: bool) -> Floats:
        """(…, 3) unit directions in the scene, for each vertex of the file's arrays; arguments as `placed`.

        normals: whether they are normals, which turn by cofactors, or tangents
        """
        A = matrices[self.node, None, :3, :3] if self.skin is None else self.skin.blend(matrices)[..., :3]
        if normals:
            a, b, c = np.moveaxis(A, -2, 0)
            A = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=-2)
            # A node that mirrors reverses its triangles too, joints do not.
            A = A if self.skin is not None or np.linalg.det(matrices[self.node, :3, :3]) >= 0 else -A
        A = A if self.skin is None else A[self.merged]
        return unit(np.einsum("nij,nj->ni", np.broadcast_to(A, (len(directions), 3, 3)), directions))


def part_of_primitive(
    document: GltfDocument, node: int, item: JsonObject, mesh: JsonObject, primitive: JsonObject
) -> GltfPart:
    """The part whose vertices a primitive uses; item is the JSON of the node, mesh that of its mesh."""
    attributes = primitive.item("attributes")
    V = accessor(document, attributes.whole("POSITION"), "VEC3").astype(np.float64)
    places = tuple(_place(document, target, len(V)) for target in primitive.items("targets"))
    every = MorphTargets(document, places, len(V))
    skin = _skin(document, item.whole("skin"), attributes, len(V)) if item.has("skin") else None
    copies = np.array(_copies(mesh.extras().get("copies"), V, every, skin), dtype=np.int64)
    n = len(V) - len(copies)
    skin = None if skin is None else replace(skin, weights=skin.weights[:n])
    weights = (item if item.has("weights") else mesh).floats("weights", len(places)) if places else None
    return GltfPart(
        node,
        V[:n],
        MorphTargets(document, places, n),
        _target_names(mesh.extras().get("targetNames"), len(places)),
        np.zeros(len(places)) if weights is None else weights,
        skin,
        np.concatenate([np.arange(n), copies]),
        mesh.text("name") or "",
        mesh.extras(),
    )


def part_key(primitive: JsonObject) -> tuple:
    """A key that is the same for primitives of one mesh that use the same vertices."""
    attributes = primitive.item("attributes")
    binding = sorted(
        (key, attributes.whole(key)) for key in attributes.fields if key.startswith(("JOINTS_", "WEIGHTS_"))
    )
    targets = tuple(target.index("POSITION") for target in primitive.items("targets"))
    return attributes.whole("POSITION"), targets, tuple(binding)


def _place(document: GltfDocument, target: JsonObject, n: int) -> int | None:
    """The accessor with the displacements (n, 3) of a target; None if it moves nothing."""
    index = target.index("POSITION")
    if index is not None and entry_count(document, index) != n:
        raise FileFormatError(
            f"{target.place} moves {entry_count(document, index)} vertices; its primitive has {n}."
        )
    return index


def _target_names(given: object, count: int) -> tuple[str, ...]:
    names = [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
    return tuple(names) if len(names) == count else tuple(f"target {i}" for i in range(count))


def _copies(given: object, V: Floats, targets: MorphTargets, skin: GltfSkin | None) -> list[int]:
    """The vertex that each of the last vertices copies, by the list that Pliant wrote; empty without one.

    Another program may have kept the list and changed the mesh, so that it is used only if all copies have
    the same positions and weights as their vertices.
    """
    copies = [i for i in given if isinstance(i, int) and 0 <= i < len(V)] if isinstance(given, list) else []
    n = len(V) - len(copies)
    if not copies or max(copies) >= n:
        return []
    same = np.array_equal(V[n:], V[copies]) and all(
        np.array_equal(target[n:], target[copies]) for target in map(targets.__getitem__, range(len(targets)))
    )
    if skin is not None and (skin.weights[n:] != skin.weights[copies]).nnz:
        return []
    return copies if same else []


def _skin(document: GltfDocument, index: int, attributes: JsonObject, n: int) -> GltfSkin | None:
    item = document.root.entry("skins", index)
    joints = item.wholes("joints")
    if not joints or max(joints) >= document.root.count("nodes"):
        raise FileFormatError(f"{item.place}.joints names nodes that are not there, or none.")
    inverse_bind = np.broadcast_to(np.eye(4), (len(joints), 4, 4))
    if item.has("inverseBindMatrices"):
        columns = accessor(document, item.whole("inverseBindMatrices"), "MAT4").reshape(-1, 4, 4)
        if len(columns) < len(joints):
            raise FileFormatError(f"{item.place} has {len(joints)} joints and {len(columns)} bind matrices.")
        inverse_bind = columns[: len(joints)].transpose(0, 2, 1)
    weights = _skin_weights(document, attributes, n, len(joints))
    return None if weights is None else GltfSkin(np.array(joints), inverse_bind, weights)


def _skin_weights(
    document: GltfDocument, attributes: JsonObject, n: int, joints: int
) -> sparse.csr_array | None:
    """(n, joints) weights from the attributes JOINTS_0, WEIGHTS_0, JOINTS_1 …; None if there are none."""
    rows: list[tuple[Array, Array]] = []
    while attributes.has(f"JOINTS_{len(rows)}") and attributes.has(f"WEIGHTS_{len(rows)}"):
        columns = accessor(document, attributes.whole(f"JOINTS_{len(rows)}"), "VEC4")
        weights = accessor(document, attributes.whole(f"WEIGHTS_{len(rows)}"), "VEC4")
        if len(columns) != n or len(weights) != n or columns.dtype.kind != "u" or weights.dtype.kind != "f":
            raise FileFormatError(f"{attributes.place} binds its {n} vertices to joints in a wrong form.")
        rows.append((columns, weights))
    if not rows:
        return None
    columns = np.hstack([columns for columns, _ in rows]).astype(np.int64)
    weights = np.hstack([weights for _, weights in rows])
    if int(columns[weights != 0].max(initial=0)) >= joints:
        raise FileFormatError(f"{attributes.place} binds a vertex to a joint beyond the skin's {joints}.")
    # Rounded weights rarely sum to 1; a vertex without weights follows its first joint, as in three.js.
    sums = weights.sum(axis=1, keepdims=True)
    weights = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), np.eye(1, weights.shape[1]))
    columns = np.where(weights != 0, np.minimum(columns, joints - 1), 0)
    entries = (weights.ravel(), columns.ravel(), np.arange(n + 1) * weights.shape[1])
    matrix = sparse.csr_array(entries, shape=(n, joints))
    matrix.sum_duplicates()
    return matrix
