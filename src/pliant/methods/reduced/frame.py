"""The solver's coordinates: units of the reference's diagonal, around its middle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Frame:
    """The user's x is diagonal · (the solver's) + middle."""

    middle: Floats
    diagonal: float

    def inward(self, points: Floats) -> Floats:
        """The user's points to the solver's."""
        return (points - self.middle) / self.diagonal

    def outward(self, t: Floats) -> Floats:
        """The solver's controls t (…, 4c, 3) to controls of the user's vertices, the same motion.

        Fᵀ stays, and d becomes diagonal·d + middle − F middle.
        """
        out = t.reshape(*t.shape[:-2], -1, 4, 3).copy()
        turned = np.einsum("a,...ab->...b", self.middle, out[..., :3, :])
        out[..., 3, :] = self.diagonal * out[..., 3, :] + self.middle - turned
        return out.reshape(t.shape)
