"""The Gauss–Newton loop of all methods: it controls stopping and step length; problems solve for the step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from pliant.arrays import Floats
from pliant.pose import Status

# A step is halved at most this often before the loop stops: 2⁻²⁰ of a step moves nothing visible.
HALVINGS = 20
# After so many steps in a row without a change of the energy, the valley is too flat to find its bottom.
STANDING_STILL = 3
# Rounding may raise an energy that has converged by this share.
ROUNDING = 2e-13


class State(Protocol):
    """A point of the search."""

    @property
    def energy(self) -> float:
        """The minimised energy, normalised to be of order one."""
        ...

    @property
    def parameters(self) -> Floats:
        """The parameters that the length of a step is compared with."""
        ...


class Direction(Protocol):
    """A Gauss–Newton step from a state."""

    @property
    def step(self) -> Floats:
        """The change of the unknowns."""
        ...

    @property
    def gradient(self) -> Floats:
        """The gradient of the energy by the unknowns, where the step begins."""
        ...


S = TypeVar("S", bound=State)
D = TypeVar("D", bound=Direction)


class Problem(Protocol[S, D]):
    """A problem that the loop can minimise."""

    def direction(self, state: S) -> D:
        """The Gauss–Newton step at the state."""
        ...

    def moved(self, state: S, direction: D, length: float) -> S:
        """The state after a share (0 … 1) of the step."""
        ...


@dataclass(frozen=True, eq=False)
class Outcome(Generic[S]):
    """The last state, how the loop ended, and the energies at the start and after each step."""

    state: S
    status: Status
    energies: tuple[float, ...]

    @property
    def iterations(self) -> int:
        """Accepted steps."""
        return len(self.energies) - 1


def minimise(problem: Problem[S, D], start: S, *, tolerance: float, most: int) -> Outcome[S]:
    """The end of a Gauss–Newton search with halved steps, in which the energy never rises.

    tolerance: ε of the stopping tests
    most:      the largest number of steps
    It stops when change of energy, gradient and step all pass the tests of [Sumner2005, sec. 4.1]:
    |f − f′| < ε(1 + f), ‖∇f‖ < ∛ε(1 + f), ‖δ‖ < √ε(1 + ‖w‖), in the maximum norm. It also stops when three
    steps in a row have passed the first two, since undetermined unknowns may keep moving.
    """
    state = start
    energies = [state.energy]
    still = 0
    for _ in range(most):
        direction = problem.direction(state)
        new = _lower(problem, state, direction)
        if new is None:
            status = Status.CONVERGED if small(state, state, direction, tolerance) else Status.STALLED
            return Outcome(state, status, tuple(energies))
        energies.append(new.energy)
        done = small(state, new, direction, tolerance)
        still = still + 1 if settled(state, new, direction, tolerance) else 0
        state = new
        if done or still == STANDING_STILL:
            return Outcome(state, Status.CONVERGED, tuple(energies))
    return Outcome(state, Status.OUT_OF_ITERATIONS, tuple(energies))


def _lower(problem: Problem[S, D], state: S, direction: D) -> S | None:
    """The state after the step, halved until it does not raise the energy; None where that fails."""
    length = 1.0
    for _ in range(HALVINGS):
        new = problem.moved(state, direction, length)
        if new.energy <= state.energy * (1.0 + ROUNDING):
            return new
        length *= 0.5
    return None


def settled(state: S, new: S, direction: Direction, tolerance: float) -> bool:
    """Whether the tests of energy and gradient pass."""
    size = 1.0 + new.energy
    return (
        abs(new.energy - state.energy) < tolerance * size
        and _largest(direction.gradient) < np.cbrt(tolerance) * size
    )


def small(state: S, new: S, direction: Direction, tolerance: float) -> bool:
    """Whether all three tests pass."""
    step = np.sqrt(tolerance) * (1.0 + _largest(state.parameters))
    return settled(state, new, direction, tolerance) and _largest(direction.step) < step


def _largest(values: Floats) -> float:
    return float(np.abs(values).max(initial=0.0))
