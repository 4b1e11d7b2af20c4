"""Welds cells that move as one into bodies: rigid components, cells around a joint, fixed joints [Xu2009]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from pliant.arrays import Floats, Ints
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints.cells import Cells

# Cells whose surface comes this near to the other component of a joint, in shares of a cell, touch it.
NEAR = 0.5


@dataclass(frozen=True, eq=False)
class Bodies:
    """Rigid bodies, and the joints between them.

    of_cell: (k,) the body of each cell
    count:   the number b of bodies
    centre:  (b, 3) mean centre of each body's cells
    joints:  the joints that leave a freedom between two different bodies
    ends:    (j, 2) the bodies of their components a and b
    rows:    (…,) the place of each of the mechanism's joints among them, −1 for one that moves nothing
    """

    of_cell: Ints
    count: int
    centre: Floats
    joints: tuple[Joint, ...]
    ends: Ints
    rows: Ints


def bodies(mechanism: Mechanism, cells: Cells) -> Bodies:
    """The bodies of a mechanism cut into cells."""
    welds, touched = [], []
    for joint in mechanism.joints:
        a, b = (_touched(mechanism, cells, joint, side) for side in (joint.a, joint.b))
        touched.append((a, b))
        welds += [(a[0], cell) for cell in a[1:]] + [(b[0], cell) for cell in b[1:]]
        if joint.kind is JointKind.FIXED:
            welds.append((a[0], b[0]))
    k = len(cells)
    links = np.array(welds, dtype=np.int64).reshape(-1, 2)
    graph = csr_array((np.ones(len(links)), (links[:, 0], links[:, 1])), shape=(k, k))
    count, of_cell = connected_components(graph, directed=False)
    sizes = np.bincount(of_cell, minlength=count)
    centre = np.stack(
        [np.bincount(of_cell, weights=x, minlength=count) / sizes for x in cells.centre.T], axis=1
    )
    ends = np.array([(of_cell[a[0]], of_cell[b[0]]) for a, b in touched], dtype=np.int64).reshape(-1, 2)
    moving = [joint.kind is not JointKind.FIXED for joint in mechanism.joints]
    free = np.flatnonzero(np.array(moving, dtype=bool) & (ends[:, 0] != ends[:, 1]))
    joints = tuple(mechanism.joints[i] for i in free)
    rows = np.full(len(mechanism.joints), -1)
    rows[free] = np.arange(len(free))
    return Bodies(of_cell.astype(np.int64), int(count), centre, joints, ends[free], rows)


def _touched(mechanism: Mechanism, cells: Cells, joint: Joint, side: int) -> Ints:
    """The cells of a component that a joint holds: near the other component, or else near its origin."""
    own = np.flatnonzero(cells.component == side)
    if len(own) == 1:
        return own
    V, other = mechanism.mesh.V, joint.b if side == joint.a else joint.a
    mine = V[mechanism.component == side]
    away = KDTree(V[mechanism.component == other]).query(mine)[0]
    near = mine[away <= NEAR * 2 * cells.half[own].min()]
    points = near if len(near) else joint.origin[None]
    return own[np.unique(KDTree(cells.centre[own]).query(points)[1])]
