"""The span of examples: T_j(w) E_j = R_j exp(Σᵢ wᵢ log R_ij) Σᵢ wᵢ S_ij E_j, and its exact derivative.

[Sumner2005, eq. 6]. An element j (a triangle, a proxy vertex) has d columns E_j, and a corrective rotation
R_j that is the identity in the paper. The derivative is exact, where eq. 7 treats the logarithms as
commuting: with θ = Σ wᵢ log Rᵢ and J the left Jacobian of SO(3),
∂T/∂wᵢ = [J(θ) log Rᵢ]ₓ T + exp(θ) Sᵢ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Floats
from pliant.core.rotations import exp3, exp_coefficients

# Elements per block of a sum: blocks are added in a fixed order, so that threads cannot change the bits.
BLOCK = 2048
# Sums over examples may be taken in any order, so that several are added at once; never NaN or sign tricks.
FAST = {"reassoc", "contract"}


@dataclass(frozen=True, eq=False)
class Span:
    """Examples in the form that blends.

    logs:      (m, 3, l) rotation vectors; examples last, so that kernels take several at once
    stretches: (m, 3, d, l) the columns S_ij E_j
    free:      how many of the l weights are unknown; the others stay at one (the linear span's mean)
    """

    logs: Floats
    stretches: Floats
    free: int

    def all_weights(self, w: Floats) -> Floats:
        """(l,) weights: the unknown ones, then ones."""
        return np.concatenate([w, np.ones(self.logs.shape[2] - self.free)])

    def tangents(self, w: Floats, R: Floats) -> Floats:
        """(m, 3, d) the blend R_j T_j(w) E_j."""
        out = np.empty((len(self.logs), 3, self.stretches.shape[2]))
        _tangents(self.logs, self.stretches, self.all_weights(w), R, out)
        return out

    def scratch(self) -> Floats:
        """An array for the rows of `linearised`: fresh memory for each would cost as much as filling it."""
        m, _, d, _ = self.stretches.shape
        return np.empty((m, d, 3, self.free))

    def linearised(self, w: Floats, R: Floats, W: Floats, rows: Floats | None = None) -> Linearised:
        """The derivatives of the blend, weighted by W (m,); rows, where given, is overwritten."""
        rows = self.scratch() if rows is None else rows
        blocks, l = -(-len(rows) // BLOCK), self.free
        gram = np.zeros((blocks, l, l))
        along = np.zeros((blocks, l))
        _linearised(self.logs, self.stretches, self.all_weights(w), R, W, rows, gram, along)
        return Linearised(rows, gram.sum(axis=0), along.sum(axis=0))


@dataclass(frozen=True, eq=False)
class Linearised:
    """The weighted derivatives of the blend, and their inner products.

    rows:  (m, d, 3, l) W_j ∂T_j/∂wᵢ
    gram:  (l, l) Σ_j W_j ⟨∂ᵢT_j, ∂ₖT_j⟩
    along: (l,) Σ_j W_j ⟨∂ᵢT_j, T_j⟩
    """

    rows: Floats
    gram: Floats
    along: Floats


@njit(inline="always")
def _blend(logs, stretches, w, j, S):
    """Write Σ wᵢ S_ij E_j to S (3, d) and return θ = Σ wᵢ log R_ij."""
    x = y = z = 0.0
    for i in range(len(w)):
        x += w[i] * logs[j, 0, i]
        y += w[i] * logs[j, 1, i]
        z += w[i] * logs[j, 2, i]
    for c in range(3):
        for e in range(S.shape[1]):
            total = 0.0
            for i in range(len(w)):
                total += w[i] * stretches[j, c, e, i]
            S[c, e] = total
    return x, y, z


@njit(inline="always")
def _corrected(R, j, q, Q):
    """Write R_j q to Q (3, 3), q being nine entries row by row."""
    for a in range(3):
        for b in range(3):
            Q[a, b] = R[j, a, 0] * q[b] + R[j, a, 1] * q[3 + b] + R[j, a, 2] * q[6 + b]


@njit(cache=True, parallel=True, fastmath=FAST)
def _tangents(logs, stretches, w, R, out):
    m, _, d, _ = stretches.shape
    for block in prange((m + BLOCK - 1) // BLOCK):
        S = np.empty((3, d))
        Q = np.empty((3, 3))
        for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
            x, y, z = _blend(logs, stretches, w, j, S)
            _corrected(R, j, exp3(x, y, z), Q)
            for c in range(3):
                for e in range(d):
                    out[j, c, e] = Q[c, 0] * S[0, e] + Q[c, 1] * S[1, e] + Q[c, 2] * S[2, e]


@njit(cache=True, parallel=True, fastmath=FAST)
def _linearised(logs, stretches, w, R, W, rows, gram, along):
    m, _, d, _ = stretches.shape
    l = rows.shape[3]
    for block in prange(len(gram)):
        S = np.empty((3, d))
        Q = np.empty((3, 3))
        N = np.empty((3, 3))
        v = np.empty((3, l))
        J = np.empty((3, l))
        for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
            x, y, z = _blend(logs, stretches, w, j, S)
            _corrected(R, j, exp3(x, y, z), Q)
            _corrected(R, j, _left_jacobian3(x, y, z), N)
            for a in range(3):
                for i in range(l):
                    v[a, i] = N[a, 0] * logs[j, 0, i] + N[a, 1] * logs[j, 1, i] + N[a, 2] * logs[j, 2, i]
            for e in range(d):
                for a in range(3):
                    b, c = (a + 1) % 3, (a + 2) % 3
                    tb = Q[b, 0] * S[0, e] + Q[b, 1] * S[1, e] + Q[b, 2] * S[2, e]
                    tc = Q[c, 0] * S[0, e] + Q[c, 1] * S[1, e] + Q[c, 2] * S[2, e]
                    for i in range(l):
                        J[a, i] = v[b, i] * tc - v[c, i] * tb
                    q0, q1, q2 = Q[a, 0], Q[a, 1], Q[a, 2]
                    for i in range(l):
                        J[a, i] += (
                            q0 * stretches[j, 0, e, i]
                            + q1 * stretches[j, 1, e, i]
                            + q2 * stretches[j, 2, e, i]
                        )
                for a in range(3):
                    t = Q[a, 0] * S[0, e] + Q[a, 1] * S[1, e] + Q[a, 2] * S[2, e]
                    for i in range(l):
                        value = W[j] * J[a, i]
                        rows[j, e, a, i] = value
                        along[block, i] += value * t
                        for k in range(l):
                            gram[block, i, k] += value * J[a, k]


@njit(inline="always")
def _left_jacobian3(x, y, z):
    """The nine entries, row by row, of I + b[θ]ₓ + c[θ]ₓ²."""
    a2 = x * x + y * y + z * z
    _, b, c = exp_coefficients(a2)
    return (
        1.0 - c * (y * y + z * z),
        c * x * y - b * z,
        c * x * z + b * y,
        c * x * y + b * z,
        1.0 - c * (x * x + z * z),
        c * y * z - b * x,
        c * x * z - b * y,
        c * y * z + b * x,
        1.0 - c * (x * x + y * y),
    )
