"""Affine maps as nested nodes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.geometry.nested_transforms import SAME, Nested, nested

KINDS = {
    "distinct": [3, 2, 1],
    "a pair": [2, 2, 1],
    "another pair": [1, 2, 2],
    "nearly a pair": [2, 2 + 1e-8, 1],
    "all equal": [1.5, 1.5, 1.5],
    "mirroring": [-3, 2, 1],
    "point reflection": [-1, -1, -1],
    "flat": [2, 1, 0],
    "a line": [1, 0, 0],
    "nothing": [0, 0, 0],
}


def rotations(seed: int, count: int = 50) -> np.ndarray:
    return Rotation.random(count, random_state=seed).as_matrix()


def assert_factors(found: Nested, F: np.ndarray) -> None:
    product = (found.outer * found.scale[:, None, :]) @ found.inner
    np.testing.assert_allclose(product, F, rtol=0, atol=SAME * max(np.abs(F).max(), 1))
    for R in (found.outer, found.inner):
        np.testing.assert_allclose(R @ np.swapaxes(R, 1, 2), np.tile(np.eye(3), (len(R), 1, 1)), atol=1e-13)
        assert (np.linalg.det(R) > 0).all()


@pytest.mark.parametrize("kind", KINDS)
def test_two_rotations_and_a_scale_give_any_map(kind):
    F = (rotations(0) * np.array(KINDS[kind], dtype=float)) @ rotations(1)
    assert_factors(nested(F), F)
    assert_factors(nested(F, nested(rotations(2) * [3.0, 2.0, 1.0] @ rotations(3))), F)


def test_a_map_without_stretch_keeps_the_axes_of_the_frame_before():
    before = nested(rotations(2) * [3.0, 2.0, 1.0] @ rotations(3))
    np.testing.assert_allclose(nested(rotations(4), before).inner, before.inner, rtol=0, atol=1e-12)
    np.testing.assert_allclose(nested(rotations(4)).inner, np.tile(np.eye(3), (50, 1, 1)), rtol=0, atol=1e-12)


def test_axes_of_one_length_turn_as_little_as_they_can():
    axes = rotations(5)
    spread = np.array([2.0, 2.0, 1.0])
    before = nested(rotations(6) * spread @ axes, nested(np.eye(3) * [2.0, 2.1, 1.0] @ axes))
    tilt = Rotation.from_rotvec([0.1, 0.0, 0.0]).as_matrix()
    found = nested(rotations(6) * spread @ tilt @ axes, before)
    turn = Rotation.from_matrix(found.inner @ np.swapaxes(before.inner, 1, 2)).magnitude()
    np.testing.assert_allclose(turn, 0.1, rtol=1e-6)


def test_axes_do_not_jump_when_lengths_cross():
    parts, turned = None, []
    for s in np.linspace(0, 1, 100):
        stretch = np.diag([1 + s, 2 - s, 1.4])
        axes = Rotation.from_rotvec([0.3, s, 0.1]).as_matrix()
        found = nested(
            (Rotation.from_rotvec([0, 0, 3 * s]).as_matrix() @ axes.T @ stretch @ axes)[None], parts
        )
        if parts is not None:
            turned.append(Rotation.from_matrix(found.inner[0] @ parts.inner[0].T).magnitude())
        parts = found
    assert max(turned) < 0.011
