"""The solver's coordinates: centred on the reference pose, with its diagonal as the unit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Vertices, frozen


@dataclass(frozen=True, eq=False)
class Frame:
    """A map between two systems of coordinates: the user's x is diagonal · (the solver's x) + middle.

    middle:   (3,) the middle of the bounding box, in the user's coordinates
    diagonal: the length of its diagonal
    """

    middle: Floats
    diagonal: float

    @staticmethod
    def of(V: Vertices) -> Frame:
        """The frame of the bounding box of V (n, 3). It adds halves, so that huge numbers do not overflow."""
        low, high = V.min(axis=0), V.max(axis=0)
        with np.errstate(over="ignore"):
            diagonal = float(np.linalg.norm(high / 2 - low / 2)) * 2
        return Frame(frozen(low / 2 + high / 2, np.float64), diagonal)

    def inward(self, points: Floats) -> Floats:
        """The user's points (…, 3) in the solver's coordinates."""
        return (points - self.middle) / self.diagonal

    def outward(self, points: Floats) -> Floats:
        """The solver's points (…, 3) in the user's coordinates."""
        moved = points * self.diagonal
        moved += self.middle
        return moved

    def palette(self, t: Floats) -> Floats:
        """(c, 3, 4) transformations [F d] that move the user's points as the solver's t (4c, 3) move its own.

        t: stacked Fᵀ and dᵀ as in skin.py; F stays, and d becomes diagonal·d + middle − F middle
        """
        out = t.reshape(-1, 4, 3).copy()
        turned = np.einsum("a,cab->cb", self.middle, out[:, :3])
        out[:, 3] = self.diagonal * out[:, 3] + self.middle - turned
        return np.swapaxes(out, 1, 2)
