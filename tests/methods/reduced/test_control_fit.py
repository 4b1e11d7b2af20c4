"""Solving for controls: against dense algebra, and where pins contradict each other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import least_squares

from pliant.arrays import Floats
from pliant.methods.reduced.control_fit import ControlFit, ControlPins
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from tests.characters import beast, feet


@pytest.fixture(scope="module")
def rig() -> ReducedIK:
    return ReducedIK(beast())


@pytest.fixture(scope="module")
def fit(rig: ReducedIK) -> ControlFit:
    points = feet(rig.mesh.V)
    grip = rig.grab(points)
    return ControlFit.of(rig.parts, grip.pins, rig.frame.inward(rig.mesh.V[points] + 0.3))


def some_features(rig: ReducedIK) -> Floats:
    rng = np.random.default_rng(0)
    T = np.eye(3) + 0.3 * rng.normal(size=(len(rig.parts.W), 3, 3))
    # Ties have one row; what the others hold belongs to nothing.
    T[len(rig.model.proxies) + rig.model.count :, :, 1:] = 0.0
    return T


def test_controls_are_the_constrained_least_squares_solution(rig: ReducedIK, fit: ControlFit) -> None:
    T = some_features(rig)
    found = fit.positions(fit.solved(fit.spread(T, rig.parts.W[:, None]))[:, :, 0])
    G = np.sqrt(np.repeat(rig.parts.W, 3))[:, None] * rig.parts.matrix()
    wanted = np.sqrt(np.repeat(rig.parts.W, 3))[:, None] * np.swapaxes(T, 1, 2).reshape(-1, 3)
    C, h = fit.pins.C, len(fit.targets)
    kkt = np.block([[G.T @ G, C.T], [C, np.zeros((h, h))]])
    exact = np.linalg.solve(kkt, np.concatenate([G.T @ wanted, fit.targets]))[: G.shape[1]]
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-8)
    np.testing.assert_allclose(C @ found, fit.targets, rtol=0, atol=1e-12)


def test_gathering_is_the_product_with_the_transposed_matrix(rig: ReducedIK, fit: ControlFit) -> None:
    rows = np.random.default_rng(1).normal(size=(len(rig.parts.W), 3, 3, 5))
    exact = np.einsum("rn,rai->nai", rig.parts.matrix(), rows.reshape(-1, 3, 5))
    np.testing.assert_allclose(fit.gathered(rows), exact, rtol=0, atol=1e-12)


def test_stiffness_is_what_moving_the_pins_costs(rig: ReducedIK, fit: ControlFit) -> None:
    moved = np.random.default_rng(2).normal(size=(len(fit.targets), 1))
    at = ControlFit.of(rig.parts, fit.pins, np.repeat(moved, 3, axis=1))
    t = at.positions(np.zeros((len(fit.pins.P), 3)))[:, :1]
    cost = float((t.T @ rig.normal @ t)[0, 0])
    assert (moved.T @ fit.pins.stiffness @ moved)[0, 0] == pytest.approx(cost, rel=1e-9)


def test_pins_that_coincide_are_met_on_average_and_nothing_explodes(rig: ReducedIK) -> None:
    row = rig.grab([5]).pins.C
    pins = ControlPins.of(np.concatenate([row, row + 1e-9]), rig.normal)
    fit = ControlFit.of(rig.parts, pins, np.array([[0.1, 0.0, 0.0], [0.3, 0.0, 0.0]]))
    t = fit.positions(np.zeros((len(pins.P), 3)))
    np.testing.assert_allclose(row @ t, [[0.2, 0.0, 0.0]], rtol=0, atol=1e-6)
    assert np.abs(t).max() < 10.0


def test_more_pins_than_controls_can_follow_are_met_in_least_squares(rig: ReducedIK) -> None:
    points = np.arange(len(rig.mesh.V))
    grip = rig.grab(points)
    assert len(grip.pins.P) < 4 * rig.model.count
    targets = rig.example(1)
    pose = grip.drag(targets)
    np.testing.assert_allclose(pose.V, targets, rtol=0, atol=5e-4 * rig.frame.diagonal)
    torn = targets + 0.5 * np.random.default_rng(3).normal(size=targets.shape)
    pose = grip.drag(torn)
    assert np.isfinite(pose.V).all()
    np.testing.assert_allclose(pose.gaps, np.linalg.norm(pose.V - torn, axis=1), rtol=1e-6)


@pytest.mark.parametrize("options", [PRINTED, ReducedOptions(ridge=0.01, correction=np.inf, turning="never")])
def test_the_energy_reached_is_that_of_brute_force(options: ReducedOptions) -> None:
    """All controls and weights at once, by a general solver with numerical derivatives."""
    poses = beast()
    rig = ReducedIK(poses, options=options)
    points = feet(poses.mesh.V)
    targets = 0.6 * poses.V[0, points] + 0.4 * poses.V[1, points]
    grip = rig.grab(points)
    pose = grip.drag(targets)
    C, b = grip.pins.C, rig.frame.inward(targets)
    centre = grip._guess.at(b).shares
    inverse = np.linalg.pinv(C)
    N = np.linalg.svd(C)[2][len(C) :].T
    G, k = rig.parts.matrix(), len(poses)
    root = np.sqrt(np.repeat(rig.parts.W, 3))[:, None]

    def residual(z: Floats) -> Floats:
        t = inverse @ b + N @ z[k:].reshape(-1, 3)
        R = np.broadcast_to(rig.attitudes.turn(z[:k]), (len(rig.parts.W), 3, 3)).copy()
        T = rig.span.tangents(z[:k], R)
        prior = np.linalg.cholesky(rig.search.strength + 1e-15 * np.eye(k)).T
        off = (root * (G @ t - np.swapaxes(T, 1, 2).reshape(-1, 3))).ravel()
        return np.concatenate([off, prior @ (z[:k] - centre)])

    start = np.concatenate([pose.weights, np.zeros(3 * N.shape[1])])
    found = least_squares(residual, start, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    assert pose.energy == pytest.approx(2 * found.cost, rel=1e-5, abs=1e-12)
