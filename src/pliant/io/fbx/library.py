"""The package ufbx, loaded when it is needed, and safe access to its lists."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.extras import load

_keep = ctypes.pythonapi.Py_IncRef
_keep.argtypes = [ctypes.py_object]
_keep.restype = None
_release = ctypes.pythonapi.Py_DecRef
_release.argtypes = [ctypes.py_object]
_release.restype = None

# More references than NumPy takes a buffer of while it copies.
_SPARE = 16


def ufbx() -> Any:
    """The module ufbx; raises an error if the package is missing."""
    return load("ufbx", "fbx", "FBX files")


def items(values: Any) -> list[Any]:
    """The elements of one of ufbx's lists."""
    return [_item(values, i) for i in range(len(values))]


def kept(shape: Any) -> Any:
    """A blend shape of a channel, with one reference added.

    A channel of ufbx 0.0.5 releases one reference too many when its scene is freed. In a later version that
    does not, the few bytes of the handle leak; the scene itself is freed.
    """
    if shape is not None:
        _keep(shape)
    return shape


def array(values: Any, dtype: Any) -> Array:
    """A copy of the numbers in one of ufbx's lists.

    Buffers of ufbx 0.0.5 release a reference that they never took, which frees the list while the scene still
    holds it. Spare references are added before the copy, and those that are left are released after it.
    """
    for _ in range(_SPARE):
        _keep(values)
    counted = sys.getrefcount(values)
    copy = np.array(values, dtype=dtype)
    lost = counted - sys.getrefcount(values)
    for _ in range(_SPARE - lost):
        _release(values)
    return copy


def _item(values: Any, i: int) -> Any:
    """Element i of one of ufbx's lists, with a reference of our own.

    Lists of ufbx 0.0.5 give out elements without counting the reference. The element is then freed while the
    scene still holds it, and the process crashes later. Taking it twice shows whether the list counts.
    """
    element = values[i]
    counted = sys.getrefcount(element)
    again = values[i]
    if again is element and sys.getrefcount(element) == counted:
        _keep(element)
        _keep(element)
    return element
