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


@dataclass(frozen=True, eq=False)
class Span:
    """Examples in the form that blends.

    logs:      (m, l, 3) rotation vectors of element and example
    stretches: (m, l, 3, d) the columns S_ij E_j
    free:      how many of the l weights are unknown; the others stay at one (the linear span's mean)
    """

    logs: Floats
    stretches: Floats
    free: int

    def all_weights(self, w: Floats) -> Floats:
        """(l,) weights: the unknown ones, then ones."""
        return np.concatenate([w, np.ones(self.logs.shape[1] - self.free)])

    def tangents(self, w: Floats, R: Floats) -> Floats:
        """(m, 3, d) the blend R_j T_j(w) E_j."""
        out = np.empty((len(self.logs), 3, self.stretches.shape[3]))
        _tangents(self.logs, self.stretches, self.all_weights(w), R, out)
        return out

    def linearised(self, w: Floats, R: Floats, W: Floats) -> Linearised:
        """The blend and its derivatives, weighted by W (m,)."""
        m, _, _, d = self.stretches.shape
        l = self.free  # noqa: E741
        blocks = -(-m // BLOCK)
        rows = np.empty((m, d, 3, l + 1))
        gram = np.zeros((blocks, l, l))
        moments = np.zeros((blocks, l + 1, 3, 3))
        _linearised(self.logs, self.stretches, self.all_weights(w), R, W, rows, gram, moments)
        lower = gram.sum(axis=0)
        return Linearised(rows, lower + np.tril(lower, -1).T, moments.sum(axis=0))


@dataclass(frozen=True, eq=False)
class Linearised:
    """The weighted blend with its derivatives, and their inner products.

    rows:    (m, d, 3, l+1) W_j ∂T_j/∂wᵢ for i < l, and W_j T_j last
    gram:    (l, l) Σ_j W_j ⟨∂ᵢT_j, ∂ₖT_j⟩
    moments: (l+1, 3, 3) Σ_j W_j (∂ᵢT_j) T_jᵀ, and Σ_j W_j T_j T_jᵀ last
    """

    rows: Floats
    gram: Floats
    moments: Floats


@njit(cache=True, inline="always")
def _blend(logs, stretches, w, j, S):
    """Write Σ wᵢ S_ij E_j to S (3, d) and return θ = Σ wᵢ log R_ij."""
    d = stretches.shape[3]
    x = y = z = 0.0
    for c in range(3):
        for e in range(d):
            S[c, e] = 0.0
    for i in range(logs.shape[1]):
        x += w[i] * logs[j, i, 0]
        y += w[i] * logs[j, i, 1]
        z += w[i] * logs[j, i, 2]
        for c in range(3):
            for e in range(d):
                S[c, e] += w[i] * stretches[j, i, c, e]
    return x, y, z


@njit(cache=True, inline="always")
def _corrected(R, j, q, Q):
    """Write R_j q to Q (3, 3), q being nine entries row by row."""
    for a in range(3):
        for b in range(3):
            Q[a, b] = R[j, a, 0] * q[b] + R[j, a, 1] * q[3 + b] + R[j, a, 2] * q[6 + b]


@njit(cache=True, parallel=True)
def _tangents(logs, stretches, w, R, out):
    m, _, _, d = stretches.shape
    for block in prange((m + BLOCK - 1) // BLOCK):
        S = np.empty((3, d))
        Q = np.empty((3, 3))
        for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
            x, y, z = _blend(logs, stretches, w, j, S)
            _corrected(R, j, exp3(x, y, z), Q)
            for c in range(3):
                for e in range(d):
                    out[j, c, e] = Q[c, 0] * S[0, e] + Q[c, 1] * S[1, e] + Q[c, 2] * S[2, e]


@njit(cache=True, parallel=True)
def _linearised(logs, stretches, w, R, W, rows, gram, moments):
    m, _, _, d = stretches.shape
    l = gram.shape[1]
    for block in prange(len(gram)):
        S = np.empty((3, d))
        Q = np.empty((3, 3))
        J = np.empty((l + 1, d, 3))
        for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
            x, y, z = _blend(logs, stretches, w, j, S)
            _, b, c = exp_coefficients(x * x + y * y + z * z)
            _corrected(R, j, exp3(x, y, z), Q)
            T = J[l]
            for e in range(d):
                for a in range(3):
                    T[e, a] = Q[a, 0] * S[0, e] + Q[a, 1] * S[1, e] + Q[a, 2] * S[2, e]
            for i in range(l):
                p, q, r = logs[j, i, 0], logs[j, i, 1], logs[j, i, 2]
                # v = left Jacobian of θ times log Rᵢ = L + b θ×L + c θ×(θ×L), then R_j v.
                u0, u1, u2 = y * r - z * q, z * p - x * r, x * q - y * p
                v0 = p + b * u0 + c * (y * u2 - z * u1)
                v1 = q + b * u1 + c * (z * u0 - x * u2)
                v2 = r + b * u2 + c * (x * u1 - y * u0)
                r0 = R[j, 0, 0] * v0 + R[j, 0, 1] * v1 + R[j, 0, 2] * v2
                r1 = R[j, 1, 0] * v0 + R[j, 1, 1] * v1 + R[j, 1, 2] * v2
                r2 = R[j, 2, 0] * v0 + R[j, 2, 1] * v1 + R[j, 2, 2] * v2
                for e in range(d):
                    s0, s1, s2 = stretches[j, i, 0, e], stretches[j, i, 1, e], stretches[j, i, 2, e]
                    J[i, e, 0] = r1 * T[e, 2] - r2 * T[e, 1] + Q[0, 0] * s0 + Q[0, 1] * s1 + Q[0, 2] * s2
                    J[i, e, 1] = r2 * T[e, 0] - r0 * T[e, 2] + Q[1, 0] * s0 + Q[1, 1] * s1 + Q[1, 2] * s2
                    J[i, e, 2] = r0 * T[e, 1] - r1 * T[e, 0] + Q[2, 0] * s0 + Q[2, 1] * s1 + Q[2, 2] * s2
            for e in range(d):
                for a in range(3):
                    for i in range(l + 1):
                        rows[j, e, a, i] = W[j] * J[i, e, a]
            for i in range(l):
                for k in range(i + 1):
                    total = 0.0
                    for e in range(d):
                        total += J[i, e, 0] * J[k, e, 0] + J[i, e, 1] * J[k, e, 1] + J[i, e, 2] * J[k, e, 2]
                    gram[block, i, k] += W[j] * total
            for i in range(l + 1):
                for a in range(3):
                    for g in range(3):
                        total = 0.0
                        for e in range(d):
                            total += J[i, e, a] * T[e, g]
                        moments[block, i, a, g] += W[j] * total
