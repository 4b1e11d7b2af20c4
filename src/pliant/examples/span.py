"""The span of examples: T_j(w) E_j = R_j exp(Σᵢ wᵢ log R_ij) Σᵢ wᵢ S_ij E_j, and its exact derivative.

[Sumner2005, eq. 6]. An element j (a triangle, a proxy vertex) has d columns E_j, and a corrective rotation
R_j that is the identity in the paper. The derivative is exact, where eq. 7 treats the logarithms as
commuting: with θ = Σ wᵢ log Rᵢ and J the left Jacobian of SO(3),
∂T/∂wᵢ = [J(θ) log Rᵢ]ₓ T + exp(θ) Sᵢ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, frozen, read_only
from pliant.geometry.rotations import exp3, left_jacobian3
from pliant.solve.kernels import FAST, inner, write
from pliant.solve.threads import FEW

# Elements per block of a sum: blocks are added in a fixed order, so that threads cannot change the bits.
BLOCK = 512
# Elements whose blends are compared at once, so that memory does not grow with the mesh.
DISTANCES_BLOCK = 8192
TINY = np.finfo(float).tiny


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

    @cached_property
    def regions(self) -> Floats:
        """(m, R) how much of each element is a region's; one region has all where weights serve the whole."""
        return frozen(np.ones((len(self.logs), 1)), np.float64)

    def all_weights(self, w: Floats) -> Floats:
        """(1, l) weights of all examples, alike at all elements: the unknown ones w (free,), then ones."""
        fixed = self.logs.shape[2] - self.free
        return (np.concatenate([w, np.ones(fixed)]) if fixed else w)[None]

    def tangents(self, w: Floats, R: Floats) -> Floats:
        """(m, 3, d) the blend R_j T_j(w) E_j, for the unknown weights w (free,) and rotations R (m, 3, 3)."""
        out = np.empty((len(self.logs), 3, self.stretches.shape[2]))
        (_tangents_here if len(out) < FEW else _tangents)(self._blend(w, R), out)
        return out

    def linearised(self, w: Floats, R: Floats, W: Floats) -> Linearised:
        """The derivatives of the blend by the unknown weights, for element weights W (m,)."""
        m, _, d, _ = self.stretches.shape
        blocks, l = -(-m // BLOCK), self.free
        if m < FEW:
            rows = self.derivatives(w, R, W)
            # One product of matrices is faster than sums in the kernel, as long as the rows are in the cache.
            unweighted = rows * np.where(W > 0.0, 1.0 / np.maximum(W, TINY), 0.0)[:, None, None, None]
            return Linearised(rows, unweighted.reshape(-1, l).T @ rows.reshape(-1, l))
        parts = Linearised(np.empty((m, d, 3, l)), np.zeros((blocks, l, l)))
        _linearised(self._blend(w, R), read_only(W), parts)
        return Linearised(parts.rows, parts.gram.sum(axis=0))

    def derivatives(self, w: Floats, R: Floats, W: Floats) -> Floats:
        """(m, d, 3, l) W_j ∂T_j/∂w_ji by the weights that each element sees."""
        m, _, d, _ = self.stretches.shape
        l = self.free // self.regions.shape[1]
        parts = Linearised(np.empty((m, d, 3, l)), np.empty((0, l, l)))
        (_linearised_here if m < FEW else _linearised)(self._blend(w, R), read_only(W), parts)
        return parts.rows

    def slopes(self, w: Floats, R: Floats, r: Floats) -> tuple[Floats, Floats]:
        """Slopes (l,) Σ_j ⟨∂T_j/∂wᵢ, r_j⟩ and torques (m, 3) Σ_e T_je × r_je, for any r (m, 3, d)."""
        m, regions = len(self.logs), self.regions
        count = regions.shape[1]
        sums, torques = np.empty((-(-m // BLOCK), count, self.free // count)), np.empty((m, 3))
        kernel = _slopes_here if m < FEW else _slopes
        kernel(self._blend(w, R), r, read_only(regions), sums, torques)
        return sums.sum(axis=0).ravel(), torques

    def distances(self, corners: Floats, W: Floats) -> Floats:
        """(k, k) Σ_j W_j ‖T_j − T′_j‖² between blends with the weights corners (k, free), none turned."""
        k, m = len(corners), len(self.logs)
        inner = np.zeros((k, k))
        for first in range(0, m, DISTANCES_BLOCK):
            part = slice(first, first + DISTANCES_BLOCK)
            some = Span(self.logs[part], self.stretches[part], self.free)
            R = np.broadcast_to(np.eye(3), (len(some.logs), 3, 3)).copy()
            root = np.sqrt(W[part])[:, None, None]
            T = np.stack([(root * some.tangents(w, R)).ravel() for w in corners])
            inner += T @ T.T
        squares = inner.diagonal()
        return np.maximum(squares[:, None] + squares - 2.0 * inner, 0.0)

    def _blend(self, w: Floats, R: Floats) -> _Blend:
        return _Blend(*(read_only(each) for each in (self.logs, self.stretches, self.all_weights(w), R)))


class _Blend(NamedTuple):
    """A span with weights w (1 or m, l) of all examples and rotations R (m, 3, 3) of the elements."""

    logs: Floats
    stretches: Floats
    w: Floats
    R: Floats


class Linearised(NamedTuple):
    """The weighted derivatives of the blend, and their inner products.

    rows:  (m, d, 3, l) W_j ∂T_j/∂wᵢ by the weights that an element sees
    gram:  (l, l) Σ_j W_j ⟨∂ᵢT_j, ∂ₖT_j⟩; in the kernels (blocks, l, l), to be summed, or none
    """

    rows: Floats
    gram: Floats


@njit(inline="always")
def weights_of(w, j):
    """(l,) the weights of element j, of w (m, l), or (1, l) where all elements have the same."""
    # Loops on several threads count with unsigned numbers.
    return w[min(np.int64(j), len(w) - 1)]


@njit(inline="always")
def theta_of(logs, w, j):
    """θ_j = Σ wᵢ log R_ij."""
    x = y = z = 0.0
    for i in range(len(w)):
        x += w[i] * logs[j, 0, i]
        y += w[i] * logs[j, 1, i]
        z += w[i] * logs[j, 2, i]
    return x, y, z


@njit(inline="always")
def turned_of(R, j, q):
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
def column_of(stretches, w, j, e, Q):
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


@njit(inline="always")
def _write_tangent(j, blend, out):
    """out_j (3, d) = R_j T_j(w) E_j."""
    logs, stretches, weights, R = blend
    w = weights_of(weights, j)
    x, y, z = theta_of(logs, w, j)
    Q = turned_of(R, j, exp3(x, y, z))
    for e in range(out.shape[2]):
        out[j, 0, e], out[j, 1, e], out[j, 2, e] = column_of(stretches, w, j, e, Q)


@njit(cache=True, parallel=True, fastmath=FAST)
def _tangents(blend, out):
    for j in prange(len(out)):
        _write_tangent(j, blend, out)


@njit(cache=True, fastmath=FAST)
def _tangents_here(blend, out):
    for j in range(len(out)):
        _write_tangent(j, blend, out)


@njit(cache=True, fastmath=FAST)
def _linearised_block(block, blend, W, out):
    """The elements of one block; inner products are added where there is an array for them."""
    logs, stretches, weights, R = blend
    rows, gram = out
    m, d, _, l = rows.shape
    v = np.empty((3, l))
    J = np.empty((3, l))
    for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
        w = weights_of(weights, j)
        x, y, z = theta_of(logs, w, j)
        Q = turned_of(R, j, exp3(x, y, z))
        N = turned_of(R, j, left_jacobian3(x, y, z))
        for i in range(l):
            p, q, r = logs[j, 0, i], logs[j, 1, i], logs[j, 2, i]
            v[0, i] = N[0] * p + N[1] * q + N[2] * r
            v[1, i] = N[3] * p + N[4] * q + N[5] * r
            v[2, i] = N[6] * p + N[7] * q + N[8] * r
        for e in range(d):
            t0, t1, t2 = column_of(stretches, w, j, e, Q)
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
                    for k in range(i + 1):
                        gram[block, i, k] += a * J[0, k] + b * J[1, k] + c * J[2, k]


@njit(cache=True, fastmath=FAST)
def _add_slopes(first, blend, r, each, torques):
    """each (count, l) += ⟨[N log]ₓ T + Q S, r⟩ = log·Nᵀ(T × r) + S·Qᵀr, for elements from the first on."""
    logs, stretches, weights, R = blend
    d = r.shape[2]
    for k in range(len(each)):
        j = first + k
        w = weights_of(weights, j)
        x, y, z = theta_of(logs, w, j)
        Q = turned_of(R, j, exp3(x, y, z))
        N = turned_of(R, j, left_jacobian3(x, y, z))
        u0 = u1 = u2 = 0.0
        for e in range(d):
            t0, t1, t2 = column_of(stretches, w, j, e, Q)
            a, b, c = r[j, 0, e], r[j, 1, e], r[j, 2, e]
            u0 += t1 * c - t2 * b
            u1 += t2 * a - t0 * c
            u2 += t0 * b - t1 * a
            p = Q[0] * a + Q[3] * b + Q[6] * c
            q = Q[1] * a + Q[4] * b + Q[7] * c
            s = Q[2] * a + Q[5] * b + Q[8] * c
            for i in range(each.shape[1]):
                each[k, i] += (
                    p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
                )
        torques[j, 0], torques[j, 1], torques[j, 2] = u0, u1, u2
        p = N[0] * u0 + N[3] * u1 + N[6] * u2
        q = N[1] * u0 + N[4] * u1 + N[7] * u2
        s = N[2] * u0 + N[5] * u1 + N[8] * u2
        for i in range(each.shape[1]):
            each[k, i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]


@inner
def _write_slopes(block, blend, r, regions, sums, torques):
    """sums_block (R, l): the slopes of its elements, by the weights of the regions that they belong to."""
    first, last = block * BLOCK, min(len(r), (block + 1) * BLOCK)
    each = np.zeros((last - first, sums.shape[2]))
    _add_slopes(first, blend, r, each, torques)
    write(np.dot(regions[first:last].T, each), sums[block])


@njit(cache=True, parallel=True)
def _slopes(blend, r, regions, sums, torques):
    for block in prange(len(sums)):
        _write_slopes(np.int64(block), blend, r, regions, sums, torques)


@njit(cache=True)
def _slopes_here(blend, r, regions, sums, torques):
    for block in range(len(sums)):
        _write_slopes(block, blend, r, regions, sums, torques)


@njit(cache=True, parallel=True)
def _linearised(blend, W, out):
    for block in prange(-(-len(out.rows) // BLOCK)):
        _linearised_block(np.int64(block), blend, W, out)
        if len(out.gram):
            _make_symmetric(out.gram[block])


@njit(cache=True)
def _linearised_here(blend, W, out):
    for block in range(-(-len(out.rows) // BLOCK)):
        _linearised_block(block, blend, W, out)


@inner
def _make_symmetric(A):
    """Copy the lower half of A (l, l) to the upper."""
    for i in range(len(A)):
        for k in range(i):
            A[k, i] = A[i, k]
