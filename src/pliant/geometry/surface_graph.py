"""A surface as a graph of lengths: its vertices without seams, its parts linked where they are nearest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.gradient import areas
from pliant.geometry.solvable import closest_pairs, welded

# Vertices beyond which the nodes are the cells of a grid, and the cells of its longest side: what is asked of
# the graph are the ends of limbs, which are larger than a cell.
FINE = 50_000
GRID = 100
# Parts are linked wherever they are this near, in diagonals: a sleeve lies around an arm. Of each node so
# many neighbours are looked at.
TOUCHING = 0.015
NEIGHBOURS = 8


@dataclass(frozen=True, eq=False)
class SurfaceGraph:
    """Nodes on a surface, and how far neighbours are from each other.

    P:       (c, 3) places of the nodes
    vertex:  (c,) the user's vertex of each node
    area:    (c,) area of the surface around each node
    part:    (c,) the connected part of the surface that each node belongs to
    lengths: (c, c) lengths of the edges, links between parts included; each edge in both directions
    """

    P: Floats
    vertex: Ints
    area: Floats
    part: Ints
    lengths: csr_array

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return len(self.vertex)

    def pieces(self, nodes: Ints) -> list[Ints]:
        """The connected pieces of some nodes, the one with the largest area first."""
        if not len(nodes):
            return []
        _, label = connected_components(self.lengths[nodes][:, nodes], directed=False)
        found = [nodes[label == i] for i in range(int(label.max()) + 1)]
        return sorted(found, key=lambda piece: -float(self.area[piece].sum()))


def surface_graph(V: Vertices, F: Faces) -> SurfaceGraph:
    """The graph of a mesh V (n, 3), F (m, 3), without vertices that no triangle has."""
    node, vertex = _nodes(V, F)
    faces = node[F]
    thirds = np.repeat(areas(V, F) / 3.0, 3)
    area = np.asarray(np.bincount(faces.ravel(), thirds, len(vertex)), dtype=np.float64)
    P = V[vertex]
    ends = faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    ends = np.unique(np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1), axis=0)
    joined = csr_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(len(P), len(P)))
    part = connected_components(joined, directed=False)[1].astype(np.int64)
    ends = np.unique(np.concatenate([ends, _links(P, part)]), axis=0)
    # Vertices that coincide are neighbours, and csgraph takes a length of zero for no edge.
    length = np.maximum(np.linalg.norm(P[ends[:, 0]] - P[ends[:, 1]], axis=1), np.finfo(np.float64).tiny)
    rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
    lengths = csr_array((np.tile(length, 2), (rows, columns)), shape=(len(P), len(P)))
    return SurfaceGraph(P, vertex, area, part, lengths)


def _nodes(V: Vertices, F: Faces) -> tuple[Ints, Ints]:
    """(n,) the node of each vertex, -1 for one that no triangle has; and (c,) a vertex of each node."""
    used = np.unique(F)
    if len(used) <= FINE:
        same, first = welded(V[used][None])
    else:
        low, extent = V[used].min(axis=0), np.ptp(V[used], axis=0)
        place = ((V[used] - low) * (GRID / max(float(extent.max()), np.finfo(np.float64).tiny))).astype(
            np.int64
        )
        _, first, same = np.unique(
            place @ [(GRID + 1) ** 2, GRID + 1, 1], return_index=True, return_inverse=True
        )
    node = np.full(len(V), -1, dtype=np.int64)
    node[used] = same
    return node, used[first]


def _links(P: Floats, part: Ints) -> Ints:
    """(l, 2) nodes that join the parts of a graph: where they touch, and each part to the nearest one."""
    count = int(part.max()) + 1
    if count == 1:
        return np.empty((0, 2), dtype=np.int64)
    k = min(NEIGHBOURS, len(P))
    distance, near = KDTree(P).query(P, k=k, distance_upper_bound=TOUCHING * box_diagonal(P))
    own = np.repeat(np.arange(len(P)), k)[np.isfinite(distance.ravel())]
    other = near.ravel()[np.isfinite(distance.ravel())]
    foreign = part[own] != part[other]
    touching = np.unique(np.sort(np.column_stack([own, other])[foreign], axis=1), axis=0)
    return np.concatenate([touching, closest_pairs(P[None], part, count)])
