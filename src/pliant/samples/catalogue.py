"""The catalogue of samples: characters with poses, and mechanisms with joints.

A sample is made by the function of its own name, in a module of that name that is imported when first needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pliant.errors import OptionError
from pliant.mesh import Mesh, PoseSet
from pliant.method import loaded

if TYPE_CHECKING:
    from pliant.mechanism.mechanism import Mechanism
    from pliant.samples.handles import PaintedHandle

Extra: TypeAlias = Literal["examples", "handles", "cage", "joints"]


@dataclass(frozen=True)
class Entry:
    """One sample of the catalogue.

    title:       what to do with it, for its card in the studio
    description: what it is, in one line
    comes_with:  what there is beside its mesh: example poses, painted handles, a cage, or joints
    options:     names of the arguments of the function that makes it
    """

    title: str
    description: str
    comes_with: tuple[Extra, ...]
    options: tuple[str, ...] = ("vertices",)


def _mechanism(title: str, description: str) -> Entry:
    return Entry(title, description, ("joints",), ("resolution",))


CATALOGUE = {
    "bar": Entry(
        "Bend a bar",
        "a round bar, straight and bent: 132 vertices, 2 poses",
        ("examples",),
        ("vertices", "caps", "bends", "twists"),
    ),
    "flag": Entry("Wave a flag", "a flag in the wind: 522 vertices, 16 poses", ("examples",)),
    "quadruped": Entry("Pull a fox", "a fox: 8,000 vertices, 17 poses", ("examples", "handles")),
    "humanoid": Entry("Sculpt a person", "a person: 10,000 vertices, 1 pose, 21 handles", ("handles",)),
    "fish": Entry(
        "Let a fish swim",
        "a fish that swims: 1,154 vertices, 25 poses, a cage",
        ("examples", "cage"),
        ("rings", "sides", "frames"),
    ),
    "lamp": _mechanism("Open a lamp", "a desk lamp: 6 components, 5 joints"),
    "chair": _mechanism("Tilt a chair", "an office chair: 6 components, 5 joints"),
    "robot": _mechanism("Move a robot", "a humanoid robot: 20 components, 19 joints"),
    "snake": _mechanism("Wind a snake", "a snake of loose segments: 10 components, 9 virtual joints"),
}


def names(having: Extra | None = None) -> tuple[str, ...]:
    """Names of all samples, or of those that come with something; characters first, then mechanisms."""
    return tuple(name for name, entry in CATALOGUE.items() if having is None or having in entry.comes_with)


def description(name: str) -> str:
    """What a sample of either kind is, in one line."""
    return _entry(name, "mechanism" if name in names("joints") else "sample").description


def sample(name: str, **options: Any) -> PoseSet:
    """Make a character: its mesh and poses.

    options: those of the function that makes it, such as `vertices`
    Raises OptionError for an unknown name or option.
    """
    return _made(name, "sample", options)


def mechanism(name: str, **options: Any) -> Mechanism:
    """Make a mechanism: its mesh, parts and true joints.

    options: those of the function that makes it, such as `resolution`
    Raises OptionError for an unknown name or option.
    """
    return _made(name, "mechanism", options)


def sample_handles(name: str, poses: PoseSet) -> tuple[PaintedHandle, ...]:
    """Painted handles of a character, on the poses that `sample` made of it at any resolution."""
    return _extra(name, "handles", poses)


def sample_cage(name: str, poses: PoseSet) -> Mesh:
    """Cage of a character at rest, around the poses that `sample` made of it at any resolution."""
    return _extra(name, "cage", poses)


def _entry(name: str, kind: Literal["sample", "mechanism"]) -> Entry:
    """The entry of a name; raises OptionError where none of this kind has it."""
    known = [other for other in CATALOGUE if (other in names("joints")) == (kind == "mechanism")]
    if name not in known:
        raise OptionError(f"There is no {kind} '{name}'; choose one of {', '.join(known)}.")
    return CATALOGUE[name]


def _made(name: str, kind: Literal["sample", "mechanism"], options: dict[str, Any]) -> Any:
    known = _entry(name, kind).options
    strange = [option for option in options if option not in known]
    if strange:
        raise OptionError(f"The {kind} '{name}' has no option '{strange[0]}'; it has {', '.join(known)}.")
    folder = "pliant.samples" if kind == "sample" else "pliant.samples.mechanisms"
    return loaded(f"{folder}.{name}:{name}")(**options)


def _extra(name: str, what: Literal["handles", "cage"], poses: PoseSet) -> Any:
    """What the function `handles` or `cage` of a character's module makes for its poses."""
    if what not in _entry(name, "sample").comes_with:
        raise OptionError(f"The sample '{name}' has no {what}; choose one of {', '.join(names(what))}.")
    return loaded(f"pliant.samples.{name}:{what}")(poses)
