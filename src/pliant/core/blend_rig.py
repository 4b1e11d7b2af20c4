"""Rigs whose poses are also blended without pins: weights in, positions out."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Floats, Vertices
from pliant.core.rig import Rig
from pliant.errors import WeightError


class BlendRig(Rig):
    """A rig that blends known poses by weights, one for each."""

    @abstractmethod
    def blend(self, weights: ArrayLike) -> Vertices:
        """(n, 3) positions of the blend with the weights (k,) given, without any pins."""

    def blends(self, weights: ArrayLike) -> Floats:
        """(f, n, 3) a morph sequence: one blend for each row of weights (f, k)."""
        return np.stack([self.blend(row) for row in np.atleast_2d(np.asarray(weights, dtype=np.float64))])


def checked_weights(weights: ArrayLike, k: int, each: str) -> Floats:
    """(k,) finite weights, copied; `each` names what has one, for errors."""
    try:
        w = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise WeightError(f"Weights must be {k} numbers: {problem}.") from problem
    if w.shape != (k,) or not np.isfinite(w).all():
        raise WeightError(
            f"Weights of the shape {w.shape} were given; {k} finite numbers are needed, one for each {each}."
        )
    return w
