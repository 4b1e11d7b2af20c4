"""Rotation-aware Laplacian editing: the soft parts follow the handles [Baerentzen, sec. 2].

minimise ‖L P − D‖² + Σ wᵢ² ‖vᵢ − cᵢ‖² twice with one factor of L̃ᵀL̃. First roughly; then with D as the rest
pose's δ, turned as each vertex turns in that first pose. The paper's first pose is the membrane, D = 0. Ours
has a D that turns by a blend of the handles' rotations, which twists do not collapse.

Everything is solved as a change from rest, seen from the largest handle: that handle does not move, and a
common motion of all handles leaves nothing to solve, so it carries the mesh exactly.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numba import njit
from scipy.sparse import csr_array

from pliant.arrays import Array, Floats, Ints, Matrices, Vertices
from pliant.methods.handles.frames import fitted, spread
from pliant.methods.handles.free_system import FreeSystem
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.motion import HandleMotion
from pliant.methods.handles.rings import NeighbourRings
from pliant.methods.handles.soft import (
    SoftVertices,
    blended_changes,
    carry_border,
    fitted_changes,
    given_changes,
)
from pliant.methods.handles.surface import WeldedSurface
from pliant.methods.handles.turns import blocks
from pliant.methods.handles.umbrella import Weighting, umbrella

Frames = Literal["blended", "membrane"]
# A vertex that no handle moves, and none of the free ones.
STILL = -1


class Carriers(NamedTuple):
    """What carries each vertex, as arrays for the compiled kernels.

    V:       (n, 3) the rest pose
    slot:    (n,) the number of a free vertex, STILL for others
    follows: (n,) the handle of a rigid vertex, STILL for others
    root:    the handle from which displacements are seen
    """

    V: Vertices
    slot: Ints
    follows: Ints
    root: int


class Editor:
    """Poses a surface by its handles' matrices; made once for handles and rigidity.

    shape:  the surface
    hold:   how its handles hold it
    count:  the number of handles
    root:   the largest handle, from which all motions are seen
    L:      (n, n) the umbrella operator
    delta:  (n, 3) differential coordinates L V
    frames: the first pose, on which rotations are read: turned as 'blended', or the 'membrane'
    smooth: (n, 3) the membrane at rest
    shares: (f, count) how much each handle carries each free vertex
    free:   (f,) the unknown vertices
    still:  (…,) vertices of components that no handle holds
    """

    def __init__(
        self,
        shape: WeldedSurface,
        hold: Hold,
        count: int,
        *,
        weighting: Weighting = "cotangent",
        frames: Frames = "blended",
    ) -> None:
        self.shape, self.hold, self.count, self.frames = shape, hold, count, frames
        moved = hold.moved(shape)
        self.still = np.flatnonzero(~moved)
        self.free = np.flatnonzero(moved & ~hold.rigid)
        self._bound = np.flatnonzero(hold.owner >= 0)
        self.root = int(np.argmax(np.bincount(hold.owner[self._bound], minlength=count)))
        self.L = umbrella(shape, weighting)
        self.delta = self.L @ shape.V
        self.system = FreeSystem(csr_array(self.L.T @ self.L), hold, hold.stiffness, self.free)
        # The smooth mesh at rest; where vertices are rigid or still, the rest pose.
        self.smooth = shape.V.copy()
        self.smooth[self.free] = self.system.solve(self.system.pull(shape.V))
        self.shares = self._shares()
        self._pull = _arrays(csr_array(self.system.holding @ self._held_vertices()))
        self._number_vertices()

    def _shares(self) -> Floats:
        """(f, count) how much each handle carries each free vertex of the membrane; rows sum to one."""
        held = np.zeros((self.shape.n, self.count))
        held[self._bound, self.hold.owner[self._bound]] = 1.0
        return self.system.solve(self.system.pull(held))

    def _held_vertices(self) -> csr_array:
        """(n, 4·count) sparse: [v, 1] of each vertex, in the columns of the handle that holds it."""
        bound, owner = self._bound, self.hold.owner[self._bound]
        data = np.column_stack([self.shape.V[bound], np.ones(len(bound))])
        columns = 4 * owner[:, None] + np.arange(4)
        shape = (self.shape.n, 4 * self.count)
        return csr_array((data.ravel(), (np.repeat(bound, 4), columns.ravel())), shape=shape)

    def _number_vertices(self) -> None:
        """Gather what a frame needs, free vertices first, then the rigid border around them."""
        shape, hold, free = self.shape, self.hold, self.free
        turning = csr_array(self.L.T)[free]
        # Rotations matter where a row of L reaches a free vertex: there, and on the rigid border around.
        beside = np.unique(turning.indices)
        border = beside[hold.rigid[beside]]
        number = np.full(shape.n, STILL)
        number[np.concatenate([free, border])] = np.arange(len(free) + len(border))
        self._gather = turning.indptr, number[turning.indices], turning.data
        self._soft = SoftVertices(
            np.concatenate([self.delta[free], self.delta[border]]),
            blocks(self.shares),
            hold.owner[free],
            hold.steering[free],
            shape.V[border],
            hold.owner[border],
        )
        before = shape.V if self.frames == "blended" else self.smooth
        self._rings = NeighbourRings.of(shape, free, number, before)
        slot, follows = np.where(number < len(free), number, STILL), np.where(hold.rigid, hold.owner, STILL)
        self._carriers = Carriers(shape.V, slot, follows, self.root)
        self._everything = np.arange(shape.n)

    def warm(self) -> None:
        """Load every compiled kernel, so that the first frame does not wait."""
        moved = np.tile(np.eye(4), (self.count, 1, 1))
        moved[-1, 0, 3] = self.shape.size
        if len(self.free):
            self._solved(HandleMotion.of(moved, self.root))
        self.posed(moved)

    def weights(self, vertices: Ints) -> Floats:
        """(v, count) how much each handle carries the vertices (v,); zero on parts without a handle."""
        out = np.zeros((self.shape.n, self.count))
        out[self._bound, self.hold.owner[self._bound]] = 1.0
        out[self.free] = self.shares
        return out[vertices]

    def posed(self, matrices: Floats, rows: Ints | None = None) -> Vertices:
        """(r, 3) positions of some vertices.

        matrices: (count, 4, 4) the handles' similarities
        rows:     (r,) the vertices; by default all
        """
        motion = HandleMotion.of(matrices, self.root)
        # Handles that have not moved against each other leave nothing to solve, and no rounding.
        solved = len(self.free) > 0 and not motion.is_still()
        u = self._solved(motion) if solved else np.zeros((len(self.free), 3))
        rows = self._everything if rows is None else rows
        x = np.empty((len(rows), 3))
        _placed(rows, self._carriers, u, matrices, x)
        return x

    def _solved(self, motion: HandleMotion) -> Floats:
        """(f, 3) displacements of the free vertices, as seen from the root."""
        soft = self._soft
        u, change = np.empty_like(soft.delta), np.empty_like(soft.delta)
        first, pull = u[: len(self.free)], np.zeros((len(self.free), 3))
        _add_product(*self._pull, motion.change, pull, pull)
        carry_border(soft, motion, u, change)
        if self.frames == "blended":
            blended_changes(soft, motion, change)
            _add_product(*self._gather, change, pull, first)
            first[:] = self.system.solve(first)
            fitted_changes(soft, motion, self._rings, u, change)
        else:
            first[:] = self.system.solve(pull)
            given_changes(soft, motion, self._membrane_turns(motion, u), change)
        _add_product(*self._gather, change, pull, pull)
        return self.system.solve(pull)

    def _membrane_turns(self, motion: HandleMotion, u: Floats) -> Matrices:
        """(f+b, 3, 3) rotations of the vertices, read from the displacements u (f+b, 3) of the membrane."""
        R = np.empty((len(u), 3, 3))
        linear = motion.change.reshape(-1, 4, 3)[:, :3].transpose(0, 2, 1) + np.eye(3)
        R[len(self.free) :] = linear[self._soft.handle]
        known = fitted(self._rings, u, R)
        spread(self._rings, known, R)
        return R


def _arrays(A: csr_array) -> tuple[Array, Array, Array]:
    """starts, columns and values of a sparse matrix."""
    return A.indptr, A.indices, A.data


@njit(cache=True)
def _add_product(starts, columns, values, x, b, out):
    """Write b (r, 3) and a sparse matrix (r, v) times x (v, 3) to out (r, 3), which may be b."""
    for i in range(len(starts) - 1):
        p, q, r = b[i, 0], b[i, 1], b[i, 2]
        for at in range(starts[i], starts[i + 1]):
            j = columns[at]
            p += values[at] * x[j, 0]
            q += values[at] * x[j, 1]
            r += values[at] * x[j, 2]
        out[i, 0], out[i, 1], out[i, 2] = p, q, r


@njit(cache=True)
def _placed(rows, carriers, u, M, x):
    """Write the places of some vertices to x (r, 3), for the handles' similarities M (H, 4, 4).

    Free vertices are displaced by u (f, 3), as seen from the root; rigid ones follow their handle.
    """
    V, slot, follows, root = carriers
    for at in range(len(rows)):
        i = rows[at]
        p, q, r = V[i, 0], V[i, 1], V[i, 2]
        T = M[root]
        if slot[i] >= 0:
            p, q, r = p + u[slot[i], 0], q + u[slot[i], 1], r + u[slot[i], 2]
        elif follows[i] >= 0:
            T = M[follows[i]]
        else:
            x[at, 0], x[at, 1], x[at, 2] = p, q, r
            continue
        for a in range(3):
            x[at, a] = T[a, 0] * p + T[a, 1] * q + T[a, 2] * r + T[a, 3]
