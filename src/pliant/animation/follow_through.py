"""Settings of follow-through: soft parts lag behind, swing past and settle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pliant.errors import OptionError

# Frame rates are far below this; a stiffer spring could not be seen.
FASTEST = 1000.0


@dataclass(frozen=True)
class FollowThrough:
    """How free parts follow held ones, with lag and overshoot.

    springiness: swings per second: 1 for a heavy tail, 3 for an ear, 8 for a stiff antenna
    damping:     how soon swinging ends: 1 comes to rest without overshoot, 0.3 is wobbly, 0.1 rings on
    response:    how it sets out: 0 eases in; 1 answers at once; 2 keeps up with any steady motion and swings
                 only when that changes; below 0 it first draws back, as anticipation does

    Held points stay where they are keyed. Limbs that are held at both ends stretch when they swing slowly
    against a quick motion; give them more springiness or damping.
    Raises OptionError for numbers that no spring has.
    """

    springiness: float = 3.0
    damping: float = 0.5
    response: float = 0.0

    def __post_init__(self) -> None:
        if not 0.0 < self.springiness <= FASTEST:
            raise OptionError(
                f"springiness={self.springiness!r}; a number of swings per second, above 0 and up to "
                f"{FASTEST:g}, is needed."
            )
        if not 0.0 < self.damping < math.inf:
            raise OptionError(f"damping={self.damping!r}; a number above 0 is needed, 1 for no overshoot.")
        if not math.isfinite(self.response):
            raise OptionError(f"response={self.response!r}; a finite number is needed, usually 0 to 2.")
