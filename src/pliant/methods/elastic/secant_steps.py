"""The last steps of a search with how its slope changed on them, which correct a metric that never changes.

The inverse of the metric is corrected by them as in the method of Broyden, Fletcher, Goldfarb and Shanno, in
the recursion with two loops [Liu2017].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

# Made when SciPy is built, and without type stubs.
from scipy.linalg.blas import daxpy  # pyright: ignore[reportAttributeAccessIssue]

from pliant.arrays import Floats

# How far the slope must rise along a step, as a cosine, for the step to tell anything.
SAFE = 1e-10


@dataclass(frozen=True, eq=False)
class SecantSteps:
    """Steps (n, 3), each with the change (n, 3) of the slope along it and the product of both.

    window: how many are remembered
    """

    window: int
    steps: tuple[tuple[Floats, Floats, float], ...] = ()

    def after(self, step: Floats, change: Floats) -> SecantSteps:
        """With one more step, if it tells anything."""
        rise = float(np.vdot(step, change))
        if rise <= SAFE * np.linalg.norm(step) * np.linalg.norm(change):
            return self
        pair = np.ascontiguousarray(step), np.ascontiguousarray(change), rise
        return SecantSteps(self.window, (*self.steps, pair)[-self.window :])

    def way(self, slope: Floats, downhill: Callable[[Floats], Floats]) -> Floats:
        """(n, 3) where to go from a slope (n, 3); the metric alone answers it by −downhill."""
        rest, shares = slope.copy(), []
        for step, change, rise in reversed(self.steps):
            shares.append(float(np.vdot(step, rest)) / rise)
            _add(rest, -shares[-1], change)
        way = np.ascontiguousarray(downhill(rest))
        for (step, change, rise), share in zip(self.steps, reversed(shares), strict=True):
            _add(way, share - float(np.vdot(change, way)) / rise, step)
        return np.negative(way, out=way)


def _add(to: Floats, share: float, what: Floats) -> None:
    """Add a share of an array to one of the same shape, in place; both are contiguous."""
    daxpy(what.reshape(-1), to.reshape(-1), a=share)
