"""The skin: eq. 1 to the letter, linear in the controls."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.skin import Skin, resting
from tests.methods.reduced.jointed import jointed_controls, jointed_skin


def some_skin(n: int = 500, q: int = 4, count: int = 9) -> Skin:
    rng = np.random.default_rng(0)
    influences = np.stack([rng.permutation(count)[:q] for _ in range(n)])
    weights = rng.dirichlet(np.ones(q), size=n)
    weights[::3, 1:] = 0.0
    weights[::3, 0] = 1.0
    influences[::3, 1:] = influences[::3, :1]
    return Skin.of(rng.normal(size=(n, 3)), influences, weights, count)


def test_a_pose_is_the_papers_formula() -> None:
    skin = some_skin()
    t = np.random.default_rng(1).normal(size=(4 * skin.count, 3))
    literal = np.zeros_like(skin.rest)
    for v in range(len(literal)):
        for i, w in zip(skin.influences[v], skin.weights[v], strict=True):
            literal[v] += w * (t[4 * i : 4 * i + 3].T @ skin.rest[v] + t[4 * i + 3])
    np.testing.assert_allclose(skin.posed(t), literal, atol=1e-13)


def test_the_matrix_gives_the_pose() -> None:
    skin = some_skin()
    t = np.random.default_rng(1).normal(size=(4 * skin.count, 3))
    np.testing.assert_allclose(skin.matrix() @ t, skin.posed(t), atol=1e-13)


def test_resting_controls_move_nothing() -> None:
    skin = some_skin()
    np.testing.assert_allclose(skin.posed(resting(skin.count)), skin.rest, atol=1e-15)


def test_a_rigid_move_of_all_controls_moves_the_whole() -> None:
    skin = jointed_skin(3)
    t = jointed_controls(skin, 2)[1]
    R = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    shift = np.array([0.3, -1.0, 2.0])
    moved = t @ R.T
    moved[3::4] += shift
    np.testing.assert_allclose(skin.posed(moved), skin.posed(t) @ R.T + shift, atol=1e-14)


def test_positions_are_written_where_asked_in_the_precision_asked() -> None:
    skin = some_skin()
    t = np.random.default_rng(1).normal(size=(4 * skin.count, 3))
    out = np.empty(skin.rest.shape, dtype=np.float32)
    assert skin.posed(t, out) is out
    np.testing.assert_allclose(out, skin.posed(t), rtol=1e-6, atol=1e-6)


def test_the_largest_weight_comes_first_and_padding_last() -> None:
    skin = Skin.of(np.zeros((1, 3)), np.array([[5, 2, 7]]), np.array([[0.0, 0.25, 0.75]]), 8)
    assert skin.influences.tolist() == [[7, 2, 7]]
    assert skin.weights.tolist() == [[0.75, 0.25, 0.0]]


def test_a_skin_cannot_be_changed() -> None:
    skin = some_skin()
    with pytest.raises(ValueError, match="read-only"):
        skin.weights[0] = 0.0
