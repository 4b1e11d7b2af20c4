"""Above a floor a search ends in a minimum, whatever it knew before, and stays there."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import pliant
from pliant.examples.prior import damped_solution
from pliant.pins import Floor
from pliant.pose import NO_VERTICES, Status
from pliant.rig import Grip, Rig
from pliant.samples.bar import bar

BAR = bar(132)
SIZE = BAR.mesh.diagonal
LOW = float(BAR.mesh.V[:, 1].min())
POINTS = [int(np.argmin(np.abs(BAR.mesh.V[:, 0] - x))) for x in (-0.1, 0.5, 1.1)]
BOTH = pytest.mark.parametrize("rig", [pliant.MeshIK(BAR), pliant.ReducedIK(BAR)], ids=["meshik", "reduced"])


def standing(rig: Rig) -> Grip:
    return rig.grab(POINTS, floor=Floor.at(LOW))


@BOTH
def test_a_pull_below_the_floor_started_at_its_own_result_returns_it(rig: Rig) -> None:
    grip = standing(rig)
    targets = grip.held.rest + SIZE * np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, -0.25, 0.0]])
    found = [grip.pull(targets)]
    for _ in range(3):
        found.append(grip.pull(targets, found[-1]))
    assert [each.status for each in found] == [Status.CONVERGED] * 4
    assert max(grip.moved(a, b) for a, b in pairwise(found)) < 1e-5 * SIZE


@BOTH
def test_pulls_above_a_floor_started_at_their_own_results_return_them(rig: Rig) -> None:
    grip, rng, converged = standing(rig), np.random.default_rng(0), 0
    for _ in range(12):
        way = rng.normal(size=(3, 3))
        targets = grip.held.rest + 0.2 * SIZE * way / np.linalg.norm(way, axis=1, keepdims=True)
        targets[:, 1] = np.maximum(targets[:, 1], LOW)
        first = grip.pull(targets)
        again = grip.pull(targets, first)
        if first.status is Status.CONVERGED:
            converged += 1
            assert again.energy == pytest.approx(first.energy, rel=1e-5)
            # Along a flat valley the tests of energy and gradient let a search end early.
            assert grip.moved(first, again) < 5e-3 * SIZE
    assert converged >= 9


@BOTH
def test_what_was_known_to_stand_does_not_matter(rig: Rig) -> None:
    grip = standing(rig)
    targets = grip.held.rest + SIZE * np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [-0.1, -0.05, 0.05]])
    start = grip.pull(grip.held.rest + 0.5 * (targets - grip.held.rest))
    unknown = grip.pull(targets, replace(start, touching=NO_VERTICES))
    for vertices in (start.touching, np.arange(0, rig.mesh.n, 2)):
        known = grip.pull(targets, replace(start, touching=vertices))
        assert known.energy == pytest.approx(unknown.energy, rel=1e-5)
        assert grip.moved(known, unknown) < 1e-3 * SIZE


def test_a_step_from_a_saddle_leads_downhill_along_every_direction() -> None:
    rng = np.random.default_rng(1)
    axes = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    curvatures, g = np.array([3.0, 1.0, 1e-3, -2e-3]), rng.normal(size=4)
    step = damped_solution(axes @ np.diag(curvatures) @ axes.T, g, 0.0)
    np.testing.assert_allclose(axes.T @ step, (axes.T @ g) / np.abs(curvatures), rtol=1e-9)


def test_values_that_are_negative_by_rounding_get_no_step() -> None:
    axes = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    step = damped_solution(axes @ np.diag([1.0, 0.5, -1e-12]) @ axes.T, axes @ np.ones(3), 0.0)
    np.testing.assert_allclose(axes.T @ step, [1.0, 2.0, 0.0], rtol=0, atol=1e-3)
