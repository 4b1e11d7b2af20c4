"""Pins: spots on the surface, and their ways through the frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.anchors import Anchors, Held, Points, numbered
from pliant.arrays import Array, Floats
from pliant.errors import AnchorError, FileFormatError
from pliant.geometry.rotations import exp
from pliant.mesh import Mesh
from pliant.pins import Pin

# The first whole number that a table's cell, read as a float, may have rounded.
LARGEST_NUMBER = 2**53
PLAIN = Pin()


@dataclass(frozen=True)
class Spot:
    """A point of the surface: a vertex, or a triangle with three barycentric coordinates.

    vertex: its number, or the name of a landmark
    """

    vertex: int | str | None = None
    triangle: int | None = None
    barycentric: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for what, number in (("vertex", self.vertex), ("triangle", self.triangle)):
            if isinstance(number, int) and not 0 <= number < LARGEST_NUMBER:
                raise AnchorError(f"The {what} {number} was pinned; numbers from 0 on are needed.")


@dataclass(frozen=True, eq=False)
class PlacedPin:
    """A spot, where it goes and how it is held.

    vectors:  (f, 3) one row for each frame, or a single one for all
    relative: (f,) whether a row is a shift from the spot's reference place
    pin:      how firmly it is held, and what it slides on
    turns:    (f, 3) rotation vectors of its neighbourhood, in radians, one for each frame or a single one
              for all; None where that is free
    """

    spot: Spot
    vectors: Floats
    relative: Array
    pin: Pin = PLAIN
    turns: Floats | None = None

    @staticmethod
    def held(spot: Spot) -> PlacedPin:
        """A pin that holds its spot at its reference place."""
        return PlacedPin(spot, np.zeros((1, 3)), np.array([True]))

    @staticmethod
    def dragged(spot: Spot, places: Floats) -> PlacedPin:
        """A pin that takes its spot to places (f, 3)."""
        return PlacedPin(spot, places, np.zeros(len(places), dtype=bool))

    @staticmethod
    def moved(spot: Spot, shifts: Floats) -> PlacedPin:
        """A pin that shifts its spot from its reference place by (f, 3)."""
        return PlacedPin(spot, shifts, np.ones(len(shifts), dtype=bool))

    @property
    def stays(self) -> bool:
        """Whether the spot is held at its reference place in every frame."""
        still = self.turns is None or not self.turns.any()
        return bool(still and self.relative.all() and not self.vectors.any())

    @property
    def frames(self) -> int:
        """How many frames it has places or turns for; 1 where they count for all."""
        return max(len(self.vectors), 1 if self.turns is None else len(self.turns))

    def held_as(self) -> Pin:
        """How the rig is to hold it."""
        return replace(self.pin, turn=self.turns is not None)

    def way(self, rest: Floats, count: int) -> Floats:
        """(f, p, 3) targets in so many frames of the points it holds, at rest (p, 3), its own spot first."""
        place = np.broadcast_to(self.vectors + self.relative[:, None] * rest[0], (count, 3))
        arms = np.zeros_like(rest) if self.turns is None else rest - rest[0]
        turns = np.zeros((1, 3)) if self.turns is None else self.turns
        return place[:, None] + np.einsum("fij,pj->fpi", exp(turns), arms)


@dataclass(frozen=True, eq=False)
class Pins:
    """All pins, and the names of the frames."""

    pins: tuple[PlacedPin, ...]
    frames: tuple[str, ...]

    @staticmethod
    def of(pins: Iterable[PlacedPin], names: Sequence[str] = ()) -> Pins:
        """Pins in the frames named.

        Raises FileFormatError where a pin has neither one place nor one for each frame.
        """
        every = tuple(pins)
        count = max([1, len(names), *(pin.frames for pin in every)])
        for i, pin in enumerate(every):
            for what, given in (("places", pin.vectors), ("turns", pin.turns)):
                if given is not None and len(given) not in (1, count):
                    raise FileFormatError(
                        f"Pin {i} has {len(given)} {what} where there are {count} frames; "
                        f"give it one of its {what}, or one for each frame."
                    )
        if names and len(names) != count:
            raise FileFormatError(f"{len(names)} frames have names, but {count} have places; give as many.")
        return Pins(every, tuple(names) or tuple(f"frame {i}" for i in range(count)))

    def and_also(self, more: Iterable[PlacedPin]) -> Pins:
        """These pins with more of them, in the same frames."""
        return Pins.of([*self.pins, *more], self.frames)

    def points(self, mesh: Mesh) -> Points:
        """What to grab: vertices and landmarks, or anchors on triangles as soon as one pin lies on one."""
        vertices = [pin.spot.vertex for pin in self.pins if pin.spot.vertex is not None]
        if len(vertices) == len(self.pins):
            return vertices
        placed = [_on_triangle(pin.spot, mesh) for pin in self.pins]
        return Anchors([triangle for triangle, _ in placed], [list(b) for _, b in placed])

    def held_as(self) -> list[Pin]:
        """How the rig is to hold each spot."""
        return [pin.held_as() for pin in self.pins]

    def targets(self, held: Held) -> Floats:
        """(f, h, 3) where the held points go."""
        count = len(self.frames)
        ways = [pin.way(held.rest[held.group == i], count) for i, pin in enumerate(self.pins)]
        return np.concatenate(ways, axis=1)


def _on_triangle(spot: Spot, mesh: Mesh) -> tuple[int, tuple[float, ...]]:
    """A triangle and barycentric coordinates for the spot, also where it is a vertex."""
    if spot.triangle is not None:
        return spot.triangle, spot.barycentric
    vertex = numbered([spot.vertex], mesh.landmarks)[0] if isinstance(spot.vertex, str) else spot.vertex
    around = np.argwhere(vertex == mesh.F)
    if len(around) == 0:
        raise AnchorError(
            f"Vertex {spot.vertex} is no corner of any triangle, so it cannot be pinned together with points "
            "on triangles; leave it out."
        )
    triangle, corner = around[0].tolist()
    return triangle, tuple(float(i == corner) for i in range(3))
