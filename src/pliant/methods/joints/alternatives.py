"""What else a doubtful joint could be: the other readings of its contact, each with its range.

The analysis decides for one reading of a contact. A person who sees the machine often knows better, and then
needs no more than the others to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from pliant.arrays import Floats, frozen
from pliant.errors import MechanismError
from pliant.mechanism.mechanism import FREEDOMS, Joint, JointKind, Mechanism
from pliant.methods.joints.analysis import in_units, unit_of
from pliant.methods.joints.kinds import ORDER, reading
from pliant.methods.joints.limits import Limited, limited
from pliant.methods.joints.outline import fork, lug, pivot
from pliant.methods.joints.pairs import (
    SCALES,
    ContactView,
    Verdict,
    behind_a_stop,
    same_axis,
    turning,
    views,
)
from pliant.methods.joints.part import PartSurface, part_of
from pliant.methods.joints.second_look import WIDER
from pliant.progress import Progress, silent
from pliant.solve.threads import with_one_blas_thread

# So many others are offered: of more, nobody reads the last.
OFFERED = 3
# A reading that less of the contact slides along is no offer.
LEAST_SHARE = 0.5
# A turn or a slide that is known to be possible, but not how far, has no limits.
UNKNOWN = (-np.inf, np.inf)
# Axes that make less than 15° are one to whoever chooses.
SAME = np.cos(np.radians(15.0))

# A reading as a verdict, with the share of the contact that it explains.
Guess: TypeAlias = tuple[Verdict, float]


@with_one_blas_thread
def alternatives(mechanism: Mechanism, joint: int, *, progress: Progress = silent) -> tuple[Joint, ...]:
    """What else a joint could be, the likeliest first; none where its parts do not touch.

    The confidence of each is the share of the contact that slides as it says; a fixed joint, which explains
    any contact, comes last with the share that no other explains.
    Raises MechanismError for a joint that does not exist.
    """
    if not 0 <= joint < len(mechanism.joints):
        raise MechanismError(
            f"There is no joint {joint}; the model has {len(mechanism.joints)}, numbered from 0. Choose one."
        )
    unit = unit_of(mechanism)
    alike = replace(mechanism, mesh=mechanism.mesh.moved(mechanism.mesh.V / unit))
    old = mechanism.joints[joint]
    a, b = part_of(alike, old.a), part_of(alike, old.b)
    if a is None or b is None:
        return ()
    seen = views(a, b, SCALES) or views(a, b, WIDER)
    if not seen:
        return ()
    guesses = sorted(_guesses(a, b, seen), key=lambda guess: -guess[1])
    found = [replace(old, origin=frozen(old.origin / unit, np.float64))]
    for i, (said, share) in enumerate(guesses):
        if len(found) > OFFERED - 1:
            break
        if said.kind is old.kind and _alike(said.kind, said.axis, old.axis):
            continue
        progress(i / len(guesses), f"trying a {said.kind} joint")
        other = _joint(old, _ranged(a, b, said), share)
        if not any(_same(other, one) for one in found):
            found.append(other)
    if old.kind is not JointKind.FIXED:
        best = max((each.confidence for each in found[1:]), default=0.0)
        still = Limited(JointKind.FIXED, found[0].origin, old.frame, np.zeros((0, 2)))
        found.append(_joint(old, still, 1.0 - best))
    return tuple(in_units(each, unit) for each in found[1:])


def _guesses(a: PartSurface, b: PartSurface, seen: Sequence[ContactView]) -> Iterator[Guess]:
    """Every reading of the contact that moves; hinges that something holds still among them."""
    for said in _hinges(a, b, seen):
        yield said, max(_share(said.view, JointKind.REVOLUTE), LEAST_SHARE)
    for kinds in ORDER:
        for kind in kinds:
            best = max(seen, key=lambda view, kind=kind: _share(view, kind))
            motion, share = reading(best.contact, kind).motion, _share(best, kind)
            # About any point of a flat contact a turn slides: only its shape tells which.
            flat = kind is JointKind.REVOLUTE and _share(best, JointKind.PLANE) >= share
            if share >= LEAST_SHARE and not flat:
                yield Verdict(best, kind, motion.origin, motion.axis, share), share


def _hinges(a: PartSurface, b: PartSurface, seen: Sequence[ContactView]) -> list[Verdict]:
    """Hinges behind stops, about round pieces, and about what the outline of a flat contact is centred on."""
    stop = behind_a_stop(seen)
    found = [*([] if stop is None else [stop]), *turning(seen)]
    for view in seen:
        flat = reading(view.contact, JointKind.PLANE)
        if flat.share < LEAST_SHARE:
            continue
        axis = flat.motion.axis
        outline = pivot(view.contact, axis) or lug(a, b, view.contact, axis) or fork(view.contact, axis)
        centre = view.contact.middle if outline is None else outline.centre
        found.append(Verdict(view, JointKind.REVOLUTE, centre, axis, flat.share))
        break
    kept: list[Verdict] = []
    for said in found:
        if not any(same_axis(said, other) for other in kept):
            kept.append(said)
    return kept


def _share(view: ContactView, kind: JointKind) -> float:
    return reading(view.contact, kind).share


def _ranged(a: PartSurface, b: PartSurface, said: Verdict) -> Limited:
    """The joint of a reading with its range; one that nothing leaves room for keeps its kind, without limits.

    What is offered is for a person to judge: parts that run into each other may still move.
    """
    found = limited(a, b, said)
    if found.kind is not JointKind.FIXED:
        return found
    return Limited(said.kind, found.origin, found.frame, np.tile(UNKNOWN, (len(FREEDOMS[said.kind]), 1)))


def _joint(old: Joint, found: Limited, share: float) -> Joint:
    return replace(
        old,
        kind=found.kind,
        origin=frozen(found.origin, np.float64),
        frame=frozen(found.frame, np.float64),
        ranges=frozen(found.ranges, np.float64),
        confidence=float(np.clip(share, 0.0, 1.0)),
        evidence=MappingProxyType({"tangent": float(np.clip(share, 0.0, 1.0))}),
    )


def _same(one: Joint, other: Joint) -> bool:
    """Whether two joints of the same parts are one to a person: the same kind, about the same direction."""
    return one.kind is other.kind and _alike(one.kind, one.axis, other.axis)


def _alike(kind: JointKind, axis: Floats, other: Floats) -> bool:
    return kind is JointKind.BALL or bool(abs(axis @ other) > SAME)
