"""Values at corners as values of vertices, for files that have no others; colours as files write them."""

from __future__ import annotations

import numpy as np

from pliant.appearance import Layer
from pliant.arrays import Array, Floats, Ints


def vertex_values(layer: Layer, corners: Ints, n: int) -> tuple[Floats, bool]:
    """(n, width) the mean of the values at the corners (c,) of each vertex, NaN for vertices without any.

    Also whether nothing is lost: all corners of a vertex agree. Values that agree are kept bit for bit.
    """
    given = layer.corners >= 0
    where, values = corners[given], layer.values[layer.corners[given]]
    found = np.full((n, layer.values.shape[1]), np.nan)
    found[where] = values
    exact = bool((found[where] == values).all())
    if exact:
        return found, bool(given.all())
    counts = np.bincount(where, minlength=n)[:, None]
    sums = np.stack([np.bincount(where, column, n) for column in values.T], axis=1)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan), False


def linear_of_srgb(colours: Array) -> Floats:
    """Linear colours from the encoding of screens, which most files of vertex colours have; 0 to 1."""
    low = colours / 12.92
    high = ((np.maximum(colours, 0.04045) + 0.055) / 1.055) ** 2.4
    return np.where(colours <= 0.04045, low, high)


def srgb_of_linear(colours: Array) -> Floats:
    """Colours in the encoding of screens from linear ones; 0 to 1."""
    low = colours * 12.92
    high = 1.055 * np.maximum(colours, 0.0031308) ** (1 / 2.4) - 0.055
    return np.where(colours <= 0.0031308, low, high)
