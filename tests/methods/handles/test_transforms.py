"""Transformations of which any fraction can be taken, and the logarithms of similarities."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from pliant.errors import OptionError
from pliant.methods.handles.similarities import exp7, left_jacobian7, log_similarity
from pliant.methods.handles.transforms import (
    Groups,
    Move,
    Scale,
    Turn,
    composed,
    transformation_of_json,
)
from tests.methods.handles.shapes import fraction

STEPS = [
    Turn((0.3, -1.0, 2.0), 250.0, (1.0, 2.0, -0.5)),
    Turn((0.0, 0.0, 5.0), -400.0, (0.1, 0.0, 0.0)),
    Move((0.3, -0.2, 4.0)),
    Scale(0.4, (2.0, 1.0, 1.0)),
]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_two_fractions_of_a_transformation_make_their_sum(step) -> None:
    whole = fraction(step, 0.7) @ fraction(step, -1.9)
    np.testing.assert_allclose(whole, fraction(step, 0.7 - 1.9), rtol=0, atol=1e-13)


def test_a_turn_is_the_rotation_about_its_axis_through_its_centre() -> None:
    M = fraction(STEPS[0])
    R = Rotation.from_rotvec(np.radians(250.0) * np.array([0.3, -1.0, 2.0]) / np.sqrt(5.09)).as_matrix()
    np.testing.assert_allclose(M[:3, :3], R, atol=1e-15)
    np.testing.assert_allclose(M @ [1.0, 2.0, -0.5, 1.0], [1.0, 2.0, -0.5, 1.0], atol=1e-15)


def test_half_a_scaling_is_the_root_of_its_factor_and_keeps_its_centre() -> None:
    M = fraction(STEPS[3], 0.5)
    np.testing.assert_allclose(M[:3, :3], np.sqrt(0.4) * np.eye(3), atol=1e-15)
    np.testing.assert_allclose(M @ [2.0, 1.0, 1.0, 1.0], [2.0, 1.0, 1.0, 1.0], atol=1e-15)


def test_generators_are_the_derivatives_of_fractions() -> None:
    groups, t, h = Groups.of(STEPS), np.array([0.3, -0.8, 2.0, 1.1]), 1e-6
    slope = (groups.at(t + h) - groups.at(t - h)) / (2 * h)
    np.testing.assert_allclose(groups.generators() @ groups.at(t), slope, rtol=0, atol=1e-8)


def test_the_first_step_acts_first() -> None:
    by_hand = fraction(STEPS[3], 0.4) @ fraction(STEPS[2], 0.4) @ fraction(STEPS[0], 0.4)
    np.testing.assert_allclose(composed([STEPS[0], STEPS[2], STEPS[3]], 0.4), by_hand, atol=1e-15)


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_json_gives_the_same_transformation_back(step) -> None:
    assert transformation_of_json(json.loads(json.dumps(step.to_json()))) == step


@pytest.mark.parametrize(
    "make",
    [
        lambda: Turn((0, 0, 0), 10, (0, 0, 0)),
        lambda: Turn((1, 0), 10, (0, 0, 0)),
        lambda: Turn((1, 0, 0), np.nan, (0, 0, 0)),
        lambda: Turn((1, 0, 0), "much", (0, 0, 0)),
        lambda: Move((1, np.inf, 0)),
        lambda: Move("up"),
        lambda: Scale(0.0, (0, 0, 0)),
        lambda: Scale(-1.0, (0, 0, 0)),
        lambda: transformation_of_json({"spin": 3}),
        lambda: transformation_of_json({"turn": 3, "axis": [1, 0, 0]}),
        lambda: transformation_of_json(["turn"]),
    ],
)
def test_what_is_no_transformation_is_a_named_error(make) -> None:
    with pytest.raises(OptionError):
        make()


def exp_similarity(xi) -> np.ndarray:
    M = np.zeros((*np.shape(xi)[:-1], 4, 4))
    M[..., 3, 3] = 1.0
    for at in np.ndindex(np.shape(xi)[:-1]):
        exp7(xi[at], M[at][:3])
    return M


def algebra(xi) -> np.ndarray:
    x, y, z, s, *v = xi
    return np.array([[s, -z, y, v[0]], [z, s, -x, v[1]], [-y, x, s, v[2]], [0, 0, 0, 0]])


def samples() -> np.ndarray:
    rng = np.random.default_rng(0)
    turns = np.concatenate([rng.normal(size=(20, 3)), 1e-4 * rng.normal(size=(5, 3)), np.zeros((2, 3))])
    growth = np.concatenate([0.5 * rng.normal(size=18), 1e-5 * rng.normal(size=7), np.zeros(2)])
    return np.column_stack([turns, growth, rng.normal(size=(27, 3))])


def test_the_exponential_is_that_of_the_matrix() -> None:
    for xi in samples():
        np.testing.assert_allclose(exp_similarity(xi), expm(algebra(xi)), rtol=0, atol=1e-13)


def test_the_logarithm_undoes_the_exponential() -> None:
    xi = samples()
    np.testing.assert_allclose(log_similarity(exp_similarity(xi), xi[:, :3]), xi, rtol=0, atol=1e-9)


def test_the_logarithm_keeps_turns_beyond_half_a_circle() -> None:
    xi = np.array([0.0, 0.0, np.radians(500.0), 0.2, 1.0, 2.0, 3.0])
    np.testing.assert_allclose(log_similarity(exp_similarity(xi), xi[:3]), xi, atol=1e-12)


def test_the_left_jacobian_is_the_derivative_of_the_exponential() -> None:
    rng, h, J = np.random.default_rng(1), 1e-6, np.empty((7, 7))
    for xi in samples():
        eta = rng.normal(size=7)
        left_jacobian7(xi, J)
        slope = (expm(algebra(xi + h * eta)) - expm(algebra(xi - h * eta))) / (2 * h)
        np.testing.assert_allclose(algebra(J @ eta) @ expm(algebra(xi)), slope, rtol=0, atol=1e-7)
