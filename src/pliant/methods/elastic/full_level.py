"""The full level: the best positions of every vertex, by one solve with a factor that never changes."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Floats
from pliant.methods.elastic.body import Body
from pliant.methods.elastic.turns import Turned, resting
from pliant.solve.sparse import HeldLaplacian


class FullHold:
    """Held points at full resolution; C (h, n) sparse gives their positions.

    The factor has one vertex grounded. Held points pull by forces μ that sum to zero, and the whole shifts:
    A e = K J + Cᵀμ, C e + s = δ.
    """

    def __init__(self, body: Body, factor: HeldLaplacian, C: csr_array) -> None:
        self.body, self.factor, self.C = body, factor, C
        h = C.shape[0]
        self.Z = factor.solve(C.T.toarray())
        system = np.zeros((h + 1, h + 1))
        system[:h, :h] = C @ self.Z
        system[:h, h] = system[h, :h] = 1.0
        self.inverse = np.linalg.inv(system)
        self.rest = body.K.T @ body.p

    def moves(self, KJ: Floats, shift: Floats) -> Floats:
        """(n, 3) displacements for the forces KJ (n, 3) and held points displaced by shift (h, 3)."""
        e = self.factor.solve(KJ)
        known = np.concatenate([shift - self.C @ e, np.zeros((1, 3))])
        forces = self.inverse @ known
        return e + self.Z @ forces[:-1] + forces[-1]


class FullLevel:
    """The level for held points that are displaced by δ (h, 3).

    Q: (3g, 3g) that of the skin, which is nearly its own
    """

    def __init__(self, hold: FullHold, Q: Floats, shift: Floats) -> None:
        self.hold, self.Q, self._shift = hold, Q, shift
        self._one = resting(len(Q) // 3)

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        hold, J = self.hold, T - self._one
        KJ = hold.body.K @ J
        e = hold.moves(KJ, self._shift)
        energy = float((e * (hold.body.A @ e)).sum() - 2.0 * (KJ * e).sum() - 2.0 * (J * hold.rest).sum())
        return Turned(T, hold.rest + hold.body.K.T @ e, e, energy)
