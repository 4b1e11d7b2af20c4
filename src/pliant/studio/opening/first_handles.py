"""Where to begin: a newcomer's first two handles."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from pliant.arrays import Array, Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.topology import vertex_components
from pliant.studio.wire.messages import Handle

# Vertices beyond which a mesh is swept by the cells of a grid, and the cells of its longest side.
FINE = 50_000
GRID = 100


def first_handles(V: Poses, F: Faces) -> tuple[Handle, ...]:
    """Two handles at the vertices farthest apart along the edges; the one that the poses move less is pinned.

    V: (k, n, 3) poses of the triangles F (m, 3)
    """
    ends = farthest_pair(V[0], F)
    moves = [float(np.linalg.norm(V[:, v] - V[0, v], axis=1).max()) for v in ends]
    calm = int(np.argmin(moves))
    pair = (ends[calm], ends[1 - calm])
    return tuple(handle_at(i, v, V[0], F, pinned=i == 0) for i, v in enumerate(pair))


def triple(values: Floats) -> tuple[float, float, float]:
    """Three numbers as plain ones."""
    x, y, z = (float(value) for value in values)
    return x, y, z


def handle_at(number: int, vertex: int, V: Vertices, F: Faces, *, pinned: bool) -> Handle:
    """A handle that holds a vertex where it is: a corner of the first triangle that has it."""
    face, corner = (int(i) for i in np.argwhere(vertex == F)[0])
    one_hot: list[float] = [float(i == corner) for i in range(3)]
    return Handle(number, face, (one_hot[0], one_hot[1], one_hot[2]), triple(V[vertex]), pinned)


def farthest_pair(V: Vertices, F: Faces) -> tuple[int, int]:
    """Two vertices of the largest part that are far apart along its edges: the ends of two sweeps.

    A fine mesh is swept cell by cell of a coarse grid: it is the ends of the character that count.
    """
    cell, vertex = _cells(V)
    part = vertex_components(F, len(V))
    largest = np.zeros(len(vertex), dtype=bool)
    largest[cell[part == np.bincount(part).argmax()]] = True
    a, b = cell[F].T, cell[np.roll(F, 1, axis=1)].T
    pairs = np.unique((np.minimum(a, b) * len(vertex) + np.maximum(a, b))[a != b])
    a, b = np.divmod(pairs, len(vertex))
    length = np.linalg.norm(V[vertex[a]] - V[vertex[b]], axis=1)
    # Vertices that coincide are neighbours, and csgraph takes a length of zero for no edge.
    length = np.maximum(length, np.finfo(np.float64).tiny)
    graph = csr_array((length, (a, b)), shape=(len(vertex), len(vertex)))
    first = _farthest(graph, int(np.flatnonzero(largest)[0]), largest)
    return int(vertex[first]), int(vertex[_farthest(graph, first, largest)])


def _cells(V: Vertices) -> tuple[Ints, Ints]:
    """(n,) the cell of each vertex, and (c,) a vertex of each cell; in a coarse mesh each has its own."""
    if len(V) <= FINE:
        return np.arange(len(V)), np.arange(len(V))
    low, extent = V.min(axis=0), np.ptp(V, axis=0)
    place = ((V - low) * (GRID / max(float(extent.max()), np.finfo(np.float64).tiny))).astype(np.int64)
    _, vertex, cell = np.unique(
        place @ [(GRID + 1) ** 2, GRID + 1, 1], return_index=True, return_inverse=True
    )
    return cell, vertex


def _farthest(graph: csr_array, origin: int, among: Array) -> int:
    distance = dijkstra(graph, directed=False, indices=origin)
    return int(np.argmax(np.where(among & np.isfinite(distance), distance, -1.0)))
