"""The full level: the best positions of every vertex, by one solve with a factor that never changes.

Of a large mesh these are the vertices of its coarser surface, which carries the others.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import closest_rotation
from pliant.methods.elastic.body import Body
from pliant.methods.elastic.held_system import HeldSystem, LooseSystem
from pliant.methods.elastic.turns import Lead, Turned, felt_by_rows, resting


class FullLevel:
    """The level for held points that are led somewhere.

    system: the held points at full resolution
    Q:      (3g, 3g) that of the skin, which is nearly its own
    loose:  rows of what is held loosely; None without any
    fine:   positions of the mesh from those of the body and rotations; None where both are the same
    """

    nearly = True

    def __init__(
        self,
        body: Body,
        system: HeldSystem,
        Q: Floats,
        lead: Lead,
        loose: LooseSystem | None = None,
        fine: Callable[[Floats, Floats], Floats] | None = None,
    ) -> None:
        self.body, self.system, self.Q, self.lead, self.loose = body, system, Q, lead, loose
        self._fine = fine
        self._fixed = system.extended(lead.shift)
        self._one = resting(len(Q) // 3)
        self._seen = None if loose is None else _seen(body, loose)

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        body, J = self.body, T - self._one
        KJ = body.K @ J
        e = self.system.solve(KJ, self.lead.shift, self._fixed)
        acting, springs = None, 0.0
        if self.loose is not None:
            e, answer = self.loose.moved(e)
            acting, springs = answer.acting, self.loose.springs(answer)
        energy = float((e * (body.A @ e)).sum() - 2.0 * (KJ * e).sum() - 2.0 * (J * body.rest).sum())
        return Turned(T, body.rest + body.K.T @ e, energy + springs, e, acting)

    def beside(self, moves: Floats, state: Turned, *, turning: bool) -> tuple[Turned, Floats]:
        """The state with other displacements moves (n, 3), and the slope (n, 3) of its energy there.

        turning: whether cells take the best rotations for them; else they keep those of the state
        The rows of loosely held points that act stay the same.
        """
        body = self.body
        S = body.rest + body.K.T @ moves
        T = closest_rotation(S.reshape(-1, 3, 3)).reshape(-1, 3) if turning else state.T
        J = T - self._one
        KJ, Ae = body.K @ J, body.A @ moves
        energy = float((moves * (Ae - 2.0 * KJ)).sum() - 2.0 * (J * body.rest).sum())
        slope = 2.0 * (Ae - KJ)
        if self.loose is not None and state.acting is not None:
            springs, more = self.loose.strained(moves, state.acting)
            energy, slope = energy + springs, slope + more
        return Turned(T, S, energy, moves, state.acting), slope

    def downhill(self, slope: Floats, state: Turned) -> Floats:
        """(n, 3) the displacement that a slope (n, 3) asks for, where what is held stays."""
        down = self.system.solve(slope / 2.0, np.zeros_like(self.lead.shift), None)
        if self.loose is None or state.acting is None:
            return down
        return self.loose.unmoved(down, state.acting)

    def stiffening(self, state: Turned) -> Floats | None:
        """(3g, 3g) what the rows that act add to the curvature."""
        if self.loose is None or self._seen is None or state.acting is None or not state.acting.any():
            return None
        U = felt_by_rows(state.T, self._seen[state.acting])
        return U.T @ self.loose.own.stiffness(state.acting) @ U

    def placed(self, state: Turned) -> Floats:
        """(n, 3) where the vertices of the body are."""
        return self.body.p + state.moves

    def positions(self, state: Turned) -> Floats:
        """(n, 3) where the vertices of the mesh are."""
        x = self.placed(state)
        return x if self._fine is None else self._fine(x, state.T)


def _seen(body: Body, loose: LooseSystem) -> Floats:
    """(r, 3g, 3) how far a change of T moves each row."""
    return np.einsum("ge,rec->rgc", body.K.T @ loose.Y, loose.rows.D, optimize=True)
