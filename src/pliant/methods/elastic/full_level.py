"""The full level: the best positions of every vertex, by one solve with a factor that never changes."""

from __future__ import annotations

from pliant.arrays import Floats
from pliant.methods.elastic.body import Body
from pliant.methods.elastic.held_system import HeldSystem
from pliant.methods.elastic.turns import Turned, resting


class FullLevel:
    """The level for held points that are displaced by shift (h, 3).

    system: the held points at full resolution
    Q:      (3g, 3g) that of the skin, which is nearly its own
    """

    def __init__(self, body: Body, system: HeldSystem, Q: Floats, shift: Floats) -> None:
        self.body, self.system, self.Q = body, system, Q
        self._shift = shift
        self._one = resting(len(Q) // 3)

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        body, J = self.body, T - self._one
        KJ = body.K @ J
        e = self.system.solve(KJ, self._shift)
        energy = float((e * (body.A @ e)).sum() - 2.0 * (KJ * e).sum() - 2.0 * (J * body.rest).sum())
        return Turned(T, body.rest + body.K.T @ e, energy, e)
