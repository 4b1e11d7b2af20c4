"""The nodes and meshes of a glTF scene as a tree of named parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from pliant.appearance import Node, Part
from pliant.arrays import frozen
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.nodes import Nodes
from pliant.io.gltf.parts import GltfPart
from pliant.io.gltf.references import node_extensions, renumbered
from pliant.io.gltf.surfaces import GltfSurface

# Extras of a mesh that say how to read it, not what it is.
OURS = ("copies", "baseName", "targetNames", "part")


def numbered_nodes(nodes: Nodes, shown: Collection[int]) -> dict[int, int]:
    """Numbers in the tree of the nodes shown and of all above them, by their numbers in the file."""
    wanted = nodes.ancestors(set(shown))
    # By their numbers in the file, unless a parent comes after its child.
    kept = sorted(wanted)
    if any(nodes.parents[node] > node for node in kept):
        kept = [node for node in nodes.order if node in wanted]
    return {node: i for i, node in enumerate(kept)}


def tree_of_scene(
    nodes: Nodes, number: Mapping[int, int], parts: Sequence[GltfPart], surfaces: Sequence[GltfSurface]
) -> tuple[tuple[Node, ...], tuple[Part, ...]]:
    """The nodes with numbers in the tree, and the meshes of those that show one."""
    local = nodes.local_matrices()
    tree = [
        Node(
            nodes.items[node].text("name") or "",
            number.get(nodes.parents[node], -1),
            frozen(local[node], np.float64),
            _other(nodes.items[node], number),
        )
        for node in number
    ]
    sizes = np.zeros(len(parts), dtype=np.int64)
    for surface in surfaces:
        sizes[surface.part] += len(surface.corners)
    found: list[Part] = []
    vertices = polygons = 0
    for node, group in groupby(range(len(parts)), key=lambda i: parts[i].node):
        members = list(group)
        n = sum(len(parts[i].V) for i in members)
        m = int(sizes[members].sum())
        ranges = (vertices, vertices + n), (polygons, polygons + m)
        other = {key: value for key, value in parts[members[0]].extras.items() if key not in OURS}
        found.append(Part(parts[members[0]].title, number[node], *ranges, {"extras": other} if other else {}))
        vertices, polygons = vertices + n, polygons + m
    return tuple(tree), tuple(found)


def _other(item: JsonObject, number: Mapping[int, int]) -> dict[str, Any]:
    """The extras and extensions of a node that are kept."""
    found: dict[str, Any] = {"extras": item.fields["extras"]} if item.has("extras") else {}
    extensions = renumbered(node_extensions(item), number)
    return found | ({"extensions": extensions} if extensions else {})
