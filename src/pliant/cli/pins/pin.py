"""Pins: spots on the surface, and their ways through the frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pliant.anchors import Anchors, Held, Points
from pliant.arrays import Array, Floats
from pliant.errors import AnchorError, FileFormatError
from pliant.mesh import Mesh

# The first whole number that a table's cell, read as a float, may have rounded.
LARGEST_NUMBER = 2**53


@dataclass(frozen=True)
class Spot:
    """A point of the surface: a vertex, or a triangle with three barycentric coordinates."""

    vertex: int | None = None
    triangle: int | None = None
    barycentric: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for what, number in (("vertex", self.vertex), ("triangle", self.triangle)):
            if number is not None and not 0 <= number < LARGEST_NUMBER:
                raise AnchorError(f"The {what} {number} was pinned; numbers from 0 on are needed.")


@dataclass(frozen=True, eq=False)
class Pin:
    """A spot and where it goes.

    vectors:  (f, 3) one row for each frame, or a single one for all
    relative: (f,) whether a row is a shift from the spot's reference place
    """

    spot: Spot
    vectors: Floats
    relative: Array

    @staticmethod
    def held(spot: Spot) -> Pin:
        """A pin that holds its spot at its reference place."""
        return Pin(spot, np.zeros((1, 3)), np.array([True]))

    @staticmethod
    def dragged(spot: Spot, places: Floats) -> Pin:
        """A pin that takes its spot to places (f, 3)."""
        return Pin(spot, places, np.zeros(len(places), dtype=bool))

    @staticmethod
    def moved(spot: Spot, shifts: Floats) -> Pin:
        """A pin that shifts its spot from its reference place by (f, 3)."""
        return Pin(spot, shifts, np.ones(len(shifts), dtype=bool))

    @property
    def stays(self) -> bool:
        """Whether the spot is held at its reference place in every frame."""
        return bool(self.relative.all() and not self.vectors.any())


@dataclass(frozen=True, eq=False)
class Pins:
    """All pins, and the names of the frames."""

    pins: tuple[Pin, ...]
    frames: tuple[str, ...]

    @staticmethod
    def of(pins: Iterable[Pin], names: Sequence[str] = ()) -> Pins:
        """Pins in the frames named.

        Raises FileFormatError where a pin has neither one place nor one for each frame.
        """
        every = tuple(pins)
        count = max([1, len(names), *(len(pin.vectors) for pin in every)])
        for i, pin in enumerate(every):
            if len(pin.vectors) not in (1, count):
                raise FileFormatError(
                    f"Pin {i} has {len(pin.vectors)} places where there are {count} frames; "
                    "give it one place, or one for each frame."
                )
        if names and len(names) != count:
            raise FileFormatError(f"{len(names)} frames have names, but {count} have places; give as many.")
        return Pins(every, tuple(names) or tuple(f"frame {i}" for i in range(count)))

    def and_also(self, more: Iterable[Pin]) -> Pins:
        """These pins with more of them, in the same frames."""
        return Pins.of([*self.pins, *more], self.frames)

    def points(self, mesh: Mesh) -> Points:
        """What to grab: vertices, or anchors on triangles as soon as one pin lies on one."""
        vertices = [pin.spot.vertex for pin in self.pins if pin.spot.vertex is not None]
        if len(vertices) == len(self.pins):
            return vertices
        placed = [_on_triangle(pin.spot, mesh) for pin in self.pins]
        return Anchors([triangle for triangle, _ in placed], [list(b) for _, b in placed])

    def targets(self, held: Held) -> Floats:
        """(f, h, 3) where the held points go."""
        ways = [
            np.broadcast_to(pin.vectors + pin.relative[:, None] * rest, (len(self.frames), 3))
            for pin, rest in zip(self.pins, held.rest, strict=True)
        ]
        return np.stack(ways, axis=1)


def _on_triangle(spot: Spot, mesh: Mesh) -> tuple[int, tuple[float, ...]]:
    """A triangle and barycentric coordinates for the spot, also where it is a vertex."""
    if spot.triangle is not None:
        return spot.triangle, spot.barycentric
    around = np.argwhere(spot.vertex == mesh.F)
    if len(around) == 0:
        raise AnchorError(
            f"Vertex {spot.vertex} is no corner of any triangle, so it cannot be pinned together with points "
            "on triangles; leave it out."
        )
    triangle, corner = around[0].tolist()
    return triangle, tuple(float(i == corner) for i in range(3))
