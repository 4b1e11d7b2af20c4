"""One Gauss–Newton loop: it owns stopping and step length; each problem owns its structured linear step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, TypeVar

import numpy as np

from pliant.core.arrays import Floats

# A step is halved at most this often before the loop gives up: 2⁻²⁰ of a step moves nothing visible.
HALVINGS = 20
# Steps in a row that leave the energy as it is: a valley so flat that its bottom cannot be seen.
STANDING_STILL = 3
# Rounding may raise an energy that has converged by this share.
ROUNDING = 2e-13


class Status(Enum):
    """How a minimisation ended."""

    CONVERGED = "converged"
    OUT_OF_ITERATIONS = "out of iterations"
    STALLED = "no step lowers the energy"


class State(Protocol):
    """A point of the search, with its energy (normalised to be of order one) and parameters."""

    @property
    def energy(self) -> float:
        """What is minimised."""
        ...

    @property
    def parameters(self) -> Floats:
        """What the length of a step is measured against."""
        ...


class Direction(Protocol):
    """A Gauss–Newton step from a state: its change of the parameters, and the gradient there."""

    @property
    def step(self) -> Floats:
        """Change of the unknowns."""
        ...

    @property
    def gradient(self) -> Floats:
        """Of the energy by the unknowns."""
        ...


S = TypeVar("S", bound=State)
D = TypeVar("D", bound=Direction)


class Problem(Protocol[S, D]):
    """What the loop asks of a problem."""

    def direction(self, state: S) -> D:
        """The Gauss–Newton step at the state."""
        ...

    def moved(self, state: S, direction: D, length: float) -> S:
        """The state after a share (0 … 1) of the step."""
        ...


@dataclass(frozen=True, eq=False)
class Outcome(Generic[S]):
    """The last state, how the loop ended, and the energies on the way."""

    state: S
    status: Status
    energies: tuple[float, ...]

    @property
    def iterations(self) -> int:
        """Accepted steps."""
        return len(self.energies) - 1


def minimise(problem: Problem[S, D], start: S, *, tolerance: float, most: int) -> Outcome[S]:
    """Gauss–Newton with halved steps; the energy never rises.

    Stops when change of energy, gradient and step all pass the tests of [Sumner2005, sec. 4.1]:
    |f − f′| < ε(1 + f), ‖∇f‖ < ∛ε(1 + f), ‖δ‖ < √ε(1 + ‖w‖), in the maximum norm; or when three steps in
    a row have passed the first two, since unknowns that nothing determines may wander on.
    """
    state = start
    energies = [state.energy]
    still = 0
    for _ in range(most):
        direction = problem.direction(state)
        new = _lower(problem, state, direction)
        if new is None:
            status = Status.CONVERGED if _small(state, state, direction, tolerance) else Status.STALLED
            return Outcome(state, status, tuple(energies))
        energies.append(new.energy)
        done = _small(state, new, direction, tolerance)
        still = still + 1 if _settled(state, new, direction, tolerance) else 0
        state = new
        if done or still == STANDING_STILL:
            return Outcome(state, Status.CONVERGED, tuple(energies))
    return Outcome(state, Status.OUT_OF_ITERATIONS, tuple(energies))


def _lower(problem: Problem[S, D], state: S, direction: D) -> S | None:
    """The state after the longest halved step that does not raise the energy, or None."""
    length = 1.0
    for _ in range(HALVINGS):
        new = problem.moved(state, direction, length)
        if new.energy <= state.energy * (1.0 + ROUNDING):
            return new
        length *= 0.5
    return None


def _settled(state: S, new: S, direction: Direction, tolerance: float) -> bool:
    """The tests of energy and gradient."""
    size = 1.0 + new.energy
    return (
        abs(new.energy - state.energy) < tolerance * size
        and _largest(direction.gradient) < np.cbrt(tolerance) * size
    )


def _small(state: S, new: S, direction: Direction, tolerance: float) -> bool:
    """All three tests."""
    step = np.sqrt(tolerance) * (1.0 + _largest(state.parameters))
    return _settled(state, new, direction, tolerance) and _largest(direction.step) < step


def _largest(values: Floats) -> float:
    return float(np.abs(values).max(initial=0.0))
