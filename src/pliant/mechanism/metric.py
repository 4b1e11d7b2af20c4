"""Mechanisms in metres with z upward, as simulators of robots expect them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from pliant.arrays import frozen
from pliant.errors import OptionError
from pliant.mechanism.mechanism import Joint, Mechanism

Up = Literal["y", "z"]

# (3, 3) to a frame with z upward, by the axis that points upward.
UPRIGHT = {"z": np.eye(3), "y": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])}


def in_metres(mechanism: Mechanism, metres_per_unit: float, up: Up) -> Mechanism:
    """The mechanism in metres with z upward; the same object if it is so already.

    metres_per_unit: length of the mesh's unit
    up:              the axis that points upward in it
    """
    if up not in UPRIGHT or not 0.0 < metres_per_unit < np.inf:
        raise OptionError(
            f"up is {up!r} and metres_per_unit is {metres_per_unit}; 'y' or 'z' and more than 0 are needed."
        )
    if up == "z" and metres_per_unit == 1.0:
        return mechanism
    R = UPRIGHT[up]
    mesh = mechanism.mesh.moved(metres_per_unit * mechanism.mesh.V @ R.T)
    joints = []
    for joint in mechanism.joints:
        scale = np.array([1.0 if freedom.turns else metres_per_unit for freedom in joint.freedoms])
        joints.append(_carried(joint, R, metres_per_unit, scale))
    return replace(mechanism, mesh=mesh, joints=tuple(joints))


def _carried(joint: Joint, R: np.ndarray, metres: float, scale: np.ndarray) -> Joint:
    return replace(
        joint,
        origin=frozen(metres * (R @ joint.origin), np.float64),
        frame=frozen(joint.frame @ R.T, np.float64),
        ranges=frozen(joint.ranges * scale[:, None], np.float64),
    )
