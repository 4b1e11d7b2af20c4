"""Weights that are not negative and return their point: the closest ones to given weights.

minimise Σ_k (w_k − u_k)² / s_k over w ≥ 0, Σ w = 1, Σ w_k c_k = x. The solution is w = max(0, u + s (Aμ))
with A = [1, c] (c, 4): Newton's method on the four multipliers μ. The scales s_k = |u_k| + SPREAD keep a
row's correction near the vertices it depends on.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Array, Floats, Vertices
from pliant.solve.kernels import inner

# How much a weight of zero takes part in a correction; one of 1 takes part by about 1.
SPREAD = 1e-4
# Rounding of sums of about a hundred products; the rows come out as exact as this, in diagonals.
SETTLED = 1e-13
# A row takes two or three trials; on the hull of the cage, where weights vanish, some tens.
TRIALS = 200
# Shares of a Newton step below this are taken whether they gain or not.
SHORTEST = 1e-12
# Added to the diagonal of the four equations, relative to their trace.
RIDGE = 1e-14
# Rounding error of the dual's value, a sum of numbers of about one.
ROUNDING = 1e-14


class _Row(NamedTuple):
    """The problem of one point: its given weights u (c,), the constraints A (c, 4), and b (4,) = Aᵀw."""

    u: Array
    A: Array
    b: Array


def non_negative(weights: Floats, points: Vertices, V: Floats) -> Floats:
    """(n, c) the closest weights that are ≥ 0, sum to 1 and return points (n, 3) from V (c, 3)."""
    A = np.concatenate([np.ones((len(V), 1)), V], axis=1)
    b = np.concatenate([np.ones((len(points), 1)), points], axis=1)
    result = np.empty_like(weights)
    _project(weights, A, b, result)
    return result


@njit(cache=True)
def _project(weights, A, b, result):
    for i in range(len(weights)):
        _project_row(_Row(weights[i], A, b[i]), result[i])


@inner
def _project_row(row, w):
    """Write the closest weights of one point to w (c,)."""
    mu, trial, step = np.zeros(4), np.zeros(4), np.zeros(4)
    residual, H = np.zeros(4), np.zeros((4, 4))
    value, gain, length = -np.inf, 0.0, 1.0
    for _ in range(TRIALS):
        for j in range(4):
            trial[j] = mu[j] + length * step[j]
        reached = _dual(trial, row, w, residual, H)
        if reached < value + 1e-4 * length * gain - ROUNDING and length > SHORTEST:
            length *= 0.5
            continue
        for j in range(4):
            mu[j] = trial[j]
        value, length = reached, 1.0
        if max(abs(residual[0]), abs(residual[1]), abs(residual[2]), abs(residual[3])) <= SETTLED:
            break
        gain = _newton_step(H, residual, step)


@inner
def _dual(mu, row, w, residual, H):
    """The dual's value at μ; writes the weights w, its gradient b − Aᵀw, and minus its Hessian H."""
    u, A, b = row.u, row.A, row.b
    value = 0.0
    for i in range(4):
        value += mu[i] * b[i]
        residual[i] = b[i]
        for j in range(4):
            H[i, j] = 0.0
    for k in range(len(u)):
        scale = abs(u[k]) + SPREAD
        w[k] = u[k] + scale * (mu[0] * A[k, 0] + mu[1] * A[k, 1] + mu[2] * A[k, 2] + mu[3] * A[k, 3])
        if w[k] <= 0.0:
            w[k] = 0.0
            value += 0.5 * u[k] * u[k] / scale
            continue
        value -= 0.5 * (w[k] * w[k] - u[k] * u[k]) / scale
        for i in range(4):
            residual[i] -= w[k] * A[k, i]
            for j in range(i + 1):
                H[i, j] += scale * A[k, i] * A[k, j]
    return value


@inner
def _newton_step(H, residual, step):
    """Solve H step = residual by Cholesky in the lower half of H; returns step·residual."""
    # The ridge keeps points solvable where fewer than four weights are left, as on a face.
    ridge = RIDGE * (H[0, 0] + H[1, 1] + H[2, 2] + H[3, 3])
    for i in range(4):
        for j in range(i + 1):
            total = H[i, j] + (ridge if i == j else 0.0)
            for k in range(j):
                total -= H[i, k] * H[j, k]
            H[i, j] = math.sqrt(max(total, ridge)) if i == j else total / H[j, j]
    for i in range(4):
        step[i] = residual[i]
        for k in range(i):
            step[i] -= H[i, k] * step[k]
        step[i] /= H[i, i]
    for i in range(3, -1, -1):
        for k in range(i + 1, 4):
            step[i] -= H[k, i] * step[k]
        step[i] /= H[i, i]
    return step[0] * residual[0] + step[1] * residual[1] + step[2] * residual[2] + step[3] * residual[3]
