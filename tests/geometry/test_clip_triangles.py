from __future__ import annotations

import numpy as np

from pliant.geometry.clip_triangles import clipped
from pliant.geometry.gradient import areas, double_area_normals
from tests.geometry.surfaces import pebble


def test_both_sides_of_a_cut_make_up_the_surface_and_face_as_before():
    V, F = pebble(120)
    s = V @ [0.3, 0.8, -0.5] - 0.2
    N = double_area_normals(V, F)
    total = np.zeros(len(F))
    for sign in (1.0, -1.0):
        cut = clipped(F, sign * s)
        X = cut.extended(V)
        assert (cut.extended(sign * s)[cut.F] >= -1e-12).all()
        assert ((double_area_normals(X, cut.F) * N[cut.owner]).sum(axis=1) > 0.0).all()
        total += np.bincount(cut.owner, areas(X, cut.F), len(F))
    np.testing.assert_allclose(total, areas(V, F), rtol=1e-9)


def test_neighbours_share_the_vertices_of_their_cut():
    V, F = pebble(120)
    cut = clipped(F, V[:, 0])
    ends = np.sort(cut.F[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    edges, count = np.unique(ends, axis=0, return_counts=True)
    rim = edges[count == 1]
    assert count.max() == 2
    np.testing.assert_allclose(cut.extended(V)[rim][..., 0], 0.0, atol=1e-15)
    assert (np.bincount(rim.ravel())[np.unique(rim)] == 2).all()


def test_triangles_that_touch_the_cut_with_a_corner_or_an_edge():
    F = np.array([[0, 1, 2], [2, 1, 3], [3, 4, 2]])
    cut = clipped(F, np.array([1.0, 0.0, 0.0, -1.0, 2.0]))
    assert np.array_equal(cut.F[cut.owner == 0], [[0, 1, 2]])
    assert not (cut.owner == 1).any()
    # From 4, which is positive, to 3: cut a third of the way from the end at -1.
    assert np.array_equal(cut.edges, [[4, 3]])
    np.testing.assert_allclose(cut.t, [2.0 / 3.0])
    assert np.array_equal(cut.F[cut.owner == 2], [[4, 2, 5]])


def test_nothing_is_left_where_nothing_is_positive_and_all_where_all_is():
    _, F = pebble()
    assert len(clipped(F, np.zeros(60)).F) == 0
    assert np.array_equal(clipped(F, np.ones(60)).F, F)
