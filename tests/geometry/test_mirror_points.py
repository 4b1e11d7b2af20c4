from __future__ import annotations

import numpy as np

from pliant.geometry.gradient import double_area_normals
from pliant.geometry.mirror_points import closest_weights, mirror_points
from pliant.geometry.symmetry import Plane
from tests.geometry.surfaces import sheet, symmetric_sheet

ACROSS_X = Plane(np.array([1.0, 0.0, 0.0]), 0.0)


def test_no_point_of_a_triangle_is_nearer_than_the_closest_one():
    rng = np.random.default_rng(0)
    corners, P = rng.normal(size=(300, 3, 3)), 2.0 * rng.normal(size=(300, 3))
    corners[:20, 2] = corners[:20, 1]  # needles without area
    w = closest_weights(P, corners)
    assert (w >= 0.0).all()
    np.testing.assert_allclose(w.sum(axis=1), 1.0, atol=1e-12)
    found = np.linalg.norm(np.einsum("sc,scx->sx", w, corners) - P, axis=1)
    tried = np.einsum("tc,scx->stx", rng.dirichlet(np.ones(3) / 2, size=4_000), corners)
    least = np.linalg.norm(tried - P[:, None], axis=2).min(axis=1)
    assert (found <= least + 1e-12).all()
    assert np.median(least - found) < 0.02


def test_the_middles_of_a_symmetric_mesh_have_each_others_triangles_as_partners():
    V, F = symmetric_sheet()
    middles = V[F].mean(axis=1)
    found = mirror_points(V, F, ACROSS_X, middles, double_area_normals(V, F))
    assert np.array_equal(found.face[found.face], np.arange(len(F)))
    np.testing.assert_allclose(middles[found.face], ACROSS_X.reflected(middles), atol=1e-12)


def test_a_thin_sheet_has_its_partners_on_the_side_that_faces_alike():
    V, F = sheet()
    V = V - [2.5, 0.0, 0.0]
    # The right half is as much higher as the sheet is thick: images lie on its other side.
    V[:, 2] = 1e-4 * (V[:, 0] > 0.0)
    both = np.concatenate([V, V + np.array([0.0, 0.0, 1e-4])])
    faces = np.concatenate([F[:, [0, 2, 1]], F + len(V)])
    middles = both[faces].mean(axis=1)
    found = mirror_points(both, faces, ACROSS_X, middles, double_area_normals(both, faces))
    assert np.array_equal(found.face >= len(F), np.arange(len(faces)) >= len(F))
