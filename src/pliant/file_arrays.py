"""Arrays of files of Pliant; each is checked when it is taken, because compiled kernels trust them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pliant.arrays import Array, Floats, frozen
from pliant.errors import FileFormatError

# A length in a shape that may be anything.
ANY = -1
# Numbers of a rig are at most this large, in whatever unit: squares of larger ones, summed over a mesh,
# leave what a double can hold.
LARGEST = 1e140
# How far a sum of weights may be from one: as far as weights in single precision are.
SUM = 1e-5


class FileArrays:
    """The arrays of a file; methods raise FileFormatError for an array of another kind than they return."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._arrays = arrays

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def floats(self, name: str, shape: Sequence[int]) -> Floats:
        """Finite numbers of a shape, in which ANY stands for any length; a frozen copy."""
        array = self._shaped(name, shape, "f", "numbers")
        if array.size and not np.abs(array).max() <= LARGEST:
            raise FileFormatError(
                f"The array '{name}' holds numbers that are not finite or larger than {LARGEST:g}; save the "
                "file again."
            )
        return frozen(array, np.float64)

    def shares(self, name: str, shape: Sequence[int]) -> Floats:
        """Weights ≥ 0 of a shape (…, q) that sum to one over the last axis."""
        found = self.floats(name, shape)
        if (found < 0).any() or not np.allclose(found.sum(axis=-1), 1.0, rtol=0, atol=SUM):
            raise FileFormatError(
                f"The array '{name}' holds weights below 0, or that do not sum to one; save the file again."
            )
        return found

    def wholes(
        self, name: str, shape: Sequence[int], least: int, end: int, dtype: type[np.integer] = np.int64
    ) -> Array:
        """Whole numbers of a shape, from least to end - 1; a frozen copy of a type that can hold them."""
        array = self._shaped(name, shape, "iu", "whole numbers")
        if array.size and not (least <= array.min() and array.max() < end):
            raise FileFormatError(
                f"The array '{name}' holds numbers from {array.min()} to {array.max()}; {least} to {end - 1} "
                "are needed. Save the file again."
            )
        return frozen(array, dtype)

    def _shaped(self, name: str, shape: Sequence[int], kinds: str, words: str) -> Array:
        array = self._arrays.get(name)
        if array is None:
            raise FileFormatError(f"The file has no array '{name}'; save it again.")
        fits = len(array.shape) == len(shape) and all(
            wanted in (ANY, length) for wanted, length in zip(shape, array.shape, strict=True)
        )
        if array.dtype.kind not in kinds or not fits:
            needed = ", ".join("any" if length == ANY else str(length) for length in shape)
            raise FileFormatError(
                f"The array '{name}' is {array.dtype} of shape {array.shape}; {words} of the shape "
                f"({needed}) are needed. Save the file again."
            )
        return array
