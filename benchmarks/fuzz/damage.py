"""Damaged copies of arrays and of JSON documents: each lies about one of its parts."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from pliant.arrays import Array

# What stands in the place of a field of a JSON document.
STRANGE: dict[str, Any] = {
    "null": None,
    "true": True,
    "minus one": -1,
    "zero": 0,
    "ten": 10,
    "half": 0.5,
    "huge": 1e300,
    "whole and huge": 2**40,
    "beyond numbers": 10**400,
    "nan": float("nan"),
    "infinite": float("inf"),
    "a word": "x",
    "a list": [],
    "an object": {},
    "a list of lists": [[0], []],
}


def damaged_arrays(array: Array) -> Iterator[tuple[str, Array]]:
    """The array with another type, another shape, or one value that cannot be."""
    yield "as text", np.full(array.shape, "x")
    yield "complex", array.astype(np.complex128)
    yield "truth", array.astype(bool)
    yield "bytes", array.astype(np.int8, casting="unsafe")
    yield "other kind", array.astype(np.int64 if array.dtype.kind == "f" else np.float64)
    yield "empty", array[:0]
    yield "one row less", array[:-1]
    yield "one row more", np.concatenate([array, array[-1:]])
    yield "flat", array.reshape(-1, 1) if array.ndim == 1 else array.ravel()
    yield "deeper", array[None]
    yield "turned", array.T if array.ndim > 1 else array[::-1]
    yield "a number", array.ravel()[:1].reshape(())
    if not array.size:
        return
    yield from _with_values(array)


def _with_values(array: Array) -> Iterator[tuple[str, Array]]:
    real, last = array.dtype.kind == "f", array.size - 1
    single = [np.nan, np.inf, -np.inf, 1e300, -1.0] if real else [-1, -(2**31), 2**31 - 1, 2**40, -(2**62)]
    for value in single:
        changed = (array if real else array.astype(np.int64)).copy().ravel()
        changed[last // 2] = value
        yield f"one {value:g}", changed.reshape(array.shape)
    for value in [np.nan, 0.0, 1e300, 1e-320] if real else [0, -1, 7, 2**31 - 1]:
        yield f"all {value:g}", np.full(array.shape, value)
    end = (array if real else array.astype(np.int64)).copy().ravel()
    end[last] = end[last] + 1
    yield "last one more", end.reshape(array.shape)


def damaged_documents(document: Any) -> Iterator[tuple[str, Any]]:
    """The document with one field missing, or with something strange in its place."""
    for path in list(places(document)):
        name = "/".join(map(str, path))
        changed = copy.deepcopy(document)
        owner = _owner(changed, path)
        del owner[path[-1]]
        yield f"{name} missing", changed
        for word, value in STRANGE.items():
            changed = copy.deepcopy(document)
            _owner(changed, path)[path[-1]] = value
            yield f"{name} is {word}", changed


# Of a long list only so many entries are damaged; the others are alike.
ENTRIES = 2


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every field of a JSON document."""
    keys = list(value) if isinstance(value, dict) else range(min(len(value), ENTRIES))
    for key in keys:
        yield (*path, key)
        if isinstance(value[key], dict | list):
            yield from places(value[key], (*path, key))


def _owner(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        document = document[key]
    return document
