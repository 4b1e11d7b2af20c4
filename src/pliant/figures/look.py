"""The look of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.errors import OptionError
from pliant.figures.colours import MAPS, colour


@dataclass(frozen=True)
class Look:
    """Background, floor, lines and colours of a picture.

    background: a colour
    floor:      whether the model casts a shadow on a floor
    wires:      whether the edges of the user's polygons are drawn
    crease:     edges that bend by more than so many degrees stay sharp
    colours:    the colour map of numbers, 'heat' or 'signed'
    limits:     the numbers at the ends of the colour map; None takes them from all shots
    legend:     the name of the numbers, written beside the colour map
    clay:       whether meshes are drawn in clay, whatever colours their files have
    Raises OptionError for values out of range.
    """

    background: str = "paper"
    floor: bool = True
    wires: bool = False
    crease: float = 55.0
    colours: Literal["heat", "signed"] = "heat"
    limits: tuple[float, float] | None = None
    legend: str = ""
    clay: bool = False

    def __post_init__(self) -> None:
        colour(self.background)
        if not 0 < self.crease <= 180:
            raise OptionError(f"The crease is {self.crease}°; more than 0 and at most 180 is needed.")
        if self.colours not in MAPS:
            raise OptionError(f"There is no colour map '{self.colours}'; choose one of {', '.join(MAPS)}.")
