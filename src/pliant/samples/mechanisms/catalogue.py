"""The mechanisms by name; each is imported when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from pliant.errors import OptionError

if TYPE_CHECKING:
    from pliant.core.mechanism import Mechanism


@dataclass(frozen=True)
class Entry:
    """The module of this folder that makes a mechanism, by a function of the same name; and what it is."""

    module: str
    description: str


ENTRIES = {
    "lamp": Entry("lamp", "a desk lamp: 6 components, 5 joints"),
    "chair": Entry("chair", "an office chair: 6 components, 5 joints"),
    "robot": Entry("robot", "a humanoid robot: 20 components, 19 joints"),
    "dog": Entry("dog", "a robot dog with soft tail and ears: 13 components, 12 joints"),
    "brush": Entry("brush", "a robot that wipes a wall with a soft brush: 15 components, 15 joints"),
    "office": Entry("office", "a desk, a cabinet, a chair and a lamp: 25 components, 21 joints"),
    "snake": Entry("snake", "a snake of loose segments: 10 components, 9 virtual joints"),
    "bee": Entry("bee", "a bee with a soft abdomen: 13 components, 12 joints"),
    "bunny": Entry("bunny", "a rabbit head of one piece: 3 components, 2 virtual joints"),
}


def mechanism_names() -> tuple[str, ...]:
    """The names of the mechanisms."""
    return tuple(ENTRIES)


def mechanism_description(name: str) -> str:
    """What a mechanism is, in one line."""
    return _entry(name).description


def mechanism(name: str, **options: Any) -> Mechanism:
    """A mechanism with its true joints; the options are those of the function that makes it."""
    entry = _entry(name)
    make = getattr(import_module(f"pliant.samples.mechanisms.{entry.module}"), entry.module)
    known = tuple(signature(make).parameters)
    strange = [option for option in options if option not in known]
    if strange:
        raise OptionError(f"The mechanism '{name}' has no option '{strange[0]}'; it has {', '.join(known)}.")
    return make(**options)


def _entry(name: str) -> Entry:
    if name not in ENTRIES:
        raise OptionError(f"There is no mechanism '{name}'; choose one of {', '.join(ENTRIES)}.")
    return ENTRIES[name]
