"""Every derivative of the problem against differences, and its step against dense algebra."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.examples.attitudes import Attitudes
from pliant.examples.problem import PoseDirection, PoseProblem, PoseState
from pliant.geometry.rotations import exp
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.meshik.vertex_fit import VertexFit
from tests.characters import beast, feet

STEP = 1e-5


def turned_beast() -> PoseSet:
    """The beast with examples that are also turned as a whole, so that their attitudes differ."""
    poses = beast()
    turns = exp(np.array([[0.0, 0.0, 0.0], [0.4, 0.0, 0.3], [0.0, -0.9, 0.2], [1.0, 0.5, 0.0]]))
    return PoseSet.of_positions(poses.mesh, np.einsum("kab,knb->kna", turns, poses.V))


OURS = MeshIKOptions(ridge=0.01, bumps=5)
STIFF = replace(OURS, correction=np.inf)
# Options, pins (three or more let the whole turn), whether the trunk is frozen.
KINDS = {
    "turning, corrections": (OURS, 5, False),
    "turning": (STIFF, 5, False),
    "turning, kept upright": (STIFF, 5, False),
    "turning, corrections, kept upright": (OURS, 5, False),
    "attitude follows, corrections": (OURS, 2, False),
    "attitude follows": (STIFF, 2, False),
    "frozen trunk, corrections": (OURS, 5, True),
    "frozen trunk": (STIFF, 5, True),
    "regions, turning, corrections": (replace(OURS, regions=3), 5, False),
    "regions, turning": (replace(STIFF, regions=3), 5, False),
    "regions, attitude follows, corrections": (replace(OURS, regions=3), 2, False),
    "regions, attitude follows": (replace(STIFF, regions=3), 2, False),
    "as printed": (PRINTED, 5, False),
    "linear, turning, corrections": (replace(OURS, span="linear"), 5, False),
    "linear": (replace(PRINTED, span="linear"), 5, False),
}


@pytest.fixture(scope="module", params=KINDS)
def problem(request: pytest.FixtureRequest) -> PoseProblem:
    """The last problem that a drag solves: with corrections where the options have them."""
    return problem_of(request.param)


def problem_of(kind: str) -> PoseProblem:
    """The problem of one of KINDS."""
    options, pins, frozen = KINDS[kind]
    poses = turned_beast()
    rig = MeshIK(poses, options=options)
    points = feet(poses.mesh.V)[:pins]
    if frozen:
        rig = rig.holding((poses.mesh.V[:, 0] > 1.5) & (poses.mesh.V[:, 0] < 4.5))
    grip = rig.grab(points)
    goal = rig.shape.frame.inward(poses.V[0, points] + 0.3)
    spanned = rig.search.problem(grip._fit(goal), grip.W, grip._guessed(goal), turning=grip._free_turn)
    if "upright" in kind:
        spanned = replace(spanned, pull=0.3, upright=exp(np.array([0.5, -1.0, 0.2])))
    if rig.search.regions is not None:
        spanned = rig.search.regions.problem(spanned, 0.1)
    if rig.search.corrections is None:
        return spanned
    pull = spanned.pull if spanned.turning else 0.1
    return replace(spanned, field=rig.search.corrections.stiffened(20.0), pull=pull)


def state_of(problem: PoseProblem, *, crooked: bool) -> PoseState:
    """Random weights, and an attitude that may; crooked ones have bumps turned, where there are any."""
    rng = np.random.default_rng(1)
    w = rng.normal(size=problem.span.free)
    follows = not (problem.turning or problem.attitudes.still)
    Q = problem.attitudes.turn(w) if follows else exp(rng.normal(size=3) * problem.turning)
    if problem.field is None:
        return problem.state(w, Q, np.empty((0, 3)))
    turns = 0.7 * (crooked and problem.field.corrects) * rng.normal(size=(problem.field.basis.shape[1], 3))
    if problem.turning:
        Q, turns = problem.field.centred(Q, turns)
    return problem.state(w, Q, turns)


def unknowns(problem: PoseProblem) -> int:
    """Weights, and three numbers for every bump that may turn."""
    field = problem.field
    turns = 0 if field is None or not (problem.turning or field.corrects) else 3 * field.basis.shape[1]
    return problem.span.free + turns


def after(problem: PoseProblem, state: PoseState, change: Floats) -> PoseState:
    return problem.moved(state, PoseDirection(change, change, *[np.zeros((len(change),) * 2)] * 2, 1), 1.0)


@pytest.mark.parametrize("crooked", [False, True])
def test_the_gradient_is_that_of_the_energy(problem: PoseProblem, crooked: bool) -> None:
    state = state_of(problem, crooked=crooked)
    gradient = problem.direction(state).gradient
    assert gradient.shape == (unknowns(problem),)
    for i, axis in enumerate(np.eye(len(gradient))):
        ahead, behind = (after(problem, state, s * STEP * axis).energy for s in (1, -1))
        assert gradient[i] == pytest.approx((ahead - behind) / (2 * STEP), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("crooked", [False, True])
def test_a_short_step_lowers_the_energy(problem: PoseProblem, crooked: bool) -> None:
    state = state_of(problem, crooked=crooked)
    assert after(problem, state, 1e-3 * problem.direction(state).step).energy < state.energy


def fit_of(problem: PoseProblem) -> VertexFit:
    assert isinstance(problem.fit, VertexFit)
    return problem.fit


def test_every_state_meets_its_targets(problem: PoseProblem) -> None:
    at = fit_of(problem).constrained
    found = at.C @ state_of(problem, crooked=True).x
    np.testing.assert_allclose(found, at.targets, rtol=0, atol=1e-12)


def test_the_positions_of_a_state_are_the_best_for_it(problem: PoseProblem) -> None:
    state = state_of(problem, crooked=True)
    G, offset = dense_positions(problem)
    root = np.sqrt(np.repeat(problem.W, 6))
    rest = root * (state.T.ravel() - offset)
    best = np.linalg.lstsq(root[:, None] * G, rest, rcond=None)[0]
    residual = ((root[:, None] * G @ best - rest) ** 2).sum()
    assert problem.W @ fit_of(problem).around.residuals(state.x, state.T) == pytest.approx(residual, rel=1e-9)


def test_the_step_is_that_of_the_dense_problem(problem: PoseProblem) -> None:
    """Positions and unknowns together, by dense least squares on differences of the residuals."""
    state = state_of(problem, crooked=False)
    count = unknowns(problem)
    J = np.stack([slope_of(problem, state, STEP * axis) for axis in np.eye(count)], axis=1)
    G, offset = dense_positions(problem)
    root = np.sqrt(np.repeat(problem.W, 6))
    right = residual_of(problem, state)
    right[: len(root)] -= root * offset
    positions = np.vstack([root[:, None] * G, np.zeros((len(right) - len(root), G.shape[1]))])
    expected = np.linalg.lstsq(np.hstack([positions, -J]), right, rcond=None)[0][G.shape[1] :]
    np.testing.assert_allclose(problem.direction(state).step, expected, rtol=1e-4, atol=1e-4)


def slope_of(problem: PoseProblem, state: PoseState, step: Floats) -> Floats:
    ahead, behind = (residual_of(problem, after(problem, state, s * step)) for s in (1, -1))
    return (ahead - behind) / (2 * np.linalg.norm(step))


def residual_of(problem: PoseProblem, state: PoseState) -> Floats:
    """√W T, then what the prior, the coupling of rotations and their pull would like to be zero."""
    parts = [np.sqrt(np.repeat(problem.W, 6)) * state.T.ravel()]
    values, vectors = np.linalg.eigh(problem.prior.strength)
    root = np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T
    parts.append(-root @ (state.w - problem.prior.centre))
    if problem.field is not None:
        j, k = problem.field.pairs.T
        parts.append(-(np.sqrt(problem.field.stiffness)[:, None, None] * (state.R[j] - state.R[k])).ravel())
    if problem.pull:
        away = state.R - (problem.upright if problem.turning else state.Q)
        parts.append(-(np.sqrt(problem.pull * problem.W)[:, None, None] * away).ravel())
    return np.concatenate(parts)


def dense_positions(problem: PoseProblem) -> tuple[Floats, Floats]:
    """(6m, u) over a basis of the positions that the constraints leave free, and their offset (6m,)."""
    at, n = fit_of(problem).constrained, len(fit_of(problem).around.starts) - 1
    really_held = at.system.held if at.fixed.any() else np.empty(0, dtype=np.int64)
    C = np.vstack([at.C.toarray(), np.eye(n)[really_held]])
    d = np.vstack([at.targets, at.fixed[really_held]])
    some = np.asarray(np.linalg.lstsq(C, d, rcond=None)[0], dtype=np.float64)
    null = np.linalg.svd(C)[2][len(C) :].T
    columns = [np.outer(null[:, i], axis) for i in range(null.shape[1]) for axis in np.eye(3)]
    G = np.stack([tangents(problem, column).ravel() for column in columns], axis=1)
    return G, tangents(problem, some).ravel()


def tangents(problem: PoseProblem, x: Floats) -> Floats:
    """(m, 3, 2) the tangents of the pose x (n, 3)."""
    around = fit_of(problem).around
    return np.einsum("jic,jie->jce", x[around.F], around.g)


def test_the_derivative_of_a_blends_attitude_is_its_left_tangent() -> None:
    turns = np.random.default_rng(2).normal(size=(4, 3))
    attitudes = Attitudes(turns, np.zeros((4, 3)))
    w = np.array([0.3, -0.5, 1.2, 0.4])
    for i, v in enumerate(attitudes.turn_derivatives(w)):
        step = STEP * np.eye(4)[i]
        slope = (attitudes.turn(w + step) - attitudes.turn(w - step)) / (2 * STEP)
        spin = slope @ attitudes.turn(w).T
        np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], v, rtol=0, atol=1e-8)
