"""Colours of the pictures, and the maps from numbers to colours.

Colours are sRGB in [0, 1] outside the shading and linear light inside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats
from pliant.errors import OptionError

PALETTE = {
    "clay": "#dcc6b3",
    "stone": "#c9c6bf",
    "sage": "#a3b698",
    "sky": "#93b0c8",
    "rose": "#cf999d",
    "sand": "#d8c79c",
    "ghost": "#a9b3c4",
    "pinned": "#2f4b6e",
    "dragged": "#e0672a",
    "cage": "#4d5b6b",
    "paper": "#f7f6f3",
    "ink": "#3a3733",
}

# Lightness falls (heat) or peaks in the middle (signed), so that the maps remain readable in grey.
MAPS = {
    "heat": ("#ddcfc0", "#ebbf93", "#e8935c", "#c9523f", "#8b2140", "#4a1038"),
    "signed": ("#1f4e86", "#5d8fc0", "#a6c2d8", "#ddd3c8", "#e5ac87", "#cf6a4b", "#8e2436"),
}


def colour(name: ArrayLike | str) -> Floats:
    """(3,) sRGB in [0, 1] of a name of PALETTE, '#rrggbb' or three numbers; raises OptionError for others."""
    if isinstance(name, str):
        code = PALETTE.get(name, name)
        digits = code.removeprefix("#")
        if len(digits) != 6 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
            raise OptionError(f"'{name}' is no colour; give '#rrggbb' or one of {', '.join(PALETTE)}.")
        return np.array([int(digits[i : i + 2], 16) for i in (0, 2, 4)]) / 255
    rgb = np.asarray(name, dtype=np.float64)
    if rgb.shape != (3,) or not ((rgb >= 0) & (rgb <= 1)).all():
        raise OptionError(f"{name!r} is no colour; give three numbers between 0 and 1.")
    return rgb


def colour_map(values: ArrayLike, name: str = "heat", limits: tuple[float, float] | None = None) -> Floats:
    """(…, 3) sRGB colours of values (…).

    name:   'heat' for sizes such as errors, 'signed' for values of both signs such as stretch
    limits: values at the two ends, beyond which they are clipped; by default those of `colour_limits`
    Raises OptionError for other names and limits that are not ascending.
    """
    if name not in MAPS:
        raise OptionError(f"There is no colour map '{name}'; choose one of {', '.join(MAPS)}.")
    low, high = colour_limits([values], name) if limits is None else limits
    if not low < high:
        raise OptionError(f"The limits {low} and {high} span nothing; the first must be the smaller one.")
    stops = linear(np.stack([colour(code) for code in MAPS[name]]))
    at = (np.asarray(values, dtype=np.float64) - low) / (high - low) * (len(stops) - 1)
    channels = [np.interp(at, np.arange(len(stops)), np.cbrt(stops[:, c])) for c in range(3)]
    return encoded(np.stack(channels, axis=-1) ** 3)


def colour_limits(values: Sequence[ArrayLike], name: str = "heat") -> tuple[float, float]:
    """Common limits of several arrays: 0 to their largest magnitude ('heat'), or ± that ('signed')."""
    largest = max((float(np.abs(np.asarray(v)).max(initial=0.0)) for v in values), default=0.0) or 1.0
    return (-largest, largest) if name == "signed" else (0.0, largest)


def linear(srgb: Floats) -> Floats:
    """Linear light of sRGB values (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Floats:
    """sRGB values of linear light, clipped to [0, 1]."""
    clipped = np.clip(light, 0.0, 1.0)
    return np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)


def pixel(name: ArrayLike | str) -> tuple[int, ...]:
    """Three bytes of a colour, from what `colour` takes."""
    return tuple(int(value) for value in np.round(255 * colour(name)))
