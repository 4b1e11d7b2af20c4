"""Regions with weights of their own: a leg may follow one example while the tail follows another.

w_j = Σ_r φ_jr u_r with regions φ that sum to one and weights u_r (l,) for each, and the prior
Σ_r s_r (u_r − c)ᵀ P (u_r − c) + λ Σ_rs L_rs u_r·u_s
where s are the shares of the surface and L is the Laplacian of the regions. Weights that are alike everywhere
cost what they cost as one set of weights, and are the whole's. A region that no pin tells about has its
neighbours' weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pliant.arrays import Floats
from pliant.examples.attitudes import Attitudes
from pliant.examples.corrections import RotationField
from pliant.examples.prior import Prior
from pliant.examples.problem import PoseProblem
from pliant.examples.regional_span import RegionalSpan

# Steps with one Gauss–Newton matrix of all regions.
KEPT = 16


@dataclass(frozen=True, eq=False)
class Regions:
    """A smooth partition of the elements.

    basis:     φ (m, R), each row sums to one
    share:     (R,) share of the surface that each region covers; they sum to one
    laplacian: L (R, R), of trace one; zero for regions alike
    """

    basis: Floats
    share: Floats
    laplacian: Floats

    @staticmethod
    def of(field: RotationField) -> Regions:
        """The bumps of a field as regions."""
        trace = float(np.trace(field.hessian))
        return Regions(field.basis, field.share, field.hessian / (trace or 1.0))

    @property
    def count(self) -> int:
        """R."""
        return len(self.share)

    def alike(self, w: Floats) -> Floats:
        """(R, l) the weights w (l,) in every region."""
        return np.tile(w, (self.count, 1))

    def mean(self, u: Floats) -> Floats:
        """(l,) the mean over the surface of the weights u (R, l)."""
        return self.share @ u

    def attitudes(self, whole: Attitudes, l: int) -> Attitudes:
        """Those of weights u (R·l,): each region turns the whole by its share; the centres are not needed."""
        turns = np.zeros((l, 3)) if whole.still else whole.turns
        regional = (self.share[:, None, None] * turns).reshape(-1, 3)
        return Attitudes(regional, np.zeros_like(regional))

    def prior(self, whole: Prior, cohesion: float) -> Prior:
        """The prior of weights u (R·l,): that of the whole for each region, and λ between regions."""
        l = len(whole.centre)
        apart = cohesion * np.kron(self.laplacian, np.eye(l))
        strength = np.kron(np.diag(self.share), whole.strength) + apart
        centres = whole.centre + (np.zeros((self.count, l)) if whole.apart is None else whole.apart)
        return Prior(strength, centres.ravel())

    def lifted(self, H: Floats, l: int, cohesion: float) -> Floats:
        """A matrix by the weights u (R·l,) and turns, from that of the whole, H by weights (l,) and turns.

        Each region has its share of the curvature of the whole, so that what is alike everywhere has that of
        the whole. What regions have of their own is left to the steps to learn: their columns would be R
        times as many.
        """
        R, turns = self.count, len(H) - l
        out = np.empty((R * l + turns, R * l + turns))
        apart = cohesion * np.kron(self.laplacian, np.eye(l))
        out[: R * l, : R * l] = np.kron(np.diag(self.share), H[:l, :l]) + apart
        out[: R * l, R * l :] = np.kron(self.share[:, None], H[:l, l:])
        out[R * l :, : R * l] = out[: R * l, R * l :].T
        out[R * l :, R * l :] = H[l:, l:]
        return out

    def problem(self, whole: PoseProblem, cohesion: float) -> PoseProblem:
        """The problem with weights for each region, from the one with weights of the whole.

        A matrix of so many unknowns costs as much as twenty steps, so that it is kept for more of them, far
        from the minimum and after halved steps too, unless the steps are plain Gauss–Newton.
        """
        return replace(
            whole,
            near=whole.near if math.isinf(whole.near) else 0.0,
            kept=KEPT,
            span=RegionalSpan.of(whole.span, self.basis),
            attitudes=self.attitudes(whole.attitudes, whole.span.free),
            prior=self.prior(whole.prior, cohesion),
        )
