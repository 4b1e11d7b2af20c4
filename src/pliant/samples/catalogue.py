"""The samples by name; each is imported when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import Any

from pliant.core.mesh import PoseSet
from pliant.errors import OptionError


@dataclass(frozen=True)
class Entry:
    """Where a sample is made, and what it is, in one line."""

    module: str
    function: str
    description: str


ENTRIES = {
    "bar": Entry("pliant.samples.bar", "bar", "a round bar, straight and bent: 132 vertices, 2 poses"),
    "flag": Entry("pliant.samples.flag", "flag", "a flag in the wind: 522 vertices, 16 poses"),
    "quadruped": Entry("pliant.samples.quadruped", "quadruped", "a fox: 8,000 vertices, 17 poses"),
}


def names() -> tuple[str, ...]:
    """The names of the samples."""
    return tuple(ENTRIES)


def description(name: str) -> str:
    """What a sample is, in one line."""
    return _entry(name).description


def sample(name: str, **options: Any) -> PoseSet:
    """The poses of a sample; the options are those of the function that makes it."""
    entry = _entry(name)
    make = getattr(import_module(entry.module), entry.function)
    known = tuple(signature(make).parameters)
    strange = [option for option in options if option not in known]
    if strange:
        raise OptionError(f"The sample '{name}' has no option '{strange[0]}'; it has {', '.join(known)}.")
    return make(**options)


def _entry(name: str) -> Entry:
    if name not in ENTRIES:
        raise OptionError(f"There is no sample '{name}'; choose one of {', '.join(ENTRIES)}.")
    return ENTRIES[name]
