"""Held points on a surface: linear equations whose factor is made once, whatever is held."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Floats
from pliant.solve.sparse import HeldLaplacian


class HeldSystem:
    """Solves A e = b + Cᵀμ, C e = δ for displacements e, where b sums to zero.

    factor: of A, which only constants leave free, with one vertex grounded
    C:      (h, n) sparse: the positions of the held points; each row sums to one
    The forces μ of the held points sum to zero too, and the whole shifts by a constant.
    """

    def __init__(self, factor: HeldLaplacian, C: csr_array) -> None:
        self.factor, self.C = factor, C
        h = len(C.indptr) - 1
        self.answers = factor.solve(C.T.toarray())
        system = np.zeros((h + 1, h + 1))
        system[:h, :h] = C @ self.answers
        system[:h, h] = system[h, :h] = 1.0
        self.inverse = np.linalg.inv(system)

    def solve(self, b: Floats, shift: Floats) -> Floats:
        """(n, 3) displacements for b (n, 3) and held points displaced by shift (h, 3)."""
        e = self.factor.solve(b)
        # Once more for the rounding of points that are near each other.
        for _ in range(2):
            forces = self.inverse @ np.concatenate([shift - self.C @ e, np.zeros((1, 3))])
            e += self.answers @ forces[:-1] + forces[-1]
        return e
