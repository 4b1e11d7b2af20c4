"""The package alembic3d: its modules, loaded when they are needed, its arrays, and its errors as Pliant's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError
from pliant.extras import load
from pliant.io.files import AnyPath, naming
from pliant.io.frames import single

# The parameter that holds the rest pose.
REST = "Pref"
# The prefix of the properties that hold the polygons of a group.
GROUP = "group:"


def alembic(name: str) -> Any:
    """A module of alembic3d by its name, such as "AbcGeom"; raises an error if the package is missing."""
    return getattr(load("alembic3d", "alembic", "Alembic files"), name)


def vectors(V: Array) -> Any:
    """Alembic's array of single-precision vectors from V (n, 3) or (n, 2)."""
    imath = load("imath", "alembic", "Alembic files")
    make = imath.V3fArrayFromBuffer if V.shape[1] == 3 else imath.V2fArrayFromBuffer
    return make(np.ascontiguousarray(single(V)))


def ints(values: Array, *, unsigned: bool = False) -> Any:
    """Alembic's array of ints from whole numbers (…,)."""
    imath = load("imath", "alembic", "Alembic files")
    if unsigned:
        # alembic3d has no other way from memory; doubles hold every index exactly.
        return imath.UnsignedIntArray(imath.DoubleArrayFromBuffer(np.asarray(values, dtype=np.float64)))
    return imath.IntArrayFromBuffer(np.ascontiguousarray(values, dtype=np.int32))


@contextmanager
def reading(path: AnyPath) -> Iterator[None]:
    """Turn Alembic's errors into a FileFormatError, and put the file's name before every error."""
    with naming(path):
        try:
            yield
        except RuntimeError as error:
            raise FileFormatError(
                "The file is no Alembic archive, or a damaged one; export it again."
            ) from error
