"""Marks in front of a model: lines, areas, dots and labels at positions in the model's space."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pliant.arrays import Floats

# Widths and radii are in letters: the height of the picture's text.


@dataclass(frozen=True, eq=False)
class Line:
    """A line through points (p, 3); arrow: whether it ends with a head."""

    points: Floats
    colour: str
    width: float
    opacity: float = 1.0
    arrow: bool = False


@dataclass(frozen=True, eq=False)
class Area:
    """A flat polygon with the corners points (p, 3)."""

    points: Floats
    colour: str
    opacity: float


@dataclass(frozen=True, eq=False)
class Dot:
    """A round dot at a place (3,)."""

    place: Floats
    colour: str
    radius: float
    opacity: float = 1.0


@dataclass(frozen=True, eq=False)
class Label:
    """A word beside a place (3,)."""

    place: Floats
    text: str


@dataclass(frozen=True, eq=False)
class Overlay:
    """Marks in front of a model, the areas lowest, the labels on top."""

    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    dots: tuple[Dot, ...] = ()
    labels: tuple[Label, ...] = ()

    @property
    def cloud(self) -> Floats:
        """(p, 3) all points that must be in the picture."""
        places = [mark.points for mark in (*self.areas, *self.lines)]
        places += [mark.place[None] for mark in (*self.dots, *self.labels)]
        return np.concatenate(places) if places else np.empty((0, 3))

    def placed(self, origin: Floats, unit: float) -> Overlay:
        """The marks with another origin (3,) and another unit of length."""
        return Overlay(
            tuple(replace(mark, points=(mark.points - origin) / unit) for mark in self.areas),
            tuple(replace(mark, points=(mark.points - origin) / unit) for mark in self.lines),
            tuple(replace(mark, place=(mark.place - origin) / unit) for mark in self.dots),
            tuple(replace(mark, place=(mark.place - origin) / unit) for mark in self.labels),
        )


NOTHING = Overlay()


def together(overlays: Iterable[Overlay]) -> Overlay:
    """One overlay with the marks of several."""
    several = list(overlays)
    return Overlay(
        tuple(mark for each in several for mark in each.areas),
        tuple(mark for each in several for mark in each.lines),
        tuple(mark for each in several for mark in each.dots),
        tuple(mark for each in several for mark in each.labels),
    )
