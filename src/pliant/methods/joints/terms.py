"""The terms of the energy, each adding its rows' JᵀJ and Jᵀr to blocks of the normal equations.

Unknowns are twists (ω, v) of the bodies, in diagonals of the model about its middle: a point at y of body b
moves by v + ω × y. Blocks below the diagonal belong to the pair's later body, against its earlier one. The
forces of handles and of strain on a body are also summed up: F (b, 3) = Σ f, and T (b, 3, 3) = Σ f yᵀ.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.methods.joints.block_cholesky import M
from pliant.methods.joints.tree import carried


@njit(cache=True)
def carried_point(R, t, x, h):
    """R x + h t: where a point goes, or with h = 0 a direction."""
    a, b, c = carried(R, x[0], x[1], x[2])
    return a + h * t[0], b + h * t[1], c + h * t[2]


@njit(cache=True)
def _point_rows(y, h, w, J):
    """J (3, 6) = w [−[y]ₓ, h I]: how a point, or with h = 0 a direction, moves."""
    for i in range(3):
        for k in range(M):
            J[i, k] = 0.0
        J[i, 3 + i] = w * h
    J[0, 1], J[0, 2] = w * y[2], -w * y[1]
    J[1, 0], J[1, 2] = -w * y[2], w * y[0]
    J[2, 0], J[2, 1] = w * y[1], -w * y[0]


@njit(cache=True)
def _add_product(C, A, B, w):
    """C += w AᵀB of rows A (3, 6), B (3, 6)."""
    for r in range(3):
        for i in range(M):
            a = w * A[r, i]
            if a != 0.0:
                for j in range(M):
                    C[i, j] += a * B[r, j]


@njit(cache=True)
def _add_force(g, F, T, J, y, gap, h, w):
    """g += Jᵀ w gap; the force f = w gap on what moves by h v + ω × y is added to F and T."""
    for i in range(M):
        g[i] += w * (J[0, i] * gap[0] + J[1, i] * gap[1] + J[2, i] * gap[2])
    for i in range(3):
        f = w * gap[i]
        F[i] += h * f
        for j in range(3):
            T[i, j] += f * y[j]


@njit(cache=True)
def handle_energy(handles, target, R, t, gap):
    """Σ w‖gap‖², with gap (h, 3) how far held points are from their targets."""
    bodies, shares, rest, weight, _ = handles
    total = 0.0
    for h in range(len(bodies)):
        a, b, c = -target[h, 0], -target[h, 1], -target[h, 2]
        for m in range(bodies.shape[1]):
            body, share = bodies[h, m], shares[h, m]
            if body < 0:
                break
            x, y, z = carried_point(R[body], t[body], rest[h], 1.0)
            a, b, c = a + share * x, b + share * y, c + share * z
        gap[h, 0], gap[h, 1], gap[h, 2] = a, b, c
        total += weight[h] * (a * a + b * b + c * c)
    return total


@njit(cache=True)
def add_handles(handles, gap, R, t, D, L, g, F, T):
    """w‖Σ share T_b x − target‖² of each held point; bodies (h, q), −1 behind the last; slots (h, q, q)."""
    bodies, shares, rest, weight, slots = handles
    q = bodies.shape[1]
    J = np.empty((q, 3, M))
    for h in range(len(bodies)):
        for m in range(q):
            body, share, w = bodies[h, m], shares[h, m], weight[h]
            if body < 0:
                break
            y = carried_point(R[body], t[body], rest[h], 1.0)
            _point_rows(y, 1.0, 1.0, J[m])
            _add_product(D[body], J[m], J[m], w * share * share)
            _add_force(g[body], F[body], T[body], J[m], y, gap[h], 1.0, w * share)
        for m in range(q):
            for k in range(q):
                if 0 <= bodies[h, k] < bodies[h, m]:
                    _add_product(L[slots[h, m, k]], J[m], J[k], weight[h] * shares[h, m] * shares[h, k])


@njit(cache=True)
def add_strain(strain, slots, R, t, D, L, g, F, T):
    """Σ ‖T_i x − T_j x‖² over the points (p, 4, 3) of neighbours; point (p, 4): 0 for directions."""
    pairs, points, point = strain
    A, B, gap = np.empty((3, M)), np.empty((3, M)), np.empty(3)
    for p in range(len(pairs)):
        i, j = pairs[p, 0], pairs[p, 1]
        for k in range(4):
            x, h = points[p, k], point[p, k]
            y, z = carried_point(R[i], t[i], x, h), carried_point(R[j], t[j], x, h)
            _point_rows(y, h, 1.0, A)
            _point_rows(z, h, 1.0, B)
            gap[0], gap[1], gap[2] = y[0] - z[0], y[1] - z[1], y[2] - z[2]
            _add_product(D[i], A, A, 1.0)
            _add_product(D[j], B, B, 1.0)
            if i > j:
                _add_product(L[slots[p]], A, B, -1.0)
            else:
                _add_product(L[slots[p]], B, A, -1.0)
            _add_force(g[i], F[i], T[i], A, y, gap, h, 1.0)
            _add_force(g[j], F[j], T[j], B, z, gap, h, -1.0)


@njit(cache=True)
def strain_energy(strain, R, t):
    """The sum of ‖T_i x − T_j x‖² over the points of neighbours."""
    pairs, points, point = strain
    total = 0.0
    for p in range(len(pairs)):
        i, j = pairs[p, 0], pairs[p, 1]
        for k in range(4):
            y = carried_point(R[i], t[i], points[p, k], point[p, k])
            z = carried_point(R[j], t[j], points[p, k], point[p, k])
            total += (y[0] - z[0]) ** 2 + (y[1] - z[1]) ** 2 + (y[2] - z[2]) ** 2
    return total


@njit(cache=True)
def add_damping(bodies, centre, amount, R, t, D):
    """amount · (‖ω‖² + ‖velocity of the centre‖²) of some bodies."""
    J = np.empty((3, M))
    for body in bodies:
        _point_rows(carried_point(R[body], t[body], centre[body], 1.0), 1.0, 1.0, J)
        _add_product(D[body], J, J, amount)
        for i in range(3):
            D[body, i, i] += amount
