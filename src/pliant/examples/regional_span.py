"""The span of examples with weights for each region: T_j(w) = T_j(Σ_r φ_jr u_r), and its derivative.

It has R·l weights, and is used like `Span`. An element only sees the mix w_j of its regions' weights, so
that a blend costs what it costs with one set of weights; the derivative by u_ri is φ_jr times that by w_ji.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, read_only
from pliant.examples.span import BLOCK, FAST, Linearised, Span, turned_of
from pliant.geometry.rotations import exp3, left_jacobian3
from pliant.solve.threads import FEW

ONE = np.ones(1)
ONE.flags.writeable = False


@dataclass(frozen=True, eq=False)
class RegionalSpan(Span):
    """A span over regions; weights w (R·l,) hold those of one region after the other.

    basis: φ (m, R), each row sums to one
    """

    basis: Floats

    @staticmethod
    def of(span: Span, basis: Floats) -> RegionalSpan:
        """The span with weights for each region of basis (m, R)."""
        return RegionalSpan(span.logs, span.stretches, basis.shape[1] * span.free, basis)

    def mixed(self, w: Floats) -> Span:
        """The span of one example, of weight one: the mix that each element sees."""
        theta, S = np.empty((*self.logs.shape[:2], 1)), np.empty((*self.stretches.shape[:3], 1))
        kernel = _mixed_here if len(theta) < FEW else _mixed
        kernel(*self._examples(), self._weights(w), theta, S)
        return Span(theta, S, 1)

    def tangents(self, w: Floats, R: Floats) -> Floats:
        """(m, 3, d) the blend, as in `Span`."""
        return self.mixed(w).tangents(ONE, R)

    def slopes(self, w: Floats, R: Floats, r: Floats) -> tuple[Floats, Floats]:
        """Slopes (R·l,) and torques (m, 3), as in `Span`."""
        each, torques = np.empty((len(R), self._own)), np.empty((len(R), 3))
        kernel = _slopes_here if len(R) < FEW else _slopes
        kernel(self._examples(), self._mix(w), read_only(R), r, (each, torques))
        return (self.basis.T @ each).ravel(), torques

    def linearised(self, w: Floats, R: Floats, W: Floats) -> Linearised:
        """The derivatives of the blend by the unknown weights, as in `Span`."""
        m, _, d, _ = self.stretches.shape
        l = self._own
        J = np.empty((m, d, 3, l))
        kernel = _derivatives_here if m < FEW else _derivatives
        kernel(self._examples(), self._mix(w), read_only(R), J)
        weighted = W[:, None, None, None] * J
        own = np.swapaxes(J.reshape(m, -1, l), 1, 2) @ weighted.reshape(m, -1, l)
        rows = weighted[..., None, :] * self.basis[:, None, None, :, None]
        return Linearised(rows.reshape(m, d, 3, self.free), self._gram(own))

    @property
    def _own(self) -> int:
        """How many weights of a region are unknown."""
        return self.free // self.basis.shape[1]

    def _gram(self, own: Floats) -> Floats:
        """(R·l, R·l) inner products, from those of each element, own (m, l, l)."""
        l, regions = self._own, self.basis.shape[1]
        first, second = np.tril_indices(regions)
        both = (self.basis[:, first] * self.basis[:, second]).T @ own.reshape(len(own), -1)
        gram = np.empty((regions, regions, l, l))
        gram[first, second] = gram[second, first] = both.reshape(-1, l, l)
        return gram.transpose(0, 2, 1, 3).reshape(self.free, self.free)

    def _weights(self, w: Floats) -> Floats:
        """(m, all) weights of all examples at each element."""
        own = self.basis @ w.reshape(self.basis.shape[1], -1)
        fixed = self.logs.shape[2] - own.shape[1]
        return np.concatenate([own, np.ones((len(own), fixed))], axis=1) if fixed else own

    def _examples(self) -> tuple[Floats, Floats]:
        return read_only(self.logs), read_only(self.stretches)

    def _mix(self, w: Floats) -> tuple[Floats, Floats]:
        mixed = self.mixed(w)
        return mixed.logs, mixed.stretches


@njit(cache=True, fastmath=FAST)
def _mixed_block(block, logs, stretches, w, theta, S):
    """theta_j = Σ wᵢ log R_ij and S_j = Σ wᵢ S_ij E_j, for weights w (m, all)."""
    for j in range(block * BLOCK, min(len(w), (block + 1) * BLOCK)):
        for a in range(3):
            total = 0.0
            for i in range(w.shape[1]):
                total += w[j, i] * logs[j, a, i]
            theta[j, a, 0] = total
            for e in range(S.shape[2]):
                total = 0.0
                for i in range(w.shape[1]):
                    total += w[j, i] * stretches[j, a, e, i]
                S[j, a, e, 0] = total


@njit(inline="always")
def _turning(j, theta, R):
    """R_j exp(θ_j) and R_j J(θ_j), the nine entries of each, for the mix theta (m, 3, 1)."""
    x, y, z = theta[j, 0, 0], theta[j, 1, 0], theta[j, 2, 0]
    return turned_of(R, j, exp3(x, y, z)), turned_of(R, j, left_jacobian3(x, y, z))


@njit(inline="always")
def _column(S, j, e, Q):
    """Column e of Q S_j, for the mix S (m, 3, d, 1)."""
    p, q, r = S[j, 0, e, 0], S[j, 1, e, 0], S[j, 2, e, 0]
    return (
        Q[0] * p + Q[1] * q + Q[2] * r,
        Q[3] * p + Q[4] * q + Q[5] * r,
        Q[6] * p + Q[7] * q + Q[8] * r,
    )


@njit(cache=True, fastmath=FAST)
def _slopes_block(block, examples, mix, R, r, out):
    """⟨[N log]ₓ T + Q S, r⟩ = log·Nᵀ(T × r) + S·Qᵀr for every example, and the torque T × r."""
    logs, stretches = examples
    theta, S = mix
    each, torques = out
    for j in range(block * BLOCK, min(len(R), (block + 1) * BLOCK)):
        Q, N = _turning(j, theta, R)
        u0 = u1 = u2 = 0.0
        for i in range(each.shape[1]):
            each[j, i] = 0.0
        for e in range(S.shape[2]):
            t0, t1, t2 = _column(S, j, e, Q)
            a, b, c = r[j, 0, e], r[j, 1, e], r[j, 2, e]
            u0 += t1 * c - t2 * b
            u1 += t2 * a - t0 * c
            u2 += t0 * b - t1 * a
            p = Q[0] * a + Q[3] * b + Q[6] * c
            q = Q[1] * a + Q[4] * b + Q[7] * c
            s = Q[2] * a + Q[5] * b + Q[8] * c
            for i in range(each.shape[1]):
                each[j, i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i]
                each[j, i] += s * stretches[j, 2, e, i]
        torques[j, 0], torques[j, 1], torques[j, 2] = u0, u1, u2
        p = N[0] * u0 + N[3] * u1 + N[6] * u2
        q = N[1] * u0 + N[4] * u1 + N[7] * u2
        s = N[2] * u0 + N[5] * u1 + N[8] * u2
        for i in range(each.shape[1]):
            each[j, i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]


@njit(cache=True, fastmath=FAST)
def _derivatives_block(block, examples, mix, R, J):
    """J_j (d, 3, l) = [N log]ₓ T + Q S."""
    logs, stretches = examples
    theta, S = mix
    for j in range(block * BLOCK, min(len(R), (block + 1) * BLOCK)):
        Q, N = _turning(j, theta, R)
        for e in range(J.shape[1]):
            t0, t1, t2 = _column(S, j, e, Q)
            for i in range(J.shape[3]):
                p, q, r = logs[j, 0, i], logs[j, 1, i], logs[j, 2, i]
                a = N[0] * p + N[1] * q + N[2] * r
                b = N[3] * p + N[4] * q + N[5] * r
                c = N[6] * p + N[7] * q + N[8] * r
                p, q, r = stretches[j, 0, e, i], stretches[j, 1, e, i], stretches[j, 2, e, i]
                J[j, e, 0, i] = b * t2 - c * t1 + Q[0] * p + Q[1] * q + Q[2] * r
                J[j, e, 1, i] = c * t0 - a * t2 + Q[3] * p + Q[4] * q + Q[5] * r
                J[j, e, 2, i] = a * t1 - b * t0 + Q[6] * p + Q[7] * q + Q[8] * r


@njit(cache=True, parallel=True)
def _mixed(logs, stretches, w, theta, S):
    for block in prange(-(-len(w) // BLOCK)):
        _mixed_block(block, logs, stretches, w, theta, S)


@njit(cache=True)
def _mixed_here(logs, stretches, w, theta, S):
    for block in range(-(-len(w) // BLOCK)):
        _mixed_block(block, logs, stretches, w, theta, S)


@njit(cache=True, parallel=True)
def _slopes(examples, mix, R, r, out):
    for block in prange(-(-len(R) // BLOCK)):
        _slopes_block(block, examples, mix, R, r, out)


@njit(cache=True)
def _slopes_here(examples, mix, R, r, out):
    for block in range(-(-len(R) // BLOCK)):
        _slopes_block(block, examples, mix, R, r, out)


@njit(cache=True, parallel=True)
def _derivatives(examples, mix, R, J):
    for block in prange(-(-len(R) // BLOCK)):
        _derivatives_block(block, examples, mix, R, J)


@njit(cache=True)
def _derivatives_here(examples, mix, R, J):
    for block in range(-(-len(R) // BLOCK)):
        _derivatives_block(block, examples, mix, R, J)
