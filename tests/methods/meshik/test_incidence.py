"""Sums around vertices, against the sparse gradient."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from pliant.geometry.gradient import gradient, hat_gradients
from pliant.methods.meshik.incidence import Incidence
from tests.geometry.surfaces import pebble

V, F = pebble()
# Two vertices that no triangle uses come last.
N = len(V) + 2


@pytest.fixture(scope="module")
def around() -> Incidence:
    return Incidence.of(F, hat_gradients(V, F), N, csr_array((0, N)))


@pytest.mark.parametrize("columns", [(), (1,), (3,), (3, 5)])
def test_divergence_is_the_transposed_gradient(around: Incidence, columns: tuple[int, ...]) -> None:
    rows = np.random.default_rng(1).normal(size=(len(F), 2, *columns))
    expected = gradient(V, F).T @ rows.reshape(2 * len(F), -1)
    found = around.divergence(rows)
    assert found.shape == (N, *columns)
    np.testing.assert_allclose(found[: len(V)].reshape(len(V), -1), expected, rtol=1e-12, atol=1e-12)
    assert not found[len(V) :].any()


def test_spread_is_the_divergence_of_each_weighting(around: Incidence) -> None:
    rng = np.random.default_rng(4)
    T, weights = rng.normal(size=(len(F), 3, 2)), rng.normal(size=(len(F), 5))
    rows = np.swapaxes(T, 1, 2)[..., None] * weights[:, None, None, :]
    np.testing.assert_allclose(around.spread(T, weights), around.divergence(rows), rtol=1e-12, atol=1e-12)


def test_residuals_are_squared_distances_of_tangents(around: Incidence) -> None:
    rng = np.random.default_rng(3)
    x, T = rng.normal(size=(N, 3)), rng.normal(size=(len(F), 3, 2))
    tangents = np.swapaxes((gradient(V, F) @ x[: len(V)]).reshape(-1, 2, 3), 1, 2)
    expected = ((tangents - T) ** 2).sum(axis=(1, 2))
    np.testing.assert_allclose(around.residuals(x, T), expected, rtol=1e-12)
