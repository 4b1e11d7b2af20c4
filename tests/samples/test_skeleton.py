from __future__ import annotations

import numpy as np
import pytest

from pliant.samples.fox.postures import POSTURES
from pliant.samples.fox.skeleton import (
    BONES,
    INDEX,
    JOINTS,
    LEGS,
    SIDES,
    FoxPosture,
    Leg,
    bone_motion,
    turned,
)

every_posture = pytest.mark.parametrize("posture", POSTURES.values(), ids=POSTURES)
LIMBS = [(side, end) for side in SIDES for end in LEGS]


def joint(moved, bone):
    """Where a bone's own motion takes its joint."""
    return moved.R[INDEX[bone]] @ JOINTS[bone][1] + moved.t[INDEX[bone]]


def test_standing_moves_no_bone():
    moved = bone_motion(FoxPosture())
    np.testing.assert_allclose(moved.R, np.broadcast_to(np.eye(3), moved.R.shape), atol=1e-13)
    np.testing.assert_allclose(moved.t, 0.0, atol=1e-13)


@every_posture
def test_bones_stay_joined_to_their_parents(posture):
    moved = bone_motion(posture)
    for bone in BONES[1:]:
        above = INDEX[JOINTS[bone][0]]
        by_parent = moved.R[above] @ JOINTS[bone][1] + moved.t[above]
        np.testing.assert_allclose(joint(moved, bone), by_parent, atol=1e-12)


@every_posture
def test_bones_turn_and_are_not_bent(posture):
    R = bone_motion(posture).R
    np.testing.assert_allclose(R @ np.swapaxes(R, 1, 2), np.broadcast_to(np.eye(3), R.shape), atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(R), 1.0, atol=1e-12)


@every_posture
def test_paws_are_put_where_they_should_be(posture):
    moved = bone_motion(posture)
    for side, end in LIMBS:
        leg = posture.legs.get(f"{side} {end}", Leg())
        paw = f"{side} {LEGS[end][-1]}"
        wanted = JOINTS[paw][1] + [leg.x, leg.y, SIDES[side] * leg.z]
        np.testing.assert_allclose(joint(moved, paw), wanted, atol=1e-9)


@every_posture
def test_knees_point_forwards_elbows_and_hocks_backwards(posture):
    moved = bone_motion(posture)
    for side, end in LIMBS:
        upper, lower, pastern, paw = (f"{side} {bone}" for bone in LEGS[end])
        a, b, c, d = (joint(moved, bone) for bone in (upper, lower, pastern, paw))
        hinge = moved.R[INDEX[upper]][:, 2]
        # Seen from the right, a leg that points down bends forwards there if it turns clockwise.
        turn = np.cross(b - a, c - b) @ hinge
        assert turn < 0.0 if end == "hind" else turn > 0.0
        if end == "hind":
            assert np.cross(c - b, d - c) @ hinge > 0.0


def test_a_turn_is_roll_then_pitch_then_yaw():
    x, y, z = np.eye(3)
    np.testing.assert_allclose(turned(pitch=90.0) @ x, y, atol=1e-15)
    np.testing.assert_allclose(turned(yaw=90.0) @ x, -z, atol=1e-15)
    np.testing.assert_allclose(turned(roll=90.0) @ y, z, atol=1e-15)
    np.testing.assert_allclose(
        turned(20.0, 30.0, 40.0), turned(yaw=30.0) @ turned(pitch=20.0) @ turned(roll=40.0), atol=1e-15
    )


def test_a_paw_out_of_reach_is_reached_for_as_far_as_the_leg_goes():
    moved = bone_motion(FoxPosture(legs={"left fore": Leg(x=2.0, y=1.0)}))
    a, b, c = (joint(moved, f"left {bone}") for bone in LEGS["fore"][:3])
    stretched = np.linalg.norm(b - a) + np.linalg.norm(c - b)
    assert np.linalg.norm(c - a) > 0.998 * stretched
    assert joint(moved, "left forepaw")[0] > JOINTS["left forepaw"][1][0]


@every_posture
def test_a_mirrored_posture_moves_the_bones_as_in_a_mirror(posture):
    mirror = np.diag([1.0, 1.0, -1.0])
    swap = {"left": "right", "right": "left"}

    def other(name):
        side, _, rest = name.partition(" ")
        return f"{swap[side]} {rest}" if side in swap else name

    turns = {
        other(bone): (angles + (0.0,) * 3)[0:1] + tuple(-angle for angle in (angles + (0.0,) * 3)[1:3])
        for bone, angles in posture.turns.items()
    }
    x, y, z = posture.shift
    legs = {other(leg): placed for leg, placed in posture.legs.items()}
    here, there = bone_motion(posture), bone_motion(FoxPosture((x, y, -z), turns, legs))
    for bone in BONES:
        np.testing.assert_allclose(
            there.R[INDEX[other(bone)]], mirror @ here.R[INDEX[bone]] @ mirror, atol=1e-12
        )
        np.testing.assert_allclose(there.t[INDEX[other(bone)]], mirror @ here.t[INDEX[bone]], atol=1e-12)
