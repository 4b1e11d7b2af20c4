"""Pins that say more than a place: how firmly they hold, along what they slide, and the floor under all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held
from pliant.arrays import Array, Floats, Targets, Vertices, frozen
from pliant.errors import AnchorError, OptionError
from pliant.kinds import check_kind

# The length of a unit vector may miss one by this much: a few roundings.
UNIT = 1e-15
# What a rig may be able to do with pins, in words for people.
ABILITIES = {
    "weight": "weights below 1",
    "slide": "pins that slide",
    "turn": "pins that turn their neighbourhood",
    "floor": "a floor",
}


@dataclass(frozen=True)
class Plane:
    """A plane through a pin's target, on which the pin slides freely; the normal becomes a unit vector.

    Raises OptionError for a normal without a direction.
    """

    normal: tuple[float, float, float]

    def __post_init__(self) -> None:
        object.__setattr__(self, "normal", _unit(self.normal, "The normal of a plane"))

    def across(self) -> Floats:
        """(3, 3) the projector on what the plane decides: its normal."""
        return np.outer(self.normal, self.normal)


@dataclass(frozen=True)
class Line:
    """A line through a pin's target, along which the pin slides freely; its direction becomes a unit vector.

    Raises OptionError for a direction of no length.
    """

    direction: tuple[float, float, float]

    def __post_init__(self) -> None:
        object.__setattr__(self, "direction", _unit(self.direction, "The direction of a line"))

    def across(self) -> Floats:
        """(3, 3) the projector on what the line decides: all but its direction."""
        return np.eye(3) - np.outer(self.direction, self.direction)


@dataclass(frozen=True)
class Pin:
    """How an item that is grabbed is held.

    weight: 1 is firm, and met exactly. Below, the item is held by a spring, w/(1 − w) times as stiff as the
            character is against a force on that item while firm pins are held: with its blend kept, it would
            come the share w of the way to its target. Blends give way more easily, so that ½ brings it most
            of the way, and 0.01 barely moves it. Neither the mesh's resolution nor its size makes a
            difference. Where nothing else holds the character, even a weak pin is met. In rigs whose points
            share what they cannot reach, an item of the weight w counts w times a plain one.
    slide:  a Plane or a Line through its target, on which it slides freely
    turn:   whether a single vertex holds its neighbourhood too (see `pliant.patch`), as a group that
            `Grip.carry` turns: without a turn, a foot stays flat
    Raises OptionError for a weight outside of 0 … 1 and for 0 itself: leave such an item out.
    """

    weight: float = 1.0
    slide: Plane | Line | None = None
    turn: bool = False

    def __post_init__(self) -> None:
        check_kind(self.weight, "The weight of a pin", Real)
        if not 0.0 < self.weight <= 1.0:
            raise OptionError(
                f"A pin has the weight {self.weight!r}; above 0 and up to 1, which is firm, is needed. "
                "Leave out what should not be held."
            )

    @property
    def asks(self) -> frozenset[str]:
        """What a rig must be able to do for this pin: some of ABILITIES."""
        said = {"weight": self.weight < 1.0, "slide": self.slide is not None, "turn": self.turn}
        return frozenset(ability for ability, wanted in said.items() if wanted)


@dataclass(frozen=True)
class Floor:
    """A plane that nothing sinks through; what rises from it is free.

    point:  any point of it
    normal: where up is; becomes a unit vector
    grip:   whether what stands on it keeps its place there until it rises
    A target below the floor counts as one on it, a group's as a whole; `gaps` still measure from where
    it was. Raises OptionError for a normal without a direction and a point that is not finite.
    """

    point: tuple[float, float, float]
    normal: tuple[float, float, float] = (0.0, 1.0, 0.0)
    grip: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "normal", _unit(self.normal, "The normal of a floor"))
        point = _vector(self.point)
        if point is None:
            raise OptionError(f"A floor lies at {self.point!r}; a point of three finite numbers is needed.")
        object.__setattr__(self, "point", tuple(point.tolist()))

    @staticmethod
    def at(height: float, up: ArrayLike = (0.0, 1.0, 0.0), *, grip: bool = False) -> Floor:
        """The floor at a height along the direction up."""
        normal = _unit(up, "The normal of a floor")
        x, y, z = (float(height) * part for part in normal)
        return Floor((x, y, z), normal, grip)

    def heights(self, points: Floats) -> Floats:
        """(…,) heights of points (…, 3) above the floor; below it they are negative."""
        return (points - np.array(self.point)) @ np.array(self.normal)

    def lifted(self, targets: Targets, group: Array) -> Targets:
        """The targets (h, 3), those of each group (h,) raised together until none is below the floor."""
        depth = np.zeros(int(group.max(initial=-1)) + 1)
        np.maximum.at(depth, group, -self.heights(targets))
        if not depth.any():
            return targets
        return targets + depth[group][:, None] * np.array(self.normal)


@dataclass(frozen=True, eq=False)
class PinnedPoints:
    """Held points with what their pins say of them.

    held:   the points
    weight: (h,) the weight of each
    across: (h, 3, 3) projectors on the directions in which each is held: all three unless it slides
    floor:  under the whole, or None
    """

    held: Held
    weight: Floats
    across: Floats
    floor: Floor | None = None

    @staticmethod
    def of(held: Held, pins: Sequence[Pin | None] | None = None, floor: Floor | None = None) -> PinnedPoints:
        """The points with one pin, or None for a plain one, for each item of the user's list.

        Raises AnchorError for another number of pins.
        """
        items = int(held.group.max()) + 1
        every = [None] * items if pins is None else list(pins)
        if len(every) != items:
            raise AnchorError(f"{len(every)} pins came with {items} grabbed items; give one for each item.")
        said = [pin or Pin() for pin in every]
        weight = np.array([pin.weight for pin in said])
        across = np.stack([np.eye(3) if pin.slide is None else pin.slide.across() for pin in said])
        own = held.group
        return PinnedPoints(held, frozen(weight[own], np.float64), frozen(across[own], np.float64), floor)

    @cached_property
    def slides(self) -> Array:
        """(h,) the points that slide on a plane or along a line."""
        return np.trace(self.across, axis1=1, axis2=2) < 2.5

    @cached_property
    def plain(self) -> Array:
        """(h,) the points that are held firmly at their targets."""
        return np.asarray((self.weight == 1.0) & ~self.slides)

    def goals(self, targets: Targets) -> Targets:
        """(h, 3) the targets as far as the floor lets them be."""
        return targets if self.floor is None else self.floor.lifted(targets, self.held.group)

    def gaps(self, reached: Floats, targets: Targets) -> Floats:
        """(h,) distances of points at reached (h, 3) from their targets, or the planes and lines there."""
        missed = reached - targets
        if self.plain.all():
            return np.linalg.norm(missed, axis=1)
        return np.linalg.norm(np.einsum("hab,hb->ha", self.across, missed), axis=1)


def check_pins(pins: object) -> None:
    """Raise KindError for anything but a list of pins, among which may be None."""
    check_kind(pins, "The value of pins", Sequence, type(None))
    for pin in pins if isinstance(pins, Sequence) else ():
        check_kind(pin, "One of the pins", Pin, type(None))


def check_able(
    can: frozenset[str], method: str, pins: Sequence[Pin | None] | None, floor: Floor | None
) -> None:
    """Raise AnchorError where pins or a floor ask more of a method's rigs than they can."""
    check_pins(pins)
    check_kind(floor, "The floor", Floor, type(None))
    asked = {ability for pin in pins or () if pin is not None for ability in pin.asks}
    asked |= {"floor"} if floor is not None else set()
    missing = [words for ability, words in ABILITIES.items() if ability in asked - can]
    if missing:
        able = ", ".join(words for ability, words in ABILITIES.items() if ability in can) or "plain pins only"
        raise AnchorError(
            f"A rig made by {method} does not know {' and '.join(missing)}; it knows {able}. Leave them out, "
            "or pose by a method that can."
        )


def asked(pins: Sequence[Pin | None], floor: Floor | None) -> dict[str, Any]:
    """Arguments of `Rig.grab` that say more than plain pins do, for rigs that may not know of them."""
    more: dict[str, Any] = {} if floor is None else {"floor": floor}
    return {**more, "pins": list(pins)} if any(pin is not None and pin != Pin() for pin in pins) else more


def lowest(V: Vertices, up: ArrayLike) -> float:
    """The height of the lowest vertex of V (n, 3) along the direction up: a floor for its feet."""
    return float((V @ np.array(_unit(up, "The direction up"))).min())


def _vector(values: ArrayLike) -> Floats | None:
    """(3,) finite numbers; None for anything else."""
    try:
        vector = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return vector if vector.shape == (3,) and np.isfinite(vector).all() else None


def _unit(values: ArrayLike, what: str) -> tuple[float, float, float]:
    vector = _vector(values)
    length = 0.0 if vector is None else float(np.linalg.norm(vector))
    if vector is None or not 0.0 < length < np.inf:
        raise OptionError(f"{what} is {values!r}; three finite numbers are needed, not all of them zero.")
    # What is a unit vector already keeps every bit: files are read as they were written.
    x, y, z = (vector if abs(length - 1.0) < UNIT else vector / length).tolist()
    return x, y, z
