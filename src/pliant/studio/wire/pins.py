"""What page and server say to each other about pins that say more than a place; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Up = Literal["y", "z"]


@dataclass(frozen=True)
class Slide:
    """A plane or a line through a handle's target, on which its point slides freely.

    vector: the plane's normal, or the line's direction; not zero
    """

    on: Literal["plane", "line"]
    vector: tuple[float, float, float]


@dataclass(frozen=True)
class FloorAt:
    """A floor that nothing sinks through, at a height along the axis that is up.

    grip: whether what stands on it keeps its place there until it rises
    """

    height: float
    up: Up = "y"
    grip: bool = False
