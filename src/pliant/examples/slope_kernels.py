"""Kernels of a live step's energy and gradient (see passes.py), block by block.

What one element needs is done at once, up to the torques on it. What these do to the bumps is then done for
the whole block: rows of numbers that the processor takes several at a time, and one product of matrices.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats
from pliant.examples.pass_kernels import applied, bumps_of, coefficients, entries, series, stretch_of, tie_of
from pliant.examples.span import BLOCK, theta_of, weights_of
from pliant.geometry.rotations import quadratic3
from pliant.solve.kernels import FAST, write


class Given(NamedTuple):
    """Features (m, 3, d) of the positions, and what earlier ones had more, or nothing."""

    features: Floats
    change: Floats


@njit(inline="always")
def jacobian_transposed(theta, coefficients, v):
    """J(θ)ᵀ v = v − b θ × v + c θ × (θ × v)."""
    x, y, z = theta
    _, b, c = coefficients
    p, q, r = y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]
    return (
        v[0] - b * p + c * (y * r - z * q),
        v[1] - b * q + c * (z * p - x * r),
        v[2] - b * r + c * (x * q - y * p),
    )


@njit(inline="always")
def back(M, x, y, z):
    """Mᵀ times (x, y, z)."""
    return M[0] * x + M[3] * y + M[6] * z, M[1] * x + M[4] * y + M[7] * z, M[2] * x + M[5] * y + M[8] * z


@njit(inline="always")
def _element_slopes(j, examples, frame, W, given, out):
    """Add to out[0] (l,) the slopes of ½ W |T_j − features_j|² by the weights; returns energy and torques.

    frame: the weights of the element, θ_j, its coefficients, exp(θ_j) and R_j; everything is seen before R_j
           turns it
    A change of the features, where there is one, adds its own slopes to out[1]: they are linear in it.
    """
    logs, stretches, _, _ = examples
    w, theta, factors, E, R = frame
    features, change = given
    now, more = out
    energy = u0 = u1 = u2 = v0 = v1 = v2 = 0.0
    for e in range(features.shape[2]):
        t0, t1, t2 = stretch_of(stretches, w, j, e)
        t0, t1, t2 = applied(E, t0, t1, t2)
        a, b, c = back(R, features[j, 0, e], features[j, 1, e], features[j, 2, e])
        a, b, c = t0 - a, t1 - b, t2 - c
        energy += W * (a * a + b * b + c * c)
        a, b, c = W * a, W * b, W * c
        u0 += t1 * c - t2 * b
        u1 += t2 * a - t0 * c
        u2 += t0 * b - t1 * a
        p, q, s = back(E, a, b, c)
        for i in range(len(now)):
            now[i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
        if len(change):
            a, b, c = back(R, -W * change[j, 0, e], -W * change[j, 1, e], -W * change[j, 2, e])
            v0 += t1 * c - t2 * b
            v1 += t2 * a - t0 * c
            v2 += t0 * b - t1 * a
            p, q, s = back(E, a, b, c)
            for i in range(len(more)):
                more[i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
    p, q, s = jacobian_transposed(theta, factors, (u0, u1, u2))
    for i in range(len(now)):
        now[i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]
    if len(change):
        p, q, s = jacobian_transposed(theta, factors, (v0, v1, v2))
        for i in range(len(more)):
            more[i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]
    return energy, applied(R, u0, u1, u2), applied(R, v0, v1, v2)


@njit(cache=True, fastmath=FAST)
def _add_elements(first, examples, given, ties, torques, each):
    """Add the slopes by the weights of each element of a block; write the torques (3 or 6, count) on them.

    each: (1 or 2, count, l) slopes of the positions, and of their change
    Returns the energy, and the torque on the whole: of the misfit, and of the ties.
    """
    energy = x = y = z = p = q = s = 0.0
    both = len(torques) > 3
    for k in range(torques.shape[1]):
        j = first + k
        w = weights_of(examples.w, j)
        theta = theta_of(examples.logs, w, j)
        factors = coefficients(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2])
        E = quadratic3(theta[0], theta[1], theta[2], factors[0], factors[1])
        frame = w, theta, factors, E, entries(ties.R, j)
        missed, u, v = _element_slopes(j, examples, frame, ties.W[j], given, (each[0, k], each[-1, k]))
        held, t0, t1, t2 = tie_of(j, ties)
        energy += missed + held
        x, y, z = x + u[0], y + u[1], z + u[2]
        p, q, s = p + t0, q + t1, s + t2
        torques[0, k], torques[1, k], torques[2, k] = u[0] + t0, u[1] + t1, u[2] + t2
        if both:
            torques[3, k], torques[4, k], torques[5, k] = v
    return energy, (x, y, z), (p, q, s)


@njit(cache=True, fastmath=FAST)
def _write_bumps(first, turning, theta, factors):
    """theta (3, count) = Σ_b φ_jb θ_b of a block, and factors (2, count) of their left Jacobians."""
    largest = 0.0
    for k in range(theta.shape[1]):
        x, y, z = bumps_of(turning, first + k)
        theta[0, k], theta[1, k], theta[2, k] = x, y, z
        square = x * x + y * y + z * z
        factors[0, k] = square
        largest = max(largest, square)
    if largest < 1.0:  # one branch for all: series alone are taken several at a time
        for k in range(theta.shape[1]):
            factors[0, k], factors[1, k] = series(factors[0, k])
    else:
        for k in range(theta.shape[1]):
            _, factors[0, k], factors[1, k] = coefficients(factors[0, k])


@njit(cache=True, fastmath=FAST)
def _turn_back(Q, theta, factors, torques):
    """Torques (3, count) on elements become J(θ)ᵀ Qᵀ times themselves, slopes by the bumps' turns."""
    for k in range(theta.shape[1]):
        x, y, z = torques[0, k], torques[1, k], torques[2, k]
        spun = (
            Q[0, 0] * x + Q[1, 0] * y + Q[2, 0] * z,
            Q[0, 1] * x + Q[1, 1] * y + Q[2, 1] * z,
            Q[0, 2] * x + Q[1, 2] * y + Q[2, 2] * z,
        )
        own = 1.0, factors[0, k], factors[1, k]
        turned = jacobian_transposed((theta[0, k], theta[1, k], theta[2, k]), own, spun)
        torques[0, k], torques[1, k], torques[2, k] = turned


@njit(cache=True)
def _slopes_block(block, examples, turning, given, ties, out):
    """out: energy, then (weights, turns, spin) for the positions, then how much more for the earlier ones."""
    first, B, width = block * BLOCK, turning.basis.shape[1], len(out) // 2
    count, l = min(BLOCK, len(given.features) - first), width - 3 * B - 3
    both = len(given.change) > 0
    torques, theta, factors = np.empty((6 if both else 3, count)), np.empty((3, count)), np.empty((2, count))
    now, more = out[1 : 1 + width], out[1 + width :]
    regions = examples.regions[first : first + count]
    each = np.zeros((2 if both else 1, count, l // regions.shape[1]))
    energy, spin, held = _add_elements(first, examples, given, ties, torques, each)
    out[0] = energy
    write(np.dot(regions.T, each[0]).ravel(), now)
    if both:
        write(np.dot(regions.T, each[1]).ravel(), more)
    for a in range(3):
        now[width - 3 + a] = spin[a] + ties.whole * held[a]
        if both:
            more[width - 3 + a] = torques[3 + a].sum()
    _write_bumps(first, turning, theta, factors)
    _turn_back(turning.Q, theta, factors, torques[:3])
    if both:
        _turn_back(turning.Q, theta, factors, torques[3:])
    by_bumps = np.dot(torques, turning.basis[first : first + count])
    now[l : width - 3] = by_bumps[:3].ravel()
    if both:
        more[l : width - 3] = by_bumps[3:].ravel()


@njit(cache=True, parallel=True)
def slopes(examples, turning, given, ties, sums):
    """The energy and the slopes of each block, on all threads; sums (blocks, …) holds zeros."""
    for block in prange(len(sums)):
        _slopes_block(np.int64(block), examples, turning, given, ties, sums[block])


@njit(cache=True)
def slopes_here(examples, turning, given, ties, sums):
    """As `slopes`, on one thread."""
    for block in range(len(sums)):
        _slopes_block(block, examples, turning, given, ties, sums[block])
