"""A mesh with one value of every layer at each vertex, as graphics cards draw it: copies at seams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.appearance import Layer, unit
from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.mesh import Mesh

# Values that agree to so many decimals are one value: less than a texel of a large image.
DECIMALS = 5
# Doubled vertices whose normals differ from their mean by more than so many degrees form a hard edge.
CREASE = 55.0
# An odd number without structure (the golden ratio in 64 bits), for mixing bits.
_ODD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, eq=False)
class SplitSurface:
    """The vertices of a mesh in their order, and copies after them.

    source: (r,) the vertex of the mesh for each; the first n are 0 … n-1
    F:      (m, 3) the triangles of the mesh with these vertices
    corner: (r,) a corner of the mesh's polygons where each is found; -1 for vertices of no polygon
    """

    source: Ints
    F: Ints
    corner: Ints

    def values(self, layer: Layer, missing: float) -> Floats:
        """(r, width) the values of one of the layers, and `missing` where it has none."""
        rows = np.where(self.corner < 0, -1, layer.corners[self.corner])
        found = np.full((len(rows), layer.values.shape[1]), missing)
        found[rows >= 0] = layer.values[rows[rows >= 0]]
        return found


def split_surface(mesh: Mesh, layers: Sequence[Layer]) -> SplitSurface:
    """The vertices with the values of their last corners, and a copy for each other combination of values."""
    corners = mesh.polygons.corners
    marks = np.zeros(len(corners), np.uint64)
    for layer in layers:
        own = np.append(_marks(layer.values), np.uint64(1))
        marks = _mixed(marks, own[layer.corners])
    last = np.zeros(mesh.n, np.uint64)
    last[corners] = marks
    corner = np.full(mesh.n, -1)
    corner[corners] = np.arange(len(corners))
    place, source = corners.copy(), np.arange(mesh.n)
    others = np.flatnonzero(last[corners] != marks)
    if len(others):
        combined = _mixed(marks[others], corners[others].astype(np.uint64))
        _, first, kind = np.unique(combined, return_index=True, return_inverse=True)
        place[others] = mesh.n + kind.ravel()
        corner = np.concatenate([corner, others[first]])
        source = np.concatenate([source, corners[others[first]]])
    return SplitSurface(source, place[mesh.triangle_corners], corner)


def shading_normals(mesh: Mesh, split: SplitSurface, given: Layer | None) -> tuple[Floats, Ints]:
    """(r, 3) unit normals of split vertices, and (r,) groups: vertices of one place and one normal.

    given: normals at corners; where they are missing, doubled vertices are smooth across their seam unless
           they form a hard edge
    """
    N = np.zeros((len(split.source), 3)) if given is None else unit(split.values(given, 0.0))
    missing = ~(np.einsum("rx,rx->r", N, N) > 0)
    if missing.any():
        N[missing] = seamless_normals(mesh.V, mesh.F)[split.source[missing]]
    keys = _mixed(_marks(mesh.V, decimals=None)[split.source], _marks(N, decimals=3))
    return N, np.unique(keys, return_inverse=True)[1].ravel()


def grouped_normals(V: Vertices, F: Ints, groups: Ints) -> Floats:
    """(r, 3) area-weighted unit normals of vertices V (r, 3), which those of one group (r,) share."""
    return unit(_face_sums(V, F, groups))[groups]


def _face_sums(V: Vertices, F: Ints, groups: Ints) -> Floats:
    """(g, 3) twice the area vectors of the triangles at the vertices of each group, summed."""
    A = np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
    return _summed(np.repeat(A, 3, axis=0), groups[F.ravel()], int(groups.max()) + 1)


def seamless_normals(V: Vertices, F: Ints) -> Floats:
    """(n, 3) area-weighted unit normals; vertices at one place share theirs unless they form a hard edge."""
    own = _face_sums(V, F, np.arange(len(V)))
    places = np.unique(_marks(V, decimals=None), return_inverse=True)[1].ravel()
    count = int(places.max()) + 1
    if count == len(V):
        return unit(own)
    shared = unit(_summed(own, places, count))[places]
    bent = np.einsum("nx,nx->n", unit(own), shared) < np.cos(np.radians(CREASE))
    hard = np.bincount(places, bent, count)[places] > 0
    return np.where(hard[:, None], unit(own), shared)


def _summed(values: Floats, rows: Ints, count: int) -> Floats:
    """(count, 3) the sums of values (q, 3) by their rows (q,)."""
    sums = [np.bincount(rows, values[:, axis], count) for axis in range(3)]
    return np.stack(sums, axis=1).astype(np.float64)


def _marks(values: Array, decimals: int | None = DECIMALS) -> Array:
    """(r,) uint64 numbers that are the same for rows (r, width) of the same values, and else differ.

    decimals: to which values are compared; None for exactly. Two of a million different rows have the same
              number with a probability below one in ten million.
    """
    rounded = np.asarray(values, np.float64) if decimals is None else np.round(values, decimals)
    bits = np.ascontiguousarray(rounded + 0.0).view(np.uint64)
    marks = np.zeros(len(values), np.uint64)
    for column in bits.T:
        marks = _mixed(marks, column)
    return marks


def _mixed(one: Array, other: Array) -> Array:
    """(r,) uint64 numbers that depend on every bit of both, as the finaliser of SplitMix64 mixes them."""
    with np.errstate(over="ignore"):
        mixed = one * _ODD + other + _ODD
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return mixed ^ (mixed >> np.uint64(31))
