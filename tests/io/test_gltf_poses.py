"""Morph targets, skins and animations, against hand-made files, closed forms and other programs' results."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial import KDTree
from scipy.spatial.transform import Rotation, Slerp

from pliant.errors import FileFormatError, OptionError, PliantError
from pliant.io import read_poses
from pliant.io.gltf import poses_of_gltf
from pliant.io.gltf.animation import slerp
from pliant.mesh import PoseSet
from tests.io.samples import TRIANGLE, GltfBuilder

Z = np.array([0, 0, 1.0])


def read(file: GltfBuilder, **options) -> PoseSet:
    return poses_of_gltf(file.glb(), Path(), **options)


def quaternion(angle: float, axis: int = 2) -> list[float]:
    return Rotation.from_rotvec(angle * np.eye(3)[axis]).as_quat().tolist()


def animated(path: str, times, values, interpolation: str | None = None, **output) -> GltfBuilder:
    """A triangle whose node is moved by one channel."""
    file = GltfBuilder()
    file.mesh(file.triangle())
    add_clip(file, "move", (0, path), times, values, interpolation, **output)
    return file


def add_clip(file, name, target, times, values, interpolation=None, **output) -> None:
    """An animation with one channel; target is its node and path, output what the accessor of values has."""
    sampler = {"input": file.array(times), "output": file.array(values, **output)}
    sampler |= {"interpolation": interpolation} if interpolation else {}
    clip = {
        "name": name,
        "samplers": [sampler],
        "channels": [{"sampler": 0, "target": dict(zip(("node", "path"), target, strict=True))}],
    }
    file.root.setdefault("animations", []).append(clip)


def test_each_morph_target_is_a_pose_at_full_weight():
    file = GltfBuilder()
    up, right = file.array([Z, 2 * Z, 3 * Z]), file.array(TRIANGLE)
    file.mesh(
        file.triangle(targets=[{"POSITION": up}, {"POSITION": right}]),
        weights=[0.5, 0.5],
        extras={"targetNames": ["up", "wide"]},
    )
    file.root["nodes"][0]["translation"] = [0, 0, 10]
    poses = read(file)
    assert poses.names == ("base", "up", "wide")
    np.testing.assert_array_equal(poses.V[0], TRIANGLE + 10 * Z)
    np.testing.assert_array_equal(poses.V[1], TRIANGLE + np.outer([11, 12, 13], Z))
    np.testing.assert_array_equal(poses.V[2], 2 * TRIANGLE + 10 * Z)


def test_targets_of_one_name_move_together_and_equal_names_in_one_mesh_stay_apart():
    file = GltfBuilder()
    up = file.array([Z, Z, Z])
    target = {"POSITION": up}
    file.mesh(file.triangle(targets=[target, target]), extras={"targetNames": ["smile", "smile"]})
    file.mesh(file.triangle(targets=[target, target]), extras={"targetNames": ["blink", "smile"]})
    file.root["nodes"] = [{"mesh": 0}, {"mesh": 1}]
    file.root["scenes"][0]["nodes"] = [0, 1]
    poses = read(file)
    assert poses.names == ("base", "smile", "smile", "blink")
    assert poses.V[:, [0, 3], 2].tolist() == [[0, 0], [1, 1], [1, 0], [0, 1]]


def test_primitives_that_move_differently_do_not_share_vertices():
    file = GltfBuilder()
    up, positions = file.array([Z, Z, Z]), {"POSITION": file.array(TRIANGLE)}
    file.mesh(
        {"attributes": positions, "targets": [{"POSITION": up}]},
        {"attributes": positions, "targets": [{"POSITION": file.array([-Z, -Z, -Z])}]},
        {"attributes": positions, "targets": [{"POSITION": up}]},
    )
    poses = read(file)
    assert poses.V[1, :, 2].tolist() == [1, 1, 1, -1, -1, -1]
    assert poses.F.tolist() == [[0, 1, 2], [3, 4, 5], [0, 1, 2]]


def test_a_file_that_does_not_move_is_one_pose():
    file = GltfBuilder()
    file.mesh(file.triangle())
    assert read(file).names == ("rest",)


def test_weights_alone_give_the_targets_unless_the_animation_is_asked_for():
    file = GltfBuilder()
    file.mesh(file.triangle(targets=[{"POSITION": file.array([Z, Z, Z])}]), weights=[0])
    add_clip(file, "nod", (0, "weights"), [0, 1, 2], [0, 1, 0.5])
    assert read(file).names == ("base", "target 0")
    for poses in (read(file, frames="keys"), read(file, clip="nod"), read(file, clip=0)):
        assert poses.names == ("rest", "nod@0.000", "nod@1.000", "nod@2.000")
        assert poses.V[:, 0, 2].tolist() == [0, 0, 1, 0.5]
    np.testing.assert_allclose(read(file, frames=5).V[1:, 0, 2], [0, 0.5, 1, 0.75, 0.5], atol=1e-15)


def test_clips_that_move_only_cameras_are_passed_over():
    file = GltfBuilder()
    file.mesh(file.triangle())
    file.root["nodes"].append({"camera": 0})
    add_clip(file, "camera", (1, "translation"), [0, 1], [Z, 2 * Z])
    assert read(file).names == ("rest",)
    add_clip(file, "mesh", (0, "translation"), [0, 1], [Z, 2 * Z])
    assert read(file).names == ("rest", "mesh@0.000", "mesh@1.000")


def test_a_mesh_follows_the_nodes_above_it():
    file = GltfBuilder()
    file.mesh(file.triangle())
    file.root["nodes"] = [{"children": [1]}, {"children": [2]}, {"mesh": 0}]
    add_clip(file, "lift", (0, "translation"), [0, 1], [Z, 2 * Z])
    assert read(file).V[:, 0, 2].tolist() == [0, 1, 2]


def test_translations_are_linear_between_keys_and_still_outside():
    file = animated("translation", [1, 2, 4], [0 * Z, Z, 5 * Z])
    add_clip(file, "longer", (0, "scale"), [0, 6], [[1, 1, 1], [1, 1, 1]])
    file.root["animations"][0]["samplers"] += file.root["animations"][1]["samplers"]
    file.root["animations"][0]["channels"] += [{"sampler": 1, "target": {"node": 0, "path": "scale"}}]
    poses = read(file, frames=13, clip="move")
    times = np.linspace(0, 6, 13)
    np.testing.assert_allclose(poses.V[1:, 0, 2], np.interp(times, [1, 2, 4], [0, 1, 5]), atol=1e-15)


def test_steps_hold_until_the_next_key():
    poses = read(animated("translation", [0, 1, 2], [0 * Z, Z, 5 * Z], "STEP"), frames=5)
    assert poses.V[1:, 0, 2].tolist() == [0, 0, 1, 1, 5]


def test_cubic_splines_are_hermite_with_tangents_per_second():
    times, values = np.array([0, 0.5, 2]), np.array([0, 3, -1.0])
    before, after = np.array([9, 2, -4.0]), np.array([1, 2, 9.0])
    rows = np.stack([np.outer(some, Z) for some in (before, values, after)], axis=1).reshape(-1, 3)
    poses = read(animated("translation", times, rows, "CUBICSPLINE"), frames=17)
    spline_1 = CubicHermiteSpline(times[:2], values[:2], [after[0], before[1]])
    spline_2 = CubicHermiteSpline(times[1:], values[1:], [after[1], before[2]])
    at = np.linspace(0, 2, 17)
    expected = np.where(at < 0.5, spline_1(at), spline_2(at))
    np.testing.assert_allclose(poses.V[1:, 0, 2], expected, atol=1e-14)


def test_rotations_take_the_shorter_arc_at_constant_speed():
    start, end = quaternion(0.5), [-x for x in quaternion(2.5)]
    poses = read(animated("rotation", [0, 1], [start, end]), frames=5)
    angles = np.arctan2(poses.V[1:, 1, 1], poses.V[1:, 1, 0])
    np.testing.assert_allclose(angles, [0.5, 1, 1.5, 2, 2.5], atol=1e-7)


def test_rotations_may_be_normalised_integers_and_splines():
    half = [0, 0, 32767, 0]
    poses = read(
        animated("rotation", [0, 1], [[0, 0, 0, 32767], half], dtype="i2", normalized=True), frames=3
    )
    np.testing.assert_allclose(poses.V[1:, 1], [[1, 0, 0], [0, 1, 0], [-1, 0, 0]], atol=1e-15)
    zero = [0, 0, 0, 0]
    spline = [zero, quaternion(0), zero, zero, quaternion(1), zero]
    poses = read(animated("rotation", [0, 1], spline, "CUBICSPLINE"), frames=3)
    np.testing.assert_allclose(poses.V[2, 1], [np.cos(0.5), np.sin(0.5), 0], atol=1e-7)


@pytest.mark.parametrize("angle", [0, 1e-9, 1e-6, 1e-3, 1, 3, np.pi - 1e-6])
def test_slerp_agrees_with_scipy(angle):
    a = Rotation.from_rotvec([0.3, -0.2, 0.9])
    b = a * Rotation.from_rotvec(angle * np.array([0.6, 0.8, 0]))
    s = np.linspace(0, 1, 9)
    expected = Slerp([0, 1], Rotation.concatenate([a, b]))(s)
    found = Rotation.from_quat(slerp(a.as_quat()[None], -b.as_quat()[None], s[:, None]))
    assert (found * expected.inv()).magnitude().max() < 1e-12


def bent_arm(weights, joints=(0, 1), dtype="f4", **fields) -> GltfBuilder:
    """Two joints one above the other; the upper one turns by a right angle about z during the clip."""
    file = GltfBuilder()
    V = np.array([[0, 0, 0], [0, 2, 0], [0.5, 2, 0]])
    joint_rows = np.tile([*joints, 0, 0], (3, 1))
    attributes = {"POSITION": file.array(V), "JOINTS_0": file.array(joint_rows, "u1")}
    attributes["WEIGHTS_0"] = file.array(weights, dtype, **fields)
    file.mesh({"attributes": attributes})
    inverse_bind = np.tile(np.eye(4), (2, 1, 1))
    inverse_bind[1, 1, 3] = -1
    file.root["skins"] = [{"joints": [1, 2], "inverseBindMatrices": file.array(inverse_bind)}]
    file.root["nodes"] = [
        # A skinned mesh does not follow its own node.
        {"mesh": 0, "skin": 0, "translation": [100, 100, 100]},
        {"children": [2]},
        {"translation": [0, 1, 0]},
    ]
    file.root["scenes"][0]["nodes"] = [0, 1]
    add_clip(file, "bend", (2, "rotation"), [0, 1], [quaternion(0), quaternion(np.pi / 2)])
    return file


def test_skins_blend_the_joints_motions():
    weights = [[1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0.5, 0, 0]]
    poses = read(bent_arm(weights))
    np.testing.assert_allclose(poses.V[0], [[0, 0, 0], [0, 2, 0], [0.5, 2, 0]], atol=1e-15)
    turned = np.array([-1, 1.5, 0])
    expected = [[0, 0, 0], [-1, 1, 0], (turned + np.array([0.5, 2, 0])) / 2]
    np.testing.assert_allclose(poses.V[2], expected, atol=1e-7)


def test_weights_are_made_to_sum_to_one():
    even = read(bent_arm([[0.5, 0.5, 0, 0]] * 3))
    for weights, dtype in (([[2, 2, 0, 0]] * 3, "f4"), ([[127, 127, 0, 0]] * 3, "u1")):
        found = read(bent_arm(weights, dtype=dtype, **({"normalized": True} if dtype == "u1" else {})))
        np.testing.assert_allclose(found.V, even.V, atol=1e-15)


def test_a_vertex_without_weights_follows_its_first_joint():
    loose = read(bent_arm([[0, 0, 0, 0]] * 3, joints=(1, 0)))
    bound = read(bent_arm([[1, 0, 0, 0]] * 3, joints=(1, 0)))
    np.testing.assert_array_equal(loose.V, bound.V)


def test_more_than_four_joints_are_summed():
    file = bent_arm([[0.25, 0.25, 0, 0]] * 3)
    attributes = file.root["meshes"][0]["primitives"][0]["attributes"]
    attributes["JOINTS_1"] = file.array(np.tile([1, 0, 0, 0], (3, 1)), "u2")
    attributes["WEIGHTS_1"] = file.array([[0.5, 0, 0, 0]] * 3)
    expected = read(bent_arm([[0.25, 0.75, 0, 0]] * 3))
    np.testing.assert_allclose(read(file).V, expected.V, atol=1e-15)


def test_targets_move_before_the_skin_does():
    file = bent_arm([[0, 1, 0, 0]] * 3)
    file.root["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": file.array([[0, 1, 0]] * 3)}]
    file.root["nodes"][0]["weights"] = [1]
    np.testing.assert_allclose(read(file).V[2, 1], [-2, 1, 0], atol=1e-7)


@pytest.mark.parametrize(
    "change",
    [
        lambda root: root["skins"][0].update(joints=[1]),
        lambda root: root["skins"][0].update(joints=[1, 9]),
        lambda root: root["skins"][0].update(joints=[]),
        lambda root: root["skins"][0].update(inverseBindMatrices=0),
        lambda root: root["skins"][0].update(joints=[0, 1, 2]),
        lambda root: root["animations"][0]["samplers"][0].update(output=0),
        lambda root: root["animations"][0]["samplers"][0].update(input=0),
        lambda root: root["animations"][0]["samplers"][0].update(interpolation="SMOOTH"),
        lambda root: root["animations"][0]["samplers"][0].update(interpolation="CUBICSPLINE"),
        lambda root: root["animations"][0]["channels"][0].update(sampler=1),
        lambda root: root["animations"][0]["channels"][0]["target"].update(node=7),
        lambda root: root["nodes"][2].update(matrix=np.eye(4).ravel().tolist()),
        lambda root: root["meshes"][0]["primitives"][0]["attributes"].update(WEIGHTS_0=0),
    ],
)
def test_a_damaged_animation_is_refused(change):
    file = bent_arm([[0, 1, 0, 0]] * 3)
    assert len(read(file)) == 3
    change(file.root)
    with pytest.raises(PliantError):
        read(file)


def test_a_clip_needs_a_value_per_key_and_a_weight_per_target():
    with pytest.raises(FileFormatError, match="2 keys and 4 values"):
        read(animated("translation", [0, 1], [Z, Z, Z, Z]))
    file = animated("weights", [0, 1], [0, 0, 1, 1])
    file.root["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": file.array([Z, Z, Z])}]
    with pytest.raises(FileFormatError, match="2 weights to 1 targets"):
        read(file, clip="move")


def test_key_times_must_ascend():
    with pytest.raises(FileFormatError, match="ascend"):
        read(animated("translation", [1, 0], [Z, Z]))


@pytest.mark.parametrize("frames", [0, -1, 2.5, "all", True])
def test_frames_that_make_no_sense_are_refused(frames):
    with pytest.raises(OptionError):
        read(animated("translation", [0, 1], [Z, Z]), frames=frames)


def test_an_unknown_clip_is_refused_with_the_known_ones():
    for clip in ("run", 1, -1):
        with pytest.raises(OptionError, match="move"):
            read(animated("translation", [0, 1], [Z, Z]), clip=clip)


def test_long_clips_are_read_at_25_times_by_default():
    times = np.arange(40.0)
    file = animated("translation", times, times[:, None] * Z)
    assert len(read(file)) == 26
    assert len(read(file, frames="keys")) == 41
    assert read(file).names[-1] == "move@39.000"


@pytest.mark.parametrize(
    ("file", "reference", "frames"),
    [("Fox.glb", "khronos_fox.npz", 8), ("CesiumMan.glb", "khronos_cesiumman.npz", 0)],
)
def test_baked_skins_agree_with_another_implementation(data, file, reference, frames):
    """The other one wrote frame i of 8 at i/8 of each clip (Fox), or every eighth of a second (CesiumMan)."""
    expected = read_poses(data / "poses" / reference)
    found = read_poses(data / "files" / file, frames=frames + 1 if frames else "keys")
    welded = KDTree(expected.V[0]).query(found.V[0])[1]
    diagonal = float(np.linalg.norm(np.ptp(expected.V[0], axis=0)))
    compared = 0
    for name, V in zip(expected.names, expected.V, strict=True):
        if name in found.names:
            error = np.abs(found.V[found.names.index(name)] - V[welded]).max()
            assert error < 1e-6 * diagonal, name
            compared += 1
    assert compared >= 16


@pytest.mark.parametrize(
    ("file", "reference"), [("Horse.glb", "threejs_horse.npz"), ("Flamingo.glb", "threejs_flamingo.npz")]
)
def test_morph_targets_agree_with_another_implementation(data, file, reference):
    expected = read_poses(data / "poses" / reference)
    found = read_poses(data / "files" / file)
    welded = KDTree(expected.V[0]).query(found.V[0])[1]
    diagonal = float(np.linalg.norm(np.ptp(expected.V[0], axis=0)))
    for name, V in zip(expected.names, expected.V, strict=True):
        np.testing.assert_allclose(found.V[found.names.index(name)], V[welded], atol=1e-6 * diagonal)


def test_a_weight_animation_of_a_real_file_passes_through_its_targets(data):
    """The flamingo's clip is a chain of its targets, each at full weight once."""
    targets = read_poses(data / "files" / "Flamingo.glb")
    frames = read_poses(data / "files" / "Flamingo.glb", frames="keys")
    gaps = np.abs(frames.V[1:, None] - targets.V[None, 1:]).max(axis=(2, 3)).min(axis=0)
    assert gaps.max() < 1e-4 * np.ptp(targets.V)
