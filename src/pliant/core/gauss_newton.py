"""One Gauss–Newton loop: it owns stopping and step length; each problem owns its structured linear step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, TypeVar

import numpy as np

from pliant.core.arrays import Floats

# A step is halved at most this often before the loop gives up: 2⁻²⁰ of a step moves nothing visible.
HALVINGS = 20
# Rounding may raise an energy that has converged by this share.
ROUNDING = 1e-12


class Status(Enum):
    """How a minimisation ended."""

    CONVERGED = "converged"
    OUT_OF_ITERATIONS = "out of iterations"
    STALLED = "no step lowers the energy"


class State(Protocol):
    """A point of the search, with its energy (normalised to be of order one) and parameters."""

    @property
    def energy(self) -> float: ...

    @property
    def parameters(self) -> Floats: ...


S = TypeVar("S", bound=State)


class Direction(Protocol):
    """A Gauss–Newton step from a state: its change of the parameters, and the gradient there."""

    @property
    def step(self) -> Floats: ...

    @property
    def gradient(self) -> Floats: ...


class Problem(Protocol[S]):
    """What the loop asks of a problem."""

    def direction(self, state: S) -> Direction:
        """The Gauss–Newton step at the state."""
        ...

    def moved(self, state: S, direction: Direction, length: float) -> S:
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


def minimise(problem: Problem[S], start: S, *, tolerance: float, most: int) -> Outcome[S]:
    """Gauss–Newton with halved steps; the energy never rises.

    Stops when change of energy, gradient and step all pass the tests of [Sumner2005, sec. 4.1]:
    |f − f′| < ε(1 + f), ‖∇f‖ < ∛ε(1 + f), ‖δ‖ < √ε(1 + ‖w‖), in the maximum norm.
    """
    state = start
    energies = [state.energy]
    for _ in range(most):
        direction = problem.direction(state)
        new = _lower(problem, state, direction)
        if new is None:
            status = Status.CONVERGED if _small(state, state, direction, tolerance) else Status.STALLED
            return Outcome(state, status, tuple(energies))
        energies.append(new.energy)
        done = _small(state, new, direction, tolerance)
        state = new
        if done:
            return Outcome(state, Status.CONVERGED, tuple(energies))
    return Outcome(state, Status.OUT_OF_ITERATIONS, tuple(energies))


def _lower(problem: Problem[S], state: S, direction: Direction) -> S | None:
    """The state after the longest halved step that does not raise the energy, or None."""
    length = 1.0
    for _ in range(HALVINGS):
        new = problem.moved(state, direction, length)
        if new.energy <= state.energy * (1.0 + ROUNDING):
            return new
        length *= 0.5
    return None


def _small(state: S, new: S, direction: Direction, tolerance: float) -> bool:
    size = 1.0 + new.energy
    return (
        abs(new.energy - state.energy) < tolerance * size
        and _largest(direction.gradient) < np.cbrt(tolerance) * size
        and _largest(direction.step) < np.sqrt(tolerance) * (1.0 + _largest(state.parameters))
    )


def _largest(values: Floats) -> float:
    return float(np.abs(values).max(initial=0.0))
