"""Weights that come from a coarser surface, without the kinks at its edges."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from pliant.arrays import Floats, Ints
from pliant.geometry.gradient import areas, gradient, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.methods.elastic.proxy import SPREAD
from pliant.methods.elastic.weight_smoothing import Diffusion


def sheet(sides: int) -> tuple[Floats, Ints]:
    """A flat sheet of a unit whose inner vertices are moved about by a fifth of an edge."""
    x, y = (each.ravel() for each in np.meshgrid(*[np.linspace(0, 1, sides + 1)] * 2))
    inside = (np.abs(x - 0.5) < 0.499) & (np.abs(y - 0.5) < 0.499)
    moves = np.random.default_rng(0).uniform(-0.2, 0.2, size=(len(x), 2)) / sides
    V = np.column_stack([x, y, np.zeros(len(x))])
    V[inside, :2] += moves[inside]
    i = (np.arange(sides)[:, None] * (sides + 1) + np.arange(sides)).ravel()
    j = i + sides + 1
    return V, np.concatenate([np.stack([i, i + 1, j], 1), np.stack([i + 1, j + 1, j], 1)])


def laplacian(V: Floats, F: Ints) -> csr_array:
    return csr_array(weighted_laplacian(gradient(V, F), areas(V, F)))


def bending(V: Floats, F: Ints, w: Floats) -> Floats:
    """(n,) (L w)²/m: how much weights (n,) bend a surface at each vertex."""
    return (laplacian(V, F) @ w) ** 2 / vertex_areas(V, F)


def of_one(V: Floats, F: Ints, w: Floats, coarse: int) -> Floats:
    """(n,) weights (n,) of one of two cells, smoothed as those of a surface with so many vertices."""
    first = w >= 0.5
    order = np.stack([np.where(first, 0, 1), np.where(first, 1, 0)], axis=1)
    value = np.stack([np.maximum(w, 1 - w), np.minimum(w, 1 - w)], axis=1)
    diffusion = Diffusion.of(laplacian(V, F), vertex_areas(V, F), SPREAD / coarse)
    order, value = diffusion.weights(order, value)
    np.testing.assert_allclose(value.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    assert (np.diff(value, axis=1) <= 0.0).all()
    return np.where(order[:, 0] == 0, value[:, 0], value[:, 1])


def test_straight_weights_stay() -> None:
    V, F = sheet(30)
    w = 0.2 + 0.3 * V[:, 0] + 0.2 * V[:, 1]
    new = of_one(V, F, w, 300)
    # The sheet's border, and what it reaches in a few steps, is not straight beyond its end.
    inside = np.abs(V[:, :2] - 0.5).max(axis=1) < 0.2
    np.testing.assert_allclose(new[inside], w[inside], rtol=0, atol=1e-12)


@pytest.mark.parametrize("sides", [40, 80])
def test_kinks_lose_their_bending_on_every_resolution(sides: int) -> None:
    V, F = sheet(sides)
    knots = np.linspace(0, 1, 11)
    kinks = np.interp(V[:, 0], knots, 0.5 + 0.4 * np.sin(3 * knots))
    smooth = 0.5 + 0.4 * np.sin(3 * V[:, 0])
    new = of_one(V, F, kinks, 100)
    inside = np.abs(V[:, :2] - 0.5).max(axis=1) < 0.35
    np.testing.assert_allclose(new[inside], smooth[inside], rtol=0, atol=0.01)
    before, after, least = (bending(V, F, w)[inside].sum() for w in (kinks, new, smooth))
    assert after < 1.3 * least
    # Twice as many vertices along a kink's side make it twice as costly.
    assert before > 1.3 * least * sides / 20
