"""How a cage answers its anchors: C = M b + Z q for anchors at q (h, 3) and the shape's linear term b.

Exact: the cage nearest to its shape among those that come nearest to the anchors. Writing K = LLᵀ and
Y = L⁻¹Aᵀ = U s Vᵀ for the anchors' rows A (h, c), what the anchors demand is Uᵀ(LᵀC) = s⁻¹Vᵀq. Directions
whose s is tiny are demands that only a wild cage could meet (two points close together pulled apart, or
more anchors than the cage has vertices); they are given up, and show as gaps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, cholesky, solve_triangular

from pliant.core.arrays import Floats, Targets, frozen
from pliant.methods.cage.shape import Shape

# Of the easiest demand: one that bends the cage three hundred times more than that is given up.
WILD = 3e-3


@dataclass(frozen=True, eq=False)
class Response:
    """The solution operator for anchors with the rows A (h, c).

    M: (c, c), Z: (c, h)
    H: (c, c) the energy's Hessian, and pull: (c, h): soft anchors add pull @ q to its linear term
    firm: β/α of soft anchors, 0 for exact ones
    """

    A: Floats
    M: Floats
    Z: Floats
    H: Floats
    pull: Floats
    firm: float

    def anchored(self, C: Floats, q: Targets) -> Floats:
        """C (c, 3) moved in the cheapest way so that its anchors are where exact ones must be."""
        return C if self.firm else C + self.Z @ (q - self.A @ C)


def soft(K: Floats, A: Floats, firm: float) -> Response:
    """The paper's: each anchor counts β/α = firm."""
    H = K + firm * (A.T @ A)
    M = cho_solve(cho_factor(H), np.eye(len(H)))
    pull = firm * A.T
    return _response(A, M, M @ pull, H, pull, firm)


def exact(K: Floats, A: Floats) -> Response:
    """Anchors where they are pulled, as far as the cage can bring them there."""
    h, c = A.shape
    mean = A.mean(axis=0)
    # The cost of moving all is nothing; that of moving the anchors' mean, which is given, may be anything.
    L = cholesky(K + np.trace(K) / c * np.outer(mean, mean), lower=True)
    U, s, Vt = np.linalg.svd(solve_triangular(L, A.T, lower=True), full_matrices=False)
    kept = s > WILD * s[0]
    U, s, Vt = U[:, kept], s[kept], Vt[kept]
    inverse = solve_triangular(L, np.eye(c), lower=True)
    free = inverse - U @ (U.T @ inverse)
    M = free.T @ free
    Z = inverse.T @ (U @ (Vt / s[:, None]))
    return _response(A, M, Z, K, np.zeros((c, h)), 0.0)


def _response(A: Floats, M: Floats, Z: Floats, H: Floats, pull: Floats, firm: float) -> Response:
    """With all arrays in one order, for which the kernels are compiled once."""
    A, M, Z, H, pull = (frozen(each, np.float64) for each in (A, M, Z, H, pull))
    return Response(A, M, Z, H, pull, firm)


@dataclass(frozen=True, eq=False)
class LinearEnergy:
    """The energy of C = M b + Z q as a function of the targets q alone: tr qᵀΛq + 2 tr qᵀl + e.

    Λ: stiffness (h, h); l: slope (h, 3); e: rest
    """

    stiffness: Floats
    slope: Floats
    rest: float

    @staticmethod
    def of(shape: Shape, response: Response, base: Floats) -> LinearEnergy:
        """With base (c, 3) = M b for the shape's linear term b without any turn."""
        b, Z, H, pull = shape.K @ shape.rest, response.Z, response.H, response.pull
        demand = Z.T @ (H @ Z) - Z.T @ pull - pull.T @ Z + response.firm * np.eye(Z.shape[1])
        slope = Z.T @ (H @ base - b) - pull.T @ base
        return LinearEnergy(demand, slope, float((base * (H @ base - 2.0 * b)).sum()) + shape.constant)

    def at(self, q: Targets) -> float:
        """For the targets q (h, 3)."""
        return float((q * (self.stiffness @ q + 2.0 * self.slope)).sum()) + self.rest
