"""The nearest weights that are not negative: the conditions of Karush, Kuhn and Tucker."""

from __future__ import annotations

import numpy as np

from pliant.methods.cage.non_negative import SPREAD, non_negative
from tests.methods.cage.shapes import inner_points, letter_u


def test_projected_weights_are_feasible_and_optimal() -> None:
    cage = letter_u()
    points = inner_points(cage, 50)
    rng = np.random.default_rng(1)
    given = rng.normal(0.06, 0.1, (50, cage.n))
    w = non_negative(given, points, cage.V)
    A = np.concatenate([np.ones((cage.n, 1)), cage.V], axis=1)
    assert (w >= 0.0).all()
    assert (w == 0.0).any()
    assert np.abs(w @ A - np.c_[np.ones(50), points]).max() < 1e-11
    for u, found in zip(given, w, strict=True):
        pull = (found - u) / (np.abs(u) + SPREAD)
        kept = found > 0.0
        mu = np.linalg.lstsq(A[kept], pull[kept], rcond=None)[0]
        assert np.abs(A[kept] @ mu - pull[kept]).max() < 1e-8
        assert (pull[~kept] - A[~kept] @ mu > -1e-8).all()


def test_weights_that_keep_the_conditions_are_left_alone() -> None:
    cage = letter_u()
    w = np.random.default_rng(2).dirichlet(np.ones(cage.n), 20)
    assert np.abs(non_negative(w, w @ cage.V, cage.V) - w).max() < 1e-13


def test_points_on_a_corner_of_the_hull_get_that_corner() -> None:
    cage = letter_u()
    w = non_negative(np.full((1, cage.n), 1.0 / cage.n), cage.V[:1], cage.V)
    assert np.abs(w - np.eye(cage.n)[:1]).max() < 1e-9
