"""Where a pose at full resolution crushes or tears triangles: the search for one that does not.

minimise E(x) + ψ(x), E with the best rotations for x, by steps from the factor of E's quadratic part, which
the last slopes correct as in the method of Broyden, Fletcher, Goldfarb and Shanno [Liu2017]. Nothing is
factored again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from pliant.arrays import Floats
from pliant.methods.elastic.secant_steps import SecantSteps
from pliant.methods.elastic.strain_limit import StrainLimit
from pliant.methods.elastic.turns import Found, Limited, Turned
from pliant.pose import Status

# Steps that are remembered.
WINDOW = 10
# A step is halved until the energy falls by this share of what its slope promises, at most so often.
PROMISED, HALVINGS = 1e-4, 12
# The search ends where no vertex moves farther than so many times the tolerance of turns, in diagonals.
STILL = 10.0


class Placed(Protocol):
    """A level whose positions are variables of their own."""

    def placed(self, state: Turned) -> Floats:
        """(n, 3) where the vertices of the body are."""
        ...

    def beside(self, moves: Floats, state: Turned, *, turning: bool) -> tuple[Turned, Floats]:
        """The state with other displacements moves (n, 3), and the slope (n, 3) of its energy there.

        turning: whether cells take the best rotations for them; else they keep those of the state
        """
        ...

    def downhill(self, slope: Floats, state: Turned) -> Floats:
        """(n, 3) the displacement that a slope (n, 3) asks for, where what is held stays."""
        ...


@dataclass(frozen=True, eq=False)
class Point:
    """A state with energy and slope (n, 3) under the limit."""

    state: Turned
    energy: float
    slope: Floats


def within_limit(
    level: Placed, found: Found, limit: StrainLimit, *, tolerance: float, most: int, turning: bool = True
) -> Found:
    """The end of a search, or of one that goes on from there where it exceeds the limit.

    tolerance: of turns, in radians
    most:      steps at most
    turning:   whether cells turn too
    Its energies contain the limit's, and begin where the search has ended.
    """
    if not limit.exceeded(level.placed(found.state)):
        return found
    at, steps = _point(level, limit, found.state.moves, found.state, turning=turning), SecantSteps(WINDOW)
    energies, status = [at.energy], Status.OUT_OF_ITERATIONS
    for _ in range(most):
        new, way = _lower(level, limit, at, steps, turning=turning)
        if new is None:
            status = Status.CONVERGED
            break
        steps, at = steps.after(way, new.slope - at.slope), new
        energies.append(min(at.energy, energies[-1]))
        if np.abs(way).max() <= STILL * tolerance:
            status = Status.CONVERGED
            break
    ended = status if found.status is Status.CONVERGED else found.status
    return Found(
        replace(at.state, energy=at.energy),
        ended,
        tuple(energies),
        Limited.TURNED if turning else Limited.MOVED,
    )


def _lower(
    level: Placed, limit: StrainLimit, at: Point, steps: SecantSteps, *, turning: bool
) -> tuple[Point | None, Floats]:
    """A point of lower energy, None where rounding leaves none, and the way (n, 3) to it."""
    way = steps.way(at.slope, lambda slope: level.downhill(slope, at.state))
    promised = float((way * at.slope).sum())
    for _ in range(HALVINGS):
        new = _point(level, limit, at.state.moves + way, at.state, turning=turning)
        if new.energy <= at.energy + PROMISED * promised:
            return new, way
        way, promised = way / 2.0, promised / 2.0
    return None, way


def _point(level: Placed, limit: StrainLimit, moves: Floats, state: Turned, *, turning: bool) -> Point:
    new, slope = level.beside(moves, state, turning=turning)
    energy, more = limit.at(level.placed(new))
    return Point(new, new.energy + energy, slope + more)
