"""The nodes of a glTF file that is being written, with the parts of a mesh below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pliant.appearance import Node, Part
from pliant.arrays import Floats, frozen
from pliant.mesh import Mesh

# The columns of a matrix that a node can have are square to each other up to this cosine.
_SQUARE = 1e-5
# A matrix whose shortest column is this share of its longest, or shorter, flattens what it moves.
_FLAT = 1e-7
# Lengths of columns outside of these are no sizes of things; single precision cannot hold what they scale.
_SMALLEST, _LARGEST = 1e-30, 1e30
_IDENTITY = frozen(np.eye(4), np.float64)


@dataclass(frozen=True, eq=False)
class Tree:
    """Nodes and the parts that they show, each at a node of its own.

    nodes:    parents before children
    parts:    in the order of vertices and polygons
    matrices: (nodes, 4, 4) from each node to the scene
    whole:    whether all nodes of the mesh's appearance are here by their numbers, for others to name
    """

    nodes: tuple[Node, ...]
    parts: tuple[Part, ...]
    matrices: Floats
    whole: bool = False

    def items(self) -> tuple[list[dict[str, Any]], list[int]]:
        """The nodes of the file, which show mesh i for part i, and the numbers of its roots.

        Readers meet parts depth first, so that children are in the order of the parts below them.
        """
        items = [_item(node, ("extras", "extensions") if self.whole else ("extras",)) for node in self.nodes]
        first = [len(self.parts)] * len(items)
        for i, part in enumerate(self.parts):
            items[part.node]["mesh"] = i
            first[part.node] = i
        for i in reversed(range(len(items))):
            parent = self.nodes[i].parent
            if parent >= 0:
                first[parent] = min(first[parent], first[i])
        roots: list[int] = []
        for i in sorted(range(len(items)), key=lambda i: (first[i], i)):
            parent = self.nodes[i].parent
            (roots if parent < 0 else items[parent].setdefault("children", [])).append(i)
        return items, roots

    def met(self) -> list[int]:
        """The numbers of the parts in the order in which a reader meets them."""
        items, roots = self.items()
        found, waiting = [], roots[::-1]
        while waiting:
            item = items[waiting.pop()]
            found += [item["mesh"]] if "mesh" in item else []
            waiting.extend(item.get("children", [])[::-1])
        return found


def tree_of_mesh(mesh: Mesh, name: str = "") -> Tree:
    """The nodes and parts of a mesh; one node of a name with all of it if the mesh has none that fit.

    A matrix that no node of glTF can have, because it flattens or shears, becomes the identity: positions are
    written in the frames of the nodes as they are then, so that nothing moves.
    """
    look = mesh.appearance
    if not fits(mesh):
        return whole(mesh, name)
    nodes = [Node(each.name, each.parent, _possible(each.matrix), each.other) for each in look.nodes]
    parts: list[Part] = []
    used: set[int] = set()
    for part in look.parts:
        node = part.node
        if node in used:
            # A node of glTF has one mesh; a second one gets a node of its own below.
            nodes.append(Node(part.name, node))
            node = len(nodes) - 1
        used.add(node)
        parts.append(Part(part.name, node, part.vertices, part.polygons, part.other))
    matrices = _world(nodes)
    if not ((np.abs(matrices).max() < _LARGEST) and (np.abs(np.linalg.det(matrices)) > _SMALLEST).all()):
        # Many small or large matrices, one below the other.
        nodes = [replace(node, matrix=_IDENTITY) for node in nodes]
        matrices = _world(nodes)
    return Tree(tuple(nodes), tuple(parts), matrices, whole=True)


def whole(mesh: Mesh, name: str = "", *, matrix: Floats = _IDENTITY) -> Tree:
    """One node of a name and a matrix (4, 4), with all of a mesh."""
    part = Part("", 0, (0, mesh.n), (0, len(mesh.polygons)))
    return Tree((Node(name, matrix=matrix),), (part,), matrix[None])


def loose(tree: Tree) -> Tree:
    """Every part at a root of its own with the name of its node, since joints ignore the nodes of meshes."""
    nodes = [tree.nodes[part.node] for part in tree.parts]
    parts = [
        Part(part.name, i, part.vertices, part.polygons, part.other) for i, part in enumerate(tree.parts)
    ]
    plain = tuple(Node(node.name, -1, other=node.other) for node in nodes)
    return Tree(plain, tuple(parts), np.tile(np.eye(4), (len(plain), 1, 1)))


def fits(mesh: Mesh) -> bool:
    """Whether the parts are the whole mesh, one after the other, each with vertices of its own."""
    look = mesh.appearance
    if not look.parts or not all(0 <= part.node < len(look.nodes) for part in look.parts):
        return False
    if not all(-1 <= node.parent < i for i, node in enumerate(look.nodes)):
        return False
    ranges = [(*part.vertices, *part.polygons) for part in look.parts]
    chained = [(0, 0), *((each[1], each[3]) for each in ranges)]
    if [(each[0], each[2]) for each in ranges] != chained[:-1] or chained[-1] != (mesh.n, len(mesh.polygons)):
        return False
    return all(_own(mesh, each) for each in ranges)


def _own(mesh: Mesh, bounds: Sequence[int]) -> bool:
    """Whether polygons have vertices of their own part alone; bounds are those of vertices and polygons."""
    first, end, begin, last = bounds
    if end <= first or last <= begin:
        return False
    corners = mesh.polygons.corners[mesh.polygons.starts[begin] : mesh.polygons.starts[last]]
    return bool(corners.min() >= first and corners.max() < end)


def _possible(M: Floats) -> Floats:
    """The matrix (4, 4) if a node can have it, which scales, turns and moves; else the identity."""
    if np.shape(M) != (4, 4) or not np.isfinite(M).all() or not np.array_equal(M[3], [0, 0, 0, 1]):
        return _IDENTITY
    with np.errstate(over="ignore"):
        lengths = np.linalg.norm(M[:3, :3], axis=0)
    if not lengths.min() > _SMALLEST or not _FLAT * lengths.max() < lengths.min():
        return _IDENTITY
    columns = M[:3, :3] / lengths
    square = np.abs(columns.T @ columns - np.eye(3)).max() < _SQUARE
    return M if square else _IDENTITY


def _world(nodes: Sequence[Node]) -> Floats:
    found: list[Floats] = []
    with np.errstate(all="ignore"):
        for node in nodes:
            found.append(node.matrix if node.parent < 0 else found[node.parent] @ node.matrix)
    return np.array(found).reshape(-1, 4, 4)


def _item(node: Node, kept: Sequence[str]) -> dict[str, Any]:
    """A node of the file; kept: what of its other fields is written."""
    item: dict[str, Any] = {"name": node.name} if node.name else {}
    item |= {key: value for key, value in node.other.items() if key in kept}
    if np.array_equal(node.matrix[:3, :3], np.eye(3)):
        moved = node.matrix[:3, 3]
        return item | ({"translation": (moved + 0.0).tolist()} if moved.any() else {})
    # Column after column, as glTF writes matrices.
    return item | {"matrix": (node.matrix.T + 0.0).ravel().tolist()}
