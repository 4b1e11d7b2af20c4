"""Weights: the simplex least squares against SciPy, and what weights obey."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import nnls

from pliant.arrays import Floats
from pliant.methods.reduced.influences import Candidates
from pliant.methods.reduced.weights import Sparsity, WeightPrior, simplex_fit, sparse_simplex_fit, weighted
from tests.methods.reduced.jointed import jointed

# A row this heavy makes SciPy's non-negative weights sum to one, up to its inverse square.
HEAVY = 1e5


def some_problem(seed: int, q: int) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(12, q)), rng.normal(size=12)


def fitted(A: Floats, b: Floats, chosen: Floats | None = None) -> Floats:
    alpha = np.empty(A.shape[1])
    everything = np.ones(A.shape[1], dtype=bool) if chosen is None else chosen
    simplex_fit(A.T @ A, A.T @ b, everything, alpha)
    return alpha


@pytest.mark.parametrize("q", [1, 2, 4, 8, 10])
@pytest.mark.parametrize("seed", range(20))
def test_simplex_least_squares_agree_with_scipy(seed: int, q: int) -> None:
    A, b = some_problem(seed, q)
    expected, _ = nnls(np.vstack([A, HEAVY * np.ones(q)]), np.append(b, HEAVY))
    np.testing.assert_allclose(fitted(A, b), expected, atol=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_no_direction_in_the_simplex_lowers_the_energy(seed: int) -> None:
    A, b = some_problem(seed, 8)
    alpha = fitted(A, b)
    slope = A.T @ (A @ alpha - b)
    level = slope[alpha > 0]
    np.testing.assert_allclose(level, level[0], atol=1e-11)
    assert (slope >= level[0] - 1e-11).all()
    assert (alpha >= 0).all()
    assert abs(alpha.sum() - 1.0) < 1e-14


def test_only_chosen_variables_are_used() -> None:
    A, b = some_problem(3, 6)
    chosen = np.array([True, False, True, False, True, False])
    alpha = fitted(A, b, chosen)
    np.testing.assert_allclose(alpha[chosen], fitted(A[:, chosen], b), atol=1e-13)
    assert not alpha[~chosen].any()


@pytest.mark.parametrize("seed", range(20))
def test_few_influences_none_of_them_small(seed: int) -> None:
    A, b = some_problem(seed, 10)
    alpha = np.empty(10)
    sparse_simplex_fit(A.T @ A, A.T @ b, 3, 0.1, alpha)
    used = alpha > 0
    assert used.sum() <= 3
    assert (alpha[used] >= 0.1).all()
    np.testing.assert_allclose(alpha[used], fitted(A[:, used], b), atol=1e-13)


def everyone(n: int, count: int) -> Candidates:
    controls = np.arange(count, dtype=np.int32)[None]
    return Candidates(np.zeros(n, dtype=np.int64), controls, np.zeros((1, count)))


def no_prior(n: int) -> WeightPrior:
    starts, ring = np.zeros(n + 1, dtype=np.int64), np.zeros(0, dtype=np.int64)
    return WeightPrior(starts, ring, np.zeros((n, 1), dtype=np.int32), np.zeros((n, 1)), 0.0, 0.0)


def dense(influences: np.ndarray, weights: Floats, count: int) -> Floats:
    out = np.zeros((len(weights), count))
    np.add.at(out, (np.arange(len(weights))[:, None], influences), weights)
    return out


def test_known_weights_are_found_from_the_poses() -> None:
    skin, t, V, _ = jointed(4, 6)
    found = weighted(V[0], V, t, everyone(V.shape[1], 4), Sparsity(4, 0.0), no_prior(V.shape[1]))
    np.testing.assert_allclose(dense(*found, 4), dense(skin.influences, skin.weights, 4), atol=1e-6)


def test_weights_are_shares() -> None:
    _, t, V, _ = jointed(4, 6)
    noisy = V + 0.05 * np.random.default_rng(0).normal(size=V.shape)
    influences, weights = weighted(
        V[0], noisy, t, everyone(V.shape[1], 4), Sparsity(3, 0.05), no_prior(V.shape[1])
    )
    assert ((weights == 0) | (weights >= 0.05)).all()
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-15)
    padding = weights == 0
    assert padding.any()
    assert (influences[padding] == np.broadcast_to(influences[:, :1], influences.shape)[padding]).all()


def test_only_candidates_carry_a_vertex() -> None:
    _, t, V, _ = jointed(4, 6)
    n = V.shape[1]
    own = Candidates(np.zeros(n, dtype=np.int64), np.array([[2, 0, -1]], dtype=np.int32), np.zeros((1, 3)))
    influences, _ = weighted(V[0], V, t, own, Sparsity(4, 0.0), no_prior(n))
    assert set(np.unique(influences)) == {0, 2}


def test_what_the_poses_do_not_decide_the_neighbours_decide() -> None:
    _, t, V, _ = jointed(2, 3)
    still = np.stack([t[0]] * 3)
    n = V.shape[1]
    influences, weights = np.tile(np.array([[0, 1]], dtype=np.int32), (n, 1)), np.tile([[0.3, 0.7]], (n, 1))
    prior = WeightPrior(np.arange(n + 1), np.roll(np.arange(n), 1), influences, weights, 1.0, 0.0)
    found = weighted(V[0], np.stack([V[0]] * 3), still, everyone(n, 2), Sparsity(2, 0.0), prior)
    np.testing.assert_allclose(dense(*found, 2), np.tile([0.3, 0.7], (n, 1)), atol=1e-6)


def test_the_nearer_of_two_equal_controls_carries_a_vertex() -> None:
    _, t, V, _ = jointed(2, 3)
    still = np.stack([t[0]] * 3)
    n = V.shape[1]
    near = Candidates(np.zeros(n, dtype=np.int64), np.array([[1, 0]], dtype=np.int32), np.array([[0.0, 1.0]]))
    prior = no_prior(n)._replace(near=1.0)
    influences, weights = weighted(V[0], np.stack([V[0]] * 3), still, near, Sparsity(2, 1e-6), prior)
    np.testing.assert_allclose(dense(influences, weights, 2), np.tile([0.0, 1.0], (n, 1)), atol=1e-12)
