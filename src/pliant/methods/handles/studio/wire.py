"""What page and server say to each other about painted parts and sculpted poses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.studio.wire.method_wire import MethodWire


@dataclass(frozen=True)
class Part:
    """A painted part of Handle IK: a region that moves as one, with its name and its colour.

    centre: what it turns about, at rest; None for the suggested one
    parent: the id of the part that carries it; 0 for none, None for the one that the rest pose tells
    pinned: whether it stays where it is while what it carries is pulled
    """

    id: int
    name: str
    colour: int
    region: str
    centre: tuple[float, float, float] | None = None
    parent: int | None = None
    pinned: bool = False


@dataclass(frozen=True)
class SculptLink:
    """A joint of a limb that is led somewhere: the parts that turn about it, where it is, and how stiff."""

    parts: tuple[int, ...]
    centre: tuple[float, float, float]
    stiffness: float = 1.0


@dataclass(frozen=True)
class SculptStep:
    """A move, a turn or a scaling of some parts, by their ids; or a limb that reaches for a point.

    vector: of a move; the axis of a turn; where a point is to be brought
    amount: degrees of a turn, or the factor of a scaling
    centre: of a turn or a scaling; where the point is that reaches
    links:  joints of the limb that reaches, from the one that stays outwards
    level:  whether the parts keep their direction while the limb reaches: a foot that stays
    """

    parts: tuple[int, ...]
    kind: Literal["move", "turn", "scale", "reach"]
    vector: tuple[float, float, float] = (0.0, 0.0, 0.0)
    amount: float = 1.0
    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)
    links: tuple[SculptLink, ...] = ()
    level: bool = False


@dataclass(frozen=True)
class Sculpture:
    """A sculpted pose on the shelf: its steps, the first done first."""

    id: int
    name: str
    steps: tuple[SculptStep, ...] = ()


@dataclass(frozen=True)
class HandlesSlice:
    """What Handle IK keeps in a document.

    parts:      the painted parts
    sculptures: the poses on the shelf
    sculpting:  the id of the sculpture that is shown and worked on; None while poses are mixed
    """

    parts: tuple[Part, ...] = ()
    sculptures: tuple[Sculpture, ...] = ()
    sculpting: int | None = None


WIRE = MethodWire(slice=HandlesSlice)
