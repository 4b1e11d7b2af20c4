"""The nodes of a glTF file: their parents and their transformations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats
from pliant.errors import FileFormatError
from pliant.io.gltf.json_object import JsonObject
from pliant.io.placement import rotations


@dataclass(frozen=True, eq=False)
class Nodes:
    """A forest of nodes.

    items:   the JSON of each node
    parents: the number of the parent of each node, -1 for none
    order:   the numbers of all nodes, parents before children
    """

    items: list[JsonObject]
    parents: list[int]
    order: list[int]

    @staticmethod
    def of(root: JsonObject) -> Nodes:
        """The nodes of a file; raises FileFormatError for a node with two parents or above itself."""
        items = root.items("nodes")
        parents = [-1] * len(items)
        for i, item in enumerate(items):
            for child in item.wholes("children"):
                if child >= len(items) or parents[child] >= 0:
                    raise FileFormatError(
                        f"{item.place} has the child {child}, which is another's or not there."
                    )
                parents[child] = i
        order = [i for i, parent in enumerate(parents) if parent < 0]
        for i in order:
            order.extend(items[i].wholes("children"))
        if len(order) < len(items):
            raise FileFormatError("A node is its own ancestor; the file is damaged.")
        return Nodes(items, parents, order)

    def in_scene(self, root: JsonObject) -> list[int]:
        """The nodes of the default scene, depth first."""
        roots = [i for i, parent in enumerate(self.parents) if parent < 0]
        if root.items("scenes"):
            roots = root.entry("scenes", root.whole("scene", 0)).wholes("nodes")
        found: list[int] = []
        seen: set[int] = set()
        waiting = roots[::-1]
        while waiting:
            node = waiting.pop()
            if node >= len(self.items) or node in seen:
                raise FileFormatError(
                    f"The scene names node {node}, which is not there or already part of it."
                )
            seen.add(node)
            found.append(node)
            waiting.extend(self.items[node].wholes("children")[::-1])
        return found

    def ancestors(self, nodes: set[int]) -> set[int]:
        """The given nodes and all nodes above them."""
        found: set[int] = set()
        for node in nodes:
            while node >= 0 and node not in found:
                found.add(node)
                node = self.parents[node]
        return found

    def local_matrices(self) -> Floats:
        """(nodes, 4, 4) from each node to its parent at rest."""
        return np.array([_rest_matrix(item) for item in self.items]).reshape(-1, 4, 4)

    def global_matrices(self, local: Floats) -> Floats:
        """(nodes, …, 4, 4) from each node to the scene; local (nodes, …, 4, 4) lead to its parent."""
        matrices = local.copy()
        for node in self.order:
            if self.parents[node] >= 0:
                matrices[node] = matrices[self.parents[node]] @ local[node]
        return matrices


def rest_parts(item: JsonObject) -> dict[str, Array]:
    """Translation (3,), rotation (4,) as x, y, z, w, and scale (3,) of a node at rest."""
    parts = {"translation": np.zeros(3), "rotation": np.array([0.0, 0.0, 0.0, 1.0]), "scale": np.ones(3)}
    for name, part in parts.items():
        given = item.floats(name, len(part))
        parts[name] = part if given is None else given
    return parts


def composed(translation: Array, rotation: Array, scale: Array) -> Floats:
    """(…, 4, 4) the matrix that scales (…, 3), then rotates (…, 4) as x, y, z, w, then translates (…, 3)."""
    R = rotations(rotation / np.linalg.norm(rotation, axis=-1, keepdims=True))
    shape = np.broadcast_shapes(translation.shape[:-1], rotation.shape[:-1], scale.shape[:-1])
    matrices = np.zeros((*shape, 4, 4))
    matrices[..., :3, :3] = R * scale[..., None, :]
    matrices[..., :3, 3] = translation
    matrices[..., 3, 3] = 1.0
    return matrices


def _rest_matrix(item: JsonObject) -> Floats:
    # glTF writes matrices column after column.
    columns = item.floats("matrix", 16)
    return composed(**rest_parts(item)) if columns is None else columns.reshape(4, 4).T
