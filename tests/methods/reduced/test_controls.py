"""Controls: the best maps of clusters and of a whole skin."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.arrays import Floats, read_only
from pliant.geometry.rotations import closest_rotation
from pliant.methods.reduced.controls import (
    NormalEquations,
    _accumulated,
    affine_controls,
    cluster_controls,
    refitted,
    rigid_controls,
    squared_errors,
)
from pliant.methods.reduced.patches import Moments, patches
from pliant.skin import Skin
from tests.geometry.surfaces import pebble, sheet
from tests.methods.reduced.jointed import jointed


def whole(V: Floats, F: np.ndarray) -> Moments:
    """The moments of the whole surface."""
    pieces = patches(V, F)
    return pieces.moments.grouped(np.zeros(len(pieces), dtype=np.int64), 1)


def moved(V: Floats, t: Floats) -> Floats:
    return V @ t[:3] + t[3]


def some_rotation() -> Floats:
    return Rotation.random(rng=np.random.default_rng(5)).as_matrix()


def test_an_affine_map_is_recovered() -> None:
    V, F = pebble()
    t = np.vstack([np.eye(3) + 0.3 * np.random.default_rng(0).normal(size=(3, 3)), [1.0, 2.0, 3.0]])
    found = cluster_controls(whole(np.stack([V, moved(V, t)]), F), "affine", 0.0)[0]
    np.testing.assert_allclose(found, [np.eye(4, 3), t], atol=1e-7)


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_a_rigid_motion_is_recovered_by_either_kind(kind: str) -> None:
    V, F = pebble()
    t = np.vstack([some_rotation(), [1.0, -2.0, 3.0]])
    found = cluster_controls(whole(np.stack([V, moved(V, t)]), F), kind, 1e-3)[0, 1]
    np.testing.assert_allclose(found, t, atol=1e-8)


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_one_triangle_has_a_rigid_motion(kind: str) -> None:
    V, F = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])
    t = np.vstack([some_rotation(), [1.0, -2.0, 3.0]])
    found = cluster_controls(whole(np.stack([V, moved(V, t)]), F), kind, 1e-3)[0, 1]
    np.testing.assert_allclose(found, t, atol=1e-8)


def test_a_flat_cluster_keeps_its_thickness() -> None:
    """What noise alone tells about its normal direction is told by the rotation instead."""
    rng = np.random.default_rng(0)
    V, F = sheet(6, 6)
    V = V * [1.0, 1.0, 1e-3]
    poses = np.stack([V, 1.5 * V, V * [2.0, 1.0, 1.0]]) + 1e-3 * rng.normal(size=(3, *V.shape))
    poses[0] = V
    normal = cluster_controls(whole(poses, F), "affine", 1e-3)[0, :, 2]
    np.testing.assert_allclose(normal, np.tile([0.0, 0.0, 1.0], (3, 1)), atol=1e-2)


def test_moments_tell_the_error_of_any_map() -> None:
    """Against quadrature with the three edge middles, exact for squares of linear functions."""
    V, F = pebble()
    rng = np.random.default_rng(1)
    poses = np.stack([V, rng.normal(size=V.shape)])
    t = rng.normal(size=(1, 2, 4, 3))
    a, b, c = V[F[:, 0]], V[F[:, 1]], V[F[:, 2]]
    size = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)
    total = 0.0
    for pose, map_ in zip(poses, t[0], strict=True):
        miss = (moved(V, map_) - pose)[F]
        middles = 0.5 * (miss + np.roll(miss, 1, axis=1))
        total += float(size @ (middles**2).sum(axis=(1, 2))) / 3.0
    np.testing.assert_allclose(squared_errors(whole(poses, F), t)[0, 0], total, rtol=1e-12)


def test_normal_equations_are_those_of_the_blend_matrix() -> None:
    skin, _, V, _ = jointed(3, 4)
    normal = NormalEquations.of(skin, V)
    M = skin.matrix().toarray()
    np.testing.assert_allclose(normal.A, M.T @ M, atol=1e-10)
    np.testing.assert_allclose(normal.B, np.stack([M.T @ pose for pose in V]), atol=1e-10)


def test_arrays_that_may_be_written_and_others_need_one_kernel() -> None:
    skin, t, V, _ = jointed(3, 4)
    for poses, controls in ((V, t), (read_only(V), read_only(t))):
        NormalEquations.of(skin, poses)
        skin.posed(controls[0])
    assert V.flags.writeable
    assert len(_accumulated.signatures) == 1


def energy(skin: Skin, V: Floats, t: Floats) -> float:
    return float(sum(((skin.posed(each) - pose) ** 2).sum() for each, pose in zip(t, V, strict=True)))


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_the_controls_of_a_known_skin_are_found(kind: str) -> None:
    skin, t, V, _ = jointed(3, 4)
    start = np.stack([t[0]] * len(t))
    found = start
    for _ in range(60):
        found = refitted(NormalEquations.of(skin, V), found, kind, 1e-6)
    np.testing.assert_allclose(found, t, atol=1e-5)


def test_free_affine_controls_are_the_least_squares_solution() -> None:
    skin, t, V, _ = jointed(3, 4)
    noisy = V + 0.01 * np.random.default_rng(0).normal(size=V.shape)
    found = affine_controls(NormalEquations.of(skin, noisy), t, 0.0)
    expected = np.linalg.lstsq(skin.matrix().toarray(), noisy[2], rcond=None)[0]
    np.testing.assert_allclose(found[2], expected, atol=1e-6)


def test_rigid_controls_are_rotations_and_no_sweep_raises_the_error() -> None:
    skin, t, V, _ = jointed(4, 5)
    noisy = V + 0.02 * np.random.default_rng(0).normal(size=V.shape)
    normal = NormalEquations.of(skin, noisy)
    found, errors = np.stack([t[0]] * len(t)), []
    for _ in range(5):
        found = rigid_controls(normal, found)
        errors.append(energy(skin, noisy, found))
    R = found.reshape(5, 4, 4, 3)[:, :, :3]
    np.testing.assert_allclose(R @ np.swapaxes(R, -1, -2), np.broadcast_to(np.eye(3), R.shape), atol=1e-12)
    assert (np.linalg.det(R) > 0).all()
    assert (np.diff(errors) <= 1e-12).all()
    # No nearby rigid control does better.
    turned = found.copy()
    turned[2, 4:7] = closest_rotation(found[2, 4:7] + 1e-3 * np.random.default_rng(1).normal(size=(3, 3)))
    assert energy(skin, noisy, turned) > errors[-1]


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_a_control_that_carries_nothing_stays_where_it_was(kind: str) -> None:
    skin, t, V, _ = jointed(3, 4)
    idle = Skin.of(skin.rest, skin.influences, skin.weights, 4)
    extra = np.concatenate([t, np.tile(np.eye(4, 3), (4, 1, 1))], axis=1)
    found = refitted(NormalEquations.of(idle, V), extra, kind, 1e-3)
    np.testing.assert_allclose(found[:, 12:], extra[:, 12:], atol=1e-9)


def test_pose_zero_is_at_rest() -> None:
    skin, t, V, _ = jointed(3, 4)
    noisy = V + 0.01 * np.random.default_rng(0).normal(size=V.shape)
    found = refitted(NormalEquations.of(skin, noisy), t, "affine", 1e-3)
    assert (found[0] == np.tile(np.eye(4, 3), (3, 1))).all()
