"""Points spread over a surface: every place has one near, slivers have few."""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.surface_points import surface_points
from tests.geometry.surfaces import pebble


def places(V: Vertices, F: Faces, spacing: float) -> Floats:
    return surface_points(V, F, spacing).matrix(F, len(V)) @ V


def test_every_place_of_the_surface_has_a_point_near() -> None:
    V, F = pebble()
    rng = np.random.default_rng(1)
    inside = np.einsum("ji,jic->jc", rng.dirichlet(np.ones(3), size=len(F)), V[F])
    distance, _ = KDTree(places(V, F, 0.1)).query(inside)
    assert np.max(distance) <= 0.1


def test_all_corners_are_points_once_each() -> None:
    V, F = pebble()
    coarse = places(V, F, 100.0)
    assert len(coarse) == len(V)
    np.testing.assert_allclose(coarse[np.lexsort(coarse.T)], V[np.lexsort(V.T)], rtol=0, atol=1e-15)


def test_a_sliver_gets_as_many_points_as_it_is_long() -> None:
    V = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 1e-4, 0.0]])
    assert len(places(V, np.array([[0, 1, 2]]), 0.01)) < 4 * 100
