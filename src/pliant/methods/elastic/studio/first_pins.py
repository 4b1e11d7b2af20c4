"""Where to begin with a single mesh: pins where it stands, a free handle at the tip farthest from them."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.solvable import welded
from pliant.geometry.topology import edges
from pliant.studio.opening.first_handles import handle_at
from pliant.studio.wire.messages import Handle

# Vertices this near to the lowest one, in heights of the mesh, touch the floor.
STANDING = 0.03
# Feet that get pins at most, the largest first.
MOST_FEET = 8
# Feet are held apart from each other: beside a larger one a foot has this share of its vertices at least.
SMALLEST = 0.1
# Points of each foot where there are one or two, so that the whole does not turn about them.
SEVERAL = {1: 3, 2: 2}
# y.
UP = 1


def first_pins(V: Vertices, F: Faces) -> tuple[Handle, ...]:
    """Pins at the feet of a mesh V (n, 3), F (m, 3), and a free handle at the far tip."""
    # Seams would cut a foot into several.
    of_user, first = welded(V[None])
    pins, tip = _ends(V[first], of_user[F])
    return _handles(V, F, first[pins].tolist(), int(first[tip]))


def _ends(V: Vertices, F: Faces) -> tuple[Ints, int]:
    """Vertices of the feet, and the tip, of a mesh without seams."""
    graph = _graph(V, F)
    feet = _feet(V, F, graph)
    if len(feet) in SEVERAL:
        pins = np.concatenate([foot[farthest_points(V[foot], SEVERAL[len(feet)])] for foot in feet])
    else:
        middle = (np.argmin(((V[foot] - V[foot].mean(axis=0)) ** 2).sum(axis=1)) for foot in feet)
        pins = np.array([foot[i] for foot, i in zip(feet, middle, strict=True)])
    return pins, _farthest(graph, pins, V, np.unique(F))


def _handles(V: Vertices, F: Faces, pins: list[int], tip: int) -> tuple[Handle, ...]:
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


def _farthest(graph: csr_array, pins: Ints, V: Vertices, used: Ints) -> int:
    """The used vertex farthest from all pins: along the edges, if these lead to most of the mesh."""
    distance: Floats = dijkstra(graph, directed=False, indices=pins, min_only=True)
    met = np.isfinite(distance[used])
    if met.mean() > 0.5:
        return int(used[np.argmax(np.where(met, distance[used], -1.0))])
    # Shoes are parts of their own: straight from there.
    return int(used[np.argmax(np.asarray(KDTree(V[pins]).query(V[used])[0]))])
