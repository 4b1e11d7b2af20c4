"""The energy of as-rigid-as-possible surfaces: a rotation for every vertex and its edges [Sorkine2007].

E(x, R) = Σ_i Σ_j∈N(i) w_ij ‖(x_i − x_j) − R_i (p_i − p_j)‖², w_ij half the sum of the cotangents of the
opposite angles. Edges come as where those of each vertex start (n + 1,), their other ends, their weights.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from pliant.geometry.closest_rotation import closest3


@njit(cache=True, parallel=True)
def rotations(p, x, edges, R):
    """Write to R (n, 3, 3) the rotation of each vertex that takes its edges nearest to those of x (n, 3)."""
    starts, ends, w = edges
    for i in prange(len(p)):
        M = np.zeros((3, 3))
        N = np.empty((3, 3))
        for k in range(starts[i], starts[i + 1]):
            j = ends[k]
            for a in range(3):
                posed = w[k] * (x[i, a] - x[j, a])
                for b in range(3):
                    M[a, b] += posed * (p[i, b] - p[j, b])
        m = (M[0, 0], M[0, 1], M[0, 2], M[1, 0], M[1, 1], M[1, 2], M[2, 0], M[2, 1], M[2, 2])
        closest3(m, N, R[i])


@njit(cache=True, parallel=True)
def divergence(p, R, edges, b):
    """Write to b (n, 3) the right-hand sides Σ_j ½ w_ij (R_i + R_j)(p_i − p_j) [eq. 8]."""
    starts, ends, w = edges
    for i in prange(len(p)):
        for a in range(3):
            total = 0.0
            for k in range(starts[i], starts[i + 1]):
                j = ends[k]
                for c in range(3):
                    total += 0.5 * w[k] * (R[i, a, c] + R[j, a, c]) * (p[i, c] - p[j, c])
            b[i, a] = total


@njit(cache=True, parallel=True)
def energies(p, x, R, edges, own):
    """Write to own (n,) Σ_j w_ij ‖(x_i − x_j) − R_i (p_i − p_j)‖² of each vertex [eq. 3]."""
    starts, ends, w = edges
    for i in prange(len(p)):
        total = 0.0
        for k in range(starts[i], starts[i + 1]):
            j = ends[k]
            u, v, t = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            for a in range(3):
                value = x[i, a] - x[j, a] - R[i, a, 0] * u - R[i, a, 1] * v - R[i, a, 2] * t
                total += w[k] * value * value
        own[i] = total


@njit(cache=True, parallel=True)
def slope(p, x, R, edges, out):
    """Write to out (n, 3) the slope 4 Σ_j w_ij ((x_i − x_j) − ½ (R_i + R_j)(p_i − p_j)) of the energy.

    With the closest rotations this is that of the least energy over rotations, which is stationary in them.
    """
    starts, ends, w = edges
    for i in prange(len(p)):
        g0 = g1 = g2 = 0.0
        for k in range(starts[i], starts[i + 1]):
            j = ends[k]
            A, B = R[i], R[j]
            u, v, t = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            a = (A[0, 0] + B[0, 0]) * u + (A[0, 1] + B[0, 1]) * v + (A[0, 2] + B[0, 2]) * t
            b = (A[1, 0] + B[1, 0]) * u + (A[1, 1] + B[1, 1]) * v + (A[1, 2] + B[1, 2]) * t
            c = (A[2, 0] + B[2, 0]) * u + (A[2, 1] + B[2, 1]) * v + (A[2, 2] + B[2, 2]) * t
            g0 += w[k] * (x[i, 0] - x[j, 0] - 0.5 * a)
            g1 += w[k] * (x[i, 1] - x[j, 1] - 0.5 * b)
            g2 += w[k] * (x[i, 2] - x[j, 2] - 0.5 * c)
        out[i, 0], out[i, 1], out[i, 2] = 4.0 * g0, 4.0 * g1, 4.0 * g2
