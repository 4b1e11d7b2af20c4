"""Pins that yield, against dense brute force and finite differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from pliant.arrays import Floats
from pliant.errors import AnchorError, OptionError
from pliant.examples.problem import PoseProblem, PoseState
from pliant.examples.yielding import YieldingFit, compliances
from pliant.geometry.rotations import exp
from pliant.methods.meshik.options import PRINTED
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK
from pliant.pins import Floor, Line, Pin, PinnedPoints, Plane
from tests.characters import beast, feet

PINS = {
    "soft": [None, None, None, None, Pin(0.3)],
    "all soft": [Pin(0.3), Pin(0.5), Pin(0.9), Pin(0.05), Pin(0.3)],
    "on a plane": [None, None, None, None, Pin(slide=Plane((1.0, 2.0, 0.5)))],
    "along a line": [None, None, None, Pin(slide=Line((1.0, -1.0, 0.2))), Pin(0.5)],
    "soft on a plane": [
        None,
        None,
        Pin(slide=Plane((0.0, 0.0, 1.0))),
        None,
        Pin(0.2, Plane((1.0, 0.0, 1.0))),
    ],
    "all slide": [Pin(slide=Plane((0.0, 0.0, 1.0)))] * 5,
}


def pulled_targets() -> Floats:
    poses = beast()
    points = feet(poses.mesh.V)
    return 0.5 * (poses.V[1, points] + poses.V[3, points]) + np.array([0.1, 0.2, 0.15])


def problem_of(rig: MeshIK | ReducedIK, pins: list[Pin | None]) -> PoseProblem:
    grip = rig.grab(feet(rig.mesh.V), pins=pins)
    frame = rig.shape.frame if isinstance(rig, MeshIK) else rig.frame
    W = rig.W if isinstance(rig, MeshIK) else rig.parts.W
    goal = frame.inward(pulled_targets())
    fit = grip._yielding.fit(grip._fit(goal), goal)
    field = rig.search.corrections.stiffened(50.0)
    problem = rig.search.problem(fit, W, grip._guess.at(goal[grip._asked]), turning=True)
    return replace(problem, field=field, near=np.inf, damping=0.0)


def residuals_of(problem: PoseProblem, G: Floats, state: PoseState) -> Floats:
    """The square roots of all terms of the energy but the rotations' own."""
    fit = problem.fit
    assert isinstance(fit, YieldingFit)
    features = (G @ state.x).reshape(len(state.T), -1, 3) - np.swapaxes(state.T, 1, 2)
    soft = fit.rows.compliance > 0
    missed = (fit.values - fit.rows.at(fit.rows.E @ state.x))[soft]
    root = np.linalg.cholesky(problem.prior.strength).T @ (state.w - problem.prior.centre)
    return np.concatenate(
        [
            (np.sqrt(problem.W)[:, None, None] * features).ravel(),
            missed / np.sqrt(fit.rows.compliance[soft]),
            root,
        ]
    )


@pytest.fixture(scope="module", params=[MeshIK, ReducedIK])
def rig(request: pytest.FixtureRequest) -> MeshIK | ReducedIK:
    return request.param(beast())


@pytest.mark.parametrize("kind", PINS)
def test_steps_are_those_of_finite_differences(rig: MeshIK | ReducedIK, kind: str) -> None:
    problem = problem_of(rig, PINS[kind])
    G = rig.gradient.toarray() if isinstance(rig, MeshIK) else rig.parts.matrix()
    rng = np.random.default_rng(0)
    l, unknowns = problem.span.free, problem.span.free + 3 * problem.field.basis.shape[1]
    # Bumps are not turned yet, where the Gauss–Newton matrix is exact; their turns are tested with firm pins.
    turns = np.zeros((problem.field.basis.shape[1], 3))
    state = problem.state(np.eye(l)[0] + 0.2 * rng.normal(size=l), exp(rng.normal(size=3)), turns)
    found = problem.direction(state)
    size = 1e-5
    J, g = [], np.empty(unknowns)
    for i in range(unknowns):
        ends = [problem.moved(state, _direction(s * size * np.eye(unknowns)[i]), 1.0) for s in (1.0, -1.0)]
        J.append((residuals_of(problem, G, ends[0]) - residuals_of(problem, G, ends[1])) / (2 * size))
        g[i] = (ends[0].energy - ends[1].energy) / (2 * size)
    np.testing.assert_allclose(found.gradient, g, rtol=0, atol=1e-7 * np.abs(g).max())
    H = np.array(J) @ np.array(J).T
    H[l:, l:] += np.kron(problem.field.hessian, np.eye(3))
    np.testing.assert_allclose(H @ found.step, -g / 2, rtol=0, atol=1e-5 * np.abs(g).max())


class _direction:
    """A step without more."""

    def __init__(self, step: Floats) -> None:
        self.step = step


class Dense:
    """MeshIK as printed, with every matrix dense and coordinates side by side: x₀ y₀ z₀ x₁ …"""

    def __init__(self, rig: MeshIK, pins: list[Pin | None]) -> None:
        self.rig = rig
        points = feet(rig.mesh.V)
        self.goal = rig.shape.frame.inward(pulled_targets())
        said = PinnedPoints.of(rig.pinned_points(points).held, pins)
        G, n = rig.gradient.toarray(), len(rig.shape.V[0])
        self.root = np.kron(np.sqrt(np.repeat(rig.W, 2))[:, None] * G, np.eye(3))
        # How far a force on a pin moves it while the firm ones are held; without any, all balance it.
        A = (self.root.T @ self.root)[::3, ::3]
        free = np.setdiff1d(np.arange(n), points[said.plain])
        yielding = points[~said.plain]
        S = np.linalg.pinv(A[np.ix_(free, free)])[np.ix_(*2 * [np.searchsorted(free, yielding)])]
        if not said.plain.any():
            S = S - S.mean(axis=0) - S.mean(axis=1)[:, None] + S.mean()
        gives = dict(zip(yielding.tolist(), np.diag(S), strict=True))
        rows, values, soft = [], [], []
        for i, point in enumerate(points):
            axes = np.linalg.svd(said.across[i])
            for axis in axes[2][axes[1] > 0.5]:
                row = np.zeros((n, 3))
                row[point] = axis
                rows.append(row.ravel())
                values.append(axis @ self.goal[i])
                w = said.weight[i]
                soft.append(np.inf if w == 1.0 else w / (1.0 - w) / gives[int(point)])
        self.rows, self.values, self.springs = np.array(rows), np.array(values), np.array(soft)
        self.firm = np.isinf(self.springs)
        self.stiff = np.sqrt(self.springs[~self.firm])
        self.M = np.vstack([self.root, self.stiff[:, None] * self.rows[~self.firm]])
        C = self.rows[self.firm]
        # The same at all blend weights, which only say what the features are to be.
        system = np.block([[self.M.T @ self.M, C.T], [C, np.zeros((len(C), len(C)))]])
        self.inverse = np.linalg.pinv(system, rcond=1e-13)

    def solved(self, w: Floats) -> tuple[float, Floats]:
        """The energy at blend weights w, and the positions."""
        m = len(self.rig.W)
        T = self.rig.span.tangents(w, np.tile(np.eye(3), (m, 1, 1)))
        wanted = np.sqrt(np.repeat(self.rig.W, 2))[:, None] * np.swapaxes(T, 1, 2).reshape(2 * m, 3)
        b = np.concatenate([wanted.ravel(), self.stiff * self.values[~self.firm]])
        x = (self.inverse @ np.concatenate([self.M.T @ b, self.values[self.firm]]))[: self.M.shape[1]]
        return float(((self.M @ x - b) ** 2).sum()), x.reshape(-1, 3)


@pytest.mark.parametrize("kind", [kind for kind in PINS if kind != "all slide"])
def test_the_pose_is_that_of_a_dense_brute_force(kind: str) -> None:
    rig = MeshIK.as_printed(beast(), options=replace(PRINTED, tolerance=1e-14, turning="never"))
    dense = Dense(rig, PINS[kind])
    pose = rig.grab(feet(rig.mesh.V), pins=PINS[kind]).drag(pulled_targets())
    found = minimize(lambda w: 1e4 * dense.solved(w)[0], np.eye(4)[0], options={"gtol": 1e-9})
    assert pose.energy == pytest.approx(found.fun / 1e4, rel=1e-7)
    expected = rig.shape.frame.outward(dense.solved(found.x)[1])
    size = np.linalg.norm(np.ptp(rig.mesh.V, axis=0))
    np.testing.assert_allclose(pose.V, expected, rtol=0, atol=1e-4 * size)


def test_what_only_slides_keeps_its_mean_beside_the_targets(rig: MeshIK | ReducedIK) -> None:
    points, targets = feet(rig.mesh.V), pulled_targets()
    pose = rig.grab(points, pins=PINS["all slide"]).drag(targets)
    np.testing.assert_allclose((pose.V[points] - targets).mean(axis=0), 0.0, atol=1e-12)


def test_a_weak_pin_alone_is_met(rig: MeshIK | ReducedIK) -> None:
    target = pulled_targets()[:1]
    assert rig.grab(feet(rig.mesh.V)[:1], pins=[Pin(0.1)]).drag(target).gaps.max() < 1e-9


def test_a_group_as_a_whole_has_the_stiffness_of_one_pin() -> None:
    # Two points that move as one, and a third: the pair is as stiff as the third alone is against them.
    S = np.array([[2.0, 2.0 - 1e-9, 0.0], [2.0 - 1e-9, 2.0, 0.0], [0.0, 0.0, 1.0]])
    group = np.array([0, 0, 1])
    sigma = compliances(S, np.full(3, 0.5), group, floating=False)
    np.testing.assert_allclose(1.0 / sigma, [0.25, 0.25, 1.0], rtol=1e-6)


def test_values_out_of_range_are_named_errors() -> None:
    for weight in (0.0, -0.1, 1.5, float("nan")):
        with pytest.raises(OptionError, match="weight"):
            Pin(weight)
    for vector in ((0.0, 0.0, 0.0), (1.0, 2.0), (1.0, float("nan"), 0.0), "up"):
        for make in (Plane, Line, lambda v: Floor((0.0, 0.0, 0.0), v)):
            with pytest.raises(OptionError, match="three finite numbers"):
                make(vector)
    with pytest.raises(OptionError, match="three finite numbers"):
        Floor((0.0, float("inf"), 0.0))


def test_pins_of_another_number_are_a_named_error(rig: MeshIK | ReducedIK) -> None:
    with pytest.raises(AnchorError, match="2 pins came with 1 grabbed"):
        rig.grab([0], pins=[Pin(), Pin()])
