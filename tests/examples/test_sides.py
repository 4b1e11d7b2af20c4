"""Which way round a limb turns: the side on which the half-way blend is most nearly a mesh."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pliant.arrays import Floats, Ints
from pliant.examples.sides import LEAST, Changes, Turned, other_way_round, pair_changes, pose_tree, sided
from pliant.geometry.rotations import exp

AXIS = np.array([0.0, 0.6, 0.8])
# A chain of a body that stays, and a tail of a tenth that turns.
CHAIN = np.column_stack([np.arange(99), np.arange(1, 100)])
AREAS = np.ones(100)


def chain(tail: float) -> Floats:
    """Rotation vectors of the chain, its last ten elements turned by this angle."""
    return np.outer(np.where(np.arange(100) < 90, 0.0, tail), AXIS)


class Wanted:
    """Half-way blends that fit best when the example has the vectors given."""

    def __init__(self, best: Floats) -> None:
        self.best = best

    def energy(self, theta: Floats) -> float:
        return float(((exp(0.5 * theta) - exp(0.5 * self.best)) ** 2).sum())

    def changes(self, theta: Floats, other: Floats) -> Changes:
        now = self.energy(theta)

        def change(label: Ints) -> Floats:
            turned = [np.where((label == c)[:, None], other, theta) for c in range(int(label.max()) + 1)]
            return np.array([self.energy(each) - now for each in turned])

        return change


@pytest.mark.parametrize("angle", [1.0, 3.0, -2.0, 4.0])
def test_the_other_way_round_is_the_same_rotation_and_back_again(angle: float) -> None:
    theta = chain(angle)
    other = other_way_round(theta)
    np.testing.assert_allclose(exp(other), exp(theta), rtol=0, atol=1e-12)
    np.testing.assert_allclose(other_way_round(other), theta, rtol=0, atol=1e-12)


@pytest.mark.parametrize("best", [1.2 * math.pi, -0.8 * math.pi])
def test_a_limb_takes_the_side_of_lower_energy(best: float) -> None:
    for given in (best, best - math.copysign(2.0 * math.pi, best)):
        found = sided(chain(given), CHAIN, AREAS, Wanted(chain(best)))
        np.testing.assert_allclose(found, chain(best), rtol=0, atol=1e-12)


def test_an_example_whose_sides_are_right_is_left_as_it_is() -> None:
    theta = chain(0.5)
    assert sided(theta, CHAIN, AREAS, Wanted(theta)) is theta


def test_a_sum_over_pairs_changes_as_if_every_limb_were_turned_by_itself() -> None:
    rng = np.random.default_rng(3)
    here, there, label = rng.normal(size=100), rng.normal(size=100), rng.integers(-1, 4, 100)

    def cost(a: Floats, b: Floats) -> Floats:
        return (a[CHAIN[:, 0]] - b[CHAIN[:, 1]]) ** 2

    costs = np.stack([cost(here, here), cost(there, there), cost(there, here), cost(here, there)])
    turned = [np.where(label == c, there, here) for c in range(4)]
    expected = [(cost(each, each) - cost(here, here)).sum() for each in turned]
    np.testing.assert_allclose(pair_changes(CHAIN, costs)(label), expected, rtol=0, atol=1e-12)


def test_sides_turn_with_the_model() -> None:
    Q = exp(np.array([0.3, -1.1, 0.7]))
    theta = chain(-0.8 * math.pi)
    found = sided(theta, CHAIN, AREAS, Wanted(chain(1.2 * math.pi)))
    turned = sided(theta @ Q.T, CHAIN, AREAS, Wanted(chain(1.2 * math.pi) @ Q.T))
    np.testing.assert_allclose(turned, found @ Q.T, rtol=0, atol=1e-12)


def test_limbs_are_connected_and_neither_specks_nor_the_body() -> None:
    theta = chain(2.0)
    theta[40] = 2.0 * AXIS
    label = Turned.of(theta, CHAIN, AREAS).limbs(1.0, math.pi)
    np.testing.assert_array_equal(np.unique(label[90:]), [1])
    assert label[40] == 0
    assert (np.delete(label, [40, *range(90, 100)]) == -1).all()
    speck = np.where(np.arange(100) == 40, LEAST / 2, AREAS)
    assert Turned.of(theta, CHAIN, speck).limbs(1.0, math.pi)[40] == -1
    assert (Turned.of(chain(2.0) + AXIS, CHAIN, AREAS).limbs(0.5, 1.0)[:90] == -1).all()


def test_every_pose_is_compared_with_the_most_similar_one_before_it() -> None:
    """Poses along a line, in disorder: the tree grows from the first to its neighbours on both sides."""
    places = np.array([3.0, 0.0, 4.1, 2.0, 5.0])
    X = places[:, None, None] * np.ones((5, 4, 3))
    assert list(pose_tree(X)) == [(3, 0), (2, 0), (4, 2), (1, 3)]


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_sides_are_reflected_with_the_model(axis: int) -> None:
    """A reflection M turns a rotation vector θ into −Mθ, since it is an axial vector."""
    mirror = -np.diag(np.where(np.arange(3) == axis, -1.0, 1.0))
    theta = chain(-0.8 * math.pi)
    found = sided(theta, CHAIN, AREAS, Wanted(chain(1.2 * math.pi)))
    reflected = sided(theta @ mirror, CHAIN, AREAS, Wanted(chain(1.2 * math.pi) @ mirror))
    np.testing.assert_allclose(reflected, found @ mirror, rtol=0, atol=1e-12)
    assert np.abs(found - theta).max() > 1.0
