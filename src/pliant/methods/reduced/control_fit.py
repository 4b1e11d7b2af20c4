"""Controls that follow from the blend, with the pins held, by the null space of [Der2006, sec. 3.3].

t = C⁺b + N t₁ and NᵀAN = U₁₁ᵀU₁₁ depend on the pins alone, so a grab computes P = U₁₁⁻ᵀNᵀ once; the
back-substitutions of the paper's block Cholesky are then products with P.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from scipy.linalg import cholesky, solve_triangular

from pliant.arrays import Floats, Targets
from pliant.examples.loop.problem import ControlSystem
from pliant.methods.reduced.elements import Elements

# Pins whose rows of C have singular values below this share of the largest count as one: they are so near
# together that the controls, which move whole parts, would explode to tell them apart.
DEPENDENT = 5e-3
# Added to the diagonal of NᵀAN, relative to its largest entry, against rounding.
ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class ControlPins:
    """Held points as rows on the controls, without their targets.

    C:         (h, 4c) rows that give the held points' positions
    inverse:   C⁺ (4c, h) without directions in which pins depend on each other
    P:         (r, 4c) with N (NᵀAN)⁻¹ Nᵀ = PᵀP, N the null space of C
    PA:        (r, 4c) P A
    stiffness: Λ (h, h): moving the pins by d costs dᵀΛd
    """

    C: Floats
    inverse: Floats
    P: Floats
    PA: Floats
    stiffness: Floats

    @staticmethod
    def of(C: Floats, A: Floats) -> ControlPins:
        """Pins with the rows C (h, 4c), for the normal matrix A (4c, 4c) of the elements."""
        left, values, right = np.linalg.svd(C, full_matrices=True)
        rank = int((values > DEPENDENT * values[0]).sum())
        inverse = right[:rank].T @ (left[:, :rank].T / values[:rank, None])
        N = right[rank:].T
        free = N.T @ A @ N
        free[np.diag_indices_from(free)] += ROUNDING * max(float(free.max(initial=0.0)), 1.0)
        P = solve_triangular(cholesky(free), N.T, trans=1) if N.shape[1] else np.zeros((0, len(A)))
        PA = P @ A
        stiffness = inverse.T @ (A - PA.T @ PA) @ inverse
        return ControlPins(C, inverse, P, PA, (stiffness + stiffness.T) / 2)


@dataclass(frozen=True, eq=False)
class ControlFit:
    """A `Fit` whose unknowns are the controls t (4c, 3); `solved` is half a solve, P K.

    parts:  the elements; pins: the held points
    targets: (h, 3) where they are held
    held:   (4c, 3) the part of t that the pins decide
    offset: (r, 3) P A held
    """

    parts: Elements
    pins: ControlPins
    targets: Targets
    held: Floats
    offset: Floats

    @staticmethod
    def of(parts: Elements, pins: ControlPins, targets: Targets) -> ControlFit:
        """The fit with the pins at targets (h, 3)."""
        held = pins.inverse @ targets
        return ControlFit(parts, pins, targets, held, pins.PA @ held)

    @property
    def controls(self) -> ControlSystem:
        """The arrays of the compiled loop."""
        parts = self.parts
        return ControlSystem(parts.influences, parts.blocks, self.pins.P, self.held, self.offset)

    def gathered(self, rows: Floats) -> Floats:
        """K (4c, 3, i) = Gᵀ rows, for rows (e, 3, 3, i)."""
        K = np.zeros((4 * self.parts.count, 3 * rows.shape[3]))
        _gathered(self.parts.influences, self.parts.blocks, rows.reshape(len(rows), 3, -1), K)
        return K.reshape(-1, 3, rows.shape[3])

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """(4c, 3, i) Gᵀ of T (e, 3, 3) multiplied by each column of weights (e, i)."""
        K = np.zeros((4 * self.parts.count, 3, weights.shape[1]))
        _spread(self.parts.influences, self.parts.blocks, T, weights, K)
        return K

    def solved(self, K: Floats) -> Floats:
        """u (r, 3, i) = P K, for K (4c, 3, i)."""
        return (self.pins.P @ K.reshape(len(K), -1)).reshape(-1, *K.shape[1:])

    def positions(self, u: Floats) -> Floats:
        """The best controls t (4c, 3) for u (r, 3) of `solved`."""
        return self.held + self.pins.P.T @ (u - self.offset)

    def features(self, x: Floats) -> Floats:
        """(e, 3, 3) the features of the controls x (4c, 3)."""
        return -self.differences(x, np.zeros((len(self.parts.blocks), 3, 3)))

    def differences(self, x: Floats, T: Floats) -> Floats:
        """(e, 3, 3) the features T (e, 3, 3) less those of the controls x (4c, 3)."""
        out = np.empty_like(T)
        _differences(self.parts.influences, self.parts.blocks, x, T, out)
        return out

    def products(self, K: Floats, u: Floats) -> Floats:
        """(i, i) uᵀu, summed over the three coordinates."""
        flat = u.reshape(-1, u.shape[2])
        return flat.T @ flat

    def eliminated(self, products: Floats, u: Floats) -> Floats:
        """(i, i) the products: the solutions know of the pins."""
        return products

    def springs(self, x: Floats) -> float:
        """Nothing: all pins are firm."""
        return 0.0

    def displaced(self, E: Floats, u: Floats) -> Floats:
        """(a, 3, i) how points with the rows E (a, 4c) move, from the u (r, 3, i) of `solved`."""
        return ((E @ self.pins.P.T) @ u.reshape(len(u), -1)).reshape(-1, *u.shape[1:])


@njit(cache=True, fastmath={"contract"})
def _gathered(influences, blocks, rows, K):
    e, q = influences.shape
    columns = rows.shape[2]
    for j in range(e):
        for s in range(q):
            for b in range(4):
                x, y, z = blocks[j, 0, s, b], blocks[j, 1, s, b], blocks[j, 2, s, b]
                if x != 0.0 or y != 0.0 or z != 0.0:
                    at = 4 * influences[j, s] + b
                    for i in range(columns):
                        K[at, i] += x * rows[j, 0, i] + y * rows[j, 1, i] + z * rows[j, 2, i]


@njit(cache=True, fastmath={"contract"})
def _spread(influences, blocks, T, weights, K):
    e, q = influences.shape
    for j in range(e):
        for s in range(q):
            for b in range(4):
                at = 4 * influences[j, s] + b
                for a in range(3):
                    value = 0.0
                    for d in range(3):
                        value += blocks[j, d, s, b] * T[j, a, d]
                    for i in range(weights.shape[1]):
                        K[at, a, i] += value * weights[j, i]


@njit(cache=True, fastmath={"contract"})
def _differences(influences, blocks, t, T, out):
    e, q = influences.shape
    for j in range(e):
        for d in range(3):
            for a in range(3):
                value = T[j, a, d]
                for s in range(q):
                    at = 4 * influences[j, s]
                    for b in range(4):
                        value -= blocks[j, d, s, b] * t[at + b, a]
                out[j, a, d] = value
