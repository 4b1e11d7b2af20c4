"""Exact point constraints on a factored Laplacian, without factoring again.

minimise ½ xᵀA x − bᵀx  with C x = d: x = u + Z (d − C u), where A u = b with one vertex grounded, and the
columns of the response Z (n, h) move one anchor by a unit and the others not at all. Z comes from h solves
and a dense (h+1)×(h+1) system for the multipliers and the constant mode that grounding took away.

A force on one vertex of a fine mesh draws it out to a spike: the slope beside it grows as triangles shrink.
Poses are therefore shown with forces on discs around the anchors, which are met as exactly (see discs.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit, prange
from scipy.sparse import csr_array

from pliant.arrays import Array, Floats, Ints, Targets, read_only
from pliant.solve.kernels import FAST
from pliant.solve.sparse import HeldLaplacian
from pliant.solve.threads import LIGHT


@dataclass(frozen=True, eq=False)
class Constraints:
    """Anchors on a Laplacian, without their targets.

    system:    the factored Laplacian; its held vertices stay at given places, or one is grounded
    C:         (h, n) sparse anchor rows
    response:  Z (n, h): moves one anchor by a unit and the others not at all
    stiffness: Λ (h, h): moving the anchors by d costs dᵀΛd
    """

    system: HeldLaplacian
    C: csr_array
    response: Floats
    stiffness: Floats

    @staticmethod
    def of(system: HeldLaplacian, C: csr_array, *, grounded: bool) -> Constraints:
        """The constraints of anchors with the rows C (h, n).

        grounded: whether the held vertex of the system only grounds it and may move; else held vertices stay
        """
        Y = system.solve(C.T.toarray())
        S = C @ Y
        response, stiffness = _response(Y, (S + S.T) / 2, grounded=grounded)
        return Constraints(system, C, response, (stiffness + stiffness.T) / 2)

    def spread(self, load: csr_array, *, grounded: bool) -> Floats:
        """(n, h) how all vertices but the anchors move as each anchor's unit move comes from other forces.

        load: (h, n) the shares of those forces, which sum to one for each anchor
        """
        Y = self.system.solve(load.T.toarray())
        moves = _response(Y, self.C @ Y, grounded=grounded)[0] - self.response
        # What rounding has left of moves of the anchors, where they lie close to each other.
        return moves - self.response @ (self.C @ moves)

    def responses(self, E: csr_array, *, grounded: bool) -> Floats:
        """Y (n, e): how unit forces on points with the rows E (e, n) move everything, the anchors held."""
        load = E.T.toarray()
        if grounded and len(self.stiffness):
            # A force on a held anchor moves nothing, and balances the load: the ground takes none of it.
            load = load - self.C[:1].T.toarray()
        free = self.system.solve(load)
        return free - self.response @ (self.C @ free)

    def at(self, targets: Targets, fixed: Floats) -> Constrained:
        """Constraints with the anchors at targets (h, 3); fixed (n, 3) extends the held vertices' places."""
        return Constrained(**vars(self), targets=targets, fixed=fixed)


@dataclass(frozen=True, eq=False)
class Constrained(Constraints):
    """Constraints with their targets (h, 3), and the places of held vertices extended to all (n, 3)."""

    targets: Targets
    fixed: Floats

    def at_anchors(self, u: Floats) -> Floats:
        """(h, …) C u: the values u (n, …) at the anchors."""
        # Of many columns only the rows at the anchors are read.
        each = csr_array(
            (self.C.data, np.arange(self.C.nnz), self.C.indptr), shape=(len(self.targets), self.C.nnz)
        )
        there = u.reshape(len(u), -1)[self.C.indices]
        return (each @ there).reshape(len(self.targets), *u.shape[1:])

    def missed(self, u: Floats) -> Floats:
        """(h, 3) how far u (n, 3), with held vertices at zero, leaves the anchors from their targets."""
        return self.targets - self.at_anchors(u + self.fixed)

    def met(self, u: Floats) -> Floats:
        """The minimiser x (n, 3) with C x = targets, from u (n, 3) with held vertices at zero.

        The anchors are moved to their targets at the least cost, in two rounds: the second corrects the
        rounding errors of the first.
        """
        x = np.empty((len(u), 3))
        # One type of index, whichever SciPy has chosen: kernels are compiled anew for another.
        rows = self.C.indptr.astype(np.int64), self.C.indices.astype(np.int64), np.asarray(self.C.data)
        anchors = _Anchors(*map(read_only, (*rows, self.response, self.targets)))
        places = read_only(np.ascontiguousarray(u)), read_only(self.fixed)
        (_met_here if len(u) < LIGHT else _met)(*places, anchors, x)
        return x


def _response(Y: Floats, S: Floats, *, grounded: bool) -> tuple[Floats, Floats]:
    """Z (n, h) and the forces (h, h) behind it, from the moves Y (n, h) by unit forces and S (h, h) = C Y."""
    h = len(S)
    if h == 0:
        return Y, S
    border = np.ones((h, 1)) if grounded else np.zeros((h, 0))
    inverse = np.linalg.inv(np.block([[S, border], [border.T, np.zeros((border.shape[1],) * 2)]]))
    forces = inverse[:h, :h]
    return Y @ forces + inverse[h:, :h].sum(axis=0), forces


class _Anchors(NamedTuple):
    """Rows C of the anchors (compressed), their response Z (n, h) and targets (h, 3)."""

    starts: Ints
    vertices: Ints
    shares: Array
    response: Floats
    targets: Floats


@njit(inline="always")
def _moved(v, u, fixed, response, steps):
    """Vertex v at u + fixed after each step (h, 3) of the anchors has moved it in turn."""
    x, y, z = u[v, 0] + fixed[v, 0], u[v, 1] + fixed[v, 1], u[v, 2] + fixed[v, 2]
    for step in steps:
        p = q = r = 0.0
        for a in range(len(step)):
            p += response[v, a] * step[a, 0]
            q += response[v, a] * step[a, 1]
            r += response[v, a] * step[a, 2]
        x, y, z = x + p, y + q, z + r
    return x, y, z


@njit(inline="always")
def _write_steps(u, fixed, anchors, steps):
    """What the anchors miss at first, and what they still miss when moved by that; steps: two of (h, 3)."""
    starts, vertices, shares, response, targets = anchors
    first, second = steps
    first[:], second[:] = 0.0, 0.0
    for out in (first, second):
        missed = np.empty_like(targets)
        for a in range(len(targets)):
            x, y, z = targets[a, 0], targets[a, 1], targets[a, 2]
            for at in range(starts[a], starts[a + 1]):
                # Before its turn each step is zero and moves nothing.
                p, q, r = _moved(vertices[at], u, fixed, response, (first,))
                x, y, z = x - shares[at] * p, y - shares[at] * q, z - shares[at] * r
            missed[a, 0], missed[a, 1], missed[a, 2] = x, y, z
        out[:] = missed


@njit(cache=True, parallel=True, fastmath=FAST)
def _met(u, fixed, anchors, out):
    steps = np.empty_like(anchors.targets), np.empty_like(anchors.targets)
    _write_steps(u, fixed, anchors, steps)
    for v in prange(len(out)):
        out[v, 0], out[v, 1], out[v, 2] = _moved(v, u, fixed, anchors.response, steps)


@njit(cache=True, fastmath=FAST)
def _met_here(u, fixed, anchors, out):
    steps = np.empty_like(anchors.targets), np.empty_like(anchors.targets)
    _write_steps(u, fixed, anchors, steps)
    for v in range(len(out)):
        out[v, 0], out[v, 1], out[v, 2] = _moved(v, u, fixed, anchors.response, steps)
