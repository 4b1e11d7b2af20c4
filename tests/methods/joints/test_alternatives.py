"""What else a doubtful joint could be, and that a choice takes the joint's place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("coacd", reason="coacd, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.errors import MechanismError
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints import edits as editing
from pliant.methods.joints.alternatives import OFFERED, alternatives
from pliant.methods.joints.analysis import find_joints
from tests.methods.joints.parts import assembled, block, moved, pin_and_fork, rod_in_sleeve


def block_on_table() -> Mechanism:
    return assembled(block((6, 6, 0.5)), block((1, 2, 1), (0, 0, 0.755)))


def found(mechanism: Mechanism) -> Mechanism:
    return replace(mechanism, joints=find_joints(mechanism))


@pytest.mark.parametrize("make", [block_on_table, rod_in_sleeve, pin_and_fork])
def test_alternatives_differ_from_the_joint_and_from_each_other_and_the_best_comes_first(make) -> None:
    mechanism = found(make())
    joint, others = mechanism.joints[0], alternatives(mechanism, 0)
    assert 1 <= len(others) <= OFFERED
    told = [(each.kind, tuple(np.abs(each.axis.round(3)))) for each in (joint, *others)]
    assert len(set(told)) == len(told)
    moving = [each.confidence for each in others if each.kind is not JointKind.FIXED]
    assert moving == sorted(moving, reverse=True)
    assert {(each.a, each.b) for each in others} == {(joint.a, joint.b)}


def test_a_plane_could_be_a_hinge_about_its_normal_and_be_fixed() -> None:
    mechanism = found(block_on_table())
    assert mechanism.joints[0].kind is JointKind.PLANE
    others = alternatives(mechanism, 0)
    hinge, still = others[0], others[-1]
    assert hinge.kind is JointKind.REVOLUTE
    assert abs(hinge.axis[2]) > 0.999
    assert hinge.confidence > 0.9
    assert still.kind is JointKind.FIXED


def test_alternatives_move_and_grow_with_the_model() -> None:
    turn, shift = np.array([0.4, -1.1, 0.3]), np.array([5.0, -7.0, 11.0])
    one = found(rod_in_sleeve())
    large = replace(
        moved(one, turn, 37.0, shift),
        joints=tuple(
            replace(j, origin=37.0 * exp(turn) @ j.origin + shift, frame=j.frame @ exp(turn).T)
            for j in one.joints
        ),
    )
    first, again = alternatives(one, 0), alternatives(large, 0)
    assert [each.kind for each in first] == [each.kind for each in again]
    for small, big in zip(first, again, strict=True):
        assert abs(small.axis @ exp(turn).T @ big.axis) > 0.999
        if small.kind is JointKind.PRISMATIC:
            assert np.ptp(big.ranges) == pytest.approx(37.0 * np.ptp(small.ranges), rel=0.05)


def test_parts_that_do_not_touch_have_no_alternatives() -> None:
    apart = assembled(block((1, 1, 1)), block((1, 1, 1), (9, 0, 0)))
    joint = Joint.of(0, 1, "ball", (4.5, 0, 0), (1, 0, 0))
    assert alternatives(replace(apart, joints=(joint,)), 0) == ()


def test_alternatives_of_no_joint_are_refused() -> None:
    with pytest.raises(MechanismError, match="no joint 3"):
        alternatives(found(rod_in_sleeve()), 3)


def test_a_choice_takes_the_place_of_the_joint_and_nobody_doubts_it() -> None:
    mechanism = found(block_on_table())
    mechanism = replace(mechanism, joints=(mechanism.joints[0].named("lid"),))
    other = alternatives(mechanism, 0)[0]
    placed = {"origin": other.origin, "frame": other.frame.ravel(), "ranges": other.ranges}
    (joint,) = editing.replaced(mechanism, 0, other.kind, **placed).joints
    assert (joint.kind, joint.name, joint.confidence) == (other.kind, "lid", 1.0)
    np.testing.assert_array_equal(joint.frame, other.frame)
    np.testing.assert_array_equal(joint.ranges, other.ranges)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"frame": np.eye(3)[:2]}, "6 numbers"),
        ({"frame": np.diag([1.0, 1.0, -1.0])}, "not orthonormal"),
        ({"ranges": [[1.0, 0.0]]}, "low to high"),
        ({"origin": (0, 0)}, "3 finite"),
    ],
)
def test_a_joint_that_cannot_be_is_not_put_in_place_of_another(change, words) -> None:
    mechanism = found(rod_in_sleeve())
    placed = {"origin": (0, 0, 0), "frame": np.eye(3), "ranges": [[-1.0, 1.0]], **change}
    with pytest.raises(MechanismError, match=words):
        editing.replaced(mechanism, 0, "revolute", **placed)
