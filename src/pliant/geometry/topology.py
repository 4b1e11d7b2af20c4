"""Which triangles and vertices touch: components, edges, rings and pairs of neighbouring triangles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Faces, Ints


@dataclass(frozen=True, eq=False)
class Rings:
    """The vertices joined to each vertex by an edge, ascending: ring[starts[v]:starts[v+1]]."""

    starts: Ints
    ring: Ints

    def __getitem__(self, v: int) -> Ints:
        return self.ring[self.starts[v] : self.starts[v + 1]]

    @staticmethod
    def of(F: Faces, n: int) -> Rings:
        """The rings of n vertices joined by the triangles F (m, 3)."""
        graph = neighbours(half_edges(F)[0], n)
        return Rings(graph.indptr.astype(np.int64), graph.indices.astype(np.int64))


def half_edges(F: Faces) -> tuple[Ints, Ints]:
    """The sides (3m, 2) of all triangles, smaller vertex first, and the face (3m,) of each."""
    ends = F[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    return np.sort(ends, axis=1), np.repeat(np.arange(len(F)), 3)


def edges(F: Faces) -> Ints:
    """(e, 2) unique undirected edges, smaller vertex first, in ascending order."""
    return counted_edges(F)[0]


def counted_edges(F: Faces) -> tuple[Ints, Ints]:
    """The edges (e, 2) of `edges`, and how many triangles (e,) have each."""
    key, count = np.unique(_edge_keys(half_edges(F)[0], F), return_counts=True)
    return np.stack(np.divmod(key, _width(F)), axis=1), count


def _edge_keys(ends: Ints, F: Faces) -> Ints:
    """(e,) a number for each pair of ends (e, 2), in their order; it sorts ten times as fast as pairs do."""
    return ends[:, 0] * _width(F) + ends[:, 1]


def _width(F: Faces) -> int:
    return int(F.max(initial=0)) + 1


def face_pairs(F: Faces) -> Ints:
    """(p, 2) pairs of triangles that share an edge; the triangles around a non-manifold edge form a chain."""
    return shared_edges(F)[0]


def shared_edges(F: Faces) -> tuple[Ints, Ints]:
    """The pairs (p, 2) of `face_pairs`, and the ends (p, 2) of the edge that each of them shares."""
    ends, face = half_edges(F)
    key = _edge_keys(ends, F)
    order = np.argsort(key, kind="stable")
    same = key[order[1:]] == key[order[:-1]]
    pairs = np.stack([face[order[:-1]][same], face[order[1:]][same]], axis=1)
    proper = pairs[:, 0] != pairs[:, 1]
    return pairs[proper], ends[order[:-1]][same][proper]


def vertex_components(F: Faces, n: int) -> Ints:
    """(n,) component of each vertex, numbered by first vertex; an unused vertex is a component by itself."""
    ends = F[:, [[0, 1], [1, 2]]].reshape(-1, 2)
    graph = coo_array((np.ones(len(ends), dtype=np.int8), (ends[:, 0], ends[:, 1])), shape=(n, n))
    _, labels = connected_components(graph, directed=False)
    _, first = np.unique(labels, return_index=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[labels]


def neighbours(pairs: Ints, m: int) -> csr_array:
    """(m, m) symmetric adjacency; entry (j, k) counts how often j and k occur as one of the pairs (p, 2)."""
    rows = np.concatenate([pairs[:, 0], pairs[:, 1]])
    columns = np.concatenate([pairs[:, 1], pairs[:, 0]])
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=(m, m))
