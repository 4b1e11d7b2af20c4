"""Equal parts have equal joints: where two pairs of parts are moved or mirrored copies, their answers agree.

The contacts of copies are sampled differently, so that one of four equal fingers may be read differently. The
answer of most of them is given to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from pliant.arrays import Array, Floats, frozen
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.methods.joints.part import PartSurface

# Parts are alike where area, size and main moments differ by less than this share.
ALIKE = 0.01
# Main moments closer than this share do not tell the main directions.
DISTINCT = 0.03
# Points of a copy lie on the other part within this share of its size, but for so many.
COPIED, MISSED = 0.01, 0.05
# Points that are compared, and the fewest that tell anything of the place where a copy is mounted.
COMPARED, FEWEST = 200, 12
# Copies of one answer: axes within this angle, and within this share of the smaller part.
SAME_ANGLE, SAME_PLACE = np.cos(np.radians(5.0)), 0.05
# Answers that are handed on: those with one freedom, or none.
HANDED_ON = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED)


@dataclass(frozen=True, eq=False)
class Placement:
    """The map x → R x + t, where R is a rotation or a mirroring."""

    R: Floats
    t: Floats

    def of(self, points: Array) -> Floats:
        """Points (…, 3), moved."""
        return points @ self.R.T + self.t


@dataclass(frozen=True, eq=False)
class _Shape:
    """What no motion changes of a part, and its main directions in rows, where these are distinct."""

    marks: Floats
    frame: Floats | None


def agreed(found: Sequence[Joint], parts: Sequence[PartSurface | None]) -> list[Joint]:
    """The joints, where those of equal pairs of parts have the answer of most of them."""
    shapes = [_shape(part) if part is not None else None for part in parts]
    joints, left = list(found), list(range(len(found)))
    while left:
        first = left.pop(0)
        group = [(first, Placement(np.eye(3), np.zeros(3)))]
        for k in list(left):
            move = _copy(found[first], found[k], parts, shapes)
            if move is not None:
                group.append((k, move))
                left.remove(k)
        if len(group) > 1:
            _settle(joints, group, parts)
    return joints


def _settle(
    joints: list[Joint], group: Sequence[tuple[int, Placement]], parts: Sequence[PartSurface | None]
) -> None:
    """Gives the joints of one group, each with its placement from the first, the answer of most."""
    at_first = [_moved(joints[k], _inverse(move)) for k, move in group]
    size = min(part.size for part in (parts[at_first[0].a], parts[at_first[0].b]) if part is not None)
    votes = [sum(_same(joint, other, size) for other in at_first) for joint in at_first]
    best = at_first[max(range(len(votes)), key=lambda k: (votes[k], at_first[k].confidence))]
    # Two copies that differ have no majority.
    if best.kind not in HANDED_ON or 2 * max(votes) <= len(votes):
        return
    sure = max(votes) / len(votes)
    for (k, move), joint in zip(group, at_first, strict=True):
        if not _same(joint, best, size):
            given, old = _moved(best, move), joints[k]
            joints[k] = replace(given, a=old.a, b=old.b, confidence=sure * best.confidence)


def _same(one: Joint, other: Joint, size: float) -> bool:
    """Whether two answers for one pair are the same."""
    if one.kind is not other.kind:
        return False
    if one.kind is JointKind.FIXED:
        return True
    if abs(one.axis @ other.axis) < SAME_ANGLE:
        return False
    offset = np.cross(one.origin - other.origin, one.axis)
    return one.kind is JointKind.PRISMATIC or bool(np.linalg.norm(offset) < SAME_PLACE * size)


def _moved(joint: Joint, move: Placement) -> Joint:
    """A joint of a copy. A mirror turns a turn round, so its axis too; the ranges stay as they are."""
    frame = joint.frame @ move.R.T
    if np.linalg.det(move.R) < 0:
        frame = frame * np.array([[1.0], [1.0], [-1.0]]) if joint.kind is JointKind.PRISMATIC else -frame
    return replace(joint, origin=frozen(move.of(joint.origin), np.float64), frame=frozen(frame, np.float64))


def _inverse(move: Placement) -> Placement:
    return Placement(move.R.T, -move.t @ move.R)


def _copy(
    first: Joint, second: Joint, parts: Sequence[PartSurface | None], shapes: Sequence[_Shape | None]
) -> Placement | None:
    """The motion or mirroring that takes the pair of the first joint to that of the second; else None.

    One part of each must be a copy of the other's, and so must be the place where it is mounted.
    """
    # A joint moves b against a: copies keep the order, or the axis would have to be turned round.
    for own, base, other, mount in (
        (first.a, first.b, second.a, second.b),
        (first.b, first.a, second.b, second.a),
    ):
        if own == other:
            continue
        for move in _placements(parts[own], parts[other], shapes[own], shapes[other]):
            if _mounted_alike(parts[own], parts[base], parts[mount], move):
                return move
    return None


def _shape(part: PartSurface) -> _Shape:
    offset = part.V[part.F].mean(axis=1) - part.middle
    weights = part.area / part.area.sum()
    values, vectors = np.linalg.eigh((offset * weights[:, None]).T @ offset)
    lengths = np.sqrt(np.maximum(values, 0.0))
    distinct = (np.diff(lengths) > DISTINCT * lengths[-1]).all()
    marks = np.array([*lengths, part.size, np.sqrt(part.area.sum())])
    return _Shape(marks, vectors.T if distinct else None)


def _placements(
    part: PartSurface | None, other: PartSurface | None, shape: _Shape | None, its: _Shape | None
) -> list[Placement]:
    """The placements that take a part to another one that is its copy; none where it is no copy."""
    if part is None or other is None or shape is None or its is None:
        return []
    if shape.frame is None or its.frame is None or not np.allclose(shape.marks, its.marks, rtol=ALIKE):
        return []
    found = []
    for signs in product((1.0, -1.0), repeat=3):
        R = its.frame.T @ (np.array(signs)[:, None] * shape.frame)
        move = Placement(R, other.middle - R @ part.middle)
        if _lies_on(move.of(_spread(part.V)), other):
            found.append(move)
    return found


def _mounted_alike(
    part: PartSurface | None, base: PartSurface | None, mount: PartSurface | None, move: Placement
) -> bool:
    """Whether what of a base lies around a part is there on another base too, after the move."""
    if part is None or base is None or mount is None:
        return False
    corners = base.V[base.F]
    points = np.concatenate([base.V, corners.mean(axis=1)])
    low, high = part.box()
    grown = COPIED * part.size
    near = points[((points >= low - grown) & (points <= high + grown)).all(axis=1)]
    return len(near) >= FEWEST and _lies_on(move.of(_spread(near)), mount)


def _spread(points: Floats) -> Floats:
    """Some of the points (n, 3), regularly."""
    return points[:: 1 + len(points) // COMPARED]


def _lies_on(points: Floats, part: PartSurface) -> bool:
    return bool((part.distance(points) > COPIED * part.size).mean() <= MISSED)
