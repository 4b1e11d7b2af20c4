"""How texture coordinates are moved, measured from the lower left of the image or from its upper left."""

from __future__ import annotations

import math

from pliant.appearance import TextureUse

# Sums and differences of single-precision numbers: what is nearly 0 is 0.
_NOTHING = 1e-7


def transform_from_below(
    given: TextureUse,
) -> tuple[tuple[float, float], float, tuple[float, float]]:
    """Scale, turn and translation of a texture use for coordinates measured from the image's lower left.

    From the upper left, p' = T + R S p. With v replaced by 1 - v on both sides, R turns the other way, and
    the corner of the image moves.
    """
    cos, sin = math.cos(given.turn), math.sin(given.turn)
    (u, v), (sx, sy) = given.offset, given.scale
    return (sx, sy), given.turn, (u + sin * sy, 1 - v - cos * sy)


def transform_from_above(
    scale: tuple[float, float], turn: float, move: tuple[float, float]
) -> tuple[float, float]:
    """The offset of a texture use, from its scale, turn and translation measured from the lower left."""
    u, v = move[0] - math.sin(turn) * scale[1], 1 - move[1] - math.cos(turn) * scale[1]
    return (0.0 if abs(u) < _NOTHING else u), (0.0 if abs(v) < _NOTHING else v)
