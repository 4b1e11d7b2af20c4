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


def test_a_sliver_gets_far_fewer_points_than_a_triangle_as_long() -> None:
    F = np.array([[0, 1, 2]])
    sliver, whole = (
        len(places(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, height, 0.0]]), F, 0.01))
        for height in (1e-4, np.sqrt(0.75))
    )
    assert 100 < sliver < whole / 4
