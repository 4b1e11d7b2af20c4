"""Kernels of the passes of a live step (see passes.py): what one element needs is done at once.

Those that end in `_here` run on one thread, where waking others would take longer than the work.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, Ints
from pliant.examples.span import BLOCK, FAST, theta_of
from pliant.geometry.rotations import exp_coefficients, quadratic3

# Terms that the series of `_coefficients` need for double precision below one radian.
TERMS = 9
# (1 − cos a)/a² and (a − sin a)/a³ by powers of a², the highest first.
HALF_TURN = np.array([(-1.0) ** i / math.factorial(2 * i + 2) for i in reversed(range(TERMS))])
REST_OF_TURN = np.array([(-1.0) ** i / math.factorial(2 * i + 3) for i in reversed(range(TERMS))])


class Examples(NamedTuple):
    """logs, stretches and all weights, as `Span` has them."""

    logs: Floats
    stretches: Floats
    w: Floats


class Turning(NamedTuple):
    """basis (m, B), turns θ (B, 3) and attitude Q (3, 3)."""

    basis: Floats
    turns: Floats
    Q: Floats


class Ties(NamedTuple):
    """What rotations R (m, 3, 3) cost, with the weights W (m,) of the elements."""

    starts: Ints
    neighbour: Ints
    stiffness: Floats
    R: Floats
    W: Floats
    upright: Floats
    factor: float
    pull: float
    whole: float


class Given(NamedTuple):
    """Features (m, 3, d) of the positions, and what earlier ones had more, or nothing."""

    features: Floats
    change: Floats


@njit(inline="always")
def _coefficients(a2):
    """As `exp_coefficients`; below one radian by series, which take a third of the time of two sines."""
    if a2 >= 1.0:
        return exp_coefficients(a2)
    b = c = 0.0
    for i in range(len(HALF_TURN)):
        b = b * a2 + HALF_TURN[i]
        c = c * a2 + REST_OF_TURN[i]
    return 1.0 - a2 * c, b, c


@njit(inline="always")
def _jacobian_transposed(theta, coefficients, v):
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
def _applied(M, x, y, z):
    """M (nine entries, row by row) times (x, y, z)."""
    return M[0] * x + M[1] * y + M[2] * z, M[3] * x + M[4] * y + M[5] * z, M[6] * x + M[7] * y + M[8] * z


@njit(inline="always")
def _back(M, x, y, z):
    """Mᵀ times (x, y, z)."""
    return M[0] * x + M[3] * y + M[6] * z, M[1] * x + M[4] * y + M[7] * z, M[2] * x + M[5] * y + M[8] * z


@njit(inline="always")
def _entries(R, j):
    """The nine entries of R_j."""
    a = R[j, 0, 0], R[j, 0, 1], R[j, 0, 2]
    b = R[j, 1, 0], R[j, 1, 1], R[j, 1, 2]
    c = R[j, 2, 0], R[j, 2, 1], R[j, 2, 2]
    return a + b + c


@njit(inline="always")
def _stretch(stretches, w, j, e):
    """Column e of Σ wᵢ S_ij E_j."""
    p = q = r = 0.0
    for i in range(len(w)):
        p += w[i] * stretches[j, 0, e, i]
        q += w[i] * stretches[j, 1, e, i]
        r += w[i] * stretches[j, 2, e, i]
    return p, q, r


@njit(inline="always")
def _bumps_of(turning, j):
    """Σ_b φ_jb θ_b."""
    basis, turns, _ = turning
    x = y = z = 0.0
    for b in range(len(turns)):
        x += basis[j, b] * turns[b, 0]
        y += basis[j, b] * turns[b, 1]
        z += basis[j, b] * turns[b, 2]
    return x, y, z


@njit(inline="always")
def _write_rotation(j, turning, R):
    """R_j = Q exp(Σ_b φ_jb θ_b)."""
    Q = turning[2]
    x, y, z = _bumps_of(turning, j)
    a, b, _ = _coefficients(x * x + y * y + z * z)
    e = quadratic3(x, y, z, a, b)
    for i in range(3):
        for k in range(3):
            R[j, i, k] = Q[i, 0] * e[k] + Q[i, 1] * e[3 + k] + Q[i, 2] * e[6 + k]


@njit(inline="always")
def _write_blend(j, examples, turning, R, T):
    """R_j, and T_j = R_j T_j(w) E_j."""
    logs, stretches, w = examples
    _write_rotation(j, turning, R)
    x, y, z = theta_of(logs, w, j)
    a, b, _ = _coefficients(x * x + y * y + z * z)
    E, Rj = quadratic3(x, y, z, a, b), _entries(R, j)
    for e in range(T.shape[2]):
        p, q, r = _stretch(stretches, w, j, e)
        p, q, r = _applied(E, p, q, r)
        T[j, 0, e], T[j, 1, e], T[j, 2, e] = _applied(Rj, p, q, r)


@njit(inline="always")
def _plus(m, c, r):
    """m + c r, for nine entries each."""
    a = m[0] + c * r[0], m[1] + c * r[1], m[2] + c * r[2]
    b = m[3] + c * r[3], m[4] + c * r[4], m[5] + c * r[5]
    d = m[6] + c * r[6], m[7] + c * r[7], m[8] + c * r[8]
    return a + b + d


@njit(inline="always")
def _tie(j, ties):
    """Energy and torque (x, y, z) of the ties of element j; a pair counts half in each of its elements.

    With M = Σ_k c_jk R_k the energy is Σ_k c_jk ‖R_j − R_k‖² = 6 Σ_k c_jk − 2⟨R_j, M⟩, the torque that of M.
    """
    starts, neighbour, stiffness, R, W, U, factor, pull, _ = ties
    total = energy = x = y = z = 0.0
    m = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for at in range(starts[j], starts[j + 1]):
        k, c = neighbour[at], factor * stiffness[at]
        total += c
        m = _plus(m, c, _entries(R, k))
    along = 0.0
    for i in range(3):
        along += R[j, 0, i] * m[i] + R[j, 1, i] * m[3 + i] + R[j, 2, i] * m[6 + i]
    energy = 3.0 * total - along
    if pull != 0.0:
        c, along = pull * W[j], 0.0
        for i in range(3):
            along += R[j, 0, i] * U[0, 0, i] + R[j, 1, i] * U[0, 1, i] + R[j, 2, i] * U[0, 2, i]
        energy += c * (6.0 - 2.0 * along)
        m = _plus(m, c, _entries(U, 0))
    for i in range(3):
        x -= m[6 + i] * R[j, 1, i] - m[3 + i] * R[j, 2, i]
        y -= m[i] * R[j, 2, i] - m[6 + i] * R[j, 0, i]
        z -= m[3 + i] * R[j, 0, i] - m[i] * R[j, 1, i]
    return energy, x, y, z


@njit(cache=True, fastmath=FAST)
def _misfit_block(block, T, features, ties, r, sums):
    for j in range(block * BLOCK, min(len(T), (block + 1) * BLOCK)):
        square = 0.0
        for a in range(3):
            for e in range(T.shape[2]):
                missed = T[j, a, e] - features[j, a, e]
                square += missed * missed
                r[j, a, e] = ties.W[j] * missed
        energy, _, _, _ = _tie(j, ties)
        sums[block] += ties.W[j] * square + energy


@njit(inline="always")
def _element_slopes(j, examples, frame, W, given, out):
    """Add to out[0] (free,) the slopes of ½ W |T_j − features_j|² by the weights; returns energy and torques.

    frame: θ_j, its coefficients, exp(θ_j) and R_j; everything is seen before R_j turns it
    A change of the features, where there is one, adds its own slopes to out[1]: they are linear in it.
    """
    logs, stretches, w = examples
    theta, coefficients, E, R = frame
    features, change = given
    now, more = out
    energy = u0 = u1 = u2 = v0 = v1 = v2 = 0.0
    for e in range(features.shape[2]):
        t0, t1, t2 = _stretch(stretches, w, j, e)
        t0, t1, t2 = _applied(E, t0, t1, t2)
        a, b, c = _back(R, features[j, 0, e], features[j, 1, e], features[j, 2, e])
        a, b, c = t0 - a, t1 - b, t2 - c
        energy += W * (a * a + b * b + c * c)
        a, b, c = W * a, W * b, W * c
        u0 += t1 * c - t2 * b
        u1 += t2 * a - t0 * c
        u2 += t0 * b - t1 * a
        p, q, s = _back(E, a, b, c)
        for i in range(len(now)):
            now[i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
        if len(change):
            a, b, c = _back(R, -W * change[j, 0, e], -W * change[j, 1, e], -W * change[j, 2, e])
            v0 += t1 * c - t2 * b
            v1 += t2 * a - t0 * c
            v2 += t0 * b - t1 * a
            p, q, s = _back(E, a, b, c)
            for i in range(len(more)):
                more[i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
    p, q, s = _jacobian_transposed(theta, coefficients, (u0, u1, u2))
    for i in range(len(now)):
        now[i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]
    if len(change):
        p, q, s = _jacobian_transposed(theta, coefficients, (v0, v1, v2))
        for i in range(len(more)):
            more[i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]
    return energy, _applied(R, u0, u1, u2), _applied(R, v0, v1, v2)


@njit(inline="always")
def _add_turns(j, turning, bumps, torque, out):
    """Add φ_jb J(bumps)ᵀ Qᵀ torque to out (3B,): x of all bumps, then y, then z."""
    basis, _, Q = turning
    x, y, z = torque
    spun = (
        Q[0, 0] * x + Q[1, 0] * y + Q[2, 0] * z,
        Q[0, 1] * x + Q[1, 1] * y + Q[2, 1] * z,
        Q[0, 2] * x + Q[1, 2] * y + Q[2, 2] * z,
    )
    p, q, s = _jacobian_transposed(bumps[0], bumps[1], spun)
    B = basis.shape[1]
    for b in range(B):
        out[b] += basis[j, b] * p
        out[B + b] += basis[j, b] * q
        out[2 * B + b] += basis[j, b] * s


@njit(cache=True, fastmath=FAST)
def _slopes_block(block, examples, turning, given, ties, out):
    """out: energy, then (weights, turns, spin) for the positions, then how much more for the earlier ones."""
    features, change = given
    m, B, width = len(features), turning.basis.shape[1], len(out) // 2
    l = width - 3 * B - 3
    now, more = out[1 : 1 + width], out[1 + width :]
    now_w, now_turns, more_w, more_turns = now[:l], now[l : width - 3], more[:l], more[l : width - 3]
    for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
        x, y, z = theta_of(examples.logs, examples.w, j)
        a, b, c = _coefficients(x * x + y * y + z * z)
        frame = (x, y, z), (a, b, c), quadratic3(x, y, z, a, b), _entries(ties.R, j)
        energy, u, v = _element_slopes(j, examples, frame, ties.W[j], given, (now_w, more_w))
        held, t0, t1, t2 = _tie(j, ties)
        out[0] += energy + held
        x, y, z = _bumps_of(turning, j)
        bumps = (x, y, z), _coefficients(x * x + y * y + z * z)
        _add_turns(j, turning, bumps, (u[0] + t0, u[1] + t1, u[2] + t2), now_turns)
        now[width - 3] += u[0] + ties.whole * t0
        now[width - 2] += u[1] + ties.whole * t1
        now[width - 1] += u[2] + ties.whole * t2
        if len(change):
            _add_turns(j, turning, bumps, v, more_turns)
            for i in range(3):
                more[width - 3 + i] += v[i]


@njit(cache=True, parallel=True, fastmath=FAST)
def blended(examples, turning, R, T):
    """R and T of every element, on all threads."""
    for j in prange(len(T)):
        _write_blend(j, examples, turning, R, T)


@njit(cache=True, fastmath=FAST)
def blended_here(examples, turning, R, T):
    """As `blended`, on one thread."""
    for j in range(len(T)):
        _write_blend(j, examples, turning, R, T)


@njit(cache=True, parallel=True, fastmath=FAST)
def rotations(turning, R):
    """R of every element, on all threads."""
    for j in prange(len(R)):
        _write_rotation(j, turning, R)


@njit(cache=True, fastmath=FAST)
def rotations_here(turning, R):
    """As `rotations`, on one thread."""
    for j in range(len(R)):
        _write_rotation(j, turning, R)


@njit(cache=True, parallel=True)
def misfit(T, features, ties, r, sums):
    """r of every element, and the energy of each block, on all threads."""
    for block in prange(len(sums)):
        _misfit_block(np.int64(block), T, features, ties, r, sums)


@njit(cache=True)
def misfit_here(T, features, ties, r, sums):
    """As `misfit`, on one thread."""
    for block in range(len(sums)):
        _misfit_block(block, T, features, ties, r, sums)


@njit(cache=True, parallel=True)
def slopes(examples, turning, given, ties, sums):
    """The energy and the slopes of each block, on all threads."""
    for block in prange(len(sums)):
        _slopes_block(np.int64(block), examples, turning, given, ties, sums[block])


@njit(cache=True)
def slopes_here(examples, turning, given, ties, sums):
    """As `slopes`, on one thread."""
    for block in range(len(sums)):
        _slopes_block(block, examples, turning, given, ties, sums[block])
