"""The small dense system of a step of the compiled loop, as `damped_solution` solves it."""

from __future__ import annotations

import numpy as np

from pliant.examples.prior import NULL_SHARE, WELL_DETERMINED
from pliant.solve.kernels import inner, inner_fast

TINY = np.finfo(float).tiny
# Rows that are factored at once; what they take from the others is one product of matrices.
PANEL = 32


@inner
def damped_step(H, g, damping):
    """(H + damping·‖H‖)⁻¹ g for a symmetric H; zero where H leaves it open, see `damped_solution`.

    Not a number where H holds what is none: targets beyond all measure, from which no step leads back.
    """
    H = (H + H.T) / 2
    largest, total = TINY, 0.0
    for i in range(len(H)):
        row = np.abs(H[i]).sum()
        largest, total = max(largest, row), total + row
    if not np.isfinite(total):
        return np.full_like(g, np.nan)
    damped = H.copy()
    for i in range(len(H)):
        damped[i, i] += damping * largest
    if len(g) > 0 and _factored(damped, WELL_DETERMINED * largest):
        return _substituted(damped, g)
    values, vectors = np.linalg.eigh(H)
    inverse = np.zeros_like(values)
    for i in range(len(values)):
        if values[i] > NULL_SHARE * largest or values[i] < -WELL_DETERMINED * largest:
            inverse[i] = 1.0 / (abs(values[i]) + damping * largest)
    return np.dot(vectors, inverse * np.dot(vectors.T, g))


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
