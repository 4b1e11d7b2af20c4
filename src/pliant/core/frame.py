"""The solver's coordinates: units of the reference's diagonal, around its middle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats, Vertices, frozen


@dataclass(frozen=True, eq=False)
class Frame:
    """The user's x is diagonal · (the solver's) + middle; middle (3,)."""

    middle: Floats
    diagonal: float

    @staticmethod
    def of(V: Vertices) -> Frame:
        """The middle and the diagonal of V's bounding box; halves are added, which overflow later."""
        low, high = V.min(axis=0), V.max(axis=0)
        with np.errstate(over="ignore"):
            diagonal = float(np.linalg.norm(high / 2 - low / 2)) * 2
        return Frame(frozen(low / 2 + high / 2, np.float64), diagonal)

    def inward(self, points: Floats) -> Floats:
        """The user's points (…, 3) to the solver's."""
        return (points - self.middle) / self.diagonal

    def outward(self, points: Floats) -> Floats:
        """The solver's points (…, 3) to the user's."""
        return points * self.diagonal + self.middle
