"""The prims above the meshes of a stage as nodes, both ways.

A node is an Xform. A mesh that has the name of its node, which nothing else hangs on, is one prim with it.
The default prim stands for the asset itself: it is no node unless it has a transformation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Node
from pliant.arrays import Floats, frozen
from pliant.io.concatenation import Tree
from pliant.io.usd.pxr import pxr

# Prims that stand beside the nodes.
_RESERVED = ("materials", "skeleton")


def displayed(prim: Any) -> str:
    """The name of a prim that programs show to people."""
    return prim.GetDisplayName() or prim.GetName()


def tree_of_prims(prims: Sequence[Any]) -> Tree:
    """The nodes above the UsdGeom.Mesh prims of a stage, with their matrices at rest."""
    nodes: list[Node] = []
    numbers: dict[Any, int] = {}
    places = []
    for prim in prims:
        own = prim.GetPrim()
        last = own if _is_node(own) else own.GetParent()
        for place in _above(last):
            if place.GetPath() not in numbers:
                above = numbers.get(place.GetParent().GetPath(), -1)
                numbers[place.GetPath()] = len(nodes)
                nodes.append(Node(displayed(place), above, frozen(_matrix(place), np.float64)))
        places.append(numbers[last.GetPath()])
    return Tree(tuple(nodes), tuple(places), tuple(displayed(prim.GetPrim()) for prim in prims))


def define_nodes(stage: Any, root: str, look: Appearance, matrices: Floats) -> list[str]:
    """The path of every node of an appearance under a root; those of `merged` parts are left to the meshes.

    matrices: (nodes, 4, 4) from each node to the scene
    """
    UsdGeom, names = pxr("UsdGeom"), _Names()
    left = merged(look)
    paths: list[str] = []
    for i, node in enumerate(look.nodes):
        above = root if node.parent < 0 else paths[node.parent]
        own = next((part.name for part in look.parts if part.node == i and i in left), "")
        paths.append(f"{above}/{names.new(above, node.name or own or 'node')}")
        if i not in left:
            prim = UsdGeom.Xform.Define(stage, paths[i])
            label(prim.GetPrim(), node.name)
            set_matrix(prim, local_matrix(look, matrices, i))
    return paths


def merged(look: Appearance) -> set[int]:
    """The nodes that one mesh of the same name hangs on and nothing else, so that one prim is both."""
    held = [part.node for part in look.parts]
    parents = {node.parent for node in look.nodes}
    return {
        part.node
        for part in look.parts
        if part.node >= 0
        and part.node not in parents
        and held.count(part.node) == 1
        and _same(part.name, look.nodes[part.node].name)
    }


def _same(part: str, node: str) -> bool:
    """Whether one name is as good as both."""
    return part == node or "" in (part, node)


def local_matrix(look: Appearance, matrices: Floats, node: int) -> Floats:
    """(4, 4) from a node to the one above it; matrices (nodes, 4, 4) are those to the scene."""
    above = look.nodes[node].parent
    if np.array_equal(matrices[node], look.world_matrices()[node]):
        return look.nodes[node].matrix
    return matrices[node] if above < 0 else np.linalg.solve(matrices[above], matrices[node])


def set_matrix(prim: Any, M: Floats) -> None:
    """Give a prim a transformation, unless it is none; USD's matrices multiply rows."""
    if not np.array_equal(M, np.eye(4)):
        prim.AddTransformOp().Set(pxr("Gf").Matrix4d(M.T.tolist()))


def label(prim: Any, name: str) -> None:
    """Show a name to people that is no valid name of a prim."""
    if name and name != prim.GetName():
        prim.SetDisplayName(name)


class _Names:
    """Valid names of prims, different from those of their siblings."""

    def __init__(self) -> None:
        self._taken: set[tuple[str, str]] = {("", "")}

    def new(self, above: str, name: str) -> str:
        plain = found = pxr("Tf").MakeValidIdentifier(name)
        number = 0
        while (above, found) in self._taken or found in _RESERVED:
            number += 1
            found = f"{plain}_{number}"
        self._taken.add((above, found))
        return found


def _is_node(mesh: Any) -> bool:
    """Whether a mesh is a node itself: it has a transformation, or shares its parent, or has none."""
    UsdGeom = pxr("UsdGeom")
    parent = mesh.GetParent()
    if parent.IsPseudoRoot() or not parent.IsA(UsdGeom.Xform) or _is_asset(parent):
        return True
    meshes = [child for child in parent.GetFilteredChildren(_every()) if child.IsA(UsdGeom.Mesh)]
    return len(meshes) > 1 or bool(UsdGeom.Xformable(mesh).GetOrderedXformOps())


def _above(prim: Any) -> list[Any]:
    """The prim and those above it that are nodes, the uppermost first."""
    found = []
    while prim and not prim.IsPseudoRoot() and not _is_asset(prim):
        found.append(prim)
        prim = prim.GetParent()
    return found[::-1]


def _is_asset(prim: Any) -> bool:
    UsdGeom = pxr("UsdGeom")
    default = prim.GetStage().GetDefaultPrim()
    if not default or prim.GetPath() != default.GetPath() or prim.IsA(UsdGeom.Mesh):
        return False
    return not (prim.IsA(UsdGeom.Xformable) and UsdGeom.Xformable(prim).GetOrderedXformOps())


def _every() -> Any:
    return pxr("Usd").TraverseInstanceProxies()


def _matrix(prim: Any) -> Floats:
    """(4, 4) from a prim to its parent at rest; multiplies columns."""
    UsdGeom = pxr("UsdGeom")
    if not prim.IsA(UsdGeom.Xformable):
        return np.eye(4)
    moved = UsdGeom.Xformable(prim).GetLocalTransformation(pxr("Usd").TimeCode.Default())
    return np.array(moved).T
