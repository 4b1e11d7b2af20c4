"""The fox's skeleton: its joints at rest, and how the bones move into a posture.

At rest every bone's frame is the world's: x forwards, y up, z to the animal's right. Turning about z by
a positive angle (pitch) raises what points forwards, about y (yaw) turns it to the left, about x (roll)
lowers the right side. Angles are in degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.arrays import Floats
from pliant.samples.implicit.attachment import joints_of_both_sides

# bone: (parent, the joint about which it turns)
MIDDLE = {
    "pelvis": ("", (-0.300, 0.560, 0.0)),
    "loin": ("pelvis", (-0.190, 0.575, 0.0)),
    "thorax": ("loin", (0.000, 0.570, 0.0)),
    "neck": ("thorax", (0.255, 0.590, 0.0)),
    "nape": ("neck", (0.345, 0.680, 0.0)),
    "head": ("nape", (0.430, 0.790, 0.0)),
    "tail 1": ("pelvis", (-0.375, 0.573, 0.0)),
    "tail 2": ("tail 1", (-0.445, 0.550, 0.0)),
    "tail 3": ("tail 2", (-0.520, 0.496, 0.0)),
    "tail 4": ("tail 3", (-0.600, 0.437, 0.0)),
    "tail 5": ("tail 4", (-0.690, 0.390, 0.0)),
    "tail 6": ("tail 5", (-0.785, 0.372, 0.0)),
}
RIGHT = {
    "ear": ("head", (0.462, 0.845, 0.046)),
    "scapula": ("thorax", (0.185, 0.605, 0.050)),
    "humerus": ("scapula", (0.283, 0.465, 0.086)),
    "radius": ("humerus", (0.222, 0.345, 0.087)),
    "metacarpus": ("radius", (0.220, 0.150, 0.080)),
    "forepaw": ("metacarpus", (0.230, 0.045, 0.080)),
    "femur": ("pelvis", (-0.285, 0.530, 0.070)),
    "tibia": ("femur", (-0.192, 0.362, 0.093)),
    "metatarsus": ("tibia", (-0.345, 0.186, 0.083)),
    "hindpaw": ("metatarsus", (-0.322, 0.045, 0.081)),
}
SIDES = {"left": -1.0, "right": 1.0}
LEGS = {
    "fore": ("humerus", "radius", "metacarpus", "forepaw"),
    "hind": ("femur", "tibia", "metatarsus", "hindpaw"),
}
# An outstretched leg keeps a trace of a bend: the direction of knee and elbow must stay defined.
LONGEST_REACH = 0.999


# bone -> (its parent, its joint at rest), parents first; both sides.
JOINTS = joints_of_both_sides(MIDDLE, RIGHT, {side: (1.0, 1.0, sign) for side, sign in SIDES.items()})
BONES = tuple(JOINTS)
INDEX = {bone: i for i, bone in enumerate(BONES)}


@dataclass(frozen=True)
class Leg:
    """Where a paw is put, and how the leg reaches it.

    x, y, z: shift of the paw from where it stands: forwards, up, outwards
    pastern: pitch of the bone above the paw; negative tips its upper end forwards
    paw:     pitch of the toes; negative points them down
    turn:    yaw of the paw, outwards
    swing:   pitch of the shoulder blade; positive takes the shoulder forwards (forelegs only)
    out:     how much knee or elbow points outwards, against 1 for straight on
    """

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    pastern: float = 0.0
    paw: float = 0.0
    turn: float = 0.0
    swing: float = 0.0
    out: float = 0.0


@dataclass(frozen=True)
class FoxPosture:
    """A posture of the whole animal.

    shift: translation of the pelvis
    turns: bone -> pitch, yaw, roll against its parent; trailing zeros may be left out
    legs:  "left fore", "right hind", … -> Leg; a leg that is not named stands where it stood
    """

    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turns: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    legs: Mapping[str, Leg] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class BoneMotion:
    """Motion x -> R x + t of each bone, in the order of BONES, with R (b, 3, 3) and t (b, 3)."""

    R: Floats
    t: Floats

    def bend(self, bone: str) -> float:
        """Pitch of a bone against its parent, in radians."""
        relative = self.R[INDEX[JOINTS[bone][0]]].T @ self.R[INDEX[bone]]
        return float(np.arctan2(relative[1, 0] - relative[0, 1], relative[0, 0] + relative[1, 1]))


def bone_motion(posture: FoxPosture) -> BoneMotion:
    """Motion of the bones from rest into a posture."""
    R: dict[str, Floats] = {}
    joint: dict[str, Floats] = {"pelvis": JOINTS["pelvis"][1] + posture.shift}
    for bone, (parent, rest) in JOINTS.items():
        side, _, name = bone.rpartition(" ")
        if name in LEGS["fore"] or name in LEGS["hind"]:
            continue
        if parent:
            joint[bone] = joint[parent] + R[parent] @ (rest - JOINTS[parent][1])
        swing = _leg(posture, side, "fore").swing if name == "scapula" else 0.0
        turn = turned(*posture.turns.get(bone, (swing,)))
        R[bone] = R[parent] @ turn if parent else turn
    for side in SIDES:
        for end, chain in LEGS.items():
            _place(_leg(posture, side, end), side, chain, R, joint)
    rotations = np.stack([R[bone] for bone in BONES])
    rest = np.stack([JOINTS[bone][1] for bone in BONES])
    moved = np.stack([joint[bone] for bone in BONES])
    return BoneMotion(rotations, moved - np.einsum("bij,bj->bi", rotations, rest))


def turned(pitch: float = 0.0, yaw: float = 0.0, roll: float = 0.0) -> Floats:
    """(3, 3) rotation by roll about x, then pitch about z, then yaw about y; in degrees."""
    return Rotation.from_euler("xzy", [roll, pitch, yaw], degrees=True).as_matrix()


def _leg(posture: FoxPosture, side: str, end: str) -> Leg:
    return posture.legs.get(f"{side} {end}", Leg())


def _place(
    leg: Leg, side: str, chain: tuple[str, ...], R: dict[str, Floats], joint: dict[str, Floats]
) -> None:
    """Put a paw in its place and bend the leg above it; writes the leg's rotations R and joints."""
    upper, lower, pastern, paw = (f"{side} {name}" for name in chain)
    a0, b0, c0, d0 = (JOINTS[bone][1] for bone in (upper, lower, pastern, paw))
    parent = JOINTS[upper][0]
    R[pastern] = turned(leg.pastern, -SIDES[side] * leg.turn)
    R[paw] = turned(leg.paw, -SIDES[side] * leg.turn)
    a = joint[parent] + R[parent] @ (a0 - JOINTS[parent][1])
    d = d0 + np.array([leg.x, leg.y, SIDES[side] * leg.z])
    lengths = float(np.linalg.norm(b0 - a0)), float(np.linalg.norm(c0 - b0))
    c = _within_reach(a, d + R[pastern] @ (c0 - d0), sum(lengths))
    knee0 = _across(b0 - a0, c0 - a0)
    carried = _shortest_rotation(R[parent] @ (c0 - a0), c - a) @ R[parent] @ knee0
    knee = _across(carried + np.array([0.0, 0.0, SIDES[side] * leg.out]), c - a)
    b = _knee_joint(a, c, knee, *lengths)
    sideways, sideways0 = np.cross(c - a, knee), np.cross(c0 - a0, knee0)
    R[upper] = _frame(b - a, sideways) @ _frame(b0 - a0, sideways0).T
    R[lower] = _frame(c - b, sideways) @ _frame(c0 - b0, sideways0).T
    joint[upper], joint[lower], joint[pastern] = a, b, c
    joint[paw] = c + R[pastern] @ (d0 - c0)


def _within_reach(a: Floats, c: Floats, length: float) -> Floats:
    """c, or the farthest point towards it that a leg of this length reaches from a."""
    distance = np.linalg.norm(c - a)
    return a + (c - a) * min(1.0, LONGEST_REACH * length / distance)


def _knee_joint(a: Floats, c: Floats, knee: Floats, upper: float, lower: float) -> Floats:
    """The joint between a and c, to the side of the unit vector knee, by the two bones' lengths."""
    distance = float(np.linalg.norm(c - a))
    along = (upper**2 - lower**2 + distance**2) / (2.0 * distance)
    return a + along / distance * (c - a) + np.sqrt(max(upper**2 - along**2, 0.0)) * knee


def _across(v: Floats, axis: Floats) -> Floats:
    """The unit vector of the part of v at right angles to the axis."""
    rest = v - axis * (v @ axis) / (axis @ axis)
    return rest / np.linalg.norm(rest)


def _shortest_rotation(u: Floats, v: Floats) -> Floats:
    """(3, 3) the rotation by the smallest angle that takes the direction of u to that of v."""
    axis = np.cross(u, v)
    sine = np.linalg.norm(axis)
    angle = np.arctan2(sine, u @ v)
    return Rotation.from_rotvec(axis * (angle / sine if sine > 0.0 else 0.0)).as_matrix()


def _frame(along: Floats, sideways: Floats) -> Floats:
    """(3, 3) orthonormal columns: along, the part of sideways across it, and their product."""
    first = along / np.linalg.norm(along)
    second = _across(sideways, first)
    return np.stack([first, second, np.cross(first, second)], axis=1)
