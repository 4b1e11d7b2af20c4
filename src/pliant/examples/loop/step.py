"""The small dense systems of steps of the compiled loop, as `damped_solution` solves them.

A matrix H is factored once. What the steps with it show beside it is S = Σ_i c_i v_i v_iᵀ of a few vectors,
so that a step with H + S takes a few products instead of another factor (Sherman, Morrison and Woodbury).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats
from pliant.examples.prior import NULL_SHARE, WELL_DETERMINED
from pliant.solve.kernels import inner, inner_fast

TINY = np.finfo(float).tiny
# Rows that are factored at once; what they take from the others is one product of matrices.
PANEL = 32


class Factored(NamedTuple):
    """A symmetric matrix H (u, u) and what steps have shown beside it.

    L:     (u, u) its lower triangle is the Cholesky factor of H, damped; empty where that leaves steps open
    c, V:  (s,) factors and (s, u) vectors of S, of which the first `secants` are known
    Z:     (s, u) (L Lᵀ)⁻¹ of the vectors
    """

    H: Floats
    L: Floats
    c: Floats
    V: Floats
    Z: Floats
    secants: int


@inner
def factored(H, damping, most):
    """H (u, u), factored, with nothing beside it, and room for what so many steps show."""
    H, u = (H + H.T) / 2, len(H)
    L = _damped_factor(H, _largest(H), damping)
    return Factored(H, L, np.empty(most), np.empty((most, u)), np.empty((most, u)), 0)


@inner
def with_secant(known, c, v):
    """The same with c v vᵀ, v (u,), beside H."""
    i = known.secants
    known.c[i], known.V[i] = c, v
    if len(known.L) > 0:
        known.Z[i] = _substituted(known.L, v)
    return Factored(known.H, known.L, known.c, known.V, known.Z, i + 1)


@inner
def times(known, x):
    """(H + S) x."""
    out = np.dot(known.H, x)
    for i in range(known.secants):
        out += (known.c[i] * np.dot(known.V[i], x)) * known.V[i]
    return out


@inner
def plain_step(known, g, damping):
    """H⁻¹ g, damped, whatever the steps have shown."""
    return _substituted(known.L, g) if len(known.L) > 0 else damped_step(known.H, g, damping)


@inner
def learned_step(known, g):
    """(H + S)⁻¹ g, damped as H is; zero where that matrix is not positive, or where H leaves steps open."""
    n = known.secants
    if n == 0 or len(known.L) == 0:
        return np.zeros_like(g)
    V, Z = known.V[:n], known.Z[:n]
    M = np.dot(V, Z.T)
    positive = 0
    for i in range(n):
        M[i, i] += 1.0 / known.c[i]
        positive += known.c[i] > 0.0
    M = (M + M.T) / 2
    # H + S has as many negative eigenvalues as M has positive ones more than c [Haynsworth1968].
    if (np.linalg.eigvalsh(M) > 0.0).sum() != positive:
        return np.zeros_like(g)
    x = _substituted(known.L, g)
    return x - np.dot(np.linalg.solve(M, np.dot(V, x)), Z)


@inner
def damped_step(H, g, damping):
    """(H + damping·‖H‖)⁻¹ g for a symmetric H; zero where H leaves it open, see `damped_solution`.

    Not a number where H holds what is none: targets beyond all measure, from which no step leads back.
    """
    H = (H + H.T) / 2
    largest = _largest(H)
    if not np.isfinite(largest):
        return np.full_like(g, np.nan)
    L = _damped_factor(H, largest, damping)
    if len(L) > 0:
        return _substituted(L, g)
    values, vectors = np.linalg.eigh(H)
    inverse = np.zeros_like(values)
    for i in range(len(values)):
        if values[i] > NULL_SHARE * largest or values[i] < -WELL_DETERMINED * largest:
            inverse[i] = 1.0 / (abs(values[i]) + damping * largest)
    return np.dot(vectors, inverse * np.dot(vectors.T, g))


@inner
def _damped_factor(H, largest, damping):
    """A matrix whose lower triangle is the factor of H + damping·largest; empty where H leaves steps open."""
    L = H.copy()
    for i in range(len(H)):
        L[i, i] += damping * largest
    return L if np.isfinite(largest) and _factored(L, WELL_DETERMINED * largest) else np.empty((0, 0))


@inner
def _largest(H):
    """The largest sum of magnitudes in a row of H; infinite or no number where H holds such."""
    largest, total = TINY, 0.0
    for i in range(len(H)):
        row = np.abs(H[i]).sum()
        largest, total = max(largest, row), total + row
    return largest if np.isfinite(total) else np.inf


@inner
def _factored(A, least):
    """Make the lower triangle of A its Cholesky factor; False where a squared pivot is not above `least`."""
    n = len(A)
    for first in range(0, n, PANEL):
        last = min(first + PANEL, n)
        if first > 0:
            taken = np.dot(A[first:, :first].copy(), A[first:last, :first].copy().T)
            for i in range(len(taken)):
                for k in range(taken.shape[1]):
                    A[first + i, first + k] -= taken[i, k]
        if not _panel_factored(A, first, last, least):
            return False
    return True


@inner_fast
def _panel_factored(A, first, last, least):
    """The factor of columns first … last, from which earlier columns have been taken."""
    for k in range(first, last):
        pivot = A[k, k]
        for c in range(first, k):
            pivot -= A[k, c] * A[k, c]
        if not pivot > least:
            return False
        root = np.sqrt(pivot)
        A[k, k] = root
        for i in range(k + 1, len(A)):
            value = A[i, k]
            for c in range(first, k):
                value -= A[i, c] * A[k, c]
            A[i, k] = value / root
    return True


@inner_fast
def _substituted(L, g):
    """(L Lᵀ)⁻¹ g, for the lower triangle of L."""
    x = g.copy()
    for i in range(len(x)):
        for c in range(i):
            x[i] -= L[i, c] * x[c]
        x[i] /= L[i, i]
    for i in range(len(x) - 1, -1, -1):
        x[i] /= L[i, i]
        for c in range(i):
            x[c] -= L[i, c] * x[i]
    return x
