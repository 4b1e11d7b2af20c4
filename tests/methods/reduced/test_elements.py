"""What the solver compares: elements, ties, and the graph of proxies."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.geometry.gradient import areas, gradient
from pliant.geometry.laplacian import weighted_laplacian
from pliant.methods.reduced.elements import elements
from pliant.methods.reduced.graph import ProxyGraph, proxy_bumps
from pliant.methods.reduced.rig import ReducedIK
from pliant.methods.reduced.ties import seen_by
from tests.characters import beast
from tests.methods.reduced.jointed import gradient_matrix


@pytest.fixture(scope="module")
def rig() -> ReducedIK:
    return ReducedIK(beast())


def test_every_example_has_the_energy_zero(rig: ReducedIK) -> None:
    """Its features are those of its own controls, whatever the elements are."""
    for i, t in enumerate(rig.t):
        w = np.eye(len(rig.t))[i]
        R = np.broadcast_to(rig.attitudes.turn(w), (len(rig.parts.W), 3, 3)).copy()
        T = rig.span.tangents(w, R)
        moved = np.swapaxes((rig.parts.matrix() @ t).reshape(-1, 3, 3), 1, 2)
        np.testing.assert_allclose(T, moved, rtol=0, atol=1e-12)


def test_rows_of_proxies_are_those_of_equation_2(rig: ReducedIK) -> None:
    p = len(rig.model.proxies)
    expected = gradient_matrix(rig.model.proxies)
    np.testing.assert_allclose(rig.parts.matrix()[: 3 * p], expected, rtol=0, atol=1e-14)


def test_a_translation_of_the_whole_is_not_seen(rig: ReducedIK) -> None:
    count = rig.model.count
    shifted = np.tile(np.vstack([np.zeros((3, 3)), [1.0, 2.0, 3.0]]), (count, 1))
    np.testing.assert_allclose(rig.parts.matrix() @ shifted, 0.0, atol=1e-12)


def test_pins_and_ties_leave_no_control_undetermined(rig: ReducedIK) -> None:
    values = np.linalg.eigvalsh(rig.normal)
    assert values[0] == pytest.approx(0.0, abs=1e-12)
    assert values[1] > 1e-9 * values[-1]


def test_ties_and_proxies_hold_the_seams_as_the_whole_mesh_does(rig: ReducedIK) -> None:
    """κ_ij = −∫ ∇αᵢ·∇αⱼ, against the finite elements of an even mesh: the beast's boxes are nearly one."""
    V, F = rig.frame.inward(rig.mesh.V), rig.mesh.F
    size = areas(V, F)
    L = weighted_laplacian(gradient(V, F), size)
    alpha = rig.skin.weight_matrix().toarray()
    exact = -(alpha.T @ (L @ alpha)) / size.sum()
    pairs = rig.model.ties.influences[:, :2]
    total = rig.model.ties.stiffness + seen_by(rig.model.proxies)[pairs[:, 0], pairs[:, 1]]
    ratio = total.sum() / exact[pairs[:, 0], pairs[:, 1]].sum()
    assert 0.5 < ratio < 2.0


def test_ties_join_all_controls(rig: ReducedIK) -> None:
    reached, pairs = {0}, rig.model.ties.influences[:, :2]
    for _ in range(rig.model.count):
        for i, j in pairs:
            if i in reached or j in reached:
                reached |= {int(i), int(j)}
    assert reached == set(range(rig.model.count))


def test_elements_follow_from_proxies_and_ties_alone(rig: ReducedIK) -> None:
    again = elements(rig.model.proxies, rig.model.ties)
    np.testing.assert_array_equal(again.blocks, rig.parts.blocks)
    np.testing.assert_array_equal(again.influences, rig.parts.influences)


def test_bumps_sum_to_one_and_are_positive(rig: ReducedIK) -> None:
    model = rig.model
    bumps = proxy_bumps(model.graph, model.proxies.V, model.area * model.proxies.sizes, 5)
    np.testing.assert_allclose(bumps.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    assert bumps.min() > -1e-12


def test_the_border_between_two_halves_of_a_strip_is_its_width() -> None:
    """A strip of right-angled triangles two wide, cut across."""
    x, y = np.meshgrid(np.arange(9.0), np.arange(3.0), indexing="ij")
    V = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    cell = (3 * np.arange(8)[:, None] + np.arange(2)).ravel()
    F = np.concatenate(
        [np.column_stack([cell, cell + 3, cell + 4]), np.column_stack([cell, cell + 4, cell + 1])]
    )
    graph = ProxyGraph.of(V, F, (V[:, 0] > 4).astype(np.int64), 2)
    np.testing.assert_array_equal(graph.pairs, [[0, 1]])
    assert graph.borders[0] == pytest.approx(2.0, rel=0.3)
