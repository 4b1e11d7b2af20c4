"""Makes a joint of what a contact says: its frame, its ranges, and the freedoms that these leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pliant.arrays import Array, Floats
from pliant.mechanism.mechanism import FREEDOMS, JointKind
from pliant.methods.joints.collision import NOISE, VISIBLE, Clearances
from pliant.methods.joints.contact import Contact
from pliant.methods.joints.outline import Outline
from pliant.methods.joints.pairs import TURNING, Verdict
from pliant.methods.joints.part import PartSurface
from pliant.methods.joints.ranges import JointAxes, ranges

# The depth that is no visible penetration: over the smaller part's size, and over the contact's radius, which
# is what an octagon overlaps when it turns in another.
DEPTH, DEPTH_OF_CONTACT = 0.01, 0.08
# Shallower depths that are tried where parts overlap at rest.
SHARES = (1.0, 0.5, 0.2)
# A freedom needs more room than clearance alone gives it: this angle more, or this share of the smaller part.
LEAST_TURN, LEAST_SLIDE = np.radians(5.0), 0.02
# However small the contact, a turn of this much is one.
SURE_TURN = np.radians(30.0)
# A contact that most of its views read as one hinge is that, though its parts run into each other.
MAJORITY = 0.65
# A contact that most of its views read as one slide is that, though its parts overlap at rest: they may rub
# on this share of its area if the slide is long, over the smaller part's size. Shorter slides may be play.
RUBBING, SHORT_SLIDE = 0.1, 0.2
# A flat contact that turns by this much may be a bearing.
FREE_TURN = np.radians(60.0)
# Faces made for each other come apart when they slide so many radii, there and back.
CONFINED = 5.0
# The radius of a disc over the mean distance of its points from the centre.
DISC = 1.5

REDUCED = {
    (JointKind.CYLINDER, (True, False)): JointKind.REVOLUTE,
    (JointKind.CYLINDER, (False, True)): JointKind.PRISMATIC,
    (JointKind.PLANE, (False, False, True)): JointKind.REVOLUTE,
}


@dataclass(frozen=True, eq=False)
class Limited:
    """A joint between two parts: kind, origin (3,), frame (3, 3) and ranges (f, 2) as in Joint."""

    kind: JointKind
    origin: Floats
    frame: Floats
    ranges: Floats


def limited(a: PartSurface, b: PartSurface, said: Verdict) -> Limited:
    """The joint of a verdict with its ranges; freedoms without room are taken away."""
    contact = said.view.contact
    frame = aligned(contact, said.axis, a, b)
    origin = _origin(said, frame[0])
    if said.kind is JointKind.FIXED:
        return Limited(JointKind.FIXED, origin, frame, np.zeros((0, 2)))
    size = min(a.size, b.size)
    depth = min(DEPTH * size, DEPTH_OF_CONTACT * contact.radius)
    visible = VISIBLE * contact.area
    clear = Clearances(a, b, [share * depth for share in SHARES], visible if contact.noise > 0 else 0.0)

    def follow(joint: JointAxes) -> Floats:
        # Whatever runs into the other part speaks against a freedom; a visible part of it ends one.
        return ranges(a, b, contact, clear.ignoring(visible), joint)

    found = ranges(a, b, contact, clear, JointAxes(said.kind, origin, frame))
    slack = 2 * (depth + contact.reach + NOISE * (a.noise + b.noise))
    turn = min(slack / contact.radius + LEAST_TURN, SURE_TURN)
    least = [turn if freedom.turns else slack + LEAST_SLIDE * size for freedom in FREEDOMS[said.kind]]
    kind, kept = _left(said.kind, found[:, 1] - found[:, 0] > least)
    joint = JointAxes(kind, origin, frame)
    if said.kind is JointKind.PLANE:
        room = Room(found, np.array(least), SHORT_SLIDE * size, contact.radius, follow)
        joint = _confined(joint, room, said.pivot)
    elif kind is JointKind.FIXED and said.agreement >= MAJORITY:
        if said.kind in TURNING:
            return _unlimited(JointAxes(JointKind.REVOLUTE, origin, frame))
        if said.kind is JointKind.PRISMATIC:
            slide = JointAxes(said.kind, origin, frame)
            found = ranges(a, b, contact, clear.rubbing(RUBBING * contact.area), slide)
            if np.ptp(found) > SHORT_SLIDE * size:
                return Limited(*slide, found)
    if joint.kind is not kind:
        found = follow(joint)
        blocked = joint.kind is JointKind.REVOLUTE and np.ptp(found) < turn
        return _unlimited(joint) if blocked else Limited(*joint, found)
    found = found[kept]
    if np.isfinite(found).any():
        found = follow(joint)
    return Limited(*joint, found)


class Room(NamedTuple):
    """The room of a flat contact.

    found:  (3, 2) the ranges of its freedoms
    least:  (3,) what each needs
    rail:   how far parts on a rail slide at least
    radius: of the contact
    follow: gives the range (1, 2) of a hinge
    """

    found: Floats
    least: Floats
    rail: float
    radius: float
    follow: Callable[[JointAxes], Floats]


def _confined(joint: JointAxes, room: Room, pivot: Outline | None) -> JointAxes:
    """A hinge or a rail for a flat contact that stays mated in no other way; else the joint itself.

    pivot: about which it may turn, if its shape tells
    """
    free = np.ptp(room.found, axis=1)
    enough = free > room.least
    told = pivot is not None and (pivot.round or free[2] >= FREE_TURN or not enough.any())
    if pivot is not None and told and free[:2].mean() < CONFINED * max(pivot.radius, DISC * room.radius):
        return JointAxes(JointKind.REVOLUTE, pivot.centre, joint.frame)
    if enough[:2].sum() == 1 and not enough[2]:
        if pivot is not None and free[:2].max() < room.rail:
            # What a fork holds slides out of it, by a little; it is there to turn.
            hinge = JointAxes(JointKind.REVOLUTE, pivot.centre, joint.frame)
            if np.ptp(room.follow(hinge)) >= FREE_TURN:
                return hinge
        row = 1 + int(np.argmax(enough[:2]))
        return JointAxes(JointKind.PRISMATIC, joint.origin, np.roll(joint.frame, -row, axis=0))
    return joint


def _unlimited(joint: JointAxes) -> Limited:
    """A hinge whose range is unknown, since its parts run into each other wherever they go."""
    return Limited(*joint, np.array([[-np.inf, np.inf]]))


def _left(kind: JointKind, free: Array) -> tuple[JointKind, Array]:
    """The kind of joint with the freedoms (f,) that have room, and which freedoms (f,) it keeps.

    Plane and ball keep all if one has room, since no kind has the others alone.
    """
    reduced = REDUCED.get((kind, tuple(free.tolist())))
    if reduced is not None:
        return reduced, free
    if free.all() or (free.any() and kind in (JointKind.PLANE, JointKind.BALL)):
        return kind, np.ones(len(free), bool)
    return JointKind.FIXED, np.zeros(len(free), bool)


def aligned(contact: Contact, axis: Floats, a: PartSurface, b: PartSurface) -> Floats:
    """(3, 3) in rows: the axis, pointing from a to b, and the contact's main directions square to it."""
    if axis @ (b.middle - a.middle) < 0:
        axis = -axis
    offset = contact.points - contact.middle
    flat = offset - np.outer(offset @ axis, axis)
    main = np.linalg.eigh((flat * contact.weights[:, None]).T @ flat)[1][:, 2]
    side = main - (main @ axis) * axis
    side /= np.linalg.norm(side)
    return np.stack([axis, side, np.cross(axis, side)])


def _origin(said: Verdict, axis: Floats) -> Floats:
    """The point of the axis amid the contact; of a flat one its pivot; else the middle of the contact."""
    middle = said.view.contact.middle
    if said.kind is JointKind.PLANE and said.pivot is not None:
        return said.pivot.centre
    if said.kind in (JointKind.PRISMATIC, JointKind.PLANE, JointKind.FIXED):
        return middle
    if said.kind is JointKind.BALL:
        return said.origin
    return said.origin + axis * ((middle - said.origin) @ axis)
