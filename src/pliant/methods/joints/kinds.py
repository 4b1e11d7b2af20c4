"""The kind of joint that one contact speaks for: the one along which most of it slides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array
from pliant.mechanism.mechanism import JointKind, axis_frame
from pliant.methods.joints.contact import FEWEST, Contact
from pliant.methods.joints.round_features import arc
from pliant.methods.joints.slippage import (
    LEAST_RATIO,
    MOST_RATIO,
    SlidingMotion,
    Slippage,
    motions,
    slippage,
    twists,
)

# A sample is tangent to a motion where they make less than this angle: what an octagon leaves of a circle.
TANGENT = np.radians(15.0)
# Noise tilts fitted normals by this many times its share of the contact's radius, at the most.
TILT = 2.5
# The same on average.
MEAN_TILT = 1.7
# Near its axis a turn moves too little to have a direction: below this share of the mean distance.
NEAR_AXIS = 0.3
# A joint explains at least this share of the contact.
EXPLAINED = 0.85
# Rounds of fitting to what is tangent.
ROUNDS = 6
# A joint with fewer freedoms is preferred where it explains three quarters of what the freer one leaves.
SHARPER = 4.0
# Of two joints with as many freedoms the one that slips better counts, unless it explains so much less.
LESS = 0.1
# So much of a contact may be there by chance.
STRAY = 0.02
# Above this ratio a surface slips as well as its polygons let it; to slip better then means nothing.
CLEAR = 1000.0
# A contact may let go in one direction, like a drawer's back, if so much of it is tangent.
MOSTLY = 0.75
# Normals that lean less than this toward the axis hold the part sideways.
SIDEWAYS = np.cos(np.radians(45.0))
# A part is held sideways where the normals leave no gap of more than about half a circle.
HELD = 0.45
# An arc of normals below this share of the circle does not locate an axis.
ARC = 0.15

ORDER = (
    (JointKind.PLANE, JointKind.BALL),
    (JointKind.CYLINDER,),
    (JointKind.REVOLUTE, JointKind.PRISMATIC),
)


@dataclass(frozen=True, eq=False)
class Reading:
    """How well a contact slides as a joint of one kind does.

    motion:  the best motion of that kind
    tangent: share of the contact's area that stays tangent
    share:   share of the area that stays tangent, or lets go when the joint moves one way
    ratio:   λ₆ over the largest eigenvalue of the free motions, on what stays tangent
    grip:    share of the directions square to the axis from which the other part holds it
    walls:   share of the area that stands along the axis
    blur:    what noise adds to one over the ratio
    """

    motion: SlidingMotion
    tangent: float
    share: float
    ratio: float
    grip: float
    walls: float
    blur: float

    @property
    def holds(self) -> bool:
        """Whether the contact slides like this."""
        return self.share >= EXPLAINED and self.slips(LEAST_RATIO)

    @property
    def left(self) -> float:
        """Share of the area that it does not explain, less what noise leads astray."""
        return 1.0 - self.share - (STRAY if self.blur > 0 else 0.0)

    def slips(self, ratio: float) -> bool:
        """Whether the contact slips better along the motion than a ratio, within what noise blurs."""
        return 1.0 / self.ratio < 1.0 / ratio + self.blur


def readings(contact: Contact) -> dict[JointKind, Reading]:
    """The reading of a contact as each moving kind of joint."""
    return {kind: reading(contact, kind) for kinds in ORDER for kind in kinds}


def reading(contact: Contact, kind: JointKind) -> Reading:
    """The reading of a contact as one kind, whose motion is fitted to what stays tangent to it."""
    kept = np.ones(len(contact), bool)
    motion, found = _fitted(contact, kind, kept)
    for _ in range(ROUNDS):
        tangent = stays_tangent(contact, motion, found)
        if tangent.sum() < FEWEST or np.array_equal(tangent, kept):
            break
        kept = tangent
        motion, found = _fitted(contact, kind, kept)
    tangent, share = explained(contact, motion, found)
    walls = float(contact.weights[np.abs(contact.normals @ motion.axis) < SIDEWAYS].sum() / contact.area)
    ratio = 1.0 / max(motion.residual, 1e-12)
    blur = (MEAN_TILT * contact.noise / contact.radius) ** 2
    return Reading(motion, tangent, share, ratio, grip(contact, motion.axis), walls, blur)


def _fitted(contact: Contact, kind: JointKind, kept: Array) -> tuple[SlidingMotion, Slippage]:
    found = slippage(contact.points[kept], contact.normals[kept], contact.weights[kept])
    return motions(found)[kind], found


def stays_tangent(contact: Contact, motion: SlidingMotion, found: Slippage) -> Array:
    """(s,) which samples move along the surface under every freedom of the motion."""
    return np.asarray((np.abs(_lift(contact, motion, found)) <= _tangent(contact)).all(axis=0))


def _tangent(contact: Contact) -> float:
    """The sine of the largest angle between a motion and a surface that it slides along."""
    return float(np.sin(TANGENT + TILT * contact.noise / contact.radius))


def _lift(contact: Contact, motion: SlidingMotion, found: Slippage) -> Array:
    """(f, s) the sine of the angle at which each sample leaves the surface, for each freedom."""
    offset = (contact.points - found.centre) / found.scale
    free = twists(motion.kind, motion.axis, (motion.origin - found.centre) / found.scale)
    moves = np.cross(free[:, None, :3], offset) + free[:, None, 3:]
    speed = np.maximum(np.linalg.norm(moves, axis=2), NEAR_AXIS)
    return (moves * contact.normals).sum(axis=2) / speed


def explained(contact: Contact, motion: SlidingMotion, found: Slippage) -> tuple[float, float]:
    """The share of the area that stays tangent, and the same with what a slide one way lets go of."""
    lift, most = _lift(contact, motion, found), _tangent(contact)
    weights = contact.weights / contact.weights.sum()
    tangent = float(weights[(np.abs(lift) <= most).all(axis=0)].sum())
    if motion.kind is not JointKind.PRISMATIC or tangent < MOSTLY:
        return tangent, tangent
    freed = max(weights[lift[0] > most].sum(), weights[lift[0] < -most].sum())
    return tangent, tangent + float(freed)


def lets_go(contact: Contact, motion: SlidingMotion) -> bool:
    """Whether a motion, going one way, leaves behind all of the contact that is not tangent to it."""
    found = slippage(contact.points, contact.normals, contact.weights)
    lift, most = _lift(contact, motion, found)[0], _tangent(contact)
    weights = contact.weights / contact.weights.sum()
    return bool(min(weights[lift > most].sum(), weights[lift < -most].sum()) < STRAY)


def grip(contact: Contact, axis: Array) -> float:
    """The share of the circle that the normals go around, seen along the axis."""
    flat = contact.normals @ axis_frame(axis)[1:].T
    flat = flat[np.linalg.norm(flat, axis=1) > SIDEWAYS]
    return arc(flat) if len(flat) >= FEWEST else 0.0


def preferred(found: dict[JointKind, Reading]) -> Reading | None:
    """The reading that the contact speaks for; None where no motion slides along most of it."""
    best: Reading | None = None
    for kinds in ORDER:
        held = [found[kind] for kind in kinds if found[kind].holds]
        most = max((each.tangent for each in held), default=0.0)
        top = max((each for each in held if each.tangent > most - LESS), key=lambda r: r.ratio, default=None)
        if top is not None and (best is None or _sharper(top, best)):
            best = top
    return best


def _sharper(stiff: Reading, free: Reading) -> bool:
    """Whether the stiffer joint explains most of the area, or of the slipping, that the freer one leaves.

    Without walls the rounded edges of a flat contact would look like a joint, and a short arc of wall tells
    no axis. Coarse polygons hinder turning only: a slide is no better than a cylinder for slipping better.
    """
    if free.motion.kind is JointKind.PLANE and (free.walls < STRAY or stiff.grip < ARC):
        return stiff.motion.kind is JointKind.CYLINDER and _slips_better(stiff, free, CLEAR, 1.0)
    left = 1.0 - free.share
    if left > STRAY and stiff.left < left / SHARPER:
        return True
    if free.motion.kind is JointKind.CYLINDER and stiff.motion.kind is JointKind.PRISMATIC:
        return False
    # A ball or a plane cannot do what a cylinder does, and the better one counts; what a freer joint can do
    # as well takes its place only where that one slips doubtfully.
    if stiff.motion.kind is JointKind.CYLINDER:
        return _slips_better(stiff, free, CLEAR, 1.0)
    return _slips_better(stiff, free, MOST_RATIO, SHARPER)


def _slips_better(stiff: Reading, free: Reading, doubtful: float, times: float) -> bool:
    return not free.slips(doubtful) and stiff.ratio > times * free.ratio and stiff.share > free.share - STRAY
