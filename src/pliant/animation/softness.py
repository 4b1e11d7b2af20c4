"""How freely each vertex swings in follow-through: not at all where it is held, fully far from there."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from pliant.anchors import Held
from pliant.arrays import Array, Floats
from pliant.geometry.frame import Frame
from pliant.geometry.topology import edges
from pliant.mesh import Mesh

# From this distance on, in diagonals along the surface, a vertex swings freely.
REACH = 0.25


def softness(mesh: Mesh, held: Held, rigid: Array) -> Floats:
    """(n,) freedom of each vertex to swing: 0 where it stays, rising smoothly to 1 within REACH of there.

    held:  points that stay
    rigid: (n,) mask of further vertices that stay
    """
    still = rigid.copy()
    still[held.corners[held.weights != 0.0]] = True
    sources = np.flatnonzero(still)
    if not len(sources):
        return np.ones(mesh.n)
    ends = edges(mesh.F)
    length = np.linalg.norm(mesh.V[ends[:, 0]] - mesh.V[ends[:, 1]], axis=1)
    # An entry of zero would be no edge: coincident vertices stay joined by the shortest number.
    length = np.maximum(length, np.finfo(float).tiny)
    graph = csr_array((length, (ends[:, 0], ends[:, 1])), shape=(mesh.n, mesh.n))
    far = dijkstra(graph, directed=False, indices=sources, min_only=True)
    s = np.minimum(far / (REACH * Frame.of(mesh.V).diagonal), 1.0)
    return s * s * (3.0 - 2.0 * s)
