"""Marks of joints: axes, arcs for turns and bars for slides; the less sure the analysis, the fainter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.figures.overlay import Area, Dot, Label, Line, Overlay, together
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import Freedom, Joint, JointKind

AXIS, RANGE = "pinned", "dragged"  # colours
# In letters.
THIN, MEDIUM, THICK, DOT = 0.06, 0.12, 0.24, 0.2
FAINTEST = 0.3  # opacity of a joint with confidence 0
FILL = 0.28  # opacity of the area that a turn sweeps
OUT = 1.45  # half the length of an axis, in reaches
ROUND = 48  # corners of a full circle
# A joint without limits shows this much of its slide, in reaches.
ENDLESS = 1.2


@dataclass(frozen=True, eq=False)
class Spot:
    """How a joint is drawn.

    reach:   radius of its mark
    outward: (3,) from its origin towards the part that it moves
    label:   the word beside it, or ""
    """

    reach: float
    outward: Floats
    label: str = ""


def joint_marks(joint: Joint, spot: Spot) -> Overlay:
    """The marks of a joint: its place, its kind, the range of its motions and its label."""
    opacity = FAINTEST + (1.0 - FAINTEST) * joint.confidence
    parts = [_body(joint, spot, opacity)]
    if joint.kind is not JointKind.BALL:
        limits = zip(joint.freedoms, joint.ranges, strict=True)
        parts += [_motion(joint, spot, opacity, freedom, limit) for freedom, limit in limits]
    if spot.label:
        parts.append(Overlay(labels=(Label(joint.origin, spot.label),)))
    return together(parts)


def _body(joint: Joint, spot: Spot, opacity: float) -> Overlay:
    """The mark of the kind: an axis, a ball's three circles, a plane's normal, or a fixed joint's ring."""
    origin, r = joint.origin, spot.reach
    dot = Dot(origin, AXIS, DOT, opacity)
    if joint.kind is JointKind.FIXED:
        return Overlay(dots=(dot, Dot(origin, "paper", 0.5 * DOT, opacity)))
    if joint.kind is JointKind.BALL:
        rings = [_circle(joint, row, 0.6 * r) for row in range(3)]
        return Overlay(lines=tuple(Line(ring, AXIS, 0.7 * MEDIUM, opacity) for ring in rings), dots=(dot,))
    if joint.kind is JointKind.PLANE:
        normal = np.stack([origin, origin + r * joint.axis])
        return Overlay(lines=(Line(normal, AXIS, MEDIUM, opacity, arrow=True),), dots=(dot,))
    ends = origin + OUT * r * np.outer([-1.0, 1.0], joint.axis)
    return Overlay(lines=(Line(ends, AXIS, MEDIUM, opacity),), dots=(dot,))


def _motion(joint: Joint, spot: Spot, opacity: float, freedom: Freedom, limit: Floats) -> Overlay:
    if joint.kind is JointKind.PLANE:
        # Its two slides are one square, drawn with the turn.
        return _square(joint, 0.8 * spot.reach, opacity) if freedom.turns else Overlay()
    return _turn(joint, spot, opacity, limit) if freedom.turns else _slide(joint, spot, opacity, limit)


def _turn(joint: Joint, spot: Spot, opacity: float, limit: Floats) -> Overlay:
    """The sector that the moving part may sweep, with a line at its rest position."""
    origin, axis = joint.origin, joint.axis
    needle = spot.reach * _across(axis, spot.outward, joint.frame[1])
    low, high = np.clip(limit, -np.pi, np.pi)
    angles = np.linspace(low, high, max(2, int(np.ceil(ROUND * (high - low) / (2 * np.pi))) + 1))
    arc = origin + np.stack([exp(angle * axis) @ needle for angle in angles])
    free = np.isinf(limit).all()
    corners = arc if free else np.vstack([origin, arc])
    edge = arc if free else np.vstack([origin, arc, origin])
    return Overlay(
        areas=(Area(corners, RANGE, FILL * opacity),),
        lines=(
            Line(edge, RANGE, MEDIUM, opacity),
            Line(np.stack([origin, origin + needle]), RANGE, THIN, opacity),
        ),
    )


def _slide(joint: Joint, spot: Spot, opacity: float, limit: Floats) -> Overlay:
    """A bar from one end of a slide to the other; an arrow where there is no end."""
    ends = np.where(np.isinf(limit), ENDLESS * spot.reach * np.array([-1.0, 1.0]), limit)
    points = joint.origin + np.outer(ends, joint.axis)
    lines, dots = [], []
    for point, endless in zip(points, np.isinf(limit), strict=True):
        way = np.stack([joint.origin, point])
        lines.append(Line(way, RANGE, THICK, opacity, arrow=bool(endless)))
        if not endless:
            dots.append(Dot(point, RANGE, 1.1 * THICK, opacity))
    return Overlay(lines=tuple(lines), dots=tuple(dots))


def _square(joint: Joint, half: float, opacity: float) -> Overlay:
    """A square in the plane of a plane joint."""
    y, z = half * joint.frame[1], half * joint.frame[2]
    corners = joint.origin + np.stack([y + z, y - z, -y - z, z - y])
    outline = np.vstack([corners, corners[:1]])
    return Overlay(
        areas=(Area(corners, RANGE, FILL * opacity),), lines=(Line(outline, RANGE, THIN, opacity),)
    )


def _circle(joint: Joint, row: int, radius: float) -> Floats:
    angles = np.linspace(0.0, 2 * np.pi, ROUND + 1)
    u, v = joint.frame[(row + 1) % 3], joint.frame[(row + 2) % 3]
    return joint.origin + radius * (np.outer(np.cos(angles), u) + np.outer(np.sin(angles), v))


def _across(axis: Floats, way: Floats, otherwise: Floats) -> Floats:
    """(3,) unit vector of `way` without its part along the axis; `otherwise` where nothing is left."""
    square = way - (way @ axis) * axis
    length = np.linalg.norm(square)
    return square / length if length > 1e-3 * np.linalg.norm(way) else otherwise
