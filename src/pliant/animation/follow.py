"""Follow-through: soft parts that lag, swing past and settle, in an animator's words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pliant.errors import OptionError

# Frame rates are far below this; a stiffer spring could not be seen.
FASTEST = 1000.0


@dataclass(frozen=True)
class FollowThrough:
    """How what is not held comes after what is.

    springiness: swings per second: 1 a heavy tail, 3 an ear, 8 a stiff antenna
    damping:     how soon swinging ends: 1 comes to rest without any overshoot, 0.3 is wobbly, 0.1 rings on
    response:    how it sets out: 0 eases in; 1 answers at once; 2 keeps up with any steady motion and swings
                 only when that changes; below 0 it first draws back, as anticipation does

    What is held stays where it is keyed. So limbs that are held at both ends stretch when they swing slowly
    against a quick motion: there, more springiness or damping is better.
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

    @staticmethod
    def of_overshoot(springiness: float, overshoot: float) -> FollowThrough:
        """Damped so that a sudden move is overshot by this share of its length, 0 … 1."""
        if not 0.0 <= overshoot < 1.0:
            raise OptionError(f"overshoot={overshoot!r}; a share of at least 0 and below 1 is needed.")
        if overshoot == 0.0:
            return FollowThrough(springiness, 1.0)
        decay = -math.log(overshoot)
        return FollowThrough(springiness, decay / math.hypot(math.pi, decay))

    @property
    def overshoot(self) -> float:
        """By what share of its length a sudden move is overshot, with a response of 0."""
        if self.damping >= 1.0:
            return 0.0
        return math.exp(-math.pi * self.damping / math.sqrt(1.0 - self.damping**2))
