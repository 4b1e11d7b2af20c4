"""Objects that cannot be changed once they are made, arrays included."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError
from enum import Enum
from typing import Any, Self

import numpy as np
from scipy.sparse import issparse

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
    _freeze(vars(thing), {"pliant", _package(thing)}, set())


def _freeze(value: Any, packages: set[str], seen: set[int]) -> None:
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
        return
    if isinstance(value, _PLAIN) or id(value) in seen:
        return
    seen.add(id(value))
    for part in _parts(value, packages):
        _freeze(part, packages, seen)


def _parts(value: Any, packages: set[str]) -> Iterable[Any]:
    """What lies inside a container, a sparse matrix or an object of some packages."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return value
    if isinstance(value, (dict, Mapping)):
        return value.values()
    if issparse(value):
        return [array for array in vars(value).values() if isinstance(array, np.ndarray)]
    if isinstance(value, Immutable) and _SEAL in vars(value):
        return ()  # a rig, say, of which a grip is made: its arrays are frozen already
    return vars(value).values() if _package(value) in packages else ()


def _package(value: object) -> str:
    return type(value).__module__.partition(".")[0]
