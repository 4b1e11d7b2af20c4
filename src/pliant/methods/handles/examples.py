"""Turns examples into sculpted poses: each handle's best rigid motion in every example."""

from __future__ import annotations

import math

import numpy as np

from pliant.arrays import Floats
from pliant.errors import HandleError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.rotations import closest_rotation, log
from pliant.mesh import PoseSet
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.sculpt import Sculpted, SculptedPose
from pliant.methods.handles.transforms import Move, Turn

# A motion below this share of the mesh's diagonal, or this angle in radians, is left out as none.
NONE = 1e-9


def sculpted_of(handles: Handles, poses: PoseSet) -> Sculpted:
    """The examples after the reference as sculpted poses: turns about the handles' centres, and moves.

    Exact where an example moves every handle rigidly by less than half a turn.
    Raises HandleError for poses of another mesh than the handles'.
    """
    if handles.n != poses.n:
        raise HandleError(
            f"The handles are of a mesh with {handles.n} vertices, the poses have {poses.n}; "
            "give poses of the handles' mesh."
        )
    size = box_diagonal(poses.V[0])
    shelf = []
    for name, V in zip(poses.names[1:], poses.V[1:], strict=True):
        pose = SculptedPose(name)
        for handle in handles:
            pose = _stepped(pose, handle, poses.V[0], V, size)
        shelf.append(pose)
    return Sculpted.of(handles, shelf)


def travel(handles: Handles, length: float) -> tuple[SculptedPose, ...]:
    """Three free poses that carry all handles by a length along x, y and z, so that a character can walk."""
    names = ("travel x", "travel y", "travel z")
    return tuple(
        SculptedPose(name, free=True).moved(handles.names, axis)
        for name, axis in zip(names, length * np.eye(3), strict=True)
    )


def _stepped(pose: SculptedPose, handle: Handle, rest: Floats, V: Floats, size: float) -> SculptedPose:
    """The pose with one handle turned about its centre and moved, as its vertices are in V (n, 3)."""
    w = handle.rigidity / handle.rigidity.sum()
    before, after = rest[handle.vertices], V[handle.vertices]
    from_, to = w @ before, w @ after
    R = closest_rotation(np.einsum("v,vi,vj->ij", w, after - to, before - from_))
    turn = log(R)
    angle = float(np.linalg.norm(turn))
    centre = from_ if handle.centre is None else handle.centre
    if angle > NONE:
        pose = pose.stepped(handle.name, Turn(turn / angle, math.degrees(angle), centre))
    shift = to - (R @ (from_ - centre) + centre)
    if np.abs(shift).max() > NONE * size:
        pose = pose.stepped(handle.name, Move(shift))
    return pose
