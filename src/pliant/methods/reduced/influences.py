"""Finds the controls that may carry a vertex: their clusters lie near it on the surface [Der2006, step 3].

Influences from far over the surface may fit the examples and tear the skin in other poses, so candidates
are ranked by the way along the surface, and pay for it. A component of the mesh gets only controls whose
clusters lie on it: an eye or a shoe is never smeared between parts that it does not belong to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse.csgraph import dijkstra

from pliant.arrays import Array, Faces, Floats, Ints
from pliant.methods.reduced.clusters import Clusters
from pliant.methods.reduced.patches import Patches

# Candidates of one vertex at most; a vertex of a character's trunk meets about six clusters.
MOST_CANDIDATES = 10
# Clusters farther than this, in mean cluster radii, are no candidates.
REACH = 2.0
NOBODY = -1


class Candidates(NamedTuple):
    """The controls that may carry each vertex.

    patch:    (n,) the row of the tables for each vertex
    controls: (p, q) int32, nearest first; NOBODY where there are fewer
    way:      (p, q) the way along the surface to the control's cluster, in mean cluster radii
    """

    patch: Array
    controls: Array
    way: Array


def candidates(clusters: Clusters, F: Faces, n: int) -> Candidates:
    """The candidates of n vertices; one that no triangle uses may follow any control."""
    ways = cluster_ways(clusters.patches, clusters.labels, clusters.count)
    order = np.argsort(ways, axis=1, kind="stable")[:, :MOST_CANDIDATES]
    way = np.take_along_axis(ways, order, axis=1)
    controls = np.where(way <= REACH, order, NOBODY)
    return Candidates(vertex_patches(F, clusters.patches, n), controls.astype(np.int32), way)


def cluster_ways(patches: Patches, labels: Ints, count: int) -> Floats:
    """(p, c) the shortest way from each patch to each cluster, in mean cluster radii."""
    radius = np.sqrt(patches.moments.S[:, 3, 3].sum() / (np.pi * count))
    ways = np.empty((len(patches), count))
    for i in range(count):
        sources = np.flatnonzero(labels == i)
        ways[:, i] = dijkstra(patches.graph, indices=sources, min_only=True)
    return ways / radius


def vertex_patches(F: Faces, patches: Patches, n: int) -> Ints:
    """(n,) the patch of the first triangle around each vertex; NOBODY for vertices without one."""
    patch = np.full(n, NOBODY, dtype=np.int64)
    patch[F.ravel()[::-1]] = np.repeat(patches.of_triangle, 3)[::-1]
    return patch
