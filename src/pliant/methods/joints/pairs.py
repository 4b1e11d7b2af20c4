"""The verdict on one pair of parts: what its contact says at several distances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.arrays import Array
from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.contact import Contact, contact
from pliant.methods.joints.kinds import FEWEST, HELD, MOSTLY, Reading, lets_go, preferred, reading, readings
from pliant.methods.joints.outline import Outline, bore, fork, lug, pivot
from pliant.methods.joints.part import PartSurface
from pliant.methods.joints.round_features import common_axes
from pliant.methods.joints.slippage import LEAST_RATIO

# The distances within which surfaces touch, over the smaller part's size; a joint shows at most of them.
SCALES = (0.005, 0.01, 0.02)
# Fewer samples than this, left of a wider contact, are sampled again.
FEW = 1000
# What is left of a contact without its largest flat face has at least this share of its area.
LEFT = 0.05
# Faces whose normals lean less than this toward another are not part of the same flat one.
LEANING = np.cos(np.radians(35.0))
# Axes agree within this angle, and within this share of the smaller part.
SAME_ANGLE = np.cos(np.radians(5.0))
SAME_PLACE = 0.05
# A part whose thickness is below this share of its size is a label, and cannot bear anything.
LABEL = 0.02
# A slide is made for its guide: of what is near, this share faces it; else one part was pushed into another.
MATED = 0.25
# A round piece that bears a part is this share of the contact.
BEARING = 0.25
# A motion that explains so much of the contact at every distance is the joint, though it slips roughly, or
# though its parts run into each other.
NEARLY_ALL = 0.9
# Of the hinges that something holds still, so many are tried.
TRIED = 3
TURNING = (JointKind.REVOLUTE, JointKind.CYLINDER)


@dataclass(frozen=True, eq=False)
class ContactView:
    """A contact at one distance.

    found: its reading; None where nothing slides along most of it
    size:  size of the smaller part
    """

    contact: Contact
    found: Reading | None
    size: float


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the views of a pair agree on.

    view:      the view that tells it best
    kind, origin, axis: the joint, before its ranges are known
    agreement: the weighted share of the views that say the same
    pivot:     about which a flat contact may turn; None where its shape tells none
    """

    view: ContactView
    kind: JointKind
    origin: Array
    axis: Array
    agreement: float
    pivot: Outline | None = None

    @property
    def centred(self) -> bool:
        """Whether the contact is flat, and its shape or a hole through it tells an axis."""
        found = self.view.found
        if found is None or found.motion.kind is not JointKind.PLANE:
            return False
        return self.kind is JointKind.REVOLUTE or (self.pivot is not None and self.pivot.round)


def touching(parts: Sequence[PartSurface | None], reach: float) -> list[tuple[int, int]]:
    """The pairs of parts whose boxes meet, grown by a share `reach` of the smaller part's size."""
    kept = [i for i, part in enumerate(parts) if part is not None]
    boxes = np.array([part.box() for part in parts if part is not None]).reshape(-1, 2, 3)
    sizes = np.array([part.size for part in parts if part is not None])
    grow = reach * np.minimum(sizes[:, None], sizes)[:, :, None]
    meet = (boxes[:, None, 0] <= boxes[None, :, 1] + grow) & (boxes[None, :, 0] <= boxes[:, None, 1] + grow)
    rows, columns = np.nonzero(np.triu(meet.all(axis=2), 1))
    return [(kept[i], kept[j]) for i, j in zip(rows.tolist(), columns.tolist(), strict=True)]


def views(a: PartSurface, b: PartSurface, scales: Sequence[float] = SCALES) -> list[ContactView]:
    """The views of a pair, the nearest first, at every distance at which there is a contact.

    scales: the distances over the smaller part's size, the smallest first
    """
    size = min(a.size, b.size)
    wide = contact(a, b, scales[-1] * size)
    seen = []
    for scale in scales:
        each = wide.within(scale * size)
        if FEWEST <= len(each) < FEW:
            each = contact(a, b, scale * size)
        if len(each) >= FEWEST:
            seen.append(ContactView(each, preferred(readings(each)), size))
    return seen


def verdict(a: PartSurface, b: PartSurface, seen: Sequence[ContactView]) -> Verdict:
    """The verdict that most of the views agree on, each counting by its area."""
    flat = _flat_opinion(a, b, seen)
    if flat is not None:
        return flat
    size = min(a.size, b.size)
    most = max(view.contact.area for view in seen)
    weights = [view.contact.area / most for view in seen]
    votes = [
        sum(w for w, other in zip(weights, seen, strict=True) if _agree(view.found, other.found, size))
        for view in seen
    ]
    # Among views that agree the nearest contact knows the axis best.
    best = int(np.argmax(np.array(votes) - 1e-9 * np.arange(len(seen))))
    view, agreement = seen[best], votes[best] / sum(weights)
    if view.found is None:
        return Verdict(view, JointKind.FIXED, view.contact.middle, view.contact.longest, agreement)
    motion = view.found.motion
    mated = max(each.contact.facing for each in seen) >= MATED
    kind = motion.kind if mated or motion.kind is not JointKind.PRISMATIC else JointKind.FIXED
    return Verdict(view, kind, motion.origin, motion.axis, agreement)


def behind_a_stop(seen: Sequence[ContactView]) -> Verdict | None:
    """The hinge that a contact shows without its largest flat face, if that face is only a stop; else None.

    A closed door lies flat on its frame, and its hinge is the smaller part of what touches.
    """
    for view in seen:
        flat = reading(view.contact, JointKind.PLANE).motion
        rest = view.contact.pick(np.abs(view.contact.normals @ flat.axis) < LEANING)
        if rest.area < LEFT * view.contact.area or len(rest) < FEWEST:
            continue
        found = preferred(readings(rest))
        if found is None or found.motion.kind not in TURNING or found.grip < HELD:
            continue
        motion = found.motion
        if lets_go(view.contact, motion):
            hinge = ContactView(rest, found, view.size)
            return Verdict(hinge, motion.kind, motion.origin, motion.axis, 1 / len(seen))
    return None


def turning(seen: Sequence[ContactView]) -> list[Verdict]:
    """Hinges that a contact speaks for, though something else of it holds them still; the surest first.

    They are the turns about its round pieces, and then those that slide along most of it. Flat contacts say
    nothing here: about any point of them a turn slides.
    """
    about: list[Verdict] = []
    along: list[Verdict] = []
    for view in seen:
        if view.found is not None and view.found.motion.kind is JointKind.PLANE:
            continue
        hinge = reading(view.contact, JointKind.REVOLUTE)
        for axis in (reading(view.contact, JointKind.PLANE).motion.axis, hinge.motion.axis):
            turns = pivot(view.contact, axis)
            if turns is not None and turns.area >= BEARING * view.contact.area:
                about.append(Verdict(view, JointKind.REVOLUTE, turns.centre, axis, 1 / len(seen)))
        if hinge.share >= MOSTLY and hinge.slips(LEAST_RATIO):
            motion = hinge.motion
            along.append(Verdict(view, JointKind.REVOLUTE, motion.origin, motion.axis, 1 / len(seen)))
    kept: list[Verdict] = []
    for said in [*about, *along]:
        if not any(same_axis(said, other) for other in kept):
            kept.append(said)
    return kept[:TRIED]


def unanimous_hinge(seen: Sequence[ContactView]) -> Verdict | None:
    """The hinge about one axis that explains nearly all of the contact at every distance; else None.

    It must hold the part from all around. Flat contacts have none: labels lie on round parts too.
    """
    flat = any(view.found is not None and view.found.motion.kind is JointKind.PLANE for view in seen)
    if flat or len(seen) < 2:
        return None
    found = [reading(view.contact, JointKind.REVOLUTE) for view in seen]
    if any(each.share < NEARLY_ALL or each.grip < HELD for each in found):
        return None
    said = [
        Verdict(view, JointKind.REVOLUTE, each.motion.origin, each.motion.axis, 1.0)
        for view, each in zip(seen, found, strict=True)
    ]
    if not all(same_axis(each, said[0]) for each in said):
        return None
    first = replace(seen[0], found=found[0])
    return replace(said[0], view=first)


def same_axis(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts turn about the same line."""
    if abs(one.axis @ other.axis) < SAME_ANGLE:
        return False
    offset = np.cross(one.origin - other.origin, one.axis)
    return bool(np.linalg.norm(offset) < SAME_PLACE * one.view.size)


def _flat_opinion(a: PartSurface, b: PartSurface, seen: Sequence[ContactView]) -> Verdict | None:
    """The verdict on a flat contact: labels are fixed, one common axis is a hinge, several are bolts.

    None where the contact is not flat, or has no such feature. The nearest flat contact decides; the share of
    flat ones tells how sure it is.
    """
    flat = [view for view in seen if view.found is not None and view.found.motion.kind is JointKind.PLANE]
    if not flat or (flat[0] is not seen[0] and 2 * len(flat) < len(seen)):
        return None
    first, share = flat[0], len(flat) / len(seen)
    motion = reading(first.contact, JointKind.PLANE).motion
    fixed = Verdict(first, JointKind.FIXED, motion.origin, motion.axis, share)
    if min(extent(part, motion.axis) / part.size for part in (a, b)) < LABEL:
        return fixed
    axes = common_axes(a, b, first.contact, motion.axis)
    if len(axes) == 1:
        # Walls of both parts tell it, and so does every distance at which the contact is flat as well.
        share = sum(_flat(view, motion.axis) for view in seen) / len(seen)
        return Verdict(first, JointKind.REVOLUTE, axes[0], motion.axis, share)
    turns = next((found for view in flat if (found := pivot(view.contact, motion.axis)) is not None), None)
    if turns is not None:
        return Verdict(first, JointKind.PLANE, motion.origin, motion.axis, share, turns)
    if axes:
        return fixed
    of_both = (a, b, first.contact, motion.axis)
    turns = lug(*of_both) or bore(*of_both) or fork(first.contact, motion.axis)
    return Verdict(first, JointKind.PLANE, motion.origin, motion.axis, share, turns)


def _flat(view: ContactView, axis: Array) -> bool:
    """Whether a contact slides like a flat one across an axis (3,), whatever else explains it better."""
    found = reading(view.contact, JointKind.PLANE)
    return found.holds and abs(float(found.motion.axis @ axis)) > SAME_ANGLE


def extent(part: PartSurface, axis: Array) -> float:
    """The extent of a part along an axis (3,)."""
    return float(np.ptp(part.V @ axis))


def _agree(one: Reading | None, other: Reading | None, size: float) -> bool:
    """Whether two readings are the same kind about the same axis."""
    if one is None or other is None:
        return one is other
    first, second = one.motion, other.motion
    if first.kind is not second.kind:
        return False
    offset = second.origin - first.origin
    if first.kind is JointKind.BALL:
        return bool(np.linalg.norm(offset) < SAME_PLACE * size)
    if abs(first.axis @ second.axis) < SAME_ANGLE:
        return False
    if first.kind in (JointKind.REVOLUTE, JointKind.CYLINDER):
        return bool(np.linalg.norm(np.cross(offset, first.axis)) < SAME_PLACE * size)
    return True
