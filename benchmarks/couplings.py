"""Pins that close loops: published files hold trees and leave them out, but say which joints follow which.

A joint found between two parts that have none is such a pin, if the published couplings move the parts
against each other just as it lets them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from benchmarks.judging import ANGLE, PLACE
from pliant.arrays import Floats
from pliant.geometry.rotations import log
from pliant.mechanism.joint_motion import turned
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism

# How far the leader is turned, in radians.
TURN = 0.5
SINGLE = (JointKind.REVOLUTE, JointKind.CYLINDER, JointKind.PRISMATIC)


class Follows(NamedTuple):
    """The joint that another one follows, and how much of its turn it makes."""

    leader: str
    ratio: float


def _gripper(side: str) -> dict[str, Follows]:
    """The couplings of one gripper with three fingertips."""
    leader = f"gripper_{side}_joint"
    names = ("fingertip_1", "fingertip_2", "motor_single", "inner_single", "fingertip_3")
    found = {f"gripper_{side}_{name}_joint": Follows(leader, -1.0) for name in names}
    return {**found, f"gripper_{side}_inner_double_joint": Follows(leader, 1.0)}


# As the makers' own descriptions have them, `mimic` of URDF.
COUPLINGS: Mapping[str, Mapping[str, Follows]] = MappingProxyType(
    {
        # pal-robotics/talos_robot, talos_description/urdf/gripper/gripper.urdf.xacro
        "talos": MappingProxyType({**_gripper("left"), **_gripper("right")}),
        # ros-industrial-attic/robotiq, robotiq_2f_140_gripper_visualization/urdf
        "robotiq_140": MappingProxyType(
            {
                "left_inner_knuckle_joint": Follows("finger_joint", -1.0),
                "left_inner_finger_joint": Follows("finger_joint", 1.0),
                "right_outer_knuckle_joint": Follows("finger_joint", -1.0),
                "right_inner_knuckle_joint": Follows("finger_joint", -1.0),
                "right_inner_finger_joint": Follows("finger_joint", 1.0),
            }
        ),
    }
)


def closes_a_loop(joint: Joint, truth: Mechanism, couplings: Mapping[str, Follows]) -> bool:
    """Whether a joint with one freedom lets its parts move as published couplings move them.

    truth: the mechanism with its published joints, a tree
    """
    path = [
        (each, sign, couplings.get(each.name, Follows(each.name, 1.0)))
        for each, sign in _path(truth.joints, joint.a, joint.b)
    ]
    # Two leaders move on their own, and a pin between what they move would hold them.
    if len({follows.leader for *_, follows in path}) != 1 or joint.kind not in SINGLE:
        return False
    R, t = np.eye(3), np.zeros(3)
    for each, sign, follows in path:
        S, s = _motion(each, sign * follows.ratio * TURN)
        R, t = R @ S, R @ s + t
    shift = R @ joint.origin + t - joint.origin
    if joint.kind is JointKind.PRISMATIC:
        return bool(np.allclose(R, np.eye(3), atol=1e-6)) and _along(shift, joint.axis)
    diagonal = float(np.linalg.norm(np.ptp(truth.mesh.V, axis=0)))
    near = np.linalg.norm(shift) < PLACE * diagonal
    return bool(near and not np.allclose(R, np.eye(3), atol=1e-6) and _along(log(R), joint.axis))


def _along(direction: Floats, axis: Floats) -> bool:
    """Whether a direction (3,), not zero, lies along an axis."""
    length = float(np.linalg.norm(direction))
    return length > 0 and abs(float(direction @ axis)) >= np.cos(np.radians(ANGLE)) * length


def _motion(joint: Joint, value: float) -> tuple[Floats, Floats]:
    """R (3, 3), t (3,) of b against a, where the joint has a value."""
    if joint.kind is JointKind.PRISMATIC:
        return np.eye(3), value * joint.axis
    return turned(joint.origin, joint.axis, value)


def _path(joints: Sequence[Joint], start: int, end: int) -> list[tuple[Joint, float]]:
    """The joints of a tree from one part to another, −1 for one gone through backwards; [] without a way."""
    ways: dict[int, list[tuple[Joint, float]]] = {start: []}
    front = [start]
    while front:
        here = front.pop()
        for joint in joints:
            for near, far, sign in ((joint.a, joint.b, 1.0), (joint.b, joint.a, -1.0)):
                if near == here and far not in ways:
                    ways[far] = [*ways[here], (joint, sign)]
                    front.append(far)
    return ways.get(end, [])
