"""Parts of a mechanism that are held still, and vertices that follow-through leaves where they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import checked_vertices
from pliant.arrays import Array, Ints
from pliant.geometry.farthest_points import farthest_points
from pliant.mechanism.mechanism import Mechanism

# Points that hold a part, as far from each other as they can be.
HELD = 4


def points_on_parts(mechanism: Mechanism, vertices: ArrayLike) -> Ints:
    """Vertices that hold every part which has one of some vertices (numbers or a mask): a few for each.

    Raises AnchorError for vertices that are not there.
    """
    parts = np.unique(mechanism.component[checked_vertices(vertices, mechanism.mesh.n, "held still")])
    own = [np.flatnonzero(mechanism.component == part) for part in parts]
    spread = [part[farthest_points(mechanism.mesh.V[part], HELD)] for part in own]
    return np.concatenate([np.empty(0, dtype=np.int64), *spread])


def rigid_vertices(mechanism: Mechanism) -> Array:
    """(n,) vertices of rigid parts, and the one of each soft part that is nearest to each of its joints."""
    rigid = np.array([component.soft is None for component in mechanism.components])
    still = rigid[mechanism.component]
    for joint in mechanism.joints:
        for side in (joint.a, joint.b):
            own = np.flatnonzero(mechanism.component == side)
            still[own[np.argmin(((mechanism.mesh.V[own] - joint.origin) ** 2).sum(axis=1))]] = True
    return still
