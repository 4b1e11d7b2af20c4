"""Finds the controls that may carry a vertex: their clusters lie near it on the surface [Der2006, step 3].

Influences from far over the surface may fit the examples and tear the skin in other poses, so candidates
are ranked by the way along the surface, and pay for it. The way leads from part to part where they touch and
stay together: a sleeve bends with its arm, and an eye is not smeared between parts that it does not touch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from pliant.arrays import Array, Faces, Floats, Ints
from pliant.geometry.contacts import Contacts
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


def candidates(clusters: Clusters, F: Faces, n: int, contacts: Contacts | None = None) -> Candidates:
    """The candidates of n vertices; one that no triangle uses may follow any control.

    contacts: where parts touch; without them no control reaches over to another part
    """
    patch = vertex_patches(F, clusters.patches, n)
    graph = clusters.patches.graph
    if contacts is not None:
        graph = _with_contacts(graph, patch, contacts)
    ways = cluster_ways(graph, clusters)
    order = np.argsort(ways, axis=1, kind="stable")[:, :MOST_CANDIDATES]
    way = np.take_along_axis(ways, order, axis=1)
    controls = np.where(way <= REACH, order, NOBODY)
    return Candidates(patch, controls.astype(np.int32), way)


def cluster_ways(graph: csr_array, clusters: Clusters) -> Floats:
    """(p, c) the shortest way in the graph (p, p) of patches to each cluster, in mean cluster radii."""
    radius = np.sqrt(clusters.patches.moments.S[:, 3, 3].sum() / (np.pi * clusters.count))
    ways = np.empty((len(clusters.patches), clusters.count))
    for i in range(clusters.count):
        sources = np.flatnonzero(clusters.labels == i)
        ways[:, i] = dijkstra(graph, indices=sources, min_only=True)
    return ways / radius


def _with_contacts(graph: csr_array, patch: Ints, contacts: Contacts) -> csr_array:
    """The graph of patches with steps between those that touch, as long as these come apart at most.

    patch: (n,) that of each vertex
    """
    nearest = np.argsort(contacts.apart, kind="stable")
    ends = np.stack([patch[side.argmax(axis=1)] for side in (contacts.first, contacts.second)], axis=1)
    pairs, first = np.unique(np.sort(ends, axis=1)[nearest], axis=0, return_index=True)
    step = csr_array((contacts.apart[nearest[first]], tuple(pairs.T)), shape=graph.shape)
    return csr_array(graph.maximum(step).maximum(step.T))


def vertex_patches(F: Faces, patches: Patches, n: int) -> Ints:
    """(n,) the patch of the first triangle around each vertex; NOBODY for vertices without one."""
    patch = np.full(n, NOBODY, dtype=np.int64)
    patch[F.ravel()[::-1]] = np.repeat(patches.of_triangle, 3)[::-1]
    return patch
