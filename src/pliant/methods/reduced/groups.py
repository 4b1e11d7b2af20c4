"""Groups of vertices with the same influences; one proxy stands for each [Der2006, sec. 3.2]."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array, csr_array

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.gradient import vertex_areas
from pliant.geometry.topology import edges
from pliant.skin import Skin

# The mass of a vertex without triangles, in mean masses.
LOOSE = 1e-6


def vertex_masses(V: Vertices, F: Faces) -> Floats:
    """(n,) mass of each vertex: a third of the area around it, never zero."""
    area = vertex_areas(V, F)
    return area + LOOSE * area.mean()


def influence_groups(skin: Skin) -> Ints:
    """(n,) group of each vertex: those with the same set of influencing controls have one number."""
    sets = np.sort(np.where(skin.weights > 0, skin.influences, skin.count), axis=1)
    _, group = np.unique(sets, axis=0, return_inverse=True)
    return group.ravel()


def merged(group: Ints, skin: Skin, mass: Floats, F: Faces, smallest: float) -> Ints:
    """(n,) group of each vertex, after small groups have joined the neighbour with the most similar weights.

    The group in which a control weighs most is kept, however small: no control is left without a proxy.
    group, mass: (n,) the group and the mass of each vertex
    smallest:    share of the mass below which a group is small
    """
    count = int(group.max()) + 1
    total = csr_array((mass, (group, np.arange(len(group)))), shape=(count, len(group)))
    weights = csr_array(total @ skin.weight_matrix()).toarray()
    kept = np.zeros(count, dtype=bool)
    kept[np.argmax(weights, axis=0)] = True
    size = np.bincount(group, mass, count)
    touching = _touching(group[edges(F)], count)
    into = np.arange(count)
    for g in np.argsort(size, kind="stable"):
        if kept[g] or size[g] >= smallest * mass.sum():
            continue
        others = np.array(sorted({_root(into, h) for h in touching[g]} - {g}), dtype=np.int64)
        if not len(others):
            continue
        unlike = np.abs(weights[others] / size[others, None] - weights[g] / size[g]).sum(axis=1)
        home = others[np.argmin(unlike)]
        into[g] = home
        size[home] += size[g]
        weights[home] += weights[g]
        touching[home] |= touching[g]
    roots = np.array([_root(into, g) for g in range(count)])
    return np.unique(roots, return_inverse=True)[1][group]


def _touching(pairs: Ints, count: int) -> list[set[int]]:
    """For each group the groups that share an edge of the mesh with it."""
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count)).tocsr()
    graph = csr_array(graph + graph.T)
    return [set(graph.indices[graph.indptr[g] : graph.indptr[g + 1]].tolist()) for g in range(count)]


def _root(into: Ints, g: int) -> int:
    while into[g] != g:
        g = int(into[g])
    return g
