"""Where to begin with a single mesh: pins where it stands, a free handle at the tip farthest from them."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.topology import edges
from pliant.studio.opening.first_handles import handle_at
from pliant.studio.wire.messages import Handle

# Vertices this near to the lowest one, in heights of the mesh, touch the floor.
STANDING = 0.03
# Feet that get pins at most, the largest first.
MOST_FEET = 8
# Feet are held apart from each other: beside a larger one a foot has this share of its vertices at least.
SMALLEST = 0.1
# Points of a foot that stands alone, so that it neither slides nor turns.
ALONE = 3
# y.
UP = 1


def first_pins(V: Vertices, F: Faces) -> tuple[Handle, ...]:
    """Pins at the feet of a mesh V (n, 3), F (m, 3), and a free handle at the far tip."""
    graph = _graph(V, F)
    feet = _feet(V, F, graph)
    if len(feet) == 1:
        pins = feet[0][farthest_points(V[feet[0]], ALONE)].tolist()
    else:
        pins = [int(foot[np.argmin(((V[foot] - V[foot].mean(axis=0)) ** 2).sum(axis=1))]) for foot in feet]
    tip = _farthest(graph, np.array(pins), V)
    handles = [handle_at(i, v, V, F, pinned=True) for i, v in enumerate(pins, start=1)]
    return (*handles, handle_at(len(handles) + 1, tip, V, F, pinned=False))


def _graph(V: Vertices, F: Faces) -> csr_array:
    """(n, n) lengths of the edges."""
    ends = edges(F)
    length = np.linalg.norm(V[ends[:, 0]] - V[ends[:, 1]], axis=1)
    # csgraph takes a length of zero for no edge.
    length = np.maximum(length, np.finfo(np.float64).tiny)
    return csr_array((length, (ends[:, 0], ends[:, 1])), shape=(len(V), len(V)))


def _feet(V: Vertices, F: Faces, graph: csr_array) -> list[Ints]:
    """The connected regions of vertices that touch the floor, the largest first."""
    used = np.unique(F)
    height = V[used, UP]
    low = used[height <= height.min() + STANDING * np.ptp(height)]
    _, label = connected_components(graph[low][:, low], directed=False)
    regions = [low[label == i] for i in range(int(label.max()) + 1)]
    regions.sort(key=len, reverse=True)
    return [region for region in regions if len(region) >= SMALLEST * len(regions[0])][:MOST_FEET]


def _farthest(graph: csr_array, pins: Ints, V: Vertices) -> int:
    """The vertex farthest from all pins along the edges, of those that the edges lead to."""
    distance: Floats = dijkstra(graph, directed=False, indices=pins, min_only=True)
    return int(np.argmax(np.where(np.isfinite(distance), distance, -1.0)))
