"""The cage that answers its anchors."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from pliant.geometry.topology import edges
from pliant.immutable import freeze_arrays
from pliant.methods.cage.response import LinearEnergy, Response, exact, soft
from pliant.methods.cage.shape import Shape, linear_shape, turning_shape
from pliant.methods.cage.turning_cells import turned_cage
from pliant.pose import Status
from tests.methods.cage.bar_cage import bar_cage, ends, radii, ring_angles, twisted_targets

CAGE = bar_cage(5)
RNG = np.random.default_rng(1)


def anchors(count: int) -> np.ndarray:
    """Rows of random points inside."""
    return RNG.dirichlet(np.full(CAGE.n, 0.1), size=count)


def umbrella() -> np.ndarray:
    """L as the paper has it, one vertex after the other."""
    L = -np.eye(CAGE.n)
    for i in range(CAGE.n):
        ring = [b if a == i else a for a, b in edges(CAGE.F).tolist() if i in (a, b)]
        L[i, ring] = 1.0 / len(ring)
    return L


def cells_energy(C: np.ndarray) -> float:
    """The turning cells' energy, corner by corner, with the best rotations from singular values."""
    covariance, total = np.zeros((CAGE.n, 3, 3)), 0.0
    for k in range(3):
        a, b, c = (CAGE.F[:, (k + i) % 3] for i in range(3))
        u, v = CAGE.V[a] - CAGE.V[c], CAGE.V[b] - CAGE.V[c]
        w = 0.5 * (u * v).sum(axis=1) / np.linalg.norm(np.cross(u, v), axis=1)
        rest, now = CAGE.V[a] - CAGE.V[b], C[a] - C[b]
        for cell in (a, b, c):
            np.add.at(covariance, cell, w[:, None, None] * now[:, :, None] * rest[:, None, :])
        total += 3.0 * float(w @ ((rest**2).sum(axis=1) + (now**2).sum(axis=1)))
    U, s, Vt = np.linalg.svd(covariance)
    s[:, 2] *= np.sign(np.linalg.det(U @ Vt))
    return total - 2.0 * s.sum()


def solved(shape: Shape, response: Response, q: np.ndarray) -> np.ndarray:
    """The linear solution with every cell unturned."""
    return response.M @ shape.linear_term(np.eye(3)) + response.Z @ q


def turned(
    shape: Shape, response: Response, q: np.ndarray, *, tolerance: float = 1e-9, most: int
) -> tuple[np.ndarray, Status, tuple[float, ...]]:
    """The cage of turning cells from arrays as a grip has them: writable ones compile its kernels anew."""
    start = solved(shape, response, q)
    freeze_arrays(shape)
    freeze_arrays(response)
    return turned_cage(shape, response, q, start, tolerance=tolerance, most=most)


def test_the_linear_form_is_the_papers_least_squares() -> None:
    A, q, beta = anchors(6), RNG.normal(size=(6, 3)), 3.0
    L = umbrella()
    stacked = np.vstack([L, np.sqrt(beta) * A])
    expected = np.linalg.lstsq(stacked, np.vstack([L @ CAGE.V, np.sqrt(beta) * q]), rcond=None)[0]
    shape = linear_shape(CAGE.V, CAGE.F)
    np.testing.assert_allclose(solved(shape, soft(shape.K, A, beta), q), expected, atol=1e-9)


@pytest.mark.parametrize("make", [linear_shape, turning_shape])
def test_exact_anchors_are_met_at_the_least_cost(make) -> None:
    A, q, shape = anchors(6), RNG.normal(size=(6, 3)), make(CAGE.V, CAGE.F)
    system = np.block([[shape.K, A.T], [A, np.zeros((6, 6))]])
    b = shape.linear_term(np.eye(3))
    expected = np.linalg.solve(system, np.vstack([b, q]))[: CAGE.n]
    C = solved(shape, exact(shape.K, A), q)
    np.testing.assert_allclose(A @ C, q, atol=1e-9)
    np.testing.assert_allclose(C, expected, atol=1e-9)


def test_more_exact_anchors_than_the_cage_can_meet_are_met_in_least_squares() -> None:
    A = RNG.dirichlet(np.ones(CAGE.n), size=3 * CAGE.n)
    q = RNG.normal(size=(len(A), 3))
    shape = turning_shape(CAGE.V, CAGE.F)
    expected = np.linalg.lstsq(A, q, rcond=None)[0]
    np.testing.assert_allclose(A @ solved(shape, exact(shape.K, A), q), A @ expected, atol=1e-8)


def test_two_points_at_one_place_share_what_they_are_asked() -> None:
    A = np.repeat(anchors(1), 2, axis=0)
    shape = turning_shape(CAGE.V, CAGE.F)
    C = solved(shape, exact(shape.K, A), np.array([[0.0, 0, 0], [2.0, 0, 0]]))
    np.testing.assert_allclose(A @ C, [[1, 0, 0], [1, 0, 0]], atol=1e-9)


@pytest.mark.parametrize("firm", [0.0, 5.0])
def test_no_other_search_finds_a_lower_energy_than_turning_cells(firm: float) -> None:
    A = anchors(4)
    q = A @ CAGE.V + 0.5 * RNG.normal(size=(4, 3))
    shape = turning_shape(CAGE.V, CAGE.F)
    response = soft(shape.K, A, firm) if firm else exact(shape.K, A)
    C, status, energies = turned(shape, response, q, most=500)
    assert status is Status.CONVERGED
    assert (np.diff(energies) <= 0).all()

    def total(C: np.ndarray) -> float:
        return cells_energy(C) + firm * ((A @ C - q) ** 2).sum()

    assert energies[-1] == pytest.approx(total(C), abs=1e-9)
    free = np.linalg.svd(A)[2][4:].T if not firm else np.eye(CAGE.n)
    other = minimize(
        lambda x: total(C + free @ x.reshape(-1, 3)), np.zeros(3 * free.shape[1]), options={"maxiter": 3}
    )
    assert other.fun > energies[-1] - 1e-8


@pytest.mark.parametrize("make", [linear_shape, turning_shape])
def test_the_pieces_of_a_cage_stay_together(make) -> None:
    V = np.concatenate([CAGE.V, CAGE.V + np.array([2.0, 0.0, 0.0])])
    shape = make(V, np.concatenate([CAGE.F, CAGE.F + CAGE.n]))
    A = np.eye(len(V))[[0]]
    C = solved(shape, exact(shape.K, A), A @ V + 1.0)
    np.testing.assert_allclose(C, V + 1.0, atol=1e-9)


def test_one_anchor_translates_the_whole() -> None:
    A, move = anchors(1), np.array([[3.0, -1, 2]])
    shape = turning_shape(CAGE.V, CAGE.F)
    response = exact(shape.K, A)
    q = A @ CAGE.V + move
    C, *_ = turned(shape, response, q, most=100)
    np.testing.assert_allclose(C, CAGE.V + move, atol=1e-8)


@pytest.mark.parametrize(("degrees", "thick"), [(90.0, 0.94), (180.0, 0.8)])
def test_a_twist_keeps_a_bar_thick_where_the_linear_form_pulls_it_thin(degrees: float, thick: float) -> None:
    cage = bar_cage(9)
    held = ends(cage.V)
    A, q = np.eye(cage.n)[held], twisted_targets(cage.V, held, degrees)
    shape = turning_shape(cage.V, cage.F)
    response = exact(shape.K, A)
    C, status, _ = turned(shape, response, q, tolerance=1e-8, most=200)
    assert status is Status.CONVERGED
    rest = radii(cage.V, 9)
    assert (radii(C, 9) > thick * rest).all()
    np.testing.assert_allclose(ring_angles(cage.V, C, 9), degrees * np.linspace(0, 1, 9), atol=0.06 * degrees)


def test_the_linear_form_pulls_a_twisted_bar_thin() -> None:
    cage = bar_cage(9)
    held = ends(cage.V)
    linear = linear_shape(cage.V, cage.F)
    q = twisted_targets(cage.V, held, 90.0)
    C = solved(linear, exact(linear.K, np.eye(cage.n)[held]), q)
    assert (radii(C, 9) / radii(cage.V, 9)).min() < 0.3


@pytest.mark.parametrize("firm", [0.0, 0.4])
def test_the_linear_energy_is_that_of_shape_and_anchors_together(firm: float) -> None:
    """Every term of it: the shape's, the anchors' own, and those that mix both."""
    shape, A, q = linear_shape(CAGE.V, CAGE.F), anchors(5), RNG.normal(size=(5, 3))
    response = soft(shape.K, A, firm) if firm else exact(shape.K, A)
    base = response.M @ (shape.K @ shape.rest)
    C = base + response.Z @ q
    L = umbrella()
    expected = ((L @ (C - CAGE.V)) ** 2).sum() + firm * ((A @ C - q) ** 2).sum()
    assert LinearEnergy.of(shape, response, base).at(q) == pytest.approx(expected, abs=1e-10)
