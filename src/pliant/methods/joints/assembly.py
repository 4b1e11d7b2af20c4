"""Chooses among the joints found those that can hold together: most touching pairs carry no joint.

Joints are taken in the order of their confidence. One that closes a loop must hold something that the others
do not, must not lock them, and must show at most of the contact distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.methods.joints.away_from_rest import places_away
from pliant.methods.joints.limits import SHORT_SLIDE
from pliant.methods.joints.mobility import loop, motions, relative
from pliant.methods.joints.part import PartSurface

# A joint that a smaller share of the contact distances tells, or that touches at a smaller share of them, may
# be there by chance.
BY_CHANCE = 0.5


@dataclass(frozen=True, eq=False)
class Rejected:
    """A touching pair without a joint: the joint that it looked like, and why it is none."""

    joint: Joint
    reason: str


@dataclass(frozen=True)
class _Whole:
    """The model's bodies, middle and size: lengths are measured by them.

    sizes: of the bodies, zero for one without a surface
    """

    bodies: int
    centre: Floats
    scale: float
    sizes: tuple[float, ...]


def chosen(found: Sequence[Joint], parts: Sequence[PartSurface | None]) -> tuple[list[Joint], list[Rejected]]:
    """The joints that are kept, sorted by their components, and those that are rejected.

    parts: the surface of each component, None for one without
    """
    whole = _whole(parts)
    group = np.arange(len(parts))
    kept: list[Joint] = []
    rejected: list[Rejected] = []
    for joint in sorted(found, key=lambda each: _order(each, whole)):
        if group[joint.a] != group[joint.b]:
            group[group == group[joint.b]] = group[joint.a]
            kept.append(joint)
            continue
        reason = _objection(joint, kept, whole)
        if reason is None:
            kept.append(joint)
        else:
            rejected.append(Rejected(joint, reason))
    return sorted(kept, key=lambda joint: (joint.a, joint.b)), rejected


def _order(joint: Joint, whole: _Whole) -> tuple[int, float, int, int]:
    """Sorting key: moving joints, fixed ones, neighbours, mere contacts; of each the surest first.

    Neighbours do not touch at most of the distances: what lies between them holds them both.
    """
    rank = 1 if joint.kind is JointKind.FIXED else 0
    if joint.evidence.get("near", 1.0) < BY_CHANCE:
        rank = 2
    return 3 if _only_touches(joint, whole) else rank, -joint.confidence, joint.a, joint.b


def _only_touches(joint: Joint, whole: _Whole) -> bool:
    """Whether the contact holds nothing: a flat one, one that slides and can be lifted off, or mere play.

    Teeth of gears and edges beside each other slide along their axes, by a little.
    """
    size = min(whole.sizes[joint.a], whole.sizes[joint.b])
    if joint.kind is JointKind.PRISMATIC and np.ptp(joint.ranges) < SHORT_SLIDE * size:
        return True
    return joint.kind is JointKind.PLANE or (
        joint.kind in (JointKind.PRISMATIC, JointKind.CYLINDER) and joint.evidence.get("grip", 1.0) < 1.0
    )


def _objection(joint: Joint, kept: Sequence[Joint], whole: _Whole) -> str | None:
    """Why a joint that closes a loop is rejected; None if it is kept."""
    if _only_touches(joint, whole):
        return "they only touch; other joints hold both"
    shown = min(joint.evidence.get(name, 1.0) for name in ("agreement", "near"))
    if shown < BY_CHANCE:
        return "other joints hold both, and few of the contact distances show this one"
    others = [each for each in loop([*kept, joint], whole.bodies) if each is not joint]
    if joint.kind is JointKind.FIXED:
        moved = relative(_moves(others, whole), joint)
        return "other joints move these parts against each other" if moved else None
    reason = _stuck(joint, others, whole)
    if reason is None:
        return None
    # At a dead centre, as of a crank in line with its rod, nothing seems to move what moves elsewhere.
    away = places_away([*others, joint], whole.bodies, whole.centre, whole.scale)
    return None if any(_stuck(last, rest, whole) is None for *rest, last in away) else reason


def _stuck(joint: Joint, others: Sequence[Joint], whole: _Whole) -> str | None:
    """Why a joint that closes a loop with others does not hold where they are; None if it does."""
    before = _moves(others, whole)
    if _moves([*others, _freer(joint)], whole).shape[1] == before.shape[1]:
        return "it follows from the other joints"
    after = _moves([*others, joint], whole)
    for other in others:
        if len(other.freedoms) and relative(before, other) and not relative(after, other):
            return f"it would lock the {other.kind} joint between {other.a} and {other.b}"
    return None if relative(after, joint) else "the other joints hold it still"


def _freer(joint: Joint) -> Joint:
    """The joint, free along its axis too: ends of parts stacked on one pin touch, but hold nothing."""
    single = joint.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC)
    return replace(joint, kind=JointKind.CYLINDER) if single else joint


def _moves(joints: Sequence[Joint], whole: _Whole) -> Floats:
    return motions(joints, whole.bodies, whole.centre, whole.scale)


def _whole(parts: Sequence[PartSurface | None]) -> _Whole:
    V = np.concatenate([part.V for part in parts if part is not None] or [np.zeros((1, 3))])
    centre = V.mean(axis=0)
    sizes = tuple(0.0 if part is None else part.size for part in parts)
    return _Whole(len(parts), centre, float(max(np.linalg.norm(V - centre, axis=1).max(), 1e-300)), sizes)
