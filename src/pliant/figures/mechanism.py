"""Pictures of a mechanism: its parts in muted colours with the joints in front, and an exploded view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.figures.colours import colour, encoded, linear
from pliant.figures.explosion import offsets
from pliant.figures.hues import hues, spread_hues
from pliant.figures.joint_marks import MEDIUM, Spot, joint_marks
from pliant.figures.look import Look
from pliant.figures.overlay import Dot, Label, Line, Overlay, together
from pliant.figures.picture import render
from pliant.figures.shots import Shot
from pliant.figures.views import View
from pliant.geometry.bounding_box import box_diagonal
from pliant.mechanism.mechanism import Joint, Mechanism

# Share of the hue in a part's colour; the rest is clay, so that the joints stand out.
HUE = 0.55
# Radius of a joint's mark: this share of its smaller part, between these shares of the model's diagonal.
REACH, SMALLEST, LARGEST = 0.3, 0.016, 0.085
# How much the colours of parts with meeting boxes should differ, relative to those of joined parts.
BESIDE = 0.3
# Names of more parts than this would hide the picture.
MOST_NAMES = 60


def part_hues(mechanism: Mechanism) -> Ints:
    """(c,) the hue of each part, as a number of HUES; parts that meet get different ones."""
    boxes = mechanism.boxes()
    low, high = boxes[:, 0], boxes[:, 1]
    meeting = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    touching = np.where(meeting, BESIDE, 0.0)
    for joint in mechanism.joints:
        touching[joint.a, joint.b] = touching[joint.b, joint.a] = 1.0
    return spread_hues(touching)


def part_colours(mechanism: Mechanism) -> Floats:
    """(n, 3) sRGB: the muted colour of each vertex's part."""
    calm = HUE * linear(hues()[part_hues(mechanism)]) + (1.0 - HUE) * linear(colour("clay"))
    return encoded(calm)[mechanism.component]


def mechanism_shot(mechanism: Mechanism, V: Vertices | None = None, title: str = "") -> Shot:
    """The parts in their colours. Without a pose V (n, 3) the joints are drawn, with their numbers."""
    if V is not None:
        return Shot(mechanism.mesh.moved(V), title, colour=part_colours(mechanism))
    boxes = mechanism.boxes()
    marks = [joint_marks(joint, _spot(joint, boxes, str(i))) for i, joint in enumerate(mechanism.joints)]
    return Shot(mechanism.mesh, title, colour=part_colours(mechanism), overlay=together(marks))


def exploded_shot(mechanism: Mechanism, title: str = "") -> Shot:
    """The parts moved apart and named, with a thin line through each joint from one part to the other."""
    shift = offsets(mechanism)
    V = mechanism.mesh.V + shift[mechanism.component]
    links = [_link(joint, shift) for joint in mechanism.joints]
    names: list[Label] = []
    if len(mechanism.components) <= MOST_NAMES:
        middles = mechanism.boxes().mean(axis=1) + shift
        names = [Label(at, part.name) for at, part in zip(middles, mechanism.components, strict=True)]
    overlay = together([*links, Overlay(labels=tuple(names))])
    return Shot(mechanism.mesh.moved(V), title, colour=part_colours(mechanism), overlay=overlay)


def draw_mechanism(
    mechanism: Mechanism,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 1200),
    view: View | str | Sequence[float] = "three-quarter",
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of the parts and joints; options as for `render`."""
    return render(mechanism_shot(mechanism, title=_counts(mechanism)), path, size=size, view=view, look=look)


def draw_exploded(
    mechanism: Mechanism,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 1200),
    view: View | str | Sequence[float] = "three-quarter",
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of the parts moved apart; options as for `render`."""
    return render(exploded_shot(mechanism, title=_counts(mechanism)), path, size=size, view=view, look=look)


def _spot(joint: Joint, boxes: Floats, label: str) -> Spot:
    """How to draw a joint between parts with the bounding boxes (c, 2, 3)."""
    diagonal = box_diagonal(boxes.reshape(-1, 3))
    own = boxes[[joint.a, joint.b]]
    smaller = np.linalg.norm(own[:, 1] - own[:, 0], axis=1).min()
    reach = float(np.clip(REACH * smaller, SMALLEST * diagonal, LARGEST * diagonal))
    return Spot(reach, boxes[joint.b].mean(axis=0) - joint.origin, label)


def _link(joint: Joint, shift: Floats) -> Overlay:
    """A line between the places of a joint on its two parts, which have moved by shift (c, 3)."""
    ends = joint.origin + shift[[joint.a, joint.b]]
    dots = tuple(Dot(end, "pinned", 1.2 * MEDIUM) for end in ends)
    return Overlay(lines=(Line(ends, "pinned", 0.7 * MEDIUM),), dots=dots)


def _counts(mechanism: Mechanism) -> str:
    parts, joints = len(mechanism.components), len(mechanism.joints)
    return f"{parts} part{'' if parts == 1 else 's'}, {joints} joint{'' if joints == 1 else 's'}"
