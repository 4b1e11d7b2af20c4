"""Two ways to the least energy of spokes: the paper's steps in turn, and quasi-Newton steps.

With the closest rotations for positions x the energy E is a function of x alone. The paper's step in turn
is −L⁻¹ ∇E/4, L the cotangent matrix: it never raises E, but soft bends come slowly. Quasi-Newton steps
correct L⁻¹ by what the last slopes tell [Liu2017]; they cost as much, and a few of them do for many. Where
they would raise the energy they are halved, then left out for the paper's: neither search ever raises it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pliant.arrays import Array, Floats
from pliant.methods.elastic.pin_rows import Answer
from pliant.methods.elastic.secant_steps import SecantSteps
from pliant.pose import Status

if TYPE_CHECKING:
    from pliant.methods.elastic.printed import Solver

# Steps that are remembered: on five meshes 8 and 15 saved no more steps than 5 do.
WINDOW = 5
# A step is halved until the energy falls by this share of what its slope promises, at most so often.
PROMISED, HALVINGS = 1e-4, 4
# Energies that differ by less than this share are equal up to rounding.
ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class Surface:
    """Positions x (n, 3) and rotations R (n, 3, 3), rows that act, energies before and after each step."""

    x: Floats
    R: Floats
    acting: Array | None
    energies: tuple[float, ...]
    status: Status


def alternating(solver: Solver, R: Floats) -> Surface:
    """The end of the paper's steps in turn from rotations R (n, 3, 3), which change with them."""
    options, energies = solver.rig.options, []
    x, answer = solver.solved(R)
    status = Status.OUT_OF_ITERATIONS
    for _ in range(options.iterations):
        energies.append(solver.energy(x, R, _acting(answer)))
        new, answer = solver.solved(R)
        change = float(np.abs(new - x).max())
        x = new
        if change <= options.tolerance:
            status = Status.CONVERGED
            break
    energies.append(solver.energy(x, R, _acting(answer)))
    return Surface(x, R, _acting(answer), tuple(energies), status)


@dataclass(frozen=True, eq=False)
class Point:
    """Positions x (n, 3) with the least energy over rotations, and its slope (n, 3)."""

    x: Floats
    energy: float
    slope: Floats


def quasi_newton(solver: Solver, R: Floats) -> Surface:
    """The end of quasi-Newton steps from rotations R (n, 3, 3), which change with them.

    Rows that act stay the same: there must be no contacts, which come and go.
    """
    options, memory = solver.rig.options, SecantSteps(WINDOW)
    x, answer = solver.solved(R)
    acting = _acting(answer)
    at = Point(x, solver.energy(x, R, acting), solver.slope(x, R, acting))
    energies, status = [at.energy], Status.OUT_OF_ITERATIONS
    for _ in range(options.iterations):
        new, way = _lower(solver, at, memory, R, acting)
        if new is None and memory.steps:
            memory = SecantSteps(WINDOW)
            new, way = _lower(solver, at, memory, R, acting)
        largest = float(np.abs(way).max())
        if new is None:
            status = Status.CONVERGED if largest <= np.sqrt(options.tolerance) else Status.STALLED
            break
        memory, at = memory.after(way, new.slope - at.slope), new
        energies.append(at.energy)
        if largest <= options.tolerance:
            status = Status.CONVERGED
            break
    solver.energy(at.x, R, acting)
    return Surface(at.x, R, acting, tuple(energies), status)


def _lower(
    solver: Solver, at: Point, memory: SecantSteps, R: Floats, acting: Array | None
) -> tuple[Point | None, Floats]:
    """A point of lower energy, None where there is none, and the way (n, 3) to it; R becomes its own."""
    way = memory.way(at.slope, lambda slope: solver.downhill(slope, acting))
    promised, room = float(np.vdot(way, at.slope)), ROUNDING * abs(at.energy)
    for _ in range(HALVINGS):
        x = at.x + way
        energy = solver.energy(x, R, acting)
        if energy <= at.energy + PROMISED * promised + room:
            return Point(x, energy, solver.slope(x, R, acting)), way
        way, promised = way / 2.0, promised / 2.0
    return None, way


def _acting(answer: Answer | None) -> Array | None:
    """Which rows act; None where there are none."""
    return None if answer is None else answer.acting
