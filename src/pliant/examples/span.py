"""The span of examples: T_j(w) E_j = R_j exp(Σᵢ wᵢ log R_ij) Σᵢ wᵢ S_ij E_j, and its exact derivative.

[Sumner2005, eq. 6]. An element j (a triangle, a proxy vertex) has d columns E_j, and a corrective rotation
R_j that is the identity in the paper. The derivative is exact, where eq. 7 treats the logarithms as
commuting: with θ = Σ wᵢ log Rᵢ and J the left Jacobian of SO(3),
∂T/∂wᵢ = [J(θ) log Rᵢ]ₓ T + exp(θ) Sᵢ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, read_only
from pliant.geometry.rotations import exp3, left_jacobian3
from pliant.solve.threads import FEW

# Elements per block of a sum: blocks are added in a fixed order, so that threads cannot change the bits.
BLOCK = 512
TINY = np.finfo(float).tiny
# Sums over examples may be taken in any order, so that several are added at once; never NaN or sign tricks.
FAST = {"reassoc", "contract"}


@dataclass(frozen=True, eq=False)
class Span:
    """Rotations and stretches of the examples, ready to be mixed.

    logs:      (m, 3, l) rotation vectors; examples last, so that kernels take several at once
    stretches: (m, 3, d, l) the columns S_ij E_j
    free:      how many of the l weights are unknown; the others stay at one (the linear span's mean)
    """

    logs: Floats
    stretches: Floats
    free: int

    def all_weights(self, w: Floats) -> Floats:
        """(l,) weights of all examples: the unknown ones w (free,), then ones."""
        fixed = self.logs.shape[2] - self.free
        return np.concatenate([w, np.ones(fixed)]) if fixed else w

    def tangents(self, w: Floats, R: Floats) -> Floats:
        """(m, 3, d) the blend R_j T_j(w) E_j, for the unknown weights w (free,) and rotations R (m, 3, 3)."""
        out = np.empty((len(self.logs), 3, self.stretches.shape[2]))
        _tangents(self._blend(w, R), out)
        return out

    def scratch(self) -> Floats:
        """An array for the rows of `linearised`; to allocate one each time costs as much as to fill it."""
        m, _, d, _ = self.stretches.shape
        return np.empty((m, d, 3, self.free + 1))

    def linearised(self, w: Floats, R: Floats, W: Floats, rows: Floats | None = None) -> Linearised:
        """The blend and its derivatives by the unknown weights.

        W:    (m,) weights of the elements
        rows: an array from `scratch` that is overwritten; a new one by default
        """
        rows = self.scratch() if rows is None else rows
        m, _, d, _ = self.stretches.shape
        blocks, l = -(-m // BLOCK), self.free
        blend, W, T = self._blend(w, R), read_only(W), np.empty((m, 3, d))
        if m < FEW:
            _linearised_here(blend, W, Linearised(T, rows, np.empty((0, l, l)), np.empty((0, l))))
            # One product of matrices is faster than sums in the kernel, as long as the rows are in the cache.
            unweighted = rows * np.where(W > 0.0, 1.0 / np.maximum(W, TINY), 0.0)[:, None, None, None]
            inner = unweighted.reshape(-1, l + 1).T @ rows.reshape(-1, l + 1)
            return Linearised(T, rows, inner[:l, :l], inner[l, :l])
        parts = Linearised(T, rows, np.zeros((blocks, l, l)), np.zeros((blocks, l)))
        _linearised(blend, W, parts)
        return Linearised(T, rows, parts.gram.sum(axis=0), parts.along.sum(axis=0))

    def _blend(self, w: Floats, R: Floats) -> _Blend:
        return _Blend(read_only(self.logs), read_only(self.stretches), self.all_weights(w), R)


class _Blend(NamedTuple):
    """A span with weights w (l,) of all examples and rotations R (m, 3, 3) of the elements."""

    logs: Floats
    stretches: Floats
    w: Floats
    R: Floats


class Linearised(NamedTuple):
    """The blend, its weighted derivatives, and their inner products.

    T:     (m, 3, d) the blend R_j T_j(w) E_j
    rows:  (m, d, 3, l+1) W_j ∂T_j/∂wᵢ, and W_j T_j last, so that one solve serves all
    gram:  (l, l) Σ_j W_j ⟨∂ᵢT_j, ∂ₖT_j⟩; in the kernels (blocks, l, l), to be summed, or none
    along: (l,) Σ_j W_j ⟨∂ᵢT_j, T_j⟩; in the kernels (blocks, l) or none
    """

    T: Floats
    rows: Floats
    gram: Floats
    along: Floats


@njit(inline="always")
def _theta(logs, w, j):
    """θ_j = Σ wᵢ log R_ij."""
    x = y = z = 0.0
    for i in range(len(w)):
        x += w[i] * logs[j, 0, i]
        y += w[i] * logs[j, 1, i]
        z += w[i] * logs[j, 2, i]
    return x, y, z


@njit(inline="always")
def _turned(R, j, q):
    """The nine entries, row by row, of R_j q."""
    a, b, c = R[j, 0, 0], R[j, 0, 1], R[j, 0, 2]
    d, e, f = R[j, 1, 0], R[j, 1, 1], R[j, 1, 2]
    g, h, i = R[j, 2, 0], R[j, 2, 1], R[j, 2, 2]
    return (
        a * q[0] + b * q[3] + c * q[6],
        a * q[1] + b * q[4] + c * q[7],
        a * q[2] + b * q[5] + c * q[8],
        d * q[0] + e * q[3] + f * q[6],
        d * q[1] + e * q[4] + f * q[7],
        d * q[2] + e * q[5] + f * q[8],
        g * q[0] + h * q[3] + i * q[6],
        g * q[1] + h * q[4] + i * q[7],
        g * q[2] + h * q[5] + i * q[8],
    )


@njit(inline="always")
def _column(stretches, w, j, e, Q):
    """Column e of Q Σ wᵢ S_ij E_j."""
    p = q = r = 0.0
    for i in range(len(w)):
        p += w[i] * stretches[j, 0, e, i]
        q += w[i] * stretches[j, 1, e, i]
        r += w[i] * stretches[j, 2, e, i]
    return (
        Q[0] * p + Q[1] * q + Q[2] * r,
        Q[3] * p + Q[4] * q + Q[5] * r,
        Q[6] * p + Q[7] * q + Q[8] * r,
    )


@njit(cache=True, parallel=True, fastmath=FAST)
def _tangents(blend, out):
    logs, stretches, w, R = blend
    for j in prange(len(out)):
        x, y, z = _theta(logs, w, j)
        Q = _turned(R, j, exp3(x, y, z))
        for e in range(out.shape[2]):
            out[j, 0, e], out[j, 1, e], out[j, 2, e] = _column(stretches, w, j, e, Q)


@njit(cache=True, fastmath=FAST)
def _linearised_block(block, blend, W, out):
    """The elements of one block; inner products are added where there is an array for them."""
    logs, stretches, w, R = blend
    T, rows, gram, along = out
    m, _, d, _ = stretches.shape
    l = rows.shape[3] - 1
    v = np.empty((3, l))
    J = np.empty((3, l))
    for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
        x, y, z = _theta(logs, w, j)
        Q = _turned(R, j, exp3(x, y, z))
        N = _turned(R, j, left_jacobian3(x, y, z))
        for i in range(l):
            p, q, r = logs[j, 0, i], logs[j, 1, i], logs[j, 2, i]
            v[0, i] = N[0] * p + N[1] * q + N[2] * r
            v[1, i] = N[3] * p + N[4] * q + N[5] * r
            v[2, i] = N[6] * p + N[7] * q + N[8] * r
        for e in range(d):
            t0, t1, t2 = _column(stretches, w, j, e, Q)
            T[j, 0, e], T[j, 1, e], T[j, 2, e] = t0, t1, t2
            rows[j, e, 0, l], rows[j, e, 1, l], rows[j, e, 2, l] = W[j] * t0, W[j] * t1, W[j] * t2
            for i in range(l):
                p, q, r = stretches[j, 0, e, i], stretches[j, 1, e, i], stretches[j, 2, e, i]
                a, b, c = v[0, i], v[1, i], v[2, i]
                J[0, i] = b * t2 - c * t1 + Q[0] * p + Q[1] * q + Q[2] * r
                J[1, i] = c * t0 - a * t2 + Q[3] * p + Q[4] * q + Q[5] * r
                J[2, i] = a * t1 - b * t0 + Q[6] * p + Q[7] * q + Q[8] * r
            for i in range(l):
                a, b, c = W[j] * J[0, i], W[j] * J[1, i], W[j] * J[2, i]
                rows[j, e, 0, i] = a
                rows[j, e, 1, i] = b
                rows[j, e, 2, i] = c
                if len(gram):
                    along[block, i] += a * t0 + b * t1 + c * t2
                    for k in range(i + 1):
                        gram[block, i, k] += a * J[0, k] + b * J[1, k] + c * J[2, k]


@njit(cache=True, parallel=True)
def _linearised(blend, W, out):
    for block in prange(len(out.gram)):
        _linearised_block(block, blend, W, out)
        _make_symmetric(out.gram[block])


@njit(cache=True)
def _linearised_here(blend, W, out):
    for block in range(-(-len(out.rows) // BLOCK)):
        _linearised_block(block, blend, W, out)


@njit(cache=True)
def _make_symmetric(A):
    """Copy the lower half of A (l, l) to the upper."""
    for i in range(len(A)):
        for k in range(i):
            A[k, i] = A[i, k]
