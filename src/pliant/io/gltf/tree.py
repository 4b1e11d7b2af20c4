"""The nodes and meshes of a glTF scene as a tree of named parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from pliant.appearance import Node, Part
from pliant.arrays import frozen
from pliant.io.gltf.nodes import Nodes
from pliant.io.gltf.parts import GltfPart
from pliant.io.gltf.surfaces import GltfSurface

# Extras of a mesh that say how to read it, not what it is.
OURS = ("copies", "baseName", "targetNames", "part")


def tree_of_scene(
    nodes: Nodes, parts: Sequence[GltfPart], surfaces: Sequence[GltfSurface]
) -> tuple[tuple[Node, ...], tuple[Part, ...]]:
    """The nodes that show a mesh with all nodes above them, and the meshes of these nodes."""
    shown = nodes.ancestors({part.node for part in parts})
    # By their numbers in the file, unless a parent comes after its child.
    kept = sorted(shown)
    if any(nodes.parents[node] > node for node in kept):
        kept = [node for node in nodes.order if node in shown]
    number = {node: i for i, node in enumerate(kept)} | {-1: -1}
    local = nodes.local_matrices()
    tree = [
        Node(
            nodes.items[node].text("name") or "",
            number[nodes.parents[node]],
            frozen(local[node], np.float64),
            {key: nodes.items[node].fields[key] for key in ("extras",) if nodes.items[node].has(key)},
        )
        for node in kept
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
