"""Joint values in and out, tracks of them, and the Jacobian."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import pliant
from pliant.errors import FileFormatError, MechanismError, OptionError, TrackError
from pliant.mechanism.mechanism import Soft
from pliant.methods.joints.edits import softened
from pliant.samples import sample
from pliant.value_track import ValueTrack, read_values, value_clip, write_values
from tests.io.mechanisms import of_every_kind
from tests.io.test_mjcf_writing import four_bar
from tests.mechanisms import cupboard


def every_kind() -> pliant.JointIK:
    mechanism = of_every_kind()
    rigid = replace(mechanism, components=tuple(replace(p, soft=None) for p in mechanism.components))
    return pliant.JointIK(rigid)


def inside(rig: pliant.JointIK, seed: int) -> np.ndarray:
    limits = np.array([value.limits for value in rig.joint_values])
    low, high = np.clip(limits, -0.3, 0.3).T
    return np.random.default_rng(seed).uniform(low, high)


def test_values_that_go_in_come_out():
    rig = every_kind()
    values = inside(rig, 1)
    assert len(set(rig.value_names)) == len(rig.value_names) == 11
    np.testing.assert_allclose(rig.values(rig.at_values(values)), values, atol=1e-12)


def test_a_door_opens_by_its_angle():
    rig = pliant.JointIK(cupboard())
    pose = rig.at_values({"hinge": -np.pi / 2})
    frame, door = (rig.mechanism.component == i for i in (0, 1))
    # Whichever of the two stays: the edge of the door that was at x = 1 now lies along the frame's normal.
    across = np.linalg.norm(pose.V[door].mean(axis=0) - pose.V[frame].mean(axis=0))
    assert across == pytest.approx(np.sqrt(0.5))
    hinge = dict(zip(rig.value_names, rig.values(pose), strict=True))
    assert hinge == pytest.approx({"hinge": -np.pi / 2, "door to bolt": 0.0})


def test_values_stop_at_their_ranges_and_others_stay():
    rig = pliant.JointIK(cupboard())
    first = rig.at_values({"hinge": -5.0})
    second = rig.at_values({"door to bolt": 0.07}, first)
    np.testing.assert_allclose(rig.values(second), [-np.pi / 2, 0.07], atol=1e-12)


def test_parts_stay_rigid_and_joints_together():
    rig = every_kind()
    pose = rig.at_values(inside(rig, 2))
    for i in range(len(rig.mechanism.components)):
        rows = np.flatnonzero(rig.mechanism.component == i)
        rest, now = rig.mesh.V[rows], pose.V[rows]
        np.testing.assert_allclose(
            np.linalg.norm(now - now[0], axis=1), np.linalg.norm(rest - rest[0], axis=1), atol=1e-12
        )


@pytest.mark.parametrize("seed", [0, 1])
def test_the_jacobian_agrees_with_differences(seed):
    rig = every_kind()
    values, step = inside(rig, seed), 1e-6
    points = [3, 20, 37, 44, 60, 68]
    found = rig.jacobian(rig.at_values(values), points)
    for k in range(len(values)):
        d = np.eye(len(values))[k] * step
        ahead, behind = (rig.at_values(values + sign * d).V[points] for sign in (1, -1))
        np.testing.assert_allclose(found[:, k].reshape(-1, 3), (ahead - behind) / (2 * step), atol=1e-7)


def test_a_loop_closes_near_the_values_that_are_given():
    rig = pliant.JointIK(four_bar())
    pose = rig.at_values({"pin 0": 0.2})
    loop = rig.model.tree.loops[0]
    assert np.abs(pose.posture.value[loop][3:]).max() < 1e-3
    assert 0.0 < rig.values(pose)[rig.value_names.index("pin 0")] < 0.4
    with pytest.raises(MechanismError, match="close loops"):
        rig.jacobian(pose, [0])


def test_what_makes_no_sense_is_refused():
    rig = pliant.JointIK(cupboard())
    with pytest.raises(MechanismError, match="'knob'"):
        rig.at_values({"knob": 1.0})
    with pytest.raises(MechanismError, match="2 free motions"):
        rig.at_values([1.0])
    soft = pliant.JointIK(softened(cupboard(), 1, Soft(2)))
    with pytest.raises(MechanismError, match="'door' is soft"):
        soft.jacobian(soft.at_values([0.0, 0.0]), [0])


def test_rigs_without_joints_have_no_values():
    rig = pliant.MeshIK(sample("bar"))
    pose = rig.grab([0]).drag(rig.mesh.V[:1])
    assert rig.value_names == ()
    assert rig.values(pose).shape == (0,)
    assert rig.jacobian(pose, [0, 1]).shape == (6, 0)
    with pytest.raises(OptionError, match="no joint values"):
        rig.at_values([])


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_tracks_come_back_to_the_bit(tmp_path, suffix):
    track = ValueTrack.of(
        ["hinge", "door, to bolt"], [0, 0.5, 2], np.random.default_rng(0).normal(size=(3, 2))
    )
    write_values(tmp_path / f"t{suffix}", track)
    back = read_values(tmp_path / f"t{suffix}")
    assert back.names == track.names
    np.testing.assert_array_equal(back.times, track.times)
    np.testing.assert_array_equal(back.values, track.values)


def test_a_track_moves_the_rig():
    rig = pliant.JointIK(cupboard())
    clip = value_clip(rig, ValueTrack.of(["hinge"], [0, 1], [[0.0], [-1.0]]), fps=10)
    assert clip.count == 11
    frames = clip.array()
    np.testing.assert_allclose(frames[5], rig.at_values({"hinge": -0.5}).V, atol=1e-12)
    with pytest.raises(TrackError, match="no value 'knob'"):
        value_clip(rig, ValueTrack.of(["knob"], [0], [[0.0]]))


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "time,a\n0,x\n", "time,a\n1,1\n0,1\n", "time,a\n1\n"])
def test_damaged_tables_are_refused(tmp_path, text):
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(FileFormatError, match="holds no joint values"):
        read_values(tmp_path / "t.csv")
