from __future__ import annotations

import numpy as np

from pliant.figures.colours import colour
from pliant.figures.leaders import CODES, Leaders
from pliant.geometry.gradient import areas
from pliant.samples.bar import bar

MESH = bar().mesh


def test_an_example_alone_has_its_hue_and_one_beside_an_equal_is_paler() -> None:
    weights = np.tile([0.0, -0.5, 1.2], (MESH.n, 1))
    weights[0] = [0.6, 0.0, 0.6]
    colours = Leaders.of(MESH, weights).colours()
    np.testing.assert_allclose(colours[1:], np.tile(colour(CODES[2]), (MESH.n - 1, 1)), rtol=0, atol=1e-12)
    # Of equals the first leads; its colour lies between its hue and the clay.
    assert 0.1 < np.abs(colours[0] - colour(CODES[0])).max() < 0.9


def test_shares_are_the_area_around_the_vertices_that_follow() -> None:
    weights = np.random.default_rng(3).normal(size=(MESH.n, 5))
    first = weights.argmax(axis=1)
    of_corner = areas(MESH.V, MESH.F)[:, None] * (first[MESH.F][..., None] == np.arange(5)).sum(axis=1) / 3.0
    found = Leaders.of(MESH, weights)
    np.testing.assert_allclose(found.share, of_corner.sum(axis=0) / of_corner.sum(), rtol=0, atol=1e-12)
    assert (np.diff(found.share[found.order]) <= 0.0).all()


def test_leaders_among_many_examples_have_hues_of_their_own() -> None:
    weights = np.zeros((MESH.n, 40))
    few = np.array([1, 13, 25, 2, 39])
    weights[np.arange(MESH.n), few[np.arange(MESH.n) % len(few)]] = 1.0
    hue = Leaders.of(MESH, weights).hue
    assert len(set(hue[few].tolist())) == len(few)
    assert ((hue >= 0) & (hue < len(CODES))).all()
