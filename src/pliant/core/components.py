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

from pliant.core.arrays import Ints, Vertices
from pliant.core.mechanism import Mechanism
from pliant.core.mesh import Mesh
from pliant.core.seams import seams
from pliant.core.topology import vertex_components
from pliant.errors import MechanismError

UNGROUPED = "ungrouped"
_NUMBERED = re.compile(r"(.+)\.(0|[1-9]\d*)")


class Source(StrEnum):
    """What the components were taken from."""

    GROUPS = "groups"
    PIECES = "connected pieces"


class ChosenComponents(NamedTuple):
    """A mechanism without joints, what its components are, and why these were taken, as a sentence."""

    mechanism: Mechanism
    source: Source
    reason: str


def chosen_components(mesh: Mesh) -> ChosenComponents:
    """The file's groups where they are parts, else the connected pieces.

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
    """A mechanism without joints whose parts are the connected pieces, "part 1" first, by first vertex.

    Triangles are connected by a common vertex or across a seam: files split vertices there, and STL shares
    none. Closed parts that touch stay apart. A vertex of no triangle belongs to the piece of the nearest.
    """
    pieces = _pieces(mesh)
    return Mechanism.of(mesh, pieces, [f"part {i + 1}" for i in range(int(pieces.max()) + 1)])


def grouped_components(mesh: Mesh) -> Mechanism:
    """A mechanism without joints whose parts are the mesh's groups, in their order.

    A polygon in several groups (an OBJ's `o` and `g`) counts to the smallest; those in none are a part
    "ungrouped". Groups name.0, name.1, … are the primitives of one glTF node and make one part. A vertex
    between groups belongs to the one that most of its polygons are in, then to the earlier; a vertex of no
    polygon to that of the nearest one.
    """
    groups = _with_primitives_joined(mesh.groups)
    if not groups:
        raise MechanismError(
            "The mesh has no groups. Export it with groups or nodes, or take its connected components."
        )
    names = [*groups, UNGROUPED]
    of_polygon = np.full(len(mesh.polygons), len(groups))
    # From the largest group to the smallest, so that the smallest has the last word.
    sizes = np.array([len(rows) for rows in groups.values()])
    for i in np.lexsort([-np.arange(len(sizes)), -sizes]):
        of_polygon[groups[names[i]]] = i
    corners = mesh.polygons.corners
    of_corner = np.repeat(of_polygon, np.diff(mesh.polygons.starts))
    labels = most_frequent(corners, of_corner, mesh.n)
    used, component = np.unique(_nearest_filled(mesh.V, labels), return_inverse=True)
    return Mechanism.of(mesh, component, [names[i] for i in used])


def most_frequent(items: Ints, labels: Ints, n: int) -> Ints:
    """(n,) of each item 0 … n-1 its most frequent label, the lowest of several; -1 for items without."""
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
    """The labels numbered from 0 in the order in which they appear."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse.ravel()]


def _with_primitives_joined(groups: Mapping[str, Ints]) -> dict[str, Ints]:
    """The groups, with name.0 … name.k as one group "name" where all of them are there and k > 0."""
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
