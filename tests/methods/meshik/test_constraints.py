"""Exact constraints by multipliers, against the dense KKT system."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csc_array, csr_array

from pliant.anchors import Anchors, Held, held_points
from pliant.arrays import Floats, Ints
from pliant.geometry.gradient import areas, gradient
from pliant.geometry.laplacian import weighted_laplacian
from pliant.methods.meshik.constraints import Constrained, Constraints
from pliant.solve.sparse import HeldLaplacian
from tests.geometry.surfaces import pebble

GROUND = np.array([0])
FROZEN = np.array([2, 9, 33])


V, F = pebble()
N = len(V)


def laplacian() -> csc_array:
    return weighted_laplacian(gradient(V, F), areas(V, F))


def some_anchors(kind: str) -> Held:
    if kind == "vertices":
        return held_points([5, 17, 50, 8], V, F)
    if kind == "the grounded vertex":
        return held_points([0], V, F)
    weights = np.random.default_rng(1).dirichlet(np.ones(3), size=4)
    return held_points(Anchors([3, 20, 41, 70], weights), V, F)


def dense_minimiser(A: Floats, b: Floats, C: Floats, d: Floats) -> Floats:
    """min ½xᵀAx − bᵀx with Cx = d, by the KKT system."""
    n, h = len(A), len(C)
    kkt = np.block([[A, C.T], [C, np.zeros((h, h))]])
    return np.asarray(np.linalg.solve(kkt, np.concatenate([b, d]))[:n], dtype=np.float64)


def targets_for(h: int) -> Floats:
    return np.random.default_rng(2).normal(size=(h, 3))


def divergence_free_of_constants() -> Floats:
    """A right-hand side like Gᵀr: its columns sum to zero."""
    b = np.random.default_rng(3).normal(size=(N, 3))
    return b - b.mean(axis=0)


KINDS = ["vertices", "the grounded vertex", "barycentric"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_grounded_laplacian_with_multipliers_gives_the_kkt_solution(kind: str) -> None:
    A, held = laplacian(), some_anchors(kind)
    C, d, b = held.matrix(N), targets_for(len(held)), divergence_free_of_constants()
    system = HeldLaplacian(A, GROUND)
    at = Constraints.of(system, C, grounded=True).at(d, np.zeros_like(b))
    expected = dense_minimiser(A.toarray(), b, C.toarray(), d)
    np.testing.assert_allclose(at.met(system.solve(b)), expected, rtol=0, atol=1e-10)
    np.testing.assert_allclose(C @ at.met(system.solve(b)), d, rtol=0, atol=1e-14)


@pytest.mark.parametrize("kind", ["vertices", "barycentric"])
def test_anchors_beside_frozen_vertices_give_the_kkt_solution(kind: str) -> None:
    A, held = laplacian(), some_anchors(kind)
    C, d, b = held.matrix(N), targets_for(len(held)), divergence_free_of_constants()
    places = targets_for(len(FROZEN)) + 1.0
    system = HeldLaplacian(A, FROZEN)
    at = Constraints.of(system, C, grounded=False).at(d, system.extension(places))
    still = np.eye(N)[FROZEN]
    expected = dense_minimiser(A.toarray(), b, np.vstack([C.toarray(), still]), np.vstack([d, places]))
    found = at.met(system.solve(b))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(found[FROZEN], places)


@pytest.mark.parametrize("kind", KINDS)
def test_each_response_moves_its_own_anchor_by_one_and_no_other(kind: str) -> None:
    A, held = laplacian(), some_anchors(kind)
    constraints = Constraints.of(HeldLaplacian(A, GROUND), held.matrix(N), grounded=True)
    np.testing.assert_allclose(constraints.C @ constraints.response, np.eye(len(held)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", ["vertices", "barycentric"])
def test_the_stiffness_is_what_moving_the_anchors_costs(kind: str) -> None:
    A, held = laplacian(), some_anchors(kind)
    constraints = Constraints.of(HeldLaplacian(A, GROUND), held.matrix(N), grounded=True)
    cost = constraints.response.T @ (A @ constraints.response)
    np.testing.assert_allclose(constraints.stiffness, cost, rtol=0, atol=1e-10)
    np.testing.assert_allclose(constraints.stiffness @ np.ones(len(held)), 0.0, rtol=0, atol=1e-10)


def frozen_only() -> tuple[HeldLaplacian, Constrained, Ints]:
    system = HeldLaplacian(laplacian(), FROZEN)
    none = csr_array((0, N))
    places = targets_for(len(FROZEN))
    return (
        system,
        Constraints.of(system, none, grounded=False).at(np.empty((0, 3)), system.extension(places)),
        FROZEN,
    )


def test_without_anchors_frozen_vertices_alone_determine_the_solution() -> None:
    system, at, frozen = frozen_only()
    b = divergence_free_of_constants()
    expected = dense_minimiser(system.A.toarray(), b, np.eye(len(b))[frozen], at.fixed[frozen])
    np.testing.assert_allclose(at.met(system.solve(b)), expected, rtol=0, atol=1e-10)
