"""Positions that follow from the blend: one sparse solve with the factor of GᵀWG [Sumner2005, sec. 4.2]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Floats
from pliant.methods.meshik.constraints import Constrained
from pliant.methods.meshik.incidence import Incidence


@dataclass(frozen=True, eq=False)
class VertexFit:
    """A `Fit` whose unknowns are the vertices; `solved` is A⁻¹, and the pins are met by multipliers."""

    around: Incidence
    constrained: Constrained

    @property
    def controls(self) -> None:
        """The unknowns are all vertices: too many for the compiled loop."""

    def gathered(self, rows: Floats) -> Floats:
        """K (n, 3, c) = Gᵀ rows, for rows (m, 2, 3, c)."""
        return self.around.divergence(rows)

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """(n, 3, c) Gᵀ of T (m, 3, 2) multiplied by each column of weights (m, c)."""
        return self.around.spread(T, weights)

    def solved(self, K: Floats) -> Floats:
        """u (n, 3, c) with A u = K (n, 3, c), held vertices at zero."""
        return self.constrained.system.solve(K)

    def positions(self, u: Floats) -> Floats:
        """x (n, 3) with the anchors at their targets, from u (n, 3) of `solved`."""
        return self.constrained.met(u)

    def features(self, x: Floats) -> Floats:
        """(m, 3, 2) the tangents of the pose x (n, 3)."""
        return self.around.features(x)

    def differences(self, x: Floats, T: Floats) -> Floats:
        """(m, 3, 2) the tangents T (m, 3, 2) less those of the pose x (n, 3)."""
        return self.around.differences(x, T)

    def products(self, K: Floats, u: Floats) -> Floats:
        """(c, c) KᵀA⁻¹K, summed over the three coordinates; no anchor changes it."""
        c = K.shape[2]
        return K.reshape(-1, c).T @ u.reshape(-1, c)

    def eliminated(self, products: Floats, u: Floats) -> Floats:
        """(c, c) KᵀA⁻¹K less what holding the anchors costs, summed over the three coordinates."""
        c = u.shape[2]
        Cu = self.constrained.at_anchors(u)
        stiff = np.tensordot(self.constrained.stiffness, Cu, 1)
        return products - Cu.reshape(-1, c).T @ stiff.reshape(-1, c)

    def springs(self, x: Floats) -> float:
        """Nothing: all pins are firm."""
        return 0.0

    def displaced(self, E: csr_array, u: Floats) -> Floats:
        """(e, 3, c) how points with the rows E (e, n) move, from the u (n, 3, c) of `solved`."""
        at, n = self.constrained, len(u)
        held = (E @ at.response) @ (at.C @ u.reshape(n, -1))
        return (E @ u.reshape(n, -1) - held).reshape(-1, *u.shape[1:])
