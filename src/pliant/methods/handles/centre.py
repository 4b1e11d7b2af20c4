"""Suggests where a handle turns: the middle of its border to the neighbour that it bends against.

Every soft vertex belongs to the handle that is nearest along the surface. Two handles are neighbours where
their regions touch. Of several, a handle bends against those on the side that holds most of the body, as
seen from it: a forearm against the upper arm, not the hand. A handle with no such side (the trunk) turns
about its own middle.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, dijkstra

from pliant.arrays import Floats, Ints
from pliant.methods.handles.surface import WeldedSurface


def suggested_centres(shape: WeldedSurface, owner: Ints, region: Ints, count: int) -> Floats:
    """(count, 3) a centre for each handle.

    owner, region: (n,) the handle of each vertex, and the nearest one, −1 for none
    """
    a, b = shape.edges.T
    touching = (region[a] != region[b]) & (region[a] >= 0) & (region[b] >= 0)
    a, b = a[touching], b[touching]
    middle = (shape.V[a] + shape.V[b]) / 2
    sizes = np.bincount(region[region >= 0], minlength=count)
    sides = np.stack([region[a], region[b]], axis=1)
    return np.stack([_centre(h, shape, owner, sides, middle, sizes) for h in range(count)])


def nearest_handle(shape: WeldedSurface, owner: Ints) -> Ints:
    """(n,) the handle nearest to each vertex along the edges; −1 on parts without a handle."""
    sources = np.flatnonzero(owner >= 0)
    if len(sources) == 0:
        return np.full(shape.n, -1, dtype=np.int64)
    # Zero lengths would vanish from the sparse graph.
    graph = shape.adjacency(np.maximum(shape.lengths(), 1e-12 * shape.size))
    _, _, origin = dijkstra(graph, indices=sources, min_only=True, return_predecessors=True)
    return np.where(origin >= 0, owner[np.maximum(origin, 0)], -1)


def _centre(h: int, shape: WeldedSurface, owner: Ints, sides: Ints, middle: Floats, sizes: Ints) -> Floats:
    """(3,) the centre of handle h.

    sides:  (b, 2) the two handles whose regions each border edge joins; middle: (b, 3) middles of those edges
    sizes:  (count,) vertices in the region of each handle
    """
    own = owner == h
    home = shape.V[own].mean(axis=0) if own.any() else shape.V.mean(axis=0)
    at_border = (sides == h).any(axis=1)
    if not at_border.any():
        return home
    apart = sides[~at_border]
    count = len(sizes)
    graph = coo_array((np.ones(len(apart)), (apart[:, 0], apart[:, 1])), shape=(count, count))
    _, label = connected_components(graph, directed=False)
    other = np.where(sides[:, 0] == h, sides[:, 1], sides[:, 0])
    beside = np.unique(label[other[at_border]])
    weight = np.array([sizes[label == side].sum() for side in beside])
    # The trunk: what hangs on each side is less than half of the body.
    if 2 * weight.max() < weight.sum() + sizes[h]:
        return home
    chosen = at_border & (label[other] == beside[np.argmax(weight)])
    return middle[chosen].mean(axis=0)
