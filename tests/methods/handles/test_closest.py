"""The unrolled closest rotation agrees with core's on every kind of matrix."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.geometry.closest_rotation import closest3
from pliant.geometry.rotations import closest_rotation
from pliant.methods.handles.closest_block import ROWS, SURE, WIDE, closest_block

SPREADS = {
    "round": [3.0, 2.0, 1.0],
    "a rotation": [1.0, 1.0, 1.0],
    "wide": [1.0, 0.05, 0.04],
    "tiny": [3e-12, 2e-12, 1e-12],
    "nearly flat": [1.0, 1.0, 1e-9],
    "flat": [2.0, 1.0, 0.0],
    "mirrored": [2.0, 1.0, -0.1],
    "hardly mirrored": [3.0, 1.0, -0.9],
    "nearly a line": [1.0, 1e-3, 0.0],
}


@pytest.mark.parametrize("kind", SPREADS)
def test_the_closest_rotation_is_cores(kind) -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        U, V = (closest_rotation(rng.normal(size=(3, 3))) for _ in range(2))
        M, R = U @ np.diag(SPREADS[kind]) @ V.T, np.empty((3, 3))
        closest3(tuple(M.ravel()), np.empty((3, 3)), R)
        np.testing.assert_allclose(R, closest_rotation(M), rtol=0, atol=1e-12)
        np.testing.assert_allclose(R @ R.T, np.eye(3), rtol=0, atol=1e-14)


def test_nothing_turns_nowhere() -> None:
    R = np.empty((3, 3))
    closest3((0.0,) * 9, np.empty((3, 3)), R)
    np.testing.assert_array_equal(R, np.eye(3))


@pytest.mark.parametrize("kind", SPREADS)
def test_a_block_of_closest_rotations_is_cores_wherever_it_is_sure(kind) -> None:
    rng, B = np.random.default_rng(1), np.zeros((ROWS, WIDE))
    M = np.stack([*(closest_rotation(rng.normal(size=(2, 3, 3))) for _ in range(WIDE - 3))])
    M = M[:, 0] @ np.diag(SPREADS[kind]) @ M[:, 1]
    B[:9, : len(M)] = M.reshape(-1, 9).T
    closest_block(B, len(M))
    sure = B[SURE, : len(M)] > 0.0
    R = B[:9, : len(M)].T.reshape(-1, 3, 3)[sure]
    np.testing.assert_allclose(R, closest_rotation(M)[sure], rtol=0, atol=1e-12)
    assert sure.all() or kind in ("wide", "mirrored", "hardly mirrored", "nearly a line")


def test_a_block_is_not_sure_of_nothing() -> None:
    B = np.zeros((ROWS, WIDE))
    closest_block(B, WIDE)
    assert not B[SURE].any()
