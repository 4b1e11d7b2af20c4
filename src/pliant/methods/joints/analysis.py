"""Finds the joints of a model from its geometry alone [Xu2009, section 3].

Every touching pair is read by itself: contact, slippage, kind and ranges. Then the joints that can hold
together are chosen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from pliant.arrays import frozen
from pliant.errors import OptionError
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints.assembly import Rejected, chosen
from pliant.methods.joints.evidence import Observed, confidence, pieces
from pliant.methods.joints.likeness import agreed
from pliant.methods.joints.limits import FREE_TURN, SHORT_SLIDE, Limited, limited
from pliant.methods.joints.outline import bolted
from pliant.methods.joints.pairs import (
    SCALES,
    ContactView,
    Verdict,
    behind_a_stop,
    touching,
    turning,
    unanimous_hinge,
    verdict,
    views,
)
from pliant.methods.joints.part import PartSurface, part_of
from pliant.methods.joints.primitives import agreement
from pliant.methods.joints.second_look import WIDER, SecondLook
from pliant.progress import Progress, silent
from pliant.solve.threads import with_one_blas_thread

# Of the progress, where the parts have been read and where the pairs are done.
READ, LOOKED = 0.15, 0.95


@dataclass(frozen=True, kw_only=True)
class AnalysisOptions:
    """Options of the analysis: what counts as touching.

    scales: contact distances over the smaller part's size, the smallest first; a joint shows at most of them
    hulls:  whether parts that do not touch are looked at again where their convex hulls meet
    """

    scales: tuple[float, ...] = SCALES
    hulls: bool = True

    def __post_init__(self) -> None:
        good = all(math.isfinite(scale) and 0 < scale < 1 for scale in self.scales)
        if not self.scales or not good or list(self.scales) != sorted(self.scales):
            raise OptionError(
                f"scales={self.scales!r}; shares between 0 and 1 are needed, the smallest first."
            )


@dataclass(frozen=True, eq=False)
class Analysis:
    """The joints of a mechanism, and the touching pairs that carry none.

    joints:   sorted by their components; each has its confidence and evidence
    rejected: touching pairs without a joint, with the reason
    empty:    components without a surface, which cannot be analysed
    """

    joints: tuple[Joint, ...]
    rejected: tuple[Rejected, ...]
    empty: tuple[int, ...]


def find_joints(
    mechanism: Mechanism, *, options: AnalysisOptions | None = None, progress: Progress | None = None
) -> tuple[Joint, ...]:
    """The joints of a mechanism, found from its geometry; its own joints are ignored.

    progress: called with the share that is done and a word on what is being done
    """
    return analyse(mechanism, options=options, progress=progress).joints


@with_one_blas_thread
def analyse(
    mechanism: Mechanism, *, options: AnalysisOptions | None = None, progress: Progress | None = None
) -> Analysis:
    """The joints of a mechanism and the touching pairs that carry none; arguments as for `find_joints`."""
    options, tell = options or AnalysisOptions(), progress or silent
    names = [component.name for component in mechanism.components]
    unit = unit_of(mechanism)
    alike = replace(mechanism, mesh=mechanism.mesh.moved(mechanism.mesh.V / unit))
    parts: list[PartSurface | None] = []
    for i, name in enumerate(names):
        tell(READ * i / len(names), f"reading {name}")
        parts.append(part_of(alike, i))
    found: list[Joint] = []
    pairs = touching(parts, options.scales[-1])
    for k, (i, j) in enumerate(pairs):
        tell(READ + (LOOKED - READ) * k / len(pairs), f"{names[i]} and {names[j]}")
        found += joint_between(parts, i, j, options.scales)
    if options.hulls:
        tell(LOOKED, "looking again at parts that nothing holds")
        found += _loose(parts, found)
    tell(LOOKED, "choosing among what touches")
    joints, rejected = chosen(agreed(found, parts), parts)
    tell(1.0, "ready")
    empty = tuple(i for i, part in enumerate(parts) if part is None)
    return Analysis(
        tuple(in_units(joint, unit) for joint in joints),
        tuple(Rejected(in_units(each.joint, unit), each.reason) for each in rejected),
        empty,
    )


def unit_of(mechanism: Mechanism) -> float:
    """A length like the model's, a power of two, so that dividing by it rounds nothing.

    Libraries for rays and collisions have tolerances of their own, which are lengths.
    """
    size = float(np.ptp(mechanism.mesh.V, axis=0).max())
    return 2.0 ** round(math.log2(size)) if size > 0 else 1.0


def in_units(joint: Joint, unit: float) -> Joint:
    """A joint, found in units of a length, in the user's lengths."""
    lengths = np.array([[1.0 if turns else unit] for turns, _ in joint.freedoms]).reshape(-1, 1)
    origin, limits = frozen(unit * joint.origin, np.float64), frozen(lengths * joint.ranges, np.float64)
    return replace(joint, origin=origin, ranges=limits)


def _loose(parts: Sequence[PartSurface | None], found: Sequence[Joint]) -> list[Joint]:
    """Joints with much clearance, for parts that have no other joint."""
    held = {end for joint in found for end in (joint.a, joint.b)}
    look = SecondLook(parts)
    again = [pair for pair in touching(parts, WIDER[-1]) if not held >= set(pair) and look.reaches_in(*pair)]
    return [joint for i, j in again for joint in joint_between(parts, i, j, WIDER)]


def joint_between(
    parts: Sequence[PartSurface | None], i: int, j: int, scales: Sequence[float]
) -> list[Joint]:
    """The joint that the contact of parts i and j speaks for; none where they do not touch.

    scales: contact distances over the smaller part's size, the smallest first
    """
    a, b = parts[i], parts[j]
    seen = views(a, b, scales) if a is not None and b is not None else []
    if a is None or b is None or not seen:
        return []
    said, joint = _settled(a, b, seen)
    if joint.kind is JointKind.REVOLUTE and any(
        bolted(view.contact, joint.frame[0], joint.origin) for view in seen
    ):
        joint = Limited(JointKind.FIXED, joint.origin, joint.frame, np.zeros((0, 2)))
    evidence = _evidence(said, seen, joint)
    found = Joint(
        i,
        j,
        joint.kind,
        frozen(joint.origin, np.float64),
        frozen(joint.frame, np.float64),
        frozen(joint.ranges, np.float64),
        confidence=confidence(evidence, joint.kind),
        evidence=MappingProxyType(dict(evidence)),
    )
    return [found]


def _settled(a: PartSurface, b: PartSurface, seen: Sequence[ContactView]) -> tuple[Verdict, Limited]:
    """The verdict of the views and its joint; where that is fixed, a hinge behind a stop if there is one."""
    said = verdict(a, b, seen)
    joint = limited(a, b, said)
    if joint.kind is JointKind.FIXED and (again := behind_a_stop(seen)) is not None:
        free = limited(a, b, again)
        if free.kind is not JointKind.FIXED:
            return again, free
    if joint.kind is JointKind.FIXED or (joint.kind is JointKind.PRISMATIC and _short(joint, a, b)):
        for other in turning(seen):
            free = limited(a, b, other)
            if free.kind is JointKind.REVOLUTE and np.ptp(free.ranges) >= FREE_TURN:
                return other, free
    if joint.kind is JointKind.FIXED and (hinge := unanimous_hinge(seen)) is not None:
        return hinge, limited(a, b, hinge)
    return said, joint


def _short(joint: Limited, a: PartSurface, b: PartSurface) -> bool:
    """Whether a joint slides by less than a small share of the smaller part."""
    return bool(np.ptp(joint.ranges) < SHORT_SLIDE * min(a.size, b.size))


def _evidence(said: Verdict, seen: Sequence[ContactView], joint: Limited) -> Mapping[str, float]:
    contact, found = said.view.contact, said.view.found
    held = joint.kind in (JointKind.REVOLUTE, JointKind.CYLINDER, JointKind.PRISMATIC) and not said.centred
    touched = sum(view.contact.reach <= SCALES[-1] * view.size for view in seen)
    observed = Observed(
        tangent=found.share if found is not None else 1.0,
        agreement=said.agreement,
        ratio=found.ratio if found is not None else math.inf,
        primitive=agreement(contact, found.motion) if found is not None else 1.0,
        facing=contact.facing,
        near=touched / len(SCALES),
        grip=found.grip if found is not None and held else 1.0,
        samples=len(contact),
    )
    return pieces(observed)
