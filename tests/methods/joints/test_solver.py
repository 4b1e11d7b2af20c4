"""The parts of the solver against dense and brute-force peers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.geometry.frame import Frame
from pliant.mechanism.mechanism import Joint, Soft
from pliant.methods.joints.block_cholesky import (
    BlockPattern,
    M,
    elimination_order,
    factored_blocks,
    solve_blocks,
)
from pliant.methods.joints.cell_weights import moving_least_squares
from pliant.methods.joints.cells import cells
from pliant.methods.joints.joint_terms import joint_rows
from pliant.methods.joints.model import strain_points
from pliant.methods.joints.problem import JointProblem, JointStep
from pliant.methods.joints.rig import JointIK
from tests.methods.joints.boxes import boxes


@pytest.mark.parametrize("count", [2, 7, 13, 24, 80])
def test_a_factor_solves_what_a_dense_solver_does(count) -> None:
    rng = np.random.default_rng(count)
    pairs = rng.integers(0, count, size=(2 * count, 2))
    order = elimination_order(count, pairs)
    assert sorted(order) == list(range(count))
    pattern = BlockPattern.of(count, pairs)
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
    x, panels = b.copy(), np.empty(pattern.panels[-1])
    assert factored_blocks(pattern, D, L, panels)
    solve_blocks(pattern, panels, x)
    np.testing.assert_allclose(x.ravel(), np.linalg.solve(A, b.ravel()), rtol=1e-8, atol=1e-10)


def test_an_indefinite_matrix_is_not_factored() -> None:
    pattern = BlockPattern.of(3, np.array([[0, 1], [1, 2]]))
    D = np.tile(np.eye(M), (3, 1, 1))
    D[1, 2, 2] = -1.0
    assert not factored_blocks(pattern, D, np.zeros((2, M, M)), np.empty(pattern.panels[-1]))


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


def test_the_matrix_is_the_energys_hessian_along_every_motion_that_joints_free() -> None:
    """Forces on bent paths included: a chain of all kinds of joints, a soft part on its end, far targets."""
    kinds = ["revolute", "ball", "cylinder", "prismatic"]
    links = [Joint.of(i, i + 1, kind, (i + 0.5, 0.1, 0), (0.2 * i, 0.3, 1.0)) for i, kind in enumerate(kinds)]
    model = boxes([(i, 0, 0) for i in range(5)], (0.45, 0.1, 0.1), links, soft={4: Soft(3)})
    rig, rng = JointIK(model), np.random.default_rng(0)
    grip = rig.grab([0, 1, 2, 39])
    target = grip.held.rest + rng.normal(size=(4, 3))
    problem = JointProblem(rig.model, grip.handles, rig.model.frame.inward(target))
    state = problem.state(grip.drag(grip.held.rest + 0.3 * rng.normal(size=(4, 3))).posture)
    D, L, _ = problem.normal_equations(replace(state, damping=0.0))
    pattern, h = grip.handles.pattern, 1e-3
    for _ in range(5):
        twist = _kept_by_joints(grip.handles.tree, state, rng)
        across = (twist[pattern.high, None] @ L @ twist[pattern.low, :, None]).sum()
        model_bend = (twist[:, None] @ D @ twist[:, :, None]).sum() + 2 * across
        energies = [problem.moved(state, JointStep(twist, twist), share * h).energy for share in (-1, 0, 1)]
        bend = 1e-6 * np.diff(energies, n=2)[0] / (2 * h * h)
        assert model_bend == pytest.approx(bend, rel=1e-4)


def _kept_by_joints(tree, state, rng) -> np.ndarray:
    """Twists (b, 6) of the bodies by chance, of which the joints of a tree allow all."""
    S, _ = joint_rows(tree, state.posture)
    twist = 0.1 * rng.normal(size=(len(state.posture.t), M))
    for joint, forward in zip(tree.order, tree.forward, strict=True):
        a, b = tree.ends[joint]
        relative = np.linalg.solve(S[joint], np.where(tree.free[joint], 0.1 * rng.normal(size=M), 0.0))
        if forward:
            twist[b] = twist[a] + relative
        else:
            twist[a] = twist[b] - relative
    return twist
