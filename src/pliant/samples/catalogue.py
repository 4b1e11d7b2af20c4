"""The samples by name; each is imported when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import OptionError

if TYPE_CHECKING:
    from pliant.samples.handles import Handle


@dataclass(frozen=True)
class Entry:
    """Where a sample is made, and what it is, in one line.

    handles:  the function of the same module that gives its handles, or ""
    cage:     the one that gives its cage, or ""
    examples: whether it has poses to learn from, or is one mesh to be posed by its handles
    """

    module: str
    function: str
    description: str
    handles: str = ""
    cage: str = ""
    examples: bool = True


ENTRIES = {
    "bar": Entry("pliant.samples.bar", "bar", "a round bar, straight and bent: 132 vertices, 2 poses"),
    "flag": Entry("pliant.samples.flag", "flag", "a flag in the wind: 522 vertices, 16 poses"),
    "quadruped": Entry(
        "pliant.samples.quadruped", "quadruped", "a fox: 8,000 vertices, 17 poses", handles="handles"
    ),
    "humanoid": Entry(
        "pliant.samples.humanoid",
        "humanoid",
        "a person: 10,000 vertices, 1 pose, 21 handles",
        handles="handles",
        examples=False,
    ),
    "fish": Entry(
        "pliant.samples.fish", "fish", "a fish that swims: 1,154 vertices, 25 poses, a cage", cage="cage"
    ),
}


def names() -> tuple[str, ...]:
    """The names of the samples with example poses."""
    return tuple(name for name, entry in ENTRIES.items() if entry.examples)


def all_names() -> tuple[str, ...]:
    """The names of all samples."""
    return tuple(ENTRIES)


def names_with_handles() -> tuple[str, ...]:
    """The names of the samples that come with handles."""
    return tuple(name for name, entry in ENTRIES.items() if entry.handles)


def names_with_cages() -> tuple[str, ...]:
    """The names of the samples that come with a cage."""
    return tuple(name for name, entry in ENTRIES.items() if entry.cage)


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


def sample_handles(name: str, poses: PoseSet) -> tuple[Handle, ...]:
    """The handles of a sample, on the poses that `sample` made of it, at any resolution."""
    entry = _entry(name)
    if not entry.handles:
        raise OptionError(
            f"The sample '{name}' has no handles; choose one of {', '.join(names_with_handles())}."
        )
    return getattr(import_module(entry.module), entry.handles)(poses)


def sample_cage(name: str, poses: PoseSet) -> Mesh:
    """The cage of a sample at rest, around the poses that `sample` made of it, at any resolution."""
    entry = _entry(name)
    if not entry.cage:
        raise OptionError(f"The sample '{name}' has no cage; choose one of {', '.join(names_with_cages())}.")
    return getattr(import_module(entry.module), entry.cage)(poses)


def _entry(name: str) -> Entry:
    if name not in ENTRIES:
        raise OptionError(f"There is no sample '{name}'; choose one of {', '.join(ENTRIES)}.")
    return ENTRIES[name]
