"""The package ufbx, loaded when first needed, and safe ways to its lists."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np

from pliant.core.arrays import Array
from pliant.core.extra import load

_keep = ctypes.pythonapi.Py_IncRef
_keep.argtypes = [ctypes.py_object]
_keep.restype = None
_release = ctypes.pythonapi.Py_DecRef
_release.argtypes = [ctypes.py_object]
_release.restype = None

# More references than NumPy takes a buffer of while it copies.
_SPARE = 16


def ufbx() -> Any:
    """The module."""
    return load("ufbx", "fbx", "FBX files")


def items(values: Any) -> list[Any]:
    """The elements of one of ufbx's lists."""
    return [_item(values, i) for i in range(len(values))]


def kept(shape: Any) -> Any:
    """A blend shape that a channel named, with one reference more.

    A channel of ufbx 0.0.5 gives back one reference too many when its scene goes. The few bytes of the handle
    stay where a later version does not; the scene itself is freed.
    """
    if shape is not None:
        _keep(shape)
    return shape


def array(values: Any, dtype: Any) -> Array:
    """The numbers of one of ufbx's lists, copied.

    Buffers of ufbx 0.0.5 give back a reference that they never took, so that the list is freed while the
    scene still holds it: spare references stand in for those, and the ones left are taken back.
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
    """Element i, with a reference of our own.

    Lists of ufbx 0.0.5 lend their elements without counting the reference, so that the element is freed
    while the scene still holds it, and the process dies later. Taking it twice shows whether they do.
    """
    element = values[i]
    counted = sys.getrefcount(element)
    again = values[i]
    if again is element and sys.getrefcount(element) == counted:
        _keep(element)
        _keep(element)
    return element
