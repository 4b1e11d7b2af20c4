"""Deformation gradients: what they recover exactly, and the paper's fourth vertex to the letter."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.deformation import deformation_gradients, polar
from tests.geometry.surfaces import pebble


def with_fourth_vertices(V: Vertices, F: Faces) -> Floats:
    """[e₁, e₂, e₃] (m, 3, 3) of each triangle, e₃ = n/√|n| [Sumner2005, eq. 1]."""
    edges = []
    for a, b, c in F:
        e1, e2 = V[b] - V[a], V[c] - V[a]
        n = np.cross(e1, e2)
        edges.append(np.column_stack([e1, e2, n / np.sqrt(np.linalg.norm(n))]))
    return np.array(edges)


def crumpled(V: Vertices) -> Vertices:
    return V + 0.2 * np.random.default_rng(5).normal(size=V.shape)


def test_deformation_gradients_follow_the_fourth_vertex_formula() -> None:
    V, F = pebble()
    expected = with_fourth_vertices(crumpled(V), F) @ np.linalg.inv(with_fourth_vertices(V, F))
    np.testing.assert_allclose(deformation_gradients(V, crumpled(V), F), expected, rtol=0, atol=1e-10)


def test_the_reference_has_the_identity() -> None:
    V, F = pebble()
    T = deformation_gradients(V, V, F)
    np.testing.assert_allclose(T, np.broadcast_to(np.eye(3), T.shape), rtol=0, atol=1e-12)


def test_a_rigid_motion_gives_its_rotation() -> None:
    V, F = pebble()
    R = Rotation.random(rng=np.random.default_rng(1)).as_matrix()
    T = deformation_gradients(V, V @ R.T + [5.0, 6.0, 7.0], F)
    np.testing.assert_allclose(T, np.broadcast_to(R, T.shape), rtol=0, atol=1e-11)


def test_a_uniform_scale_scales_normals_alike() -> None:
    V, F = pebble()
    T = deformation_gradients(V, 2.5 * V, F)
    np.testing.assert_allclose(T, np.broadcast_to(2.5 * np.eye(3), T.shape), rtol=0, atol=1e-11)


def test_an_affine_map_is_recovered_exactly_along_the_surface() -> None:
    V, F = pebble()
    A = np.random.default_rng(2).normal(size=(3, 3))
    T = deformation_gradients(V, V @ A.T, F)
    for i, j in ((0, 1), (0, 2)):
        edge = V[F[:, j]] - V[F[:, i]]
        np.testing.assert_allclose(np.einsum("jab,jb->ja", T, edge), edge @ A.T, rtol=0, atol=1e-11)


def test_a_triangle_that_loses_its_area_gives_finite_gradients_without_a_normal() -> None:
    V, F = pebble()
    flat = V.copy()
    flat[F[0, 2]] = flat[F[0, 0]]
    T = deformation_gradients(V, flat, F)
    assert np.isfinite(T).all()
    normal = np.cross(V[F[0, 1]] - V[F[0, 0]], V[F[0, 2]] - V[F[0, 0]])
    np.testing.assert_allclose(T[0] @ normal, 0.0, atol=1e-13)


def test_polar_splits_into_a_proper_rotation_and_a_symmetric_stretch() -> None:
    V, F = pebble()
    T = deformation_gradients(V, crumpled(V), F)
    R, S = polar(T)
    np.testing.assert_allclose(R @ S, T, rtol=0, atol=1e-12)
    np.testing.assert_allclose(S, np.swapaxes(S, 1, 2), rtol=0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(R), 1.0, rtol=0, atol=1e-13)


def test_polar_of_a_reflection_keeps_the_rotation_proper() -> None:
    T = np.diag([1.0, 1.0, -0.5])[None]
    R, S = polar(T)
    np.testing.assert_allclose(R[0], np.eye(3), atol=1e-14)
    np.testing.assert_allclose(S, T, atol=1e-14)
