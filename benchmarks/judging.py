"""Joints found against joints known: is the axis right, and is the kind?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints.analysis import Analysis

# An axis is right within this angle, and within this share of the model's diagonal.
ANGLE = 5.0
PLACE = 0.01

Pair = frozenset[int]


@dataclass(frozen=True, eq=False)
class Judged:
    """One true joint and what became of it.

    found:     the joint on the same pair, or None
    reason:    why there is none
    contact:   whether the parts touch at all
    angle:     between the axes, degrees
    place:     between the axes (centres of balls), over the diagonal; None where it has no meaning
    """

    truth: Joint
    found: Joint | None
    reason: str
    contact: bool
    angle: float | None = None
    place: float | None = None

    @property
    def axis(self) -> bool:
        """Whether the axis is right; a fixed joint has none."""
        if self.found is None:
            return False
        return (self.angle is None or self.angle < ANGLE) and (self.place is None or self.place < PLACE)

    @property
    def exact(self) -> bool:
        """Whether kind and axis are right."""
        return self.axis and self.found is not None and self.found.kind is self.truth.kind

    @property
    def equivalent(self) -> bool:
        """Whether they are right as far as geometry can tell: a round rod in a sleeve is a cylinder."""
        return self.axis and self.found is not None and same_geometry(self.found.kind, self.truth.kind)

    @property
    def covered(self) -> float | None:
        """How much of the published range the found one contains.

        None where the joint is not right, has more than one freedom or no published ends, or rests outside
        of its range: then its zero is not the pose of the model.
        """
        if not self.equivalent or self.found is None or len(self.truth.freedoms) != 1:
            return None
        (low, high), turns = self.truth.ranges[0], self.truth.freedoms[0].turns
        if not (np.isfinite([low, high]).all() and low <= 0.0 <= high and low < high):
            return None
        rows = [row for row, each in enumerate(self.found.freedoms) if each.turns == turns]
        if not rows:
            return 0.0
        least, most = self.found.ranges[rows[0]]
        same_way = (self.found.axis @ self.truth.axis > 0) == (self.found.a == self.truth.a)
        least, most = (least, most) if same_way else (-most, -least)
        return float(max(min(most, high) - max(least, low), 0.0) / (high - low))


def same_geometry(one: JointKind, other: JointKind) -> bool:
    """Whether two kinds are the same, or one is a cylinder and the other one of its motions."""
    single = {JointKind.REVOLUTE, JointKind.PRISMATIC}
    return one is other or (JointKind.CYLINDER in (one, other) and bool(single & {one, other}))


def judge(mechanism: Mechanism, analysis: Analysis) -> tuple[list[Judged], list[Joint]]:
    """Every true joint, and the joints found on pairs that have none."""
    found = {_pair(joint): joint for joint in analysis.joints}
    rejected = {_pair(each.joint): each for each in analysis.rejected}
    judged = []
    for truth in mechanism.joints:
        pair = _pair(truth)
        if pair in found:
            judged.append(compared(mechanism, truth, found[pair]))
        elif pair in rejected:
            judged.append(Judged(truth, None, rejected[pair].reason, contact=True))
        else:
            judged.append(Judged(truth, None, "nothing of the two parts touches", contact=False))
    known = {_pair(truth) for truth in mechanism.joints}
    return judged, [joint for pair, joint in found.items() if pair not in known]


def _pair(joint: Joint) -> Pair:
    return frozenset((joint.a, joint.b))


def compared(mechanism: Mechanism, truth: Joint, found: Joint) -> Judged:
    """A true joint beside another one on the same pair."""
    diagonal = float(np.linalg.norm(np.ptp(mechanism.mesh.V, axis=0)))
    offset = found.origin - truth.origin
    if truth.kind is JointKind.FIXED:
        return Judged(truth, found, "", contact=True)
    if truth.kind is JointKind.BALL:
        return Judged(truth, found, "", contact=True, place=float(np.linalg.norm(offset)) / diagonal)
    cosine = min(abs(float(found.axis @ truth.axis)), 1.0)
    angle = float(np.degrees(np.arccos(cosine)))
    turns = truth.kind in (JointKind.REVOLUTE, JointKind.CYLINDER)
    place = _line_distance(offset, truth.axis) / diagonal if turns else None
    return Judged(truth, found, "", contact=True, angle=angle, place=place)


def _line_distance(offset: Floats, axis: Floats) -> float:
    return float(np.linalg.norm(np.cross(offset, axis)))
