"""The held Laplacian against dense algebra, with both backends."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csc_array

from pliant.geometry.gradient import areas, gradient
from pliant.geometry.laplacian import weighted_laplacian
from pliant.solve import sparse
from pliant.solve.sparse import MOST_COLUMNS, HeldLaplacian
from tests.geometry.surfaces import pebble

HELD = [np.array([0]), np.array([7]), np.array([3, 11, 40])]


@pytest.fixture(params=["cholespy", "SciPy"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "SciPy":
        monkeypatch.setattr(sparse, "CholeskySolverD", None)
    elif sparse.CholeskySolverD is None:
        pytest.skip("cholespy has no wheel for this platform")
    return request.param


V, F = pebble()
N = len(V)


def laplacian() -> csc_array:
    return weighted_laplacian(gradient(V, F), areas(V, F))


def dense_solution(A: csc_array, held, b):
    free = np.setdiff1d(np.arange(N), held)
    x = np.zeros_like(b)
    x[free] = np.linalg.solve(A.toarray()[np.ix_(free, free)], b[free])
    return x


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("held", HELD, ids=str)
@pytest.mark.parametrize("columns", [(), (0,), (1,), (3,), (3, 5), (MOST_COLUMNS + 7,)], ids=str)
def test_the_solution_is_the_dense_one_with_held_rows_at_zero(held, columns: tuple[int, ...]) -> None:
    A = laplacian()
    b = np.random.default_rng(1).normal(size=(N, *columns))
    found = HeldLaplacian(A, held).solve(b)
    expected = dense_solution(A, held, b.reshape(len(b), -1)).reshape(b.shape)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max(initial=1.0))
    assert not found[held].any()


@pytest.mark.usefixtures("backend")
def test_memory_order_of_the_right_hand_side_does_not_matter() -> None:
    A = laplacian()
    system = HeldLaplacian(A, HELD[0])
    b = np.random.default_rng(2).normal(size=(N, 6))
    np.testing.assert_array_equal(system.solve(np.asfortranarray(b)), system.solve(b))
    np.testing.assert_array_equal(system.solve(b[:, ::2]), system.solve(b[:, ::2].copy()))


@pytest.mark.usefixtures("backend")
def test_an_extension_keeps_the_held_places_and_is_harmonic_elsewhere() -> None:
    A, held = laplacian(), HELD[2]
    places = np.random.default_rng(3).normal(size=(len(held), 3))
    x = HeldLaplacian(A, held).extension(places)
    np.testing.assert_array_equal(x[held], places)
    free = np.setdiff1d(np.arange(N), held)
    np.testing.assert_allclose((A @ x)[free], 0.0, rtol=0, atol=1e-11)


def test_solving_changes_neither_the_matrix_nor_the_right_hand_side() -> None:
    A = laplacian()
    b = np.random.default_rng(4).normal(size=(N, 3))
    before, data = b.copy(), A.data.copy()
    HeldLaplacian(A, HELD[2]).solve(b)
    np.testing.assert_array_equal(b, before)
    np.testing.assert_array_equal(A.data, data)
