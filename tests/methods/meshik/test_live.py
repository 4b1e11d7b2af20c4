"""Live steps: their passes against the separate steps of a drag, their gradient against differences."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.examples.live_problem import LiveProblem, corrected
from pliant.examples.passes import Coupling, Point
from pliant.examples.problem import PoseProblem
from pliant.geometry.rotations import exp
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from pliant.pose import Status
from tests.characters import beast
from tests.methods.meshik.test_derivatives import KINDS, STEP, problem_of, state_of

# Stiffness of the corrections in the problems of test_derivatives.
STIFF = 20.0


@pytest.fixture(scope="module", params=list(KINDS))
def problem(request: pytest.FixtureRequest) -> PoseProblem:
    """The last problem that a drag solves."""
    return problem_of(request.param)


def live_of(problem: PoseProblem) -> LiveProblem:
    """The live form of a problem, whose coupling is of stiffness 1."""
    field = problem.field
    if field is None or not field.corrects:
        return LiveProblem.of(problem)
    return LiveProblem.of(problem, Coupling.of(field.stiffened(1.0 / STIFF)), STIFF)


def point_of(problem: PoseProblem) -> Point:
    state = state_of(problem, crooked=True)
    return state.w, state.Q, state.turns if len(state.turns) else np.zeros((1, 3))


def test_a_state_is_that_of_separate_steps(problem: PoseProblem) -> None:
    live, expected = live_of(problem), state_of(problem, crooked=True)
    found = live.state(point_of(problem))
    for name in ("R", "T", "x", "r"):
        np.testing.assert_allclose(vars(found)[name], vars(expected)[name], rtol=0, atol=1e-12)
    missed = problem.fit.differences(expected.x, expected.T)
    np.testing.assert_allclose(found.squares, (missed**2).sum(axis=(1, 2)), rtol=0, atol=1e-12)
    assert found.energy == pytest.approx(expected.energy, rel=1e-12)


def test_a_halved_step_leaves_the_matrix_where_it_is_always_kept(problem: PoseProblem) -> None:
    state = state_of(problem, crooked=True)
    direction = problem.direction(state)
    always, near = replace(problem, near=0.0), replace(problem, near=0.9)
    memory = always.moved(state, direction, 0.5).memory
    assert memory is not None
    np.testing.assert_array_equal(memory.step, 0.5 * direction.step)
    assert memory.H is direction.H
    assert near.moved(state, direction, 0.5).memory is None


def test_the_gradient_is_that_of_separate_steps(problem: PoseProblem) -> None:
    live, state = live_of(problem), state_of(problem, crooked=True)
    energy, g, _ = live.slopes(point_of(problem), state.R, state.x)
    expected = problem.gradient(state)
    np.testing.assert_allclose(g, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert energy == pytest.approx(state.energy, rel=1e-12)


def test_the_gradient_is_that_of_differences(problem: PoseProblem) -> None:
    live, point = live_of(problem), point_of(problem)
    state = live.state(point)
    _, g, _ = live.slopes(point, state.R, state.x)
    steps = STEP * np.eye(len(g))
    energies = np.array([[live.state(problem.stepped(point, s * d)).energy for s in (1, -1)] for d in steps])
    differences = (energies[:, 0] - energies[:, 1]) / (2 * STEP)
    np.testing.assert_allclose(2 * g, differences, rtol=0, atol=1e-6 * np.abs(differences).max())


def test_the_gradient_with_earlier_positions_needs_no_second_pass(problem: PoseProblem) -> None:
    live, point = live_of(problem), point_of(problem)
    state = live.state(point)
    earlier = state.x @ exp(np.array([0.1, 0.2, 0.3]))
    _, now, before = live.slopes(point, state.R, state.x, earlier)
    np.testing.assert_allclose(
        before, live.slopes(point, state.R, earlier)[1], rtol=0, atol=1e-12 * np.abs(before).max()
    )
    assert np.abs(now - before).max() > 1e-3 * np.abs(now).max()


def random_matrix(rng: np.random.Generator) -> Floats:
    A = rng.normal(size=(6, 6))
    return A @ A.T + np.eye(6)


def test_a_learned_matrix_has_the_change_of_the_gradient_that_was_seen() -> None:
    rng = np.random.default_rng(0)
    H, truth, s = random_matrix(rng), random_matrix(rng), rng.normal(size=6)
    learned = corrected(H, s, truth @ s)
    np.testing.assert_allclose(learned @ s, truth @ s, rtol=1e-12)
    np.testing.assert_allclose(learned, learned.T, rtol=0, atol=1e-12)


def test_a_learned_matrix_stays_positive_where_the_energy_bends_down() -> None:
    rng = np.random.default_rng(1)
    H = random_matrix(rng)
    for _ in range(50):
        s = rng.normal(size=6)
        H = corrected(H, s, -H @ s)
        assert np.linalg.eigvalsh(H).min() > 0.0


def test_turning_the_whole_with_the_pins_changes_no_slope_of_the_weights(problem: PoseProblem) -> None:
    if problem.field is None or not problem.turning or problem.pull:
        pytest.skip("only where the whole may turn")
    live, (w, Q, turns) = live_of(problem), point_of(problem)
    state, turn = live.state((w, Q, turns)), exp(np.array([0.3, -0.2, 0.5]))
    g = live.slopes((w, Q, turns), state.R, state.x)[1]
    turned = live.slopes((w, turn @ Q, turns), turn @ state.R, state.x @ turn.T)[1]
    np.testing.assert_allclose(turned, g, rtol=0, atol=1e-11 * np.abs(g).max())


def test_the_columns_of_the_rest_pose_give_the_matrix_of_any_grip() -> None:
    rig = MeshIK(beast())
    known = rig.live.reference
    state, columns, whole = known.state, known.columns, known.whole
    for pins in ([0], [0, 30], [0, 9, 30, 51, 70]):
        spanned = rig.grab(pins).at_rest()
        corrected = replace(spanned, field=rig.search.corrections)
        for problem, known, turns in ((corrected, columns, state.turns), (spanned, whole, np.zeros((1, 3)))):
            expected = problem.curvature(problem.state(state.w, state.Q, turns))
            found = problem.curvature(replace(state, turns=turns), known)
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_the_columns_of_the_rest_pose_are_solved_for_once() -> None:
    rig = MeshIK(beast())
    rig.grab([0, 9, 30]).drag(beast().V[1][[0, 9, 30]], budget=0.0)
    with mock.patch.object(PoseProblem, "columns", autospec=True) as columns:
        rig.grab([0, 30, 51]).drag(beast().V[1][[0, 30, 51]], budget=0.0)
    columns.assert_not_called()


def test_regions_of_a_resting_hand_come_to_the_pose_of_a_drag() -> None:
    rig, pins = MeshIK(beast(), options=MeshIKOptions(regions=4)), [0, 9, 30, 51, 70]
    targets = (0.6 * beast().V[1] + 0.5 * beast().V[2])[pins]
    grip = rig.grab(pins)
    pose = grip.drag(targets, budget=0.0)
    for _ in range(300):
        if not pose.status.unfinished:
            break
        pose = grip.drag(targets, pose, budget=0.0)
    expected = grip.drag(targets)
    assert pose.status is Status.CONVERGED
    assert np.ptp(pose.regional, axis=0).max() > 0.01
    np.testing.assert_allclose(pose.V, expected.V, rtol=0, atol=2e-4 * beast().mesh.diagonal)
    np.testing.assert_allclose(pose.regional, expected.regional, rtol=0, atol=0.02)
