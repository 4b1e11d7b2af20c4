"""The vertices of one mesh node of a glTF scene, with its morph targets and its skin."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from pliant.core.arrays import Array, Floats, Ints
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor, entry_count
from pliant.io.gltf.document import Document
from pliant.io.gltf.item import Item


@dataclass(frozen=True, eq=False)
class Skin:
    """joints: (j,) nodes; inverse_bind: (j, 4, 4); weights: (n, j) sparse, each row sums to 1."""

    joints: Ints
    inverse_bind: Floats
    weights: sparse.csr_array


@dataclass(frozen=True, eq=False)
class Targets:
    """The displacements of morph targets, which stay in the file until they are asked for.

    accessors: t places of displacements in the file, None for a target that moves nothing
    n:         how many vertices are meant, the first of the file's
    """

    document: Document
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
class Part:
    """Vertices that one node of the scene owns.

    node:    the node
    V:       (n, 3) positions before everything else
    targets: t displacements (n, 3), the morph targets
    names:   t names of the morph targets
    weights: (t,) how much of each target is in the scene at rest
    skin:    what moves the vertices in place of the node, or None
    merged:  (…,) the vertex of this part for each vertex of the file's arrays
    """

    node: int
    V: Floats
    targets: Targets
    names: tuple[str, ...]
    weights: Floats
    skin: Skin | None
    merged: Ints

    def morphed(self, weights: Array) -> Floats:
        """(n, 3) positions with each morph target at its weight (t,)."""
        V = self.V.copy()
        for i in np.flatnonzero(weights).tolist():
            V += weights[i] * self.targets[i]
        return V

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
    places = tuple(_place(document, target, len(V)) for target in primitive.items("targets"))
    every = Targets(document, places, len(V))
    skin = _skin(document, item.whole("skin"), attributes, len(V)) if item.has("skin") else None
    copies = np.array(_copies(mesh.extras().get("copies"), V, every, skin), dtype=np.int64)
    n = len(V) - len(copies)
    skin = None if skin is None else replace(skin, weights=skin.weights[:n])
    weights = (item if item.has("weights") else mesh).floats("weights", len(places)) if places else None
    return Part(
        node,
        V[:n],
        Targets(document, places, n),
        _target_names(mesh.extras().get("targetNames"), len(places)),
        np.zeros(len(places)) if weights is None else weights,
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


def _place(document: Document, target: Item, n: int) -> int | None:
    """The accessor of a target's displacements of n vertices, None if it moves nothing."""
    index = target.index("POSITION")
    if index is not None and entry_count(document, index) != n:
        raise FileFormatError(
            f"{target.place} moves {entry_count(document, index)} vertices; its primitive has {n}."
        )
    return index


def _target_names(given: object, count: int) -> tuple[str, ...]:
    names = [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
    return tuple(names) if len(names) == count else tuple(f"target {i}" for i in range(count))


def _copies(given: object, V: Floats, targets: Targets, skin: Skin | None) -> list[int]:
    """The vertices that the last vertices copy, if the list is our writer's and still true; else nothing.

    Another program may have kept the list and changed the mesh: only copies that are equal in all
    positions and weights are believed.
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
