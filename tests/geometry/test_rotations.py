"""Rotation axioms, near 0, near π and far beyond."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from pliant.arrays import Floats
from pliant.geometry.rotations import closest_rotation, cross_matrix, exp, left_jacobian, log

ANGLES = [0.0, 1e-300, 1e-12, 1e-6, 9.999e-3, 1e-2, 0.5, 2.0, math.pi - 1e-3, math.pi - 1e-9, math.pi]
BEYOND = [math.pi + 1e-9, 4.0, 2 * math.pi - 1e-9, 2 * math.pi, 2 * math.pi + 1e-3, 9.0, 31.0]
JACOBIAN_ANGLES = [
    0.0,
    1e-8,
    5e-3,
    9.99e-3,
    1.01e-2,
    1.0,
    math.pi,
    5.0,
    2 * math.pi - 1e-3,
    2 * math.pi,
    12.0,
]


def axes(count: int = 40) -> Floats:
    """Unit vectors: the six of the coordinate axes, then random ones."""
    random = np.random.default_rng(1).normal(size=(count, 3))
    V = np.concatenate([np.eye(3), -np.eye(3), random])
    return V / np.linalg.norm(V, axis=1, keepdims=True)


def rotations(count: int = 200) -> Floats:
    return Rotation.random(count, rng=np.random.default_rng(2)).as_matrix()


@pytest.mark.parametrize("angle", ANGLES + BEYOND)
def test_exp_is_the_matrix_exponential(angle: float) -> None:
    theta = angle * axes()
    expected = np.stack([expm(K) for K in cross_matrix(theta)])
    np.testing.assert_allclose(exp(theta), expected, rtol=0, atol=2e-14 * (1 + angle))


@pytest.mark.parametrize("angle", ANGLES + BEYOND)
def test_exp_is_a_proper_rotation(angle: float) -> None:
    R = exp(angle * axes())
    np.testing.assert_allclose(
        R @ np.swapaxes(R, 1, 2), np.broadcast_to(np.eye(3), R.shape), rtol=0, atol=1e-14
    )
    np.testing.assert_allclose(np.linalg.det(R), 1.0, rtol=0, atol=1e-14)


@pytest.mark.parametrize("angle", ANGLES[:-1])
def test_log_undoes_exp_up_to_a_half_turn(angle: float) -> None:
    theta = angle * axes()
    np.testing.assert_allclose(log(exp(theta)), theta, rtol=0, atol=2e-15 * max(1.0, angle))


def test_log_at_a_half_turn_has_length_pi_along_either_axis() -> None:
    theta = log(exp(math.pi * axes()))
    np.testing.assert_allclose(np.linalg.norm(theta, axis=1), math.pi, rtol=0, atol=1e-14)
    np.testing.assert_allclose(np.abs((theta * axes()).sum(axis=1)), math.pi, rtol=0, atol=1e-14)


@pytest.mark.parametrize("angle", BEYOND)
def test_log_beyond_a_half_turn_is_the_shortest_of_the_same_rotation(angle: float) -> None:
    theta = log(exp(angle * axes()))
    assert np.linalg.norm(theta, axis=1).max() <= math.pi
    np.testing.assert_allclose(exp(theta), exp(angle * axes()), rtol=0, atol=1e-14)


def test_exp_undoes_log_for_random_rotations() -> None:
    np.testing.assert_allclose(exp(log(rotations())), rotations(), rtol=0, atol=1e-14)


def test_log_agrees_with_scipy() -> None:
    expected = Rotation.from_matrix(rotations()).as_rotvec()
    np.testing.assert_allclose(log(rotations()), expected, rtol=0, atol=1e-13)


def test_log_of_tiny_rotations_keeps_relative_accuracy() -> None:
    theta = 1e-200 * axes()
    np.testing.assert_allclose(log(exp(theta)), theta, rtol=1e-14, atol=1e-215)


def test_turns_about_one_axis_add() -> None:
    a, b = 1.3, 4.4
    np.testing.assert_allclose(exp(a * axes()) @ exp(b * axes()), exp((a + b) * axes()), rtol=0, atol=1e-14)


def test_the_inverse_turns_back() -> None:
    theta = 2.7 * axes()
    np.testing.assert_allclose(exp(-theta), np.swapaxes(exp(theta), 1, 2), rtol=0, atol=1e-15)


def test_cross_matrix_is_the_cross_product() -> None:
    v, u = axes(), np.roll(axes(), 1, axis=0)
    np.testing.assert_array_equal(np.einsum("jab,jb->ja", cross_matrix(v), u), np.cross(v, u))


@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 3), (2, 0, 3)])
def test_every_batch_shape_is_kept(shape: tuple[int, ...]) -> None:
    theta = np.random.default_rng(3).uniform(-1, 1, size=(*shape, 3))
    assert exp(theta).shape == (*shape, 3, 3)
    assert left_jacobian(theta).shape == (*shape, 3, 3)
    assert closest_rotation(exp(theta)).shape == (*shape, 3, 3)
    np.testing.assert_allclose(log(exp(theta)), theta, rtol=0, atol=1e-14)


@pytest.mark.parametrize("angle", JACOBIAN_ANGLES)
def test_left_jacobian_is_the_derivative_of_exp(angle: float) -> None:
    theta, h = angle * axes(), 1e-6
    J = left_jacobian(theta)
    for i in range(3):
        d = h * np.eye(3)[i]
        change = exp(theta + d) @ np.swapaxes(exp(theta - d), 1, 2)
        np.testing.assert_allclose(log(change) / (2 * h), J[:, :, i], rtol=0, atol=2e-9 * (1 + angle))


def test_left_jacobian_is_smooth_across_the_small_angle_switch() -> None:
    theta = np.outer([0.01 * (1 - 1e-12), 0.01 * (1 + 1e-12)], [0.6, 0.0, 0.8])
    below, above = left_jacobian(theta)
    np.testing.assert_allclose(below, above, rtol=0, atol=1e-13)


def closest_by_svd(M: Floats) -> Floats:
    """Kabsch: U diag(1, 1, ±1) Vᵀ."""
    U, _, Vt = np.linalg.svd(M)
    U[:, :, 2] *= np.linalg.det(U @ Vt)[:, None]
    return U @ Vt


@pytest.mark.parametrize("scale", [1e-150, 1e-8, 1.0, 1e8, 1e150])
def test_closest_rotation_agrees_with_the_svd(scale: float) -> None:
    M = np.random.default_rng(4).normal(size=(500, 3, 3))
    gap = np.linalg.svd(M, compute_uv=False)
    clear = gap[:, 1] + np.sign(np.linalg.det(M)) * gap[:, 2] > 0.05
    assert clear.sum() > 400
    assert (np.linalg.det(M[clear]) < 0).sum() > 100
    np.testing.assert_allclose(
        closest_rotation(scale * M[clear]), closest_by_svd(M[clear]), rtol=0, atol=1e-12
    )


def test_closest_rotation_of_rank_two_agrees_with_the_svd() -> None:
    M = np.random.default_rng(5).normal(size=(200, 3, 2)) @ np.random.default_rng(6).normal(size=(200, 2, 3))
    clear = np.linalg.svd(M, compute_uv=False)[:, 1] > 0.1
    np.testing.assert_allclose(closest_rotation(M[clear]), closest_by_svd(M[clear]), rtol=0, atol=1e-12)


def sliver(ratio: float) -> Floats:
    """Matrices with the singular values 1, ratio, ratio²."""
    return rotations() @ np.diag([1.0, ratio, ratio**2]) @ np.swapaxes(rotations()[::-1], 1, 2)


@pytest.mark.parametrize("ratio", [0.1, 1e-2, 1e-3, 1e-4])
def test_closest_rotation_of_slivers_agrees_with_the_svd(ratio: float) -> None:
    M = sliver(ratio)
    np.testing.assert_allclose(closest_rotation(M), closest_by_svd(M), rtol=0, atol=1e-14 / ratio**2)


def test_closest_rotation_maximises_the_trace_where_it_is_not_unique() -> None:
    """Rank 1, and reflections of a rotation: many rotations are closest, and each has the same distance."""
    rank_one = np.einsum("ja,jb->jab", axes(), np.roll(axes(), 3, axis=0))
    M = np.concatenate([rank_one, -rotations(), 1e-9 * rank_one])
    R = closest_rotation(M)
    check_proper(R)
    expected = np.einsum("jab,jab->j", closest_by_svd(M), M)
    np.testing.assert_allclose(np.einsum("jab,jab->j", R, M), expected, rtol=1e-13, atol=0)


def test_closest_rotation_of_nothing_is_the_identity() -> None:
    np.testing.assert_array_equal(
        closest_rotation(np.zeros((2, 3, 3))), np.broadcast_to(np.eye(3), (2, 3, 3))
    )


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 1e-200, 1e200, 1e308])
def test_closest_rotation_is_proper_at_every_scale(scale: float) -> None:
    check_proper(closest_rotation(scale * rotations()))
    check_proper(closest_rotation(np.clip(scale * sliver(1e-5), -1e308, 1e308)))


def test_closest_rotation_of_a_rotation_is_itself() -> None:
    np.testing.assert_allclose(closest_rotation(rotations()), rotations(), rtol=0, atol=1e-14)


def test_inputs_are_not_changed() -> None:
    theta, M = axes(), rotations()
    before = theta.copy(), M.copy()
    for function, argument in ((exp, theta), (left_jacobian, theta), (log, M), (closest_rotation, M)):
        function(argument)
    np.testing.assert_array_equal(theta, before[0])
    np.testing.assert_array_equal(M, before[1])


def check_proper(R: Floats) -> None:
    np.testing.assert_allclose(
        R @ np.swapaxes(R, 1, 2), np.broadcast_to(np.eye(3), R.shape), rtol=0, atol=1e-13
    )
    np.testing.assert_allclose(np.linalg.det(R), 1.0, rtol=0, atol=1e-13)
