"""Kernels of the passes of a live step (see passes.py): what one element needs is done at once.

Those that end in `_here` run on one thread, where waking others would take longer than the work.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, Ints
from pliant.examples.span import BLOCK, theta_of, weights_of
from pliant.geometry.rotations import exp_coefficients, quadratic3
from pliant.solve.kernels import FAST

# Terms that the series need for double precision below one radian.
TERMS = 9
# (1 − cos a)/a² and (a − sin a)/a³ by powers of a², the highest first.
HALF_TURN = np.array([(-1.0) ** i / math.factorial(2 * i + 2) for i in reversed(range(TERMS))])
REST_OF_TURN = np.array([(-1.0) ** i / math.factorial(2 * i + 3) for i in reversed(range(TERMS))])


class Examples(NamedTuple):
    """logs, stretches, all weights (1 or m, l) and regions (m, R), as `Span` has them."""

    logs: Floats
    stretches: Floats
    w: Floats
    regions: Floats


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


@njit(inline="always")
def series(a2):
    """(1 − cos a)/a² and (a − sin a)/a³ for a squared angle a² below 1."""
    b = c = 0.0
    for i in range(len(HALF_TURN)):
        b = b * a2 + HALF_TURN[i]
        c = c * a2 + REST_OF_TURN[i]
    return b, c


@njit(inline="always")
def coefficients(a2):
    """As `exp_coefficients`; below one radian by series, which take a third of the time of two sines."""
    if a2 >= 1.0:
        return exp_coefficients(a2)
    b, c = series(a2)
    return 1.0 - a2 * c, b, c


@njit(inline="always")
def applied(M, x, y, z):
    """M (nine entries, row by row) times (x, y, z)."""
    return M[0] * x + M[1] * y + M[2] * z, M[3] * x + M[4] * y + M[5] * z, M[6] * x + M[7] * y + M[8] * z


@njit(inline="always")
def entries(R, j):
    """The nine entries of R_j."""
    a = R[j, 0, 0], R[j, 0, 1], R[j, 0, 2]
    b = R[j, 1, 0], R[j, 1, 1], R[j, 1, 2]
    c = R[j, 2, 0], R[j, 2, 1], R[j, 2, 2]
    return a + b + c


@njit(inline="always")
def stretch_of(stretches, w, j, e):
    """Column e of Σ wᵢ S_ij E_j."""
    p = q = r = 0.0
    for i in range(len(w)):
        p += w[i] * stretches[j, 0, e, i]
        q += w[i] * stretches[j, 1, e, i]
        r += w[i] * stretches[j, 2, e, i]
    return p, q, r


@njit(inline="always")
def bumps_of(turning, j):
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
    x, y, z = bumps_of(turning, j)
    a, b, _ = coefficients(x * x + y * y + z * z)
    e = quadratic3(x, y, z, a, b)
    for i in range(3):
        for k in range(3):
            R[j, i, k] = Q[i, 0] * e[k] + Q[i, 1] * e[3 + k] + Q[i, 2] * e[6 + k]


@njit(inline="always")
def _write_blend(j, examples, turning, R, T):
    """R_j, and T_j = R_j T_j(w) E_j."""
    logs, stretches, weights, _ = examples
    w = weights_of(weights, j)
    _write_rotation(j, turning, R)
    x, y, z = theta_of(logs, w, j)
    a, b, _ = coefficients(x * x + y * y + z * z)
    E, Rj = quadratic3(x, y, z, a, b), entries(R, j)
    for e in range(T.shape[2]):
        p, q, r = stretch_of(stretches, w, j, e)
        p, q, r = applied(E, p, q, r)
        T[j, 0, e], T[j, 1, e], T[j, 2, e] = applied(Rj, p, q, r)


@njit(inline="always")
def _plus(m, c, r):
    """m + c r, for nine entries each."""
    a = m[0] + c * r[0], m[1] + c * r[1], m[2] + c * r[2]
    b = m[3] + c * r[3], m[4] + c * r[4], m[5] + c * r[5]
    d = m[6] + c * r[6], m[7] + c * r[7], m[8] + c * r[8]
    return a + b + d


@njit(inline="always")
def tie_of(j, ties):
    """Energy and torque (x, y, z) of the ties of element j; a pair counts half in each of its elements.

    With M = Σ_k c_jk R_k the energy is Σ_k c_jk ‖R_j − R_k‖² = 6 Σ_k c_jk − 2⟨R_j, M⟩, the torque that of M.
    """
    starts, neighbour, stiffness, R, W, U, factor, pull, _ = ties
    total = energy = x = y = z = 0.0
    m = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for at in range(starts[j], starts[j + 1]):
        k, c = neighbour[at], factor * stiffness[at]
        total += c
        m = _plus(m, c, entries(R, k))
    along = 0.0
    for i in range(3):
        along += R[j, 0, i] * m[i] + R[j, 1, i] * m[3 + i] + R[j, 2, i] * m[6 + i]
    energy = 3.0 * total - along
    if pull != 0.0:
        c, along = pull * W[j], 0.0
        for i in range(3):
            along += R[j, 0, i] * U[0, 0, i] + R[j, 1, i] * U[0, 1, i] + R[j, 2, i] * U[0, 2, i]
        energy += c * (6.0 - 2.0 * along)
        m = _plus(m, c, entries(U, 0))
    for i in range(3):
        x -= m[6 + i] * R[j, 1, i] - m[3 + i] * R[j, 2, i]
        y -= m[i] * R[j, 2, i] - m[6 + i] * R[j, 0, i]
        z -= m[3 + i] * R[j, 0, i] - m[i] * R[j, 1, i]
    return energy, x, y, z


@njit(cache=True, fastmath=FAST)
def _misfit_block(block, T, features, ties, out, sums):
    r, squares = out
    for j in range(block * BLOCK, min(len(T), (block + 1) * BLOCK)):
        square = 0.0
        for a in range(3):
            for e in range(T.shape[2]):
                missed = T[j, a, e] - features[j, a, e]
                square += missed * missed
                r[j, a, e] = ties.W[j] * missed
        squares[j] = square
        energy, _, _, _ = tie_of(j, ties)
        sums[block] += ties.W[j] * square + energy


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
def misfit(T, features, ties, out, sums):
    """out: r and squared misfit of every element; sums: energy of each block. On all threads."""
    for block in prange(len(sums)):
        _misfit_block(np.int64(block), T, features, ties, out, sums)


@njit(cache=True)
def misfit_here(T, features, ties, out, sums):
    """As `misfit`, on one thread."""
    for block in range(len(sums)):
        _misfit_block(block, T, features, ties, out, sums)
