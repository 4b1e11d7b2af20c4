"""Cells, and struts across closed bodies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array, random_array

from pliant.geometry.gradient import areas, gradient, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.topology import edges
from pliant.mesh import Mesh
from pliant.methods.elastic.cells import MOST, _insert
from pliant.methods.elastic.dense_product import projected
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.struts import struts
from tests.animation.rigs import grid


def cylinder(around: int, along: int, *, capped: bool = True) -> Mesh:
    """A cylinder of radius 1 and length 6 about the x axis, with poles as the last two vertices."""
    angle = 2 * np.pi * np.arange(around) / around
    ring = np.column_stack([np.zeros(around), np.cos(angle), np.sin(angle)])
    V = np.concatenate([np.add(ring, [x, 0, 0]) for x in np.linspace(0, 6, along)] + [[[0, 0, 0], [6, 0, 0]]])
    a = np.arange(around)
    b = (a + 1) % around
    F = [
        np.concatenate(
            [
                np.stack([r + a, r + b, r + around + a], 1),
                np.stack([r + b, r + around + b, r + around + a], 1),
            ]
        )
        for r in around * np.arange(along - 1)
    ]
    n, last = around * along, around * (along - 1)
    if capped:
        F += [
            np.stack([b, a, np.full(around, n)], 1),
            np.stack([last + a, last + b, np.full(around, n + 1)], 1),
        ]
        return Mesh.of(V, np.concatenate(F))
    return Mesh.of(V[:n], np.concatenate(F))


@pytest.fixture(scope="module")
def rig() -> ElasticIK:
    return ElasticIK(cylinder(32, 60))


def test_weights_of_cells_sum_to_one_and_none_is_negative(rig: ElasticIK) -> None:
    cells = rig.body.cells
    assert cells.weights.shape[1] == MOST
    assert cells.weights.min() >= 0.0
    np.testing.assert_allclose(cells.weights.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    assert len(np.unique(cells.influences[:, 0])) == cells.count


def test_a_finer_mesh_has_smoother_weights() -> None:
    """The largest step of a weight along an edge falls with the edge's length: no weight jumps."""
    jump = []
    for around, along in ((24, 45), (48, 90)):
        mesh = cylinder(around, along)
        phi = ElasticIK(mesh, options=ElasticOptions(cells=20)).body.cells.matrix().toarray()
        # Edges of the caps, from the rim to the pole, are as long on both.
        ends = edges(mesh.F)
        ends = ends[(ends < mesh.n - 2).all(axis=1)]
        jump.append(np.abs(phi[ends[:, 0]] - phi[ends[:, 1]]).max())
    assert jump[1] < 0.65 * jump[0]


def test_cells_that_a_vertex_drops_leave_hardly_any_kinks() -> None:
    """Kinks make weights bend the more the finer the mesh is; smooth ones bend alike."""
    bent = []
    for around, along in ((24, 45), (48, 90)):
        mesh = cylinder(around, along)
        phi = ElasticIK(mesh, options=ElasticOptions(cells=60)).body.cells.matrix()
        L = weighted_laplacian(gradient(mesh.V, mesh.F), areas(mesh.V, mesh.F))
        inside = (mesh.V[:, 0] > 0.5) & (mesh.V[:, 0] < 5.5)
        share = (L @ phi.toarray()) ** 2 / vertex_areas(mesh.V, mesh.F)[:, None]
        bent.append(float(share[inside].sum()))
    # Unsmoothed weights have 1.77 times as much.
    assert bent[1] < 1.4 * bent[0]


def test_struts_of_a_closed_cylinder_join_opposite_points() -> None:
    mesh = cylinder(32, 60)
    pairs = struts(mesh.V, mesh.F, mesh.diagonal)
    assert volume(mesh.V, mesh.F) > 0
    inside_out = struts(mesh.V, mesh.F[:, ::-1], mesh.diagonal)
    np.testing.assert_array_equal(inside_out, pairs)
    a, b = mesh.V[pairs[:, 0]], mesh.V[pairs[:, 1]]
    wall = (np.minimum(a[:, 0], b[:, 0]) > 1.0) & (np.maximum(a[:, 0], b[:, 0]) < 5.0)
    assert wall.sum() > 100
    across = np.linalg.norm((a - b)[wall, 1:], axis=1)
    np.testing.assert_allclose(across, 2.0, rtol=0.02)
    np.testing.assert_allclose(a[wall, 0], b[wall, 0], rtol=0, atol=0.25)


def test_open_sheets_and_tubes_have_no_struts() -> None:
    for mesh in (grid(20), cylinder(32, 60, capped=False)):
        assert len(struts(mesh.V, mesh.F, mesh.diagonal)) == 0
        assert ElasticIK(mesh).body.struts == 0


def bent_cylinder(mesh: Mesh, solidity: float) -> np.ndarray:
    """Both ends carried along a circular arc of 120 degrees that is as long as the cylinder."""
    held = np.flatnonzero((mesh.V[:, 0] < 0.3) | (mesh.V[:, 0] > 5.7))
    radius = 6.0 / np.radians(120.0)
    angle, y, z = (mesh.V[held, 0] - 3.0) / radius, mesh.V[held, 1], mesh.V[held, 2]
    targets = np.column_stack([(radius - y) * np.sin(angle), radius - (radius - y) * np.cos(angle), z])
    rig = ElasticIK(mesh, options=ElasticOptions(solidity=solidity))
    return rig.grab(held.tolist()).drag(targets).V


def test_struts_keep_the_volume_of_a_bend() -> None:
    mesh = cylinder(24, 45)
    rest = volume(mesh.V, mesh.F)
    lost, hollow_lost = (1.0 - volume(bent_cylinder(mesh, s), mesh.F) / rest for s in (1.0, 0.0))
    assert abs(lost) < 0.7 * abs(hollow_lost)
    assert abs(lost) < 0.06


def volume(V: np.ndarray, F: np.ndarray) -> float:
    a, b, c = (V[F[:, i]] for i in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def test_the_largest_weights_come_first_and_equal_ones_in_the_order_of_their_cells() -> None:
    weights = np.round(np.random.default_rng(0).random((200, 30)), 1)
    order, value = np.zeros((200, 9), dtype=np.int64), np.full((200, 9), -1.0)
    for first in (0, 12, 24):
        _insert(order, value, weights[:, first : first + 12], first)
    expected = np.argsort(-weights, axis=1, kind="stable")[:, :9]
    np.testing.assert_array_equal(order, expected)
    np.testing.assert_array_equal(value, np.take_along_axis(weights, expected, axis=1))


def test_a_product_with_a_small_result_is_that_of_the_matrices() -> None:
    rng = np.random.default_rng(1)
    left, middle, right = (
        csr_array(random_array((90, columns), density=0.2, rng=rng)) for columns in (12, 90, 15)
    )
    # Entries that cancel exactly, and others that follow them.
    right = csr_array(right - right.multiply(np.arange(90)[:, None] % 3 == 0) * 2)
    np.testing.assert_allclose(
        projected(left, middle, right, (12, 15)), (left.T @ middle @ right).toarray(), rtol=0, atol=1e-13
    )
