"""The prior of the blend weights, and the solution of the small dense system of a step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Stubs know no LAPACK; its own functions spare a third of the time of so small a system.
from scipy.linalg.lapack import dpotrf, dpotrs  # pyright: ignore[reportAttributeAccessIssue]

from pliant.arrays import Floats

# Directions of the small system with less than this share of its largest eigenvalue get no step.
NULL_SHARE = 1e-13
# A Cholesky factor whose pivots stay above this share is trusted; otherwise eigenvalues tell what is open.
WELL_DETERMINED = 1e-10


@dataclass(frozen=True, eq=False)
class Prior:
    """The energy (w − c)ᵀ P (w − c), which draws the weights w (l,) to a centre c.

    strength: P (l, l)
    centre:   c (l,)
    apart:    (R, l) how far the centres of regions are from c (see regions.py); None where they are not
    """

    strength: Floats
    centre: Floats
    apart: Floats | None = None

    def and_also(self, strength: Floats, centre: Floats) -> Prior:
        """The sum with another prior, up to a constant."""
        both = self.strength + strength
        pulled = self.strength @ self.centre + strength @ centre
        return Prior(both, np.linalg.lstsq(both, pulled, rcond=None)[0].astype(np.float64))

    def energy(self, w: Floats) -> float:
        """The energy at the weights w (l,)."""
        return float((w - self.centre) @ self.strength @ (w - self.centre))


def positive_solution(H: Floats, g: Floats, damping: float) -> Floats | None:
    """(H + damping·‖H‖)⁻¹ g for a symmetric H; None where that matrix is not clearly positive."""
    largest = max(float(np.abs(H).sum(axis=1).max(initial=0.0)), np.finfo(float).tiny)
    damped = H.copy()
    damped.flat[:: len(damped) + 1] += damping * largest
    factor, info = dpotrf(damped)
    trusted = info == 0 and len(g) and factor.diagonal().min() ** 2 > WELL_DETERMINED * largest
    return dpotrs(factor, g)[0] if trusted else None


def damped_solution(H: Floats, g: Floats, damping: float) -> Floats:
    """(H + damping·‖H‖)⁻¹ g for a symmetric H; zero where H leaves it open.

    Where H is negative, its magnitude counts: the step then leads downhill there too, away from a saddle.
    """
    H = (H + H.T) / 2
    step = positive_solution(H, g, damping)
    if step is not None:
        return step
    largest = max(float(np.abs(H).sum(axis=1).max(initial=0.0)), np.finfo(float).tiny)
    values, vectors = np.linalg.eigh(H)
    # A matrix of Gauss–Newton has no negative values but by rounding, and its steps stay what they are.
    determined = (values > NULL_SHARE * largest) | (values < -WELL_DETERMINED * largest)
    inverse = np.zeros_like(values)
    inverse[determined] = 1.0 / (np.abs(values[determined]) + damping * largest)
    return vectors @ (inverse * (vectors.T @ g))
