"""The parts of the solver against dense and brute-force peers."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.core.frame import Frame
from pliant.core.mechanism import Soft
from pliant.methods.joints.blending import moving_least_squares
from pliant.methods.joints.block_cholesky import M, Pattern, elimination_order, factor, solve
from pliant.methods.joints.cells import cells
from pliant.methods.joints.model import strain_points
from tests.methods.joints.boxes import boxes


@pytest.mark.parametrize("seed", range(5))
def test_a_factor_solves_what_a_dense_solver_does(seed) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 25))
    pairs = rng.integers(0, count, size=(2 * count, 2))
    order = elimination_order(count, pairs)
    assert sorted(order) == list(range(count))
    pattern = Pattern.of(count, pairs)
    D, L = np.zeros((count, M, M)), np.zeros((len(pattern.low), M, M))
    A = np.zeros((count * M, count * M))
    for i, j in [*pairs, *((i, i) for i in range(count))]:
        rows = rng.normal(size=(2 * M, 2 * M)) if i != j else rng.normal(size=(M, M))
        block = rows.T @ rows
        at = np.concatenate([np.arange(M) + i * M, np.arange(M) + j * M]) if i != j else np.arange(M) + i * M
        A[np.ix_(at, at)] += block
        D[i] += block[:M, :M]
        if i != j:
            D[j] += block[M:, M:]
            L[pattern.slots(np.array([[i, j]]))[0]] += block[M:, :M] if i < j else block[:M, M:]
    b = rng.normal(size=(count, M))
    x = b.copy()
    solve(pattern, factor(pattern, D, L), x)
    np.testing.assert_allclose(x.ravel(), np.linalg.solve(A, b.ravel()), rtol=1e-8, atol=1e-10)


def test_four_points_strain_like_sixteen_corners() -> None:
    made = cells(boxes([(0, 0, 0)], (1.0, 0.4, 0.3), soft={0: Soft(5)}))
    frame = Frame(np.zeros(3), 1.0)
    points, point = strain_points(made, frame)
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(2, 3, 4))
    for pair, x, h in zip(made.pairs, points, point, strict=True):
        corners = made.corners()[pair].reshape(16, 3)
        brute = (((corners @ (A - B)[:, :3].T) + (A - B)[:, 3]) ** 2).sum()
        ours = ((x @ (A - B)[:, :3].T + h[:, None] * (A - B)[:, 3]) ** 2).sum()
        assert ours == pytest.approx(brute, rel=1e-10)


def test_weights_sum_to_one_and_give_linear_fields_back_among_their_centres() -> None:
    grid = np.stack(np.meshgrid(*[np.arange(6.0)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    points = np.random.default_rng(0).uniform(1.5, 3.5, size=(200, 3))
    near, weights = moving_least_squares(points, grid, np.ones(len(grid)))
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-12)
    assert (weights >= 0).all()
    back = np.einsum("nq,nqi->ni", weights, grid[near])
    # Where no weight had to be cut.
    assert np.abs(back - points).max() < 0.15
    assert (np.abs(back - points).max(axis=1) < 1e-4).mean() > 0.5


@pytest.mark.parametrize("adaptive", [False, True])
def test_cells_fill_a_box_without_overlap(adaptive) -> None:
    model = boxes([(0, 0, 0)], (1.0, 1.0, 1.0), soft={0: Soft(8, adaptive)})
    made = cells(model)
    volume = (8 * made.half.prod(axis=1)).sum()
    assert volume == pytest.approx(8.0, rel=1e-9)
    assert (len(made) < 512) == adaptive
    # Faces between cells: all of the fine grid's, whoever shares them.
    assert made.pairs.min() >= 0
    assert (made.pairs[:, 0] != made.pairs[:, 1]).all()
