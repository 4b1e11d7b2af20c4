"""The span of examples with weights for each region: T_j(w) = T_j(Σ_r φ_jr u_r), and its derivative.

It has R·l weights, and is used like `Span`. An element only sees the mix w_j of its regions' weights, so
that a blend costs what it costs with one set of weights; the derivative by u_ri is φ_jr times that by w_ji.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.examples.span import TINY, Linearised, Span


@dataclass(frozen=True, eq=False)
class RegionalSpan(Span):
    """A span over regions; weights w (R·l,) hold those of one region after the other.

    basis: φ (m, R), each row sums to one
    """

    basis: Floats

    @staticmethod
    def of(span: Span, basis: Floats) -> RegionalSpan:
        """The span with weights for each region of basis (m, R)."""
        return RegionalSpan(span.logs, span.stretches, basis.shape[1] * span.free, basis)

    @property
    def regions(self) -> Floats:  # pyright: ignore[reportIncompatibleVariableOverride] - a span's is kept
        """(m, R) the basis."""
        return self.basis

    def all_weights(self, w: Floats) -> Floats:
        """(m, all) weights of all examples at each element: those of its regions, mixed, then ones."""
        own = self.basis @ w.reshape(self.basis.shape[1], -1)
        fixed = self.logs.shape[2] - own.shape[1]
        return np.concatenate([own, np.ones((len(own), fixed))], axis=1) if fixed else own

    def linearised(self, w: Floats, R: Floats, W: Floats) -> Linearised:
        """As in `Span`, with rows by the weights that each element sees, which its regions share."""
        weighted = self.derivatives(w, R, W)
        m, _, _, l = weighted.shape
        J = weighted * np.where(W > 0.0, 1.0 / np.maximum(W, TINY), 0.0)[:, None, None, None]
        own = np.swapaxes(J.reshape(m, -1, l), 1, 2) @ weighted.reshape(m, -1, l)
        return Linearised(weighted, self._gram(own))

    def _gram(self, own: Floats) -> Floats:
        """(R·l, R·l) inner products, from those of each element, own (m, l, l)."""
        l, regions = own.shape[1], self.basis.shape[1]
        first, second = np.tril_indices(regions)
        both = (self.basis[:, first] * self.basis[:, second]).T @ own.reshape(len(own), -1)
        gram = np.empty((regions, regions, l, l))
        gram[first, second] = gram[second, first] = both.reshape(-1, l, l)
        return gram.transpose(0, 2, 1, 3).reshape(self.free, self.free)
