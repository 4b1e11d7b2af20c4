"""Exact point constraints on a factored Laplacian, without factoring again.

minimise ½ xᵀA x − bᵀx  with C x = d: x = u + Z (d − C u), where A u = b with one vertex grounded, and the
columns of the response Z (n, h) move one anchor by a unit and the others not at all. Z comes from h solves
and a dense (h+1)×(h+1) system for the multipliers and the constant mode that grounding took away.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Floats, Targets
from pliant.solve.sparse import HeldLaplacian


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
        h = len(S)
        if h == 0:
            return Constraints(system, C, Y, S)
        border = np.ones((h, 1)) if grounded else np.zeros((h, 0))
        bordered = np.block([[(S + S.T) / 2, border], [border.T, np.zeros((border.shape[1],) * 2)]])
        inverse = np.linalg.inv(bordered)
        stiffness = inverse[:h, :h]
        response = Y @ stiffness + inverse[h:, :h].sum(axis=0)
        return Constraints(system, C, response, (stiffness + stiffness.T) / 2)

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
        return (self.C @ u.reshape(len(u), -1)).reshape(len(self.targets), *u.shape[1:])

    def met(self, u: Floats) -> Floats:
        """The minimiser x (n, 3) with C x = targets, from u (n, 3) with held vertices at zero."""
        return self.moved_to_targets(u + self.fixed)

    def moved_to_targets(self, x: Floats) -> Floats:
        """The positions x (n, 3), with the anchors moved to the targets at the least cost.

        The second of two rounds corrects the rounding errors of the first.
        """
        for _ in range(2):
            x = x + self.response @ (self.targets - self.C @ x)
        return x
