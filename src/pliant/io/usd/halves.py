"""Numbers as products of two numbers of half precision, in which UsdSkel stores the scales of joints."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Array, Floats, Vectors

# A product this near, relative to the largest of the three scales, is taken: near single precision.
_NEAR = 2.0**-19


def two_halves(scale: Vectors) -> tuple[Array, Array]:
    """a, b (c, 3) float16 with a·b = scale (c, 3) to about 2⁻¹⁹ of the largest of the three.

    One half has 11 bits, but so many products of two lie near every number that one of them fits. The first
    factor is as near to one as it can be, so that a player who interpolates both strays little in between.
    """
    first = _first_factors()
    whole = scale[..., None]
    with np.errstate(over="ignore"):
        second = (whole / first).astype(np.float16)
    largest = np.abs(scale).max(axis=1)[:, None, None]
    error = np.abs(first * second.astype(np.float64) - whole) / np.where(largest > 0, largest, 1)
    fits = error <= _NEAR
    choice = np.where(fits.any(axis=2), fits.argmax(axis=2), error.argmin(axis=2))
    return first[choice].astype(np.float16), np.take_along_axis(second, choice[..., None], axis=2)[..., 0]


def _first_factors() -> Floats:
    """All halves from 1/2 to 2, nearest to one first."""
    bits = np.arange(np.float16(0.5).view(np.uint16), np.float16(2).view(np.uint16) + 1, dtype=np.uint16)
    values = bits.view(np.float16).astype(np.float64)
    return values[np.argsort(np.abs(np.log(values)), kind="stable")]
