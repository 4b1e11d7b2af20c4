"""Rotation-aware Laplacian editing: the soft parts follow the handles [Baerentzen, sec. 2].

minimise ‖L P − D‖² + Σ wᵢ² ‖vᵢ − cᵢ‖² twice with one factor of L̃ᵀL̃. First roughly; then with D as the rest
pose's δ, turned as each vertex turns in that first pose. The paper's first pose is the membrane, D = 0. Ours
has a D that turns by a blend of the handles' rotations, which twists do not collapse.

Everything is solved as a change from rest, seen from the largest handle: that handle does not move, and a
common motion of all handles leaves nothing to solve, so it carries the mesh exactly.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numba import njit
from scipy.sparse import csr_array

from pliant.core.arrays import Floats, Ints, Vertices
from pliant.core.rotations import closest_rotation
from pliant.errors import HandleError
from pliant.methods.handles.frames import fitted, ring_sizes, spread
from pliant.methods.handles.free_system import FreeSystem
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.surface import Rings, Surface
from pliant.methods.handles.turns import blended
from pliant.methods.handles.umbrella import Weighting, umbrella

Frames = Literal["blended", "membrane"]
# How far, relative to its size, a handle's matrix may be from a similarity before it is refused.
SIMILAR = 1e-6


class Editor:
    """Poses a surface by its handles' matrices; made once for handles and rigidity.

    shape: the surface; hold: its handles; count: how many handles there are
    L:     (n, n) the umbrella operator; delta: (n, 3) differential coordinates L V
    frames: how the first pose, on which rotations are read, turns: 'blended', or not: the 'membrane'
    smooth: (n, 3) the membrane at rest; shares: (f, count) how much each handle carries each free vertex
    free:  (f,) the unknown vertices; still: (…,) vertices of components that no handle holds
    """

    def __init__(
        self,
        shape: Surface,
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
        self._steered = np.flatnonzero(hold.steering > 0.0)
        self._gather = csr_array(self.L.T)[self.free]
        # Rotations matter where a row of L reaches a free vertex: there, and on the rigid border around.
        self._active = np.unique(self._gather.indices)
        self._border = self._active[hold.rigid[self._active]]
        self._rings = Rings.of(shape)
        self._size = ring_sizes(self._rings, shape.V)
        # The smooth mesh at rest; where vertices are rigid or still, the rest pose.
        self.smooth = shape.V.copy()
        self.smooth[self.free] = self.system.solve(self.system.pull(shape.V))
        self.shares = self._shares()

    def _shares(self) -> Floats:
        """(f, count) how much each handle carries each free vertex of the membrane; rows sum to one."""
        held = np.zeros((self.shape.n, self.count))
        held[self._bound, self.hold.owner[self._bound]] = 1.0
        return self.system.solve(self.system.pull(held))

    def warm(self) -> None:
        """Load every compiled kernel, so that the first frame does not wait."""
        moved = np.tile(np.eye(4), (self.count, 1, 1))
        moved[-1, 0, 3] = self.shape.size
        self._solved(moved, np.zeros_like(self.shape.V))
        self.posed(moved)

    def weights(self, vertices: Ints) -> Floats:
        """(v, count) how much each handle carries the vertices (v,); zero on parts without a handle."""
        out = np.zeros((self.shape.n, self.count))
        out[self._bound, self.hold.owner[self._bound]] = 1.0
        out[self.free] = self.shares
        return out[vertices]

    def posed(self, matrices: Floats) -> Vertices:
        """(n, 3) positions for the handles' similarities (count, 4, 4)."""
        V = self.shape.V
        relative = np.linalg.inv(matrices[self.root]) @ matrices
        u = np.zeros_like(V)
        _carry(self._bound, self.hold.owner, relative, V, u)
        # Handles that have not moved against each other leave nothing to solve, and no rounding.
        if len(self.free) and (relative != np.eye(4)).any():
            u[self.free] = self._solved(relative, u)
        x = np.empty_like(V)
        _placed(V, u, matrices[self.root], x)
        x[self.still] = V[self.still]
        return x

    def _solved(self, relative: Floats, u: Floats) -> Floats:
        """(f, 3) displacements of the free vertices; u (n, 3) are those of the held ones."""
        free, pull = self.free, self.system.pull(u)
        sizes = np.cbrt(np.linalg.det(relative[:, :3, :3]))
        turns = relative[:, :3, :3] / sizes[:, None, None]
        R = np.empty((len(u), 3, 3))
        R[self._border] = relative[self.hold.owner[self._border], :3, :3]
        if self.frames == "blended":
            rest = self.shape.V
            blended(free, self.shares, turns, R)
            first = self.system.solve(pull + self._turned(R, turns, sizes))
        else:
            rest = self.smooth
            first = self.system.solve(pull)
        posed = rest + self._rigidly(u)
        posed[free] += first
        known = fitted(self._rings, free, rest, posed, self._size, R)
        if self.frames == "membrane":
            spread(self._rings, free, known, R)
        return self.system.solve(pull + self._turned(R, turns, sizes))

    def _rigidly(self, u: Floats) -> Floats:
        """(n, 3) the displacements u of rigid vertices, and none of the others."""
        return np.where(self.hold.rigid[:, None], u, 0.0)

    def _turned(self, R: Floats, turns: Floats, sizes: Floats) -> Floats:
        """(f, 3) right-hand side Lᵀ(Rδ − δ); first steers and grows the free rows of R (n, 3, 3)."""
        rows = self._steered
        if len(rows):
            share = self.hold.steering[rows, None, None]
            R[rows] = closest_rotation(R[rows] + share * turns[self.hold.owner[rows]])
        # Free rotations grow by what the handles' scalings blend to.
        if np.abs(sizes - 1.0).max() > 1e-14:
            R[self.free] *= (1.0 + self.shares @ (sizes - 1.0))[:, None, None]
        change, b = np.empty_like(self.delta), np.empty((len(self.free), 3))
        _turned_changes(self._active, R, self.delta, change)
        _gathered(self._gather.indptr, self._gather.indices, self._gather.data, change, b)
        return b


def checked_matrices(matrices: Floats, names: tuple[str, ...]) -> Floats:
    """(count, 4, 4) finite float64 similarities; (count, 3, 4) is completed."""
    M = np.array(matrices, dtype=np.float64)
    if M.ndim != 3 or len(M) != len(names) or M.shape[1:] not in ((4, 4), (3, 4)):
        raise HandleError(
            f"Matrices of the shape {M.shape} were given; ({len(names)}, 4, 4) is needed, "
            "one for each handle."
        )
    full = np.zeros((len(M), 4, 4))
    full[:, :3], full[:, 3, 3] = M[:, :3], 1.0
    A = full[:, :3, :3]
    finite = np.isfinite(full).reshape(len(M), -1).all(axis=1)
    A[~finite] = 0.0
    det = np.linalg.det(A)
    size = np.cbrt(np.abs(det))
    off = np.abs(A - size[:, None, None] * closest_rotation(A))
    bad = np.flatnonzero(~finite | (det <= 0.0) | ~(off.max(axis=(1, 2)) <= SIMILAR * size))
    if len(bad):
        raise HandleError(
            f"The matrix of handle '{names[bad[0]]}' is {M[bad[0]].round(6).tolist()}; a rotation, a "
            "uniform positive scaling and a translation are needed: handles are rigid."
        )
    return full


@njit(cache=True)
def _carry(bound, owner, M, V, u):
    """u = M V − V for the bound vertices."""
    for at in range(len(bound)):
        i = bound[at]
        T = M[owner[i]]
        for a in range(3):
            value = T[a, 0] * V[i, 0] + T[a, 1] * V[i, 1] + T[a, 2] * V[i, 2] + T[a, 3]
            u[i, a] = value - V[i, a]


@njit(cache=True)
def _turned_changes(active, R, delta, out):
    """Rδ − δ of the active vertices."""
    for at in range(len(active)):
        i = active[at]
        for a in range(3):
            out[i, a] = (
                R[i, a, 0] * delta[i, 0] + R[i, a, 1] * delta[i, 1] + R[i, a, 2] * delta[i, 2] - delta[i, a]
            )


@njit(cache=True)
def _gathered(starts, columns, values, x, out):
    """A sparse matrix times x (n, 3)."""
    for i in range(len(starts) - 1):
        a = b = c = 0.0
        for at in range(starts[i], starts[i + 1]):
            j = columns[at]
            a += values[at] * x[j, 0]
            b += values[at] * x[j, 1]
            c += values[at] * x[j, 2]
        out[i, 0] = a
        out[i, 1] = b
        out[i, 2] = c


@njit(cache=True)
def _placed(V, u, M, x):
    """M (V + u)."""
    for i in range(len(V)):
        p, q, r = V[i, 0] + u[i, 0], V[i, 1] + u[i, 1], V[i, 2] + u[i, 2]
        for a in range(3):
            x[i, a] = M[a, 0] * p + M[a, 1] * q + M[a, 2] * r + M[a, 3]
