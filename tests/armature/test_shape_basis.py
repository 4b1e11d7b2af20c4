"""Blend shapes whose mixtures are the frames of a motion."""

from __future__ import annotations

import numpy as np

from pliant.armature.shape_basis import shape_basis

CHANCE = np.random.default_rng(5)


def test_weights_are_those_of_sliders_and_mix_to_every_frame() -> None:
    # Weights of both signs, as of something that swings.
    swings = np.stack([np.sin(np.linspace(0, 6, 12)), -np.linspace(0, 1, 12)], axis=1)
    moves = np.einsum("fr,rnc->fnc", swings, CHANCE.normal(size=(2, 50, 3)))
    found = shape_basis(moves, np.ones(50), 1e-6)
    assert found.weights.min() >= 0
    assert found.weights.max() <= 1 + 1e-12
    mixed = np.einsum("fr,rnc->fnc", found.weights, found.shapes)
    assert np.abs(mixed - moves).max() < 1e-6
    assert found.largest < 1e-6
    # Three or four: two directions, of which at least one goes both ways.
    assert len(found.shapes) in (3, 4)


def test_what_goes_one_way_needs_one_shape() -> None:
    moves = -np.linspace(0, 1, 7)[:, None, None] * CHANCE.normal(size=(1, 40, 3))
    found = shape_basis(moves, np.ones(40), 1e-6)
    assert found.weights.shape == (7, 1)
    np.testing.assert_allclose(found.weights[:, 0], np.linspace(0, 1, 7), atol=1e-9)


def test_a_motion_that_stands_still_needs_none() -> None:
    assert len(shape_basis(np.zeros((4, 10, 3)), np.ones(10), 1e-6).shapes) == 0
