"""Finds pairs that carry a joint without touching: one reaches into the other with much clearance."""

from __future__ import annotations

from collections.abc import Sequence

from pliant.arrays import Floats
from pliant.methods.joints.contact import FEWEST, contact
from pliant.methods.joints.convex_parts import common_volume, hulls
from pliant.methods.joints.part import PartSurface

# Distances for bearings drawn with much clearance, over the smaller part's size.
WIDER = (0.04, 0.08)
# What faces the other part then covers this share of the square of the smaller size, or is chance.
FACING_AREA = 0.01
# Hulls that meet in less than this share of the cube of the smaller size only graze.
GRAZING = 1e-4


class SecondLook:
    """The parts of one model; their hulls are made when they are first needed."""

    def __init__(self, parts: Sequence[PartSurface | None]) -> None:
        self._parts = parts
        self._hulls: dict[int, list[Floats]] = {}

    def reaches_in(self, i: int, j: int) -> bool:
        """Whether hulls of parts i and j share some volume, and their surfaces face each other nearby."""
        a, b = self._parts[i], self._parts[j]
        if a is None or b is None:
            return False
        size = min(a.size, b.size)
        wide = contact(a, b, WIDER[-1] * size)
        if len(wide) < FEWEST or wide.area < FACING_AREA * size**2:
            return False
        # Cutting a part up takes seconds: the smaller one reaches in as a whole, the larger one has hollows.
        first, second = ([a.V], self._of(j, b)) if a.size < b.size else (self._of(i, a), [b.V])
        return common_volume(first, second) > GRAZING * size**3

    def _of(self, i: int, part: PartSurface) -> list[Floats]:
        if i not in self._hulls:
            self._hulls[i] = hulls(part)
        return self._hulls[i]
