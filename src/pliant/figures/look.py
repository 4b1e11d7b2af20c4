"""The look of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pliant.arrays import Floats
from pliant.errors import OptionError
from pliant.figures.colours import MAPS, colour, linear
from pliant.figures.light import ARRANGEMENTS


@dataclass(frozen=True)
class Look:
    """Background, floor, lines and colours of a picture.

    background: a colour, or one at the top and one at the bottom
    light:      how it is lit: 'studio', 'soft', from the 'side' or from the 'back'
    floor:      whether the model casts a shadow on a floor
    wires:      whether the edges of the user's polygons are drawn
    crease:     edges that bend by more than so many degrees stay sharp
    colours:    the colour map of numbers, 'heat' or 'signed'
    limits:     the numbers at the ends of the colour map; None takes them from all shots
    legend:     the name of the numbers, written beside the colour map
    clay:       whether meshes are drawn in clay, whatever colours their files have
    Raises OptionError for values out of range.
    """

    background: str | tuple[str, str] = "paper"
    light: Literal["studio", "soft", "side", "back"] = "studio"
    floor: bool = True
    wires: bool = False
    crease: float = 55.0
    colours: Literal["heat", "signed"] = "heat"
    limits: tuple[float, float] | None = None
    legend: str = ""
    clay: bool = False

    def __post_init__(self) -> None:
        self.backdrop(2)
        if self.light not in ARRANGEMENTS:
            raise OptionError(f"There is no light '{self.light}'; choose one of {', '.join(ARRANGEMENTS)}.")
        if not 0 < self.crease <= 180:
            raise OptionError(f"The crease is {self.crease}°; more than 0 and at most 180 is needed.")
        if self.colours not in MAPS:
            raise OptionError(f"There is no colour map '{self.colours}'; choose one of {', '.join(MAPS)}.")

    def backdrop(self, rows: int) -> Floats:
        """(rows, 1, 3) the background in linear light, from the top to the bottom."""
        ends = (self.background, self.background) if isinstance(self.background, str) else self.background
        top, bottom = (colour(each) for each in ends)
        down = np.linspace(0.0, 1.0, rows)[:, None, None]
        return linear(top + down * (bottom - top))
