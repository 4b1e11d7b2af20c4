"""Gradients and Laplacians: exact on affine maps, equal to finite differences and to libigl's cotangents."""

from __future__ import annotations

import igl
import numpy as np
import pytest

from pliant.arrays import Faces, Vertices
from pliant.geometry.gradient import (
    areas,
    double_area_normals,
    gradient,
    hat_gradients,
    tangent_basis,
    vertex_areas,
)
from pliant.geometry.laplacian import weighted_laplacian
from tests.geometry.surfaces import pebble, sheet

SURFACES = {"pebble": pebble(), "sheet": sheet()}


@pytest.fixture(params=SURFACES)
def surface(request: pytest.FixtureRequest) -> tuple[Vertices, Faces]:
    return SURFACES[request.param]


def test_tangent_bases_are_orthonormal_and_lie_in_their_triangles(surface) -> None:
    V, F = surface
    E = tangent_basis(V, F)
    np.testing.assert_allclose(
        np.swapaxes(E, 1, 2) @ E, np.broadcast_to(np.eye(2), (len(F), 2, 2)), atol=1e-14
    )
    normals = double_area_normals(V, F)
    np.testing.assert_allclose(np.einsum("ja,jae->je", normals, E), 0.0, atol=1e-14)
    np.testing.assert_allclose(
        np.cross(E[:, :, 0], E[:, :, 1]), normals / np.linalg.norm(normals, axis=1, keepdims=True), atol=1e-14
    )


def test_vertex_areas_are_libigls_barycentric_masses_and_zero_where_no_triangle_is(surface) -> None:
    V, F = surface
    masses = igl.massmatrix(V, F, igl.MASSMATRIX_TYPE_BARYCENTRIC).diagonal()
    np.testing.assert_allclose(vertex_areas(np.vstack([V, V[:1]]), F), [*masses, 0.0], rtol=1e-12)


def test_the_gradient_of_an_affine_map_is_its_linear_part(surface) -> None:
    V, F = surface
    A, t = np.random.default_rng(1).normal(size=(3, 3)), np.array([3.0, -7.0, 100.0])
    found = (gradient(V, F) @ (V @ A.T + t)).reshape(-1, 2, 3)
    expected = np.swapaxes(A @ tangent_basis(V, F), 1, 2)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)


def test_the_gradient_is_the_derivative_along_the_tangent_basis(surface) -> None:
    """Moving a point of triangle j by h E_j changes an interpolated function by h (G f)_j."""
    V, F = surface
    f = np.random.default_rng(2).normal(size=len(V))
    G, E, h = (gradient(V, F) @ f).reshape(-1, 2), tangent_basis(V, F), 1e-6
    middle = V[F].mean(axis=1)
    for e in range(2):
        step = h * E[:, :, e]
        ahead, behind = (interpolated(V, F, f, middle + s * step) for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / (2 * h), G[:, e], rtol=0, atol=1e-8)


def interpolated(V: Vertices, F: Faces, f, points: Vertices):
    """The piecewise linear f at one point of each triangle, by barycentric coordinates."""
    corners = [np.ascontiguousarray(V[F[:, i]]) for i in range(3)]
    return (igl.barycentric_coordinates(np.ascontiguousarray(points), *corners) * f[F]).sum(axis=1)


def test_hat_gradients_sum_to_zero(surface) -> None:
    np.testing.assert_allclose(hat_gradients(*surface).sum(axis=1), 0.0, rtol=0, atol=1e-13)


def test_areas_agree_with_libigl_and_take_any_batch_of_poses(surface) -> None:
    V, F = surface
    np.testing.assert_allclose(areas(V, F), np.asarray(igl.doublearea(V, F)) / 2, rtol=1e-14)
    batch = np.stack([V, 2 * V, -V])
    np.testing.assert_allclose(areas(batch, F), areas(V, F) * np.array([[1.0], [4.0], [1.0]]), rtol=1e-14)


def test_the_area_weighted_laplacian_is_the_cotangent_matrix(surface) -> None:
    V, F = surface
    L = weighted_laplacian(gradient(V, F), areas(V, F)).toarray()
    np.testing.assert_allclose(L, -igl.cotmatrix(V, F).toarray(), rtol=0, atol=1e-12)


def test_laplacians_are_symmetric_semi_definite_with_one_constant_mode(surface) -> None:
    V, F = surface
    weights = areas(V, F) * np.random.default_rng(3).uniform(0.1, 2.0, len(F))
    L = weighted_laplacian(gradient(V, F), weights).toarray()
    values = np.linalg.eigvalsh(L)
    np.testing.assert_allclose(L, L.T, rtol=0, atol=1e-13)
    np.testing.assert_allclose(L @ np.ones(len(V)), 0.0, rtol=0, atol=1e-12)
    assert values[0] > -1e-12
    assert values[1] > 1e-6
