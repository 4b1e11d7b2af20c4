"""What page and server say about props: companions and things to stand on; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.studio.wire.pins import Up


@dataclass(frozen=True)
class Prop:
    """Something in the scene that is no part of the model.

    shape:  the name under which the server keeps its triangles (see KeepProp)
    at:     where the middle of its underside is
    turn:   the axis times the angle in radians, about that point
    scale:  its size, as a factor
    hidden: whether it is out of sight, here and in films
    """

    id: int
    name: str
    shape: str
    at: tuple[float, float, float]
    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    scale: float = 1.0
    hidden: bool = False


PropKind = Literal["box", "ramp", "stairs", "ball", "pillar"]


# From the page.


@dataclass(frozen=True)
class KeepProp:
    """Keep the triangles of a prop under a name, before a document names it; the answer is PropTold.

    up:      the axis of the scene that points up; what comes with another one is turned
    kind:    a simple shape, sized for the model
    sample:  a built-in sample, as it rests
    uploads: files that were sent to /upload before: a mesh, a character or a rig, as it rests
    Without any of these, the model in the pose that is shown.
    """

    name: str
    up: Up = "y"
    kind: PropKind | None = None
    sample: str | None = None
    uploads: tuple[str, ...] = ()


@dataclass(frozen=True)
class WantProp:
    """The triangles of a prop that were kept; the answer is PropTold."""

    name: str


# From the server.


@dataclass(frozen=True)
class PropTold:
    """A prop around its origin, the middle of its underside. Arrays: V (n, 3) float32, F (m, 3) uint32.

    title: what it is called at first
    """

    name: str
    title: str
