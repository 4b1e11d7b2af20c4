"""Scales as products of two half-precision numbers, because UsdSkel stores scales of joints as halves."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array, Floats, Vectors

# A product this near, relative to the largest of the three scales, is taken: near single precision.
_NEAR = 2.0**-19


def two_halves(scale: Vectors) -> tuple[Array, Array]:
    """a, b (c, 3) float16 with a·b = scale (c, 3), to about 2⁻¹⁹ of the largest of a row's three scales.

    A half has only 11 bits, but some product of two halves lies near every number. Of these products the one
    is taken whose first factor is nearest to 1, because players interpolate both factors between frames.
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
    """(h,) all half-precision numbers from 1/2 to 2, nearest to 1 first."""
    bits = np.arange(np.float16(0.5).view(np.uint16), np.float16(2).view(np.uint16) + 1, dtype=np.uint16)
    values = bits.view(np.float16).astype(np.float64)
    return values[np.argsort(np.abs(np.log(values)), kind="stable")]
