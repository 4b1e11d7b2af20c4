"""The fit of a file's armature to posed meshes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose, quaternions
from pliant.armature.clip_fit import fitted_clip, freedoms
from pliant.armature.fit import ArmatureFit
from pliant.armature.moments import Binding, Moments
from pliant.armature.slopes import Family, palette_of, palette_slopes
from pliant.armature.start import guessed_pose
from pliant.geometry.rotations import exp
from pliant.io.gltf.armature import armature_of_scene
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.scene import scene_of_document
from tests.rigged_bar import rigged_bar


@pytest.fixture
def armature() -> Armature:
    return armature_of_scene(scene_of_document(document_of_gltf(rigged_bar().glb(), Path())))[0]


def any_pose(armature: Armature, seed: int, *, angle: float = 0.6, growth: float = 0.0) -> BonePose:
    chance = np.random.default_rng(seed)
    k = len(armature.parents)
    turn = chance.normal(scale=angle, size=(k, 3))
    move = np.where(armature.roots[:, None], chance.normal(scale=20, size=(k, 3)), 0)
    return armature.rest.stepped(turn, move, growth * chance.normal(size=(k, 3)))


def test_the_bones_carry_the_mesh_of_the_file_at_rest(armature):
    scene = scene_of_document(document_of_gltf(rigged_bar().glb(), Path()))
    np.testing.assert_allclose(armature.posed(armature.rest), scene.rest_positions(), atol=1e-12)
    assert [name for name, free in zip(armature.names, armature.movable, strict=True) if free] == [
        f"bone {i}" for i in range(4)
    ]


def test_derivatives_of_the_palette_are_those_of_finite_differences(armature):
    pose = any_pose(armature, 1, growth=0.3)
    fit = ArmatureFit(armature, binding := Binding.of(armature))
    slopes = palette_slopes(armature, Family.of(armature), binding.world, pose, fit.units)
    step = 1e-6
    for unknown in np.flatnonzero(np.repeat(armature.movable, 9)):
        change = np.zeros(9 * len(armature.parents))
        change[unknown] = step
        turn, move, growth = np.moveaxis(change.reshape(-1, 3, 3), 1, 0)
        ends = [
            palette_of(
                armature, binding.world, pose.stepped(s * turn, s * move * fit.units[:, None], s * growth)
            )
            for s in (1, -1)
        ]
        expected = (ends[0] - ends[1]) / (2 * step)
        np.testing.assert_allclose(slopes[unknown], expected, atol=1e-6 * np.abs(expected).max() + 1e-9)


def test_the_error_is_the_mean_squared_distance_in_diagonals(armature):
    binding, V = Binding.of(armature), armature.posed(any_pose(armature, 2))
    pose = any_pose(armature, 3)
    distance = np.linalg.norm(armature.posed(pose) - V, axis=1) / binding.size
    error = ArmatureFit(armature, binding).error(pose, Moments.of(binding, V))
    np.testing.assert_allclose(error, (distance**2).mean(), rtol=1e-10)


def test_the_gradient_is_that_of_finite_differences(armature):
    binding = Binding.of(armature)
    fit, pose = ArmatureFit(armature, binding), any_pose(armature, 4)
    moments = Moments.of(binding, armature.posed(any_pose(armature, 5)))
    free = freedoms(armature)[-1]
    g, _ = fit.gradient_and_curvature(pose, moments, free)
    for i in range(len(g)):
        step = np.zeros(len(g))
        step[i] = 1e-6
        ends = [fit.error(fit._stepped(pose, s * step, free), moments) for s in (1, -1)]
        np.testing.assert_allclose(2 * g[i], (ends[0] - ends[1]) / 2e-6, atol=1e-7)


@pytest.mark.parametrize("growth", [0.0, 0.2])
def test_poses_that_the_bones_can_show_come_back(armature, growth):
    binding = Binding.of(armature)
    frames = [armature.posed(any_pose(armature, seed, growth=growth)) for seed in range(3)]
    found = fitted_clip(armature, binding, [Moments.of(binding, V) for V in frames])
    # What scales is hidden from turns and moves alone.
    assert found.freedom.scales.any() == (growth > 0)
    for i, V in enumerate(frames):
        pose = BonePose(found.poses.translation[i], found.poses.R[i], found.poses.scale[i])
        away = np.linalg.norm(armature.posed(pose) - V, axis=1).max()
        assert away <= 1e-5 * binding.size


def test_half_a_turn_of_everything_is_found_from_rest(armature):
    binding = Binding.of(armature)
    half = exp(np.array([0, 0, np.pi]))
    V = armature.posed(any_pose(armature, 6)) @ half.T
    found = fitted_clip(armature, binding, [Moments.of(binding, V)])
    assert found.errors[0] <= 1e-10


def test_the_guess_has_the_rotations_of_bones_that_turn_together(armature):
    R = exp(np.array([0.3, -1.2, 2.0]))
    binding = Binding.of(armature)
    moments = Moments.of(binding, armature.posed(armature.rest) @ R.T)
    guess = guessed_pose(armature, binding, moments)
    turned = np.where(armature.roots[:, None, None], R @ armature.rest.R, armature.rest.R)
    np.testing.assert_allclose(guess.R, turned, atol=1e-9)


def test_quaternions_have_no_jumps_of_sign():
    angles = np.linspace(0, 4 * np.pi, 50)
    R = exp(angles[:, None, None] * np.array([0.6, 0.0, 0.8]))
    q = quaternions(R)
    assert (np.linalg.norm(np.diff(q, axis=0), axis=-1) < 0.3).all()


def test_bones_that_carry_nothing_stay_at_rest(armature):
    weights = armature.weights.toarray()
    weights[:, 2] += weights[:, 3]
    idle = replace(armature, weights=csr_array(weights * [1, 1, 1, 0]))
    binding = Binding.of(idle)
    found = fitted_clip(idle, binding, [Moments.of(binding, idle.posed(any_pose(idle, 7)))])
    last = idle.names.index("bone 3")
    np.testing.assert_array_equal(found.poses.R[0, last], idle.rest.R[last])
