"""The compiled loop finds what the loop in Python finds, step by step."""

from __future__ import annotations

from functools import cache
from unittest import mock

import numpy as np
import pytest
from numba import njit

from pliant.arrays import Floats
from pliant.examples import search as example_search
from pliant.examples.loop.searched import searched
from pliant.examples.loop.step import damped_step, factored, learned_step, times, with_secant
from pliant.examples.prior import damped_solution, positive_solution
from pliant.examples.problem import PoseProblem, PoseState
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.pose import Status
from pliant.solve.gauss_newton import minimise
from tests.characters import beast

OPTIONS = {
    "plain": ReducedOptions(),
    "local": ReducedOptions(regions=4),
    "uncorrected": ReducedOptions(correction=np.inf),
    "as printed": PRINTED,
}
# One pin leaves the attitude to the weights; three pins or more may turn the whole.
PINS = {"one pin": [0], "two pins": [0, 30], "five pins": [0, 9, 30, 51, 70]}
TOLERANCE, MOST = 1e-8, 60
ROUNDING = 1e-18


@cache
def rig(options: str) -> ReducedIK:
    return ReducedIK(beast(), options=OPTIONS[options])


def searches(options: str, pins: str, coherence: float) -> list[tuple[PoseProblem, PoseState]]:
    """The problems of a drag to between two examples, and where their searches begin."""
    grip = rig(options).grab(PINS[pins])
    targets = (0.6 * beast().V[1] + 0.5 * beast().V[2])[PINS[pins]]
    earlier = grip.drag(grip.held.rest) if coherence else None
    with mock.patch.object(example_search, "searched", side_effect=searched) as loop:
        grip.drag(targets, earlier, coherence=coherence)
    return [(call.args[0], call.args[2]) for call in loop.call_args_list]


@pytest.mark.parametrize("coherence", [0.0, 0.01])
@pytest.mark.parametrize("pins", PINS)
@pytest.mark.parametrize("options", OPTIONS)
def test_the_compiled_loop_is_the_loop(options: str, pins: str, coherence: float) -> None:
    found = searches(options, pins, coherence)
    assert found
    for problem, begin in found:
        plain = minimise(
            problem, problem.state(begin.w, begin.Q, begin.turns), tolerance=TOLERANCE, most=MOST
        )
        controls = problem.fit.controls
        assert controls is not None
        loop = searched(problem, controls, begin, tolerance=TOLERANCE, most=MOST)
        assert loop.status is plain.status
        if begin.energy <= ROUNDING:
            # It begins in a minimum, where rounding decides how many steps are tried, and to where.
            assert max(*loop.energies, *plain.energies) <= ROUNDING
            continue
        np.testing.assert_allclose(loop.energies, plain.energies, rtol=0, atol=1e-10)
        for name in ("w", "Q", "turns", "R", "T", "x", "r"):
            np.testing.assert_allclose(
                vars(loop.state)[name], vars(plain.state)[name], rtol=0, atol=1e-8, err_msg=name
            )


def test_a_loop_without_steps_is_where_it_began() -> None:
    for problem, begin in searches("plain", "five pins", 0.0):
        controls = problem.fit.controls
        assert controls is not None
        end = searched(problem, controls, begin, tolerance=TOLERANCE, most=0)
        assert end.status is Status.OUT_OF_ITERATIONS
        assert end.energies == (begin.energy,)
        np.testing.assert_array_equal(end.state.w, begin.w)


@njit
def step_of(H: Floats, g: Floats, damping: float) -> Floats:
    return damped_step(H, g, damping)


@pytest.mark.parametrize(
    "values", [(1.0, 1e3), (0.0, 1.0), (-2.0, 1.0)], ids=["definite", "open", "a saddle"]
)
def test_its_dense_system_is_solved_as_the_loop_in_python_solves_it(values: tuple[float, float]) -> None:
    rng = np.random.default_rng(2)
    for n in (1, 7, 40, 90):
        turned = np.linalg.qr(rng.normal(size=(n, n)))[0]
        H = turned @ np.diag(np.where(np.arange(n) % 3 == 0, *values)) @ turned.T
        g = rng.normal(size=n)
        np.testing.assert_allclose(step_of(H, g, 0.0), damped_solution(H, g, 0.0), rtol=0, atol=1e-9)


@njit
def learned(H: Floats, secants: Floats, c: Floats, g: Floats) -> tuple[Floats, Floats]:
    known = factored(H, 0.0, len(c))
    for i in range(len(c)):
        known = with_secant(known, c[i], secants[i])
    return learned_step(known, g), times(known, g)


@pytest.mark.parametrize("odd", [1.0, -0.1, -50.0], ids=["more", "less", "a saddle"])
@pytest.mark.parametrize("least", [1.0, 0.0], ids=["definite", "open"])
def test_steps_with_secants_are_those_with_the_whole_matrix_where_it_is_positive(
    least: float, odd: float
) -> None:
    rng = np.random.default_rng(5)
    for n in (7, 40, 90):
        turned = np.linalg.qr(rng.normal(size=(n, n)))[0]
        H = turned @ np.diag(np.where(np.arange(n) % 3 == 0, least, 3.0)) @ turned.T
        secants, g = rng.normal(size=(5, n)) / np.sqrt(n), rng.normal(size=n)
        c = np.where(np.arange(5) % 2 == 0, 1.0, odd)
        both = H + secants.T @ np.diag(c) @ secants
        step, product = learned(H, secants, c, g)
        usable = least > 0.0 and positive_solution(both, g, 0.0) is not None
        assert usable == (least > 0.0 and odd > -1.0)
        expected = np.linalg.solve(both, g) if usable else np.zeros(n)
        np.testing.assert_allclose(step, expected, rtol=0, atol=1e-9)
        np.testing.assert_allclose(product, both @ g, rtol=0, atol=1e-12 * n)
