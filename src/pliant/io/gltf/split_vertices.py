"""Vertices with one value of every attribute each, as glTF needs them; others are copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pliant.appearance import Layer, Part
from pliant.arrays import Array, Ints
from pliant.corner_normals import places
from pliant.mesh import Mesh

# With more runs of polygons than so many for each kind, those of one kind are gathered, because every
# primitive costs a drawing program a call.
_RUNS_PER_KIND = 2


@dataclass(frozen=True, eq=False)
class SplitVertices:
    """The vertices of a part of a mesh in their order, and copies after them.

    source: (n + copies,) the vertex of the part for each; the first n are 0 … n-1
    corner: (n + copies,) a corner of the mesh that has the values of each, -1 for vertices of no polygon
    F:      (m, 3) the triangles of the part with these vertices
    """

    source: Ints
    corner: Ints
    F: Ints


def split_vertices(mesh: Mesh, part: Part, layers: Mapping[str, Layer]) -> SplitVertices:
    """The vertices of a part with the values of their first corners, and a copy for all other values."""
    first, end = mesh.polygons.starts[list(part.polygons)].tolist()
    n = part.vertices[1] - part.vertices[0]
    vertex = mesh.polygons.corners[first:end] - part.vertices[0]
    kind = vertex
    for layer in layers.values():
        value, count = _values(layer, first, end)
        kind = np.unique(kind * (count + 1) + value, return_inverse=True)[1]
    _, use, kind = np.unique(kind, return_index=True, return_inverse=True)
    # By vertex, then by first use: the first of each vertex stays, and the others go to the end.
    by_use = np.lexsort([use, vertex[use]])
    owner = vertex[use][by_use]
    stays = np.append(True, np.diff(owner) > 0)[: len(owner)]
    place = np.empty(len(use), dtype=np.int64)
    place[by_use[stays]] = owner[stays]
    copied = by_use[~stays]
    place[copied] = n + np.arange(len(copied))
    corner = np.full(n + len(copied), -1, dtype=np.int64)
    corner[place] = first + use
    source = np.concatenate([np.arange(n), vertex[use[copied]]])
    begin, last = np.searchsorted(mesh.owner, part.polygons)
    return SplitVertices(source, corner, place[kind][mesh.triangle_corners[begin:last] - first])


def _values(layer: Layer, first: int, end: int) -> tuple[Ints, int]:
    """A number for the value of each corner from first to end, 0 for none, and the largest number."""
    rows = layer.corners[first:end]
    used, row = np.unique(rows, return_inverse=True)
    with np.errstate(over="ignore"):
        value, count = places(layer.values[used[used >= 0]].astype(np.float32))
    number = np.concatenate([np.zeros(np.count_nonzero(used < 0), dtype=np.int64), 1 + value])
    return number[row], count


def primitives_of_part(
    mesh: Mesh, part: Part, materials: Ints, layers: Mapping[str, Layer]
) -> list[tuple[int, frozenset[str], Ints]]:
    """The triangles (…,) of a part that become a primitive: one material, and values of the same layers.

    materials: (p,) the number of the material of every polygon of the mesh, -1 for none
    Returns for each its material, the names of its layers, and its triangles, counted within the part.
    """
    first, end = part.polygons
    starts = mesh.polygons.starts[first : end + 1]
    kind, given = materials[first:end] + 1, {}
    for name, layer in layers.items():
        there = layer.corners[starts[0] : starts[-1]] >= 0
        given[name] = np.logical_or.reduceat(there, starts[:-1] - starts[0])
        kind = np.unique(2 * kind + given[name], return_inverse=True)[1]
    begin, last = np.searchsorted(mesh.owner, part.polygons)
    polygon = mesh.owner[begin:last] - first
    return [
        (
            int(materials[first + polygon[rows[0]]]),
            frozenset(name for name, there in given.items() if there[polygon[rows[0]]]),
            rows,
        )
        for rows in _runs(kind[polygon])
    ]


def _runs(kind: Array) -> list[Ints]:
    """Places (…,) of equal kinds (m,): in their order if that needs few runs, else gathered by first use."""
    runs = np.split(np.arange(len(kind)), np.flatnonzero(np.diff(kind)) + 1)
    kinds, first, which = np.unique(kind, return_index=True, return_inverse=True)
    if len(runs) <= _RUNS_PER_KIND * len(kinds):
        return runs
    order = np.argsort(first[which], kind="stable")
    return np.split(order, np.flatnonzero(np.diff(which[order])) + 1)
