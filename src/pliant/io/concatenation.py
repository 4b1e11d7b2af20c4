"""Several meshes as one mesh, one after the other, which remembers them as its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.appearance import Node, Part, joined_appearances
from pliant.arrays import Floats, Ints
from pliant.io.polygons import polygons_of_sizes
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class Tree:
    """Where the meshes of a file hang.

    nodes:  the nodes of the file, parents before children
    places: the number of the node of each mesh
    names:  the name of each mesh, which may differ from that of its node
    """

    nodes: tuple[Node, ...]
    places: tuple[int, ...]
    names: tuple[str, ...]


def joined(meshes: Sequence[Mesh], names: Sequence[str], tree: Tree | None = None) -> Mesh:
    """The meshes of a file as one: a single mesh as it is, several as `grouped` joins them.

    tree: the nodes of the file, whose meshes become the parts of the one mesh
    """
    whole = meshes[0] if len(meshes) == 1 else grouped(meshes, names)
    if tree is None:
        return whole
    parts = _parts(meshes, tree)
    return whole.with_appearance(replace(whole.appearance, nodes=tree.nodes, parts=parts))


def grouped(meshes: Sequence[Mesh], names: Sequence[str]) -> Mesh:
    """All meshes as one, with vertices and polygons in their order.

    names: one per mesh, whose polygons become a group of that name beside the mesh's own groups
    Groups of the same name become one group, and so do materials of the same name.
    """
    n = np.cumsum([0, *(mesh.n for mesh in meshes)]).tolist()
    p = np.cumsum([0, *(len(mesh.polygons) for mesh in meshes)]).tolist()
    corners = [mesh.polygons.corners + first for mesh, first in zip(meshes, n, strict=False)]
    sizes = [np.diff(mesh.polygons.starts) for mesh in meshes]
    uv, uv_corners = _texture_coordinates(meshes)
    wholes = [{name: np.arange(len(mesh.polygons))} for name, mesh in zip(names, meshes, strict=True)]
    counts = [len(mesh.polygons.corners) for mesh in meshes]
    look = joined_appearances([mesh.appearance for mesh in meshes], counts)
    return Mesh.of_polygons(
        np.concatenate([mesh.V for mesh in meshes]),
        polygons_of_sizes(np.concatenate(corners), np.concatenate(sizes)),
        uv=uv,
        uv_corners=uv_corners,
        groups=_members([*wholes, *(mesh.groups for mesh in meshes)], [*p[:-1], *p[:-1]]),
        materials=_members([mesh.materials for mesh in meshes], p[:-1]),
    ).with_appearance(look)


def _parts(meshes: Sequence[Mesh], tree: Tree) -> tuple[Part, ...]:
    found: list[Part] = []
    n = p = 0
    for mesh, node, name in zip(meshes, tree.places, tree.names, strict=True):
        found.append(Part(name, node, (n, n + mesh.n), (p, p + len(mesh.polygons))))
        n, p = n + mesh.n, p + len(mesh.polygons)
    return tuple(found)


def _texture_coordinates(meshes: Sequence[Mesh]) -> tuple[Floats | None, Ints | None]:
    """(t, 2) the coordinates of all meshes, and the row of every corner, -1 for corners without."""
    if all(mesh.uv is None for mesh in meshes):
        return None, None
    pieces, rows, count = [], [], 0
    for mesh in meshes:
        if mesh.uv is None or mesh.uv_corners is None:
            rows.append(np.full(len(mesh.polygons.corners), -1))
            continue
        pieces.append(mesh.uv)
        rows.append(np.where(mesh.uv_corners < 0, -1, mesh.uv_corners + count))
        count += len(mesh.uv)
    return np.concatenate(pieces), np.concatenate(rows)


def _members(every: Sequence[Mapping[str, Ints]], firsts: Sequence[int]) -> dict[str, Ints]:
    """name -> (…,) polygons of that name in all meshes, ascending and each once."""
    found: dict[str, list[Ints]] = {}
    for members, first in zip(every, firsts, strict=True):
        for name, rows in members.items():
            found.setdefault(name, []).append(rows + first)
    return {name: np.unique(np.concatenate(rows)) for name, rows in found.items()}
