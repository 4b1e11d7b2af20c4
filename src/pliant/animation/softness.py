"""How freely each vertex may swing: not at all where it is held, fully far from there."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from pliant.core.anchors import Held
from pliant.core.arrays import Array, Floats
from pliant.core.frame import Frame
from pliant.core.mechanism import Mechanism
from pliant.core.mesh import Mesh
from pliant.core.topology import edges

# From here on, in diagonals along the surface, a vertex swings freely.
REACH = 0.25


def softness(mesh: Mesh, still: Array) -> Floats:
    """(n,) from 0 at vertices that stay, still (n,), rising smoothly to 1 within REACH of them."""
    ends = edges(mesh.F)
    length = np.linalg.norm(mesh.V[ends[:, 0]] - mesh.V[ends[:, 1]], axis=1)
    # An entry of zero would be no edge: coincident vertices stay joined by the shortest number.
    length = np.maximum(length, np.finfo(float).tiny)
    graph = csr_array((length, (ends[:, 0], ends[:, 1])), shape=(mesh.n, mesh.n))
    sources = np.flatnonzero(still)
    if not len(sources):
        return np.ones(mesh.n)
    far = dijkstra(graph, directed=False, indices=sources, min_only=True)
    s = np.minimum(far / (REACH * Frame.of(mesh.V).diagonal), 1.0)
    return s * s * (3.0 - 2.0 * s)


def held_still(mesh: Mesh, held: Held, mechanism: Mechanism | None) -> Array:
    """(n,) the vertices that may not swing: what is held, and of a mechanism what is rigid or at a joint."""
    still = np.zeros(mesh.n, dtype=bool)
    still[held.corners[held.weights != 0.0]] = True
    if mechanism is None:
        return still
    rigid = np.array([component.soft is None for component in mechanism.components])
    still |= rigid[mechanism.component]
    for joint in mechanism.joints:
        for side in (joint.a, joint.b):
            own = np.flatnonzero(mechanism.component == side)
            still[own[np.argmin(((mesh.V[own] - joint.origin) ** 2).sum(axis=1))]] = True
    return still
