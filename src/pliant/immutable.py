"""Objects that cannot be changed once they are made, arrays included."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Iterable, Mapping
from dataclasses import FrozenInstanceError
from enum import Enum
from functools import cache
from typing import Any, Self

import numpy as np
from scipy.sparse import sparray, spmatrix

_SEAL = "_is_sealed"
# What holds no arrays.
_PLAIN = (float, int, str, bytes, type, type(None), Enum)


class Sealing(ABCMeta):
    """Seals every instance of a class when its constructor has ended."""

    def __call__(cls, *args: Any, **options: Any) -> Any:
        """The instance, sealed."""
        made = super().__call__(*args, **options)
        made.seal()
        return made


class Immutable(metaclass=Sealing):
    """An object whose attributes and arrays can be written only by its constructor."""

    def seal(self) -> None:
        """Forbid all further changes; for those who make an object without its constructor."""
        freeze_arrays(self)
        vars(self)[_SEAL] = True

    def replaced(self, **changes: Any) -> Self:
        """A copy with some attributes changed."""
        made = object.__new__(type(self))
        vars(made).update({**vars(self), **changes})
        made.seal()
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        if _SEAL in vars(self):
            raise FrozenInstanceError(f"A {type(self).__name__} is frozen; make another one instead.")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"A {type(self).__name__} is frozen; make another one instead.")


def freeze_arrays(thing: object) -> None:
    """Make every NumPy array read-only that an object holds, itself or through objects of its own package.

    Objects of other libraries, such as factorisations, are left as they are.
    """
    packages, seen = {"pliant", _package(type(thing))}, set()
    waiting: list[Any] = list(vars(thing).values())
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if _is_plain(kind):
            continue
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        elif id(value) not in seen:
            seen.add(id(value))
            waiting.extend(_inside(kind)(value, packages))


def _object_parts(value: Any, packages: set[str]) -> Iterable[Any]:
    """What an object of some packages holds."""
    if isinstance(value, Immutable) and _SEAL in vars(value):
        return ()  # a rig, say, of which a grip is made: its arrays are frozen already
    return vars(value).values() if _package(type(value)) in packages else ()


# Every pose is frozen, in the midst of a gesture: what a type is need not be asked each time.
@cache
def _is_plain(kind: type) -> bool:
    return issubclass(kind, _PLAIN)


@cache
def _package(kind: type) -> str:
    return kind.__module__.partition(".")[0]


@cache
def _inside(kind: type) -> Callable[[Any, set[str]], Iterable[Any]]:
    """How to look into a container, a sparse matrix or an object of some packages."""
    if issubclass(kind, (tuple, list, set, frozenset)):
        return lambda value, _: value
    if issubclass(kind, Mapping):
        return lambda value, _: value.values()
    if issubclass(kind, (sparray, spmatrix)):
        return lambda value, _: [array for array in vars(value).values() if isinstance(array, np.ndarray)]
    return _object_parts
