"""How a cage answers its anchors: C = M b + Z q for anchors at q (h, 3) and the shape's linear term b.

Exact: the cage nearest to its shape among those that come nearest to the anchors. Writing K = LLᵀ and
Y = L⁻¹Aᵀ = U s Vᵀ for the anchors' rows A (h, c), what the anchors demand is Uᵀ(LᵀC) = s⁻¹Vᵀq. Directions
whose s is tiny are demands that only a strongly bent cage could meet (two points close together pulled
apart, or more anchors than the cage has vertices); they are given up, and show as gaps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, cholesky, solve_triangular

from pliant.arrays import Floats, Targets, frozen
from pliant.methods.cage.shape import Shape

# A demand that bends the cage three hundred times more than the easiest one is given up.
WILD = 3e-3


@dataclass(frozen=True, eq=False)
class Response:
    """How a cage of c vertices answers h anchors.

    A:    (h, c) rows that give the anchors' positions
    M, Z: (c, c) and (c, h), the solution operators: C = M b + Z q
    H:    (c, c) the energy's Hessian
    pull: (c, h) soft anchors add pull @ q to the energy's linear term
    firm: β/α of soft anchors, 0 for exact ones
    """

    A: Floats
    M: Floats
    Z: Floats
    H: Floats
    pull: Floats
    firm: float

    def anchored(self, C: Floats, q: Targets) -> Floats:
        """The cage C (c, 3), moved at the least cost to put exact anchors at q (h, 3); soft ones leave it."""
        return C if self.firm else C + self.Z @ (q - self.A @ C)


def soft(K: Floats, A: Floats, firm: float) -> Response:
    """The paper's least squares, for the shape K (c, c): each anchor counts β/α = firm."""
    H = K + firm * (A.T @ A)
    M = cho_solve(cho_factor(H), np.eye(len(H)))
    pull = firm * A.T
    return _response(A, M, M @ pull, H, pull, firm)


def exact(K: Floats, A: Floats) -> Response:
    """Anchors that are met as far as the cage can bring them there, for the shape K (c, c)."""
    h, c = A.shape
    mean = A.mean(axis=0)
    # K does not see a shift of the whole cage. The anchors fix their mean, so that any cost may be put on it.
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
    """The response with all arrays in one memory order, so that the kernels are compiled once."""
    A, M, Z, H, pull = (frozen(each, np.float64) for each in (A, M, Z, H, pull))
    return Response(A, M, Z, H, pull, firm)


@dataclass(frozen=True, eq=False)
class LinearEnergy:
    """The energy of C = M b + Z q as a function of the targets q alone: tr qᵀΛq + 2 tr qᵀl + e.

    stiffness: Λ (h, h); slope: l (h, 3); rest: e
    """

    stiffness: Floats
    slope: Floats
    rest: float

    @staticmethod
    def of(shape: Shape, response: Response, base: Floats) -> LinearEnergy:
        """The energy with the base M b (c, 3) of the shape's linear term b without any turn."""
        b, Z, H, pull = shape.K @ shape.rest, response.Z, response.H, response.pull
        demand = Z.T @ (H @ Z) - Z.T @ pull - pull.T @ Z + response.firm * np.eye(Z.shape[1])
        slope = Z.T @ (H @ base - b) - pull.T @ base
        return LinearEnergy(demand, slope, float((base * (H @ base - 2.0 * b)).sum()) + shape.constant)

    def at(self, q: Targets) -> float:
        """The energy with the anchors at q (h, 3)."""
        return float((q * (self.stiffness @ q + 2.0 * self.slope)).sum()) + self.rest
