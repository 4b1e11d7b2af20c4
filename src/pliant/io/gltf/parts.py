"""The vertices of one mesh node of a glTF scene, with its morph targets and its skin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from pliant.core.arrays import Array, Floats, Ints
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor
from pliant.io.gltf.document import Document
from pliant.io.gltf.item import Item


@dataclass(frozen=True, eq=False)
class Skin:
    """joints: (j,) nodes; inverse_bind: (j, 4, 4); weights: (n, j) sparse, each row sums to 1."""

    joints: Ints
    inverse_bind: Floats
    weights: sparse.csr_array


@dataclass(frozen=True, eq=False)
class Part:
    """Vertices that one node of the scene owns.

    node:    the node
    V:       (n, 3) positions before everything else
    targets: (t, n, 3) displacements of the morph targets
    names:   t names of the morph targets
    weights: (t,) how much of each target is in the scene at rest
    skin:    what moves the vertices in place of the node, or None
    merged:  (…,) the vertex of this part for each vertex of the file's arrays
    """

    node: int
    V: Floats
    targets: Floats
    names: tuple[str, ...]
    weights: Floats
    skin: Skin | None
    merged: Ints

    def morphed(self, weights: Array) -> Floats:
        """(n, 3) positions with each morph target at its weight (t,)."""
        return self.V + np.tensordot(weights, self.targets, axes=1)

    def placed(self, V: Floats, matrices: Floats) -> Floats:
        """(n, 3) morphed positions in the scene, given the nodes' global matrices (nodes, 4, 4)."""
        if self.skin is None:
            M = matrices[self.node]
            return V @ M[:3, :3].T + M[:3, 3]
        palette = matrices[self.skin.joints] @ self.skin.inverse_bind
        blend = (self.skin.weights @ palette[:, :3].reshape(-1, 12)).reshape(-1, 3, 4)
        return np.einsum("nij,nj->ni", blend[..., :3], V) + blend[..., 3]


def part_of_primitive(document: Document, node: int, item: Item, mesh: Item, primitive: Item) -> Part:
    """The part that a primitive of a node's mesh draws on."""
    attributes = primitive.item("attributes")
    V = accessor(document, attributes.whole("POSITION"), "VEC3").astype(np.float64)
    targets = [_displacements(document, target, len(V)) for target in primitive.items("targets")]
    displacements = np.stack(targets) if targets else np.zeros((0, *V.shape))
    skin = _skin(document, item.whole("skin"), attributes, len(V)) if item.has("skin") else None
    copies = np.array([] if skin else _copies(mesh.extras().get("copies"), V, displacements), dtype=np.int64)
    n = len(V) - len(copies)
    weights = (item if item.has("weights") else mesh).floats("weights", len(targets)) if targets else None
    return Part(
        node,
        V[:n],
        displacements[:, :n],
        _target_names(mesh.extras().get("targetNames"), len(targets)),
        np.zeros(len(targets)) if weights is None else weights,
        skin,
        np.concatenate([np.arange(n), copies]),
    )


def part_key(primitive: Item) -> tuple:
    """Primitives of one mesh with the same key draw on the same vertices."""
    attributes = primitive.item("attributes")
    binding = sorted(
        (key, attributes.whole(key)) for key in attributes.fields if key.startswith(("JOINTS_", "WEIGHTS_"))
    )
    targets = tuple(target.index("POSITION") for target in primitive.items("targets"))
    return attributes.whole("POSITION"), targets, tuple(binding)


def _displacements(document: Document, target: Item, n: int) -> Floats:
    index = target.index("POSITION")
    if index is None:
        return np.zeros((n, 3))
    values = accessor(document, index, "VEC3").astype(np.float64)
    if len(values) != n:
        raise FileFormatError(f"{target.place} moves {len(values)} vertices; its primitive has {n}.")
    return values


def _target_names(given: object, count: int) -> tuple[str, ...]:
    names = [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
    return tuple(names) if len(names) == count else tuple(f"target {i}" for i in range(count))


def _copies(given: object, V: Floats, displacements: Floats) -> list[int]:
    """The vertices that the last vertices copy, if the list is our writer's and still true; else nothing.

    Another program may have kept the list and changed the mesh: only copies that are equal in all
    positions are believed.
    """
    copies = [i for i in given if isinstance(i, int) and 0 <= i < len(V)] if isinstance(given, list) else []
    n = len(V) - len(copies)
    if not copies or max(copies) >= n:
        return []
    same = np.array_equal(V[n:], V[copies]) and np.array_equal(displacements[:, n:], displacements[:, copies])
    return copies if same else []


def _skin(document: Document, index: int, attributes: Item, n: int) -> Skin | None:
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
    return None if weights is None else Skin(np.array(joints), inverse_bind, weights)


def _skin_weights(document: Document, attributes: Item, n: int, joints: int) -> sparse.csr_array | None:
    """(n, joints) from the attributes JOINTS_0, WEIGHTS_0, JOINTS_1 …; None if the primitive has none."""
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
    # Rounded weights rarely sum to 1; a vertex without any follows its first joint, as in three.js.
    sums = weights.sum(axis=1, keepdims=True)
    weights = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), np.eye(1, weights.shape[1]))
    columns = np.where(weights != 0, np.minimum(columns, joints - 1), 0)
    entries = (weights.ravel(), columns.ravel(), np.arange(n + 1) * weights.shape[1])
    matrix = sparse.csr_array(entries, shape=(n, joints))
    matrix.sum_duplicates()
    return matrix
