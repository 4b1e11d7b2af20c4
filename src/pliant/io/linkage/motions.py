"""Simple motions that follow each other as one joint of the six kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats, frozen
from pliant.errors import MechanismError
from pliant.mechanism.mechanism import Joint, JointKind, axis_frame

# Directions within this sine count as parallel or perpendicular, because descriptions have few digits.
_ALIGNED = 1e-3
# Hinges whose axes come this near, as a share of the model's diagonal, are read as a ball, with the less
# confidence the farther apart they are. Humanoids have such ankles, hips and shoulders.
_NEAR = 0.05
_NO_LIMIT = (-np.inf, np.inf)
_LOCKED = (0.0, 0.0)


class _Made(NamedTuple):
    """Kind, origin (3,), frame (3, 3) and ranges of a joint."""

    kind: JointKind
    origin: Floats
    frame: Floats
    ranges: list[tuple[float, float]]


class MotionKind(StrEnum):
    """The kinds of simple joints in descriptions."""

    HINGE = "hinge"
    SLIDE = "slide"
    BALL = "ball"
    PLANE = "plane"
    FREE = "free"


@dataclass(frozen=True, eq=False)
class LinkMotion:
    """A motion of a link against its parent, in the world at the default configuration.

    origin: (3,) a point on the axis
    axis:   (3,) unit vector; the normal of a plane
    range:  lowest and highest value from the default configuration; for a ball, of each of its turns
    """

    kind: MotionKind
    name: str
    origin: Floats
    axis: Floats
    range: tuple[float, float] = _NO_LIMIT

    @property
    def locked(self) -> bool:
        """Whether the range allows no motion."""
        return self.range == _LOCKED


def joint_of_motions(a: int, b: int, motions: Sequence[LinkMotion], size: float) -> Joint | None:
    """The joint between components a and b that the motions make together; None if they leave b free.

    motions: from a to b
    size:    the model's diagonal
    A hinge is a revolute joint, and a slide is a prismatic joint. A hinge along a slide is a cylinder. Two
    perpendicular slides, with or without a hinge perpendicular to both, or a hinge and a slide perpendicular
    to it, are a plane. Two or three hinges whose axes nearly meet are a ball; if their axes are not
    perpendicular, its ranges hold about the nearest axes that are. A freedom of the joint that no motion has
    gets the range 0 to 0. Locked motions are left out if no kind of joint has them.
    Raises MechanismError for motions that make no joint.
    """
    name = motions[0].name if motions else ""
    if any(motion.kind is MotionKind.FREE for motion in motions):
        return None
    made = _made(motions, size) or _made([motion for motion in motions if not motion.locked], size)
    if made is None:
        raise MechanismError(
            f"The joints {', '.join(repr(motion.name) for motion in motions)} follow each other without a "
            f"shape between them, and together are none of {', '.join(JointKind)}. Give the links between "
            "them a shape, or change the joints."
        )
    kind, origin, frame, ranges = made
    limits = frozen(np.array(ranges, dtype=np.float64).reshape(-1, 2), np.float64)
    joint = Joint(a, b, kind, frozen(origin, np.float64), frozen(frame, np.float64), limits, name)
    apart = _apart([motion for motion in motions if motion.kind is MotionKind.HINGE], origin, size)
    if kind is not JointKind.BALL or apart < _ALIGNED:
        return joint
    evidence = MappingProxyType({"axes apart": apart})
    return replace(joint, confidence=1 - apart / _NEAR, evidence=evidence)


def _made(motions: Sequence[LinkMotion], size: float) -> _Made | None:
    hinges = [motion for motion in motions if motion.kind is MotionKind.HINGE]
    slides = [motion for motion in motions if motion.kind is MotionKind.SLIDE]
    if not motions:
        return _Made(JointKind.FIXED, np.zeros(3), np.eye(3), [])
    if len(hinges) + len(slides) == len(motions):
        return _made_of_hinges_and_slides(hinges, slides, size)
    return _single(motions[0]) if len(motions) == 1 else None


def _single(motion: LinkMotion) -> _Made:
    kind = JointKind.BALL if motion.kind is MotionKind.BALL else JointKind.PLANE
    return _Made(kind, motion.origin, axis_frame(motion.axis), [motion.range] * 3)


def _made_of_hinges_and_slides(
    hinges: list[LinkMotion], slides: list[LinkMotion], size: float
) -> _Made | None:
    match len(hinges), len(slides):
        case 1, 0:
            return _Made(JointKind.REVOLUTE, hinges[0].origin, axis_frame(hinges[0].axis), [hinges[0].range])
        case 0, 1:
            return _Made(JointKind.PRISMATIC, slides[0].origin, axis_frame(slides[0].axis), [slides[0].range])
        case 1, 1 if _parallel(hinges[0], slides[0]):
            turn, slide = hinges[0], slides[0]
            along = slide.range if turn.axis @ slide.axis > 0 else _mirrored(slide.range)
            return _Made(JointKind.CYLINDER, turn.origin, axis_frame(turn.axis), [turn.range, along])
        case (1, 1) | (0, 2) | (1, 2):
            return _plane(hinges, slides)
        case (2, 0) | (3, 0):
            return _ball(hinges, size)
    return None


def _plane(hinges: list[LinkMotion], slides: list[LinkMotion]) -> _Made | None:
    """A plane, if its slides and its hinge, which is the normal, are perpendicular to each other."""
    y = slides[0].axis
    if hinges:
        x = hinges[0].axis
    elif _across(slides[0], slides[1]):
        x = np.cross(y, slides[1].axis)
    else:
        return None
    axes = [*hinges, *slides]
    if not all(_across(a, b) for i, a in enumerate(axes) for b in axes[:i]):
        return None
    frame = _orthonormal(x, y)
    ranges = [slides[0].range, _LOCKED, hinges[0].range if hinges else _LOCKED]
    if len(slides) == 2:
        positive = frame[2] @ slides[1].axis > 0
        ranges[1] = slides[1].range if positive else _mirrored(slides[1].range)
    return _Made(JointKind.PLANE, (hinges or slides)[0].origin, frame, ranges)


def _ball(hinges: list[LinkMotion], size: float) -> _Made | None:
    """A ball, if the axes of its hinges are independent and nearly meet in a point."""
    axes = np.stack([motion.axis for motion in hinges])
    if np.linalg.svd(axes)[1].min() < _ALIGNED:
        return None
    points = np.stack([motion.origin for motion in hinges])
    across = np.eye(3) - axes[:, :, None] * axes[:, None, :]
    centre = np.linalg.solve(across.sum(axis=0), np.einsum("hij,hj->i", across, points))
    if _apart(hinges, centre, size) > _NEAR:
        return None
    frame = _orthonormal(axes[0], axes[1])
    ranges = [hinges[0].range, hinges[1].range, _LOCKED]
    if len(hinges) == 3:
        positive = frame[2] @ axes[2] > 0
        ranges[2] = hinges[2].range if positive else _mirrored(hinges[2].range)
    return _Made(JointKind.BALL, centre, frame, ranges)


def _apart(hinges: list[LinkMotion], centre: Floats, size: float) -> float:
    """The largest distance of an axis from the centre, as a share of the model's diagonal."""
    gaps = [np.linalg.norm(np.cross(motion.origin - centre, motion.axis)) for motion in hinges]
    return float(max(gaps, default=0.0)) / size


def _orthonormal(x: Floats, y: Floats) -> Floats:
    """(3, 3) right-handed orthonormal rows: x, the direction nearest to y, and the normal of both."""
    x = x / np.linalg.norm(x)
    y = y - (x @ y) * x
    y = y / np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)])


def _parallel(a: LinkMotion, b: LinkMotion) -> bool:
    return bool(np.linalg.norm(np.cross(a.axis, b.axis)) < _ALIGNED)


def _across(a: LinkMotion, b: LinkMotion) -> bool:
    return bool(abs(a.axis @ b.axis) < _ALIGNED)


def _mirrored(limits: tuple[float, float]) -> tuple[float, float]:
    return -limits[1], -limits[0]
