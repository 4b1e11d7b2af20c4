"""The components of a mesh: its connected pieces, or the groups that its file names [Xu2009, section 3]."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components as graph_components
from scipy.spatial import KDTree

from pliant.arrays import Ints, Vertices
from pliant.errors import MechanismError
from pliant.geometry.seams import seams
from pliant.geometry.topology import vertex_components
from pliant.mechanism.mechanism import Mechanism
from pliant.mesh import Mesh

UNGROUPED = "ungrouped"
_NUMBERED = re.compile(r"(.+)\.(0|[1-9]\d*)")


class Source(StrEnum):
    """What the components are."""

    GROUPS = "groups"
    PIECES = "connected pieces"


class ChosenComponents(NamedTuple):
    """A mechanism without joints, what its components are, and a sentence that says why."""

    mechanism: Mechanism
    source: Source
    reason: str


def chosen_components(mesh: Mesh) -> ChosenComponents:
    """The groups of the mesh as components where they are parts, otherwise its connected pieces.

    Groups are parts if there are at least two and no connected piece lies in several: groups that cut
    through a surface mark regions of it, such as materials.
    """
    pieces = _pieces(mesh)
    count = int(pieces.max()) + 1
    if len(mesh.groups) < 2:
        reason = f"The file names {len(mesh.groups)} groups, so the {count} connected pieces are the parts."
        return ChosenComponents(connected_components(mesh), Source.PIECES, reason)
    grouped = grouped_components(mesh)
    parts = len(grouped.components)
    cut = len(np.unique(np.stack([pieces, grouped.component]), axis=1).T) - count
    if parts < 2 or cut:
        cause = f"cut {cut} times through connected pieces" if cut else "make a single part"
        reason = f"The {len(mesh.groups)} groups of the file {cause}; the {count} pieces are the parts."
        return ChosenComponents(connected_components(mesh), Source.PIECES, reason)
    reason = f"The {parts} parts are groups of the file; it has {count} connected pieces."
    return ChosenComponents(grouped, Source.GROUPS, reason)


def connected_components(mesh: Mesh) -> Mechanism:
    """A mechanism without joints whose components are the connected pieces, "part 1", "part 2" and so on.

    Triangles are connected by a common vertex or across a seam, where files double vertices; STL doubles all.
    Closed parts that touch stay apart. A vertex of no triangle belongs to the piece of the nearest vertex.
    Pieces are numbered by their first vertex.
    """
    pieces = _pieces(mesh)
    return Mechanism.of(mesh, pieces, [f"part {i + 1}" for i in range(int(pieces.max()) + 1)])


def grouped_components(mesh: Mesh) -> Mechanism:
    """A mechanism without joints whose components are the mesh's groups, in their order.

    A polygon in several groups (an OBJ's `o` and `g`) belongs to the smallest; polygons in none form a
    component "ungrouped". Groups name.0, name.1, … are the primitives of one glTF node and form one
    component. A vertex between groups belongs to that of most of its polygons, then to the earlier one; a
    vertex of no polygon belongs to the component of the nearest vertex.
    Raises MechanismError for a mesh without groups.
    """
    groups = _with_primitives_joined(mesh.groups)
    if not groups:
        raise MechanismError(
            "The mesh has no groups. Export it with groups or nodes, or take its connected components."
        )
    names = [*groups, UNGROUPED]
    of_polygon = np.full(len(mesh.polygons), len(groups))
    # From the largest group to the smallest, so that the smallest is written last.
    sizes = np.array([len(rows) for rows in groups.values()])
    for i in np.lexsort([-np.arange(len(sizes)), -sizes]):
        of_polygon[groups[names[i]]] = i
    corners = mesh.polygons.corners
    of_corner = np.repeat(of_polygon, np.diff(mesh.polygons.starts))
    labels = most_frequent(corners, of_corner, mesh.n)
    used, component = np.unique(_nearest_filled(mesh.V, labels), return_inverse=True)
    return Mechanism.of(mesh, component, [names[i] for i in used])


def most_frequent(items: Ints, labels: Ints, n: int) -> Ints:
    """(n,) the most frequent label of each item, the lowest of several; -1 for items without one.

    items, labels: (c,) pairs of an item, 0 … n-1, and a label
    """
    pairs, counts = np.unique(np.stack([items, labels]), axis=1, return_counts=True)
    order = np.lexsort([-pairs[1], counts, pairs[0]])
    found = np.full(n, -1, dtype=np.int64)
    # Later entries overwrite earlier ones, so that the best comes last.
    found[pairs[0, order]] = pairs[1, order]
    return found


def _pieces(mesh: Mesh) -> Ints:
    """(n,) the connected piece of every vertex, numbered by first vertex."""
    labels = vertex_components(mesh.F, mesh.n)
    joined = labels[mesh.F[:, 0]][seams(mesh.V, mesh.F)]
    size = int(labels.max()) + 1
    graph = coo_array((np.ones(len(joined), np.int8), (joined[:, 0], joined[:, 1])), shape=(size, size))
    labels = graph_components(graph, directed=False)[1].astype(np.int64)[labels]
    used = np.zeros(mesh.n, dtype=bool)
    used[mesh.F] = True
    return _numbered_by_first(_nearest_filled(mesh.V, np.where(used, labels, -1)))


def _nearest_filled(V: Vertices, labels: Ints) -> Ints:
    """(n,) labels with each -1 replaced by the label of the nearest vertex that has one."""
    missing = labels < 0
    if not missing.any():
        return labels
    known = np.flatnonzero(~missing)
    nearest = KDTree(V[known]).query(V[missing])[1]
    filled = labels.copy()
    filled[missing] = labels[known[nearest]]
    return filled


def _numbered_by_first(labels: Ints) -> Ints:
    """(n,) the labels renumbered from 0 in the order in which they appear."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse.ravel()]


def _with_primitives_joined(groups: Mapping[str, Ints]) -> dict[str, Ints]:
    """The groups, with name.0 … name.k joined as one group "name" where none is missing and k > 0."""
    numbers: dict[str, set[int]] = {}
    matches = {name: _NUMBERED.fullmatch(name) for name in groups}
    for match in matches.values():
        if match:
            numbers.setdefault(match[1], set()).add(int(match[2]))
    whole = {
        stem
        for stem, found in numbers.items()
        if len(found) > 1 and max(found) == len(found) - 1 and stem not in groups
    }
    joined: dict[str, list[Ints]] = {}
    for name, rows in groups.items():
        match = matches[name]
        joined.setdefault(match[1] if match and match[1] in whole else name, []).append(rows)
    return {name: np.unique(np.concatenate(rows)) for name, rows in joined.items()}
