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
    The forces μ of the held points sum to zero too, and the whole shifts by a constant. Points held twice,
    as both sides of a seam are, go to the mean of their places.
    """

    def __init__(self, factor: HeldLaplacian, C: csr_array) -> None:
        self.factor = factor
        self.mean = _mean_of_equals(C, factor.n)
        self.C = csr_array(self.mean @ C)
        h = len(self.C.indptr) - 1
        self.answers = factor.solve(self.C.T.toarray())
        system = np.zeros((h + 1, h + 1))
        system[:h, :h] = self.C @ self.answers
        system[:h, h] = system[h, :h] = 1.0
        self.inverse = np.linalg.inv(system)

    def solve(self, b: Floats, shift: Floats) -> Floats:
        """(n, 3) displacements for b (n, 3) and held points displaced by shift (h, 3)."""
        e, shift = self.factor.solve(b), self.mean @ shift
        # Once more for the rounding of points that are near each other.
        for _ in range(2):
            forces = self.inverse @ np.concatenate([shift - self.C @ e, np.zeros((1, 3))])
            e += self.answers @ forces[:-1] + forces[-1]
        return e


def _mean_of_equals(C: csr_array, n: int) -> csr_array:
    """(u, h) the mean over each set of equal rows of C (h, n), in the order of their first."""
    C = csr_array(C, copy=True)
    C.sum_duplicates()
    # Equal rows have the same product with any vector, and others have another one with this.
    product = C @ np.random.default_rng(0).normal(size=n)
    _, first, label = np.unique(product, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    label = rank[label]
    share = 1.0 / np.bincount(label)[label]
    return csr_array((share, (label, np.arange(len(label)))), shape=(len(first), len(label)))
