"""The Gauss–Newton loop on toy problems: the energy never rises, and the status tells how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.pose import Status
from pliant.solve.gauss_newton import HALVINGS, minimise


@dataclass(frozen=True)
class Point:
    parameters: Floats
    energy: float


@dataclass(frozen=True)
class Step:
    step: Floats
    gradient: Floats


class LeastSquares:
    """minimise ‖r(w)‖², r and its Jacobian given by `residual`."""

    def residual(self, w: Floats) -> tuple[Floats, Floats]:
        raise NotImplementedError

    def at(self, w) -> Point:
        w = np.asarray(w, dtype=np.float64)
        return Point(w, float((self.residual(w)[0] ** 2).sum()))

    def direction(self, state: Point) -> Step:
        r, J = self.residual(state.parameters)
        return Step(-np.asarray(np.linalg.lstsq(J, r, rcond=None)[0], dtype=np.float64), 2 * J.T @ r)

    def moved(self, state: Point, direction: Step, length: float) -> Point:
        return self.at(state.parameters + length * direction.step)


class Rosenbrock(LeastSquares):
    def residual(self, w: Floats) -> tuple[Floats, Floats]:
        x, y = w
        return np.array([10 * (y - x * x), 1 - x]), np.array([[-20 * x, 10.0], [-1.0, 0.0]])


class Arctangent(LeastSquares):
    """Plain Gauss–Newton steps from |w| > 1.4 leap ever further away."""

    def residual(self, w: Floats) -> tuple[Floats, Floats]:
        return np.arctan(w), np.diag(1 / (1 + w**2))


class Line(LeastSquares):
    def residual(self, w: Floats) -> tuple[Floats, Floats]:
        return w - 3.0, np.eye(1)


STARTS = [[-1.2, 1.0], [3.0, -4.0], [0.0, 0.0]]


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_curved_valley_is_followed_to_its_minimum(start: list[float]) -> None:
    outcome = minimise(Rosenbrock(), Rosenbrock().at(start), tolerance=1e-14, most=200)
    assert outcome.status is Status.CONVERGED
    np.testing.assert_allclose(outcome.state.parameters, [1.0, 1.0], rtol=0, atol=1e-9)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_energy_never_rises(start: list[float]) -> None:
    outcome = minimise(Rosenbrock(), Rosenbrock().at(start), tolerance=1e-14, most=200)
    assert (np.diff(outcome.energies) <= 1e-12 * np.array(outcome.energies[:-1])).all()
    assert outcome.energies[-1] == outcome.state.energy


def test_steps_that_overshoot_are_halved() -> None:
    outcome = minimise(Arctangent(), Arctangent().at([50.0]), tolerance=1e-12, most=100)
    assert outcome.status is Status.CONVERGED
    assert abs(outcome.state.parameters[0]) < 1e-9


def test_a_linear_problem_is_solved_in_one_step() -> None:
    outcome = minimise(Line(), Line().at([100.0]), tolerance=1e-9, most=1)
    np.testing.assert_allclose(outcome.state.parameters, 3.0, rtol=0, atol=1e-12)
    assert outcome.iterations == 1


def test_running_out_of_iterations_is_told() -> None:
    outcome = minimise(Rosenbrock(), Rosenbrock().at([-1.2, 1.0]), tolerance=1e-14, most=1)
    assert outcome.status is Status.OUT_OF_ITERATIONS
    assert outcome.iterations == 1


def test_no_iterations_give_back_the_start() -> None:
    start = Rosenbrock().at([-1.2, 1.0])
    outcome = minimise(Rosenbrock(), start, tolerance=1e-6, most=0)
    assert outcome.state is start
    assert outcome.energies == (start.energy,)


def test_a_minimum_is_recognised_at_once() -> None:
    outcome = minimise(Rosenbrock(), Rosenbrock().at([1.0, 1.0]), tolerance=1e-6, most=50)
    assert outcome.status is Status.CONVERGED
    assert outcome.iterations <= 1


class Uphill(Line):
    """Its directions lead away from the minimum, so no step lowers the energy."""

    def __init__(self) -> None:
        self.tries = 0

    def direction(self, state: Point) -> Step:
        right = super().direction(state)
        return replace(right, step=-right.step)

    def moved(self, state: Point, direction: Step, length: float) -> Point:
        self.tries += 1
        return super().moved(state, direction, length)


def test_a_direction_that_leads_uphill_stalls_where_it_started() -> None:
    problem = Uphill()
    start = problem.at([0.0])
    outcome = minimise(problem, start, tolerance=1e-6, most=50)
    assert outcome.status is Status.STALLED
    assert outcome.state is start
    assert problem.tries == HALVINGS


class Cliff(Line):
    """Beyond w = 1 the energy is not a number."""

    def at(self, w) -> Point:
        point = super().at(w)
        return replace(point, energy=np.nan) if point.parameters[0] > 1.0 else point


def test_a_step_into_nan_is_not_taken() -> None:
    outcome = minimise(Cliff(), Cliff().at([0.0]), tolerance=1e-6, most=50)
    assert np.isfinite(outcome.energies).all()
    assert outcome.state.parameters[0] <= 1.0


@dataclass
class Scripted:
    """One step of the size, gradient and fall of energy given."""

    step: float
    gradient: float
    fall: float

    def direction(self, state: Point) -> Step:
        return Step(np.array([self.step]), np.array([self.gradient]))

    def moved(self, state: Point, direction: Step, length: float) -> Point:
        return Point(state.parameters, state.energy - self.fall)


@pytest.mark.parametrize(
    ("step", "gradient", "fall", "status"),
    [
        (1e-4, 1e-3, 1e-7, Status.CONVERGED),
        (1e-2, 1e-3, 1e-7, Status.OUT_OF_ITERATIONS),
        (1e-4, 1e-1, 1e-7, Status.OUT_OF_ITERATIONS),
        (1e-4, 1e-3, 1e-3, Status.OUT_OF_ITERATIONS),
    ],
)
def test_stopping_needs_all_three_tests_of_the_paper(step, gradient, fall, status: Status) -> None:
    outcome = minimise(Scripted(step, gradient, fall), Point(np.zeros(1), 1.0), tolerance=1e-6, most=1)
    assert outcome.status is status
