"""The modules of the package alembic3d, loaded when first needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from pliant.core.arrays import Array
from pliant.core.extra import load
from pliant.errors import FileFormatError
from pliant.io.files import naming
from pliant.io.frames import single

REST = "Pref"
# What the names of properties that hold the polygons of a group begin with.
GROUP = "group:"


def alembic(name: str) -> Any:
    """A part of alembic3d, such as "AbcGeom"."""
    return getattr(load("alembic3d", "alembic", "Alembic files"), name)


def vectors(V: Array) -> Any:
    """(n, 3) or (n, 2) numbers as Alembic's array of single precision vectors."""
    imath = load("imath", "alembic", "Alembic files")
    make = imath.V3fArrayFromBuffer if V.shape[1] == 3 else imath.V2fArrayFromBuffer
    return make(np.ascontiguousarray(single(V)))


def ints(values: Array, *, unsigned: bool = False) -> Any:
    """Whole numbers as Alembic's array."""
    imath = load("imath", "alembic", "Alembic files")
    if unsigned:
        # The only way there from memory; doubles hold every index exactly.
        return imath.UnsignedIntArray(imath.DoubleArrayFromBuffer(np.asarray(values, dtype=np.float64)))
    return imath.IntArrayFromBuffer(np.ascontiguousarray(values, dtype=np.int32))


@contextmanager
def reading(path: str | os.PathLike[str]) -> Iterator[None]:
    """What Alembic says of a damaged file, in our words and with the file's name."""
    with naming(path):
        try:
            yield
        except RuntimeError as error:
            raise FileFormatError(
                "The file is no Alembic archive, or a damaged one; export it again."
            ) from error
