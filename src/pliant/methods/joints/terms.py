"""The terms of the energy for held points and strained cells: each adds JᵀJ and Jᵀr to the normal equations.

Unknowns are twists (ω, v) of the bodies, in diagonals of the model about its middle: a point at y of body b
moves by v + ω × y. Blocks below the diagonal belong to the pair's later body, against its earlier one. The
forces of handles and of strain on each body are summed up too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats
from pliant.methods.joints.block_cholesky import M
from pliant.methods.joints.tree import carried
from pliant.solve.kernels import inner


class PointRows(NamedTuple):
    """How a point moves with its body.

    J: (3, 6) = [−[y]ₓ, h I]
    y: (3,) where it is
    h: a scale for points, 0 for directions
    """

    J: Floats
    y: tuple[float, float, float]
    h: float


@inner
def carried_point(posture, body, x, h):
    """R x + h t of a body: where a point goes, or with h = 0 a direction."""
    t = posture.t[body]
    a, b, c = carried(posture.R[body], x[0], x[1], x[2])
    return a + h * t[0], b + h * t[1], c + h * t[2]


@inner
def _point_rows(posture, body, x, h, J):
    """The rows of a point x of a body, written to J (3, 6)."""
    y = carried_point(posture, body, x, h)
    for i in range(3):
        for k in range(M):
            J[i, k] = 0.0
        J[i, 3 + i] = h
    J[0, 1], J[0, 2] = y[2], -y[1]
    J[1, 0], J[1, 2] = -y[2], y[0]
    J[2, 0], J[2, 1] = y[1], -y[0]
    return PointRows(J, y, h)


@njit(cache=True)
def _add_product(C, A, B, w):
    """C += w AᵀB of rows A (3, 6), B (3, 6)."""
    for r in range(3):
        for i in range(M):
            a = w * A[r, i]
            if a != 0.0:
                for j in range(M):
                    C[i, j] += a * B[r, j]


@inner
def _add_force(g, forces, body, rows, gap, w):
    """Add Jᵀ w gap to the gradient g (b, 6), and the force f = w gap on the point to the forces."""
    J, F, T = rows.J, forces.F[body], forces.T[body]
    for i in range(M):
        g[body, i] += w * (J[0, i] * gap[0] + J[1, i] * gap[1] + J[2, i] * gap[2])
    for i in range(3):
        f = w * gap[i]
        F[i] += rows.h * f
        for j in range(3):
            T[i, j] += f * rows.y[j]


@inner
def handle_energy(handles, targets, posture, gap):
    """Σ w‖gap‖²; writes to gap (h, 3) how far held points are from their targets (h, 3)."""
    bodies, shares = handles.bodies, handles.shares
    total = 0.0
    for h in range(len(bodies)):
        a, b, c = -targets[h, 0], -targets[h, 1], -targets[h, 2]
        for m in range(bodies.shape[1]):
            body, share = bodies[h, m], shares[h, m]
            if body < 0:
                break
            x, y, z = carried_point(posture, body, handles.rest[h], 1.0)
            a, b, c = a + share * x, b + share * y, c + share * z
        gap[h, 0], gap[h, 1], gap[h, 2] = a, b, c
        total += handles.weight[h] * (a * a + b * b + c * c)
    return total


@inner
def add_handles(handles, posture, gap, equations, forces):
    """Add the terms of the held points, which are at gap (h, 3) from their targets."""
    bodies, shares, slots = handles.bodies, handles.shares, handles.slots
    q = bodies.shape[1]
    J = np.empty((q, 3, M))
    for h in range(len(bodies)):
        w = handles.weight[h]
        for m in range(q):
            body, share = bodies[h, m], shares[h, m]
            if body < 0:
                break
            rows = _point_rows(posture, body, handles.rest[h], 1.0, J[m])
            _add_product(equations.D[body], J[m], J[m], w * share * share)
            _add_force(equations.g, forces, body, rows, gap[h], w * share)
        for m in range(q):
            for k in range(q):
                if 0 <= bodies[h, k] < bodies[h, m]:
                    _add_product(equations.L[slots[h, m, k]], J[m], J[k], w * shares[h, m] * shares[h, k])


@inner
def add_strain(strain, posture, equations, forces):
    """Add the terms of neighbouring cells."""
    D, L, g = equations
    A, B, gap = np.empty((3, M)), np.empty((3, M)), np.empty(3)
    for p in range(len(strain.pairs)):
        i, j = strain.pairs[p, 0], strain.pairs[p, 1]
        for k in range(4):
            x, h = strain.points[p, k], strain.point[p, k]
            first = _point_rows(posture, i, x, h, A)
            second = _point_rows(posture, j, x, h, B)
            for c in range(3):
                gap[c] = first.y[c] - second.y[c]
            _add_product(D[i], A, A, 1.0)
            _add_product(D[j], B, B, 1.0)
            if i > j:
                _add_product(L[strain.slots[p]], A, B, -1.0)
            else:
                _add_product(L[strain.slots[p]], B, A, -1.0)
            _add_force(g, forces, i, first, gap, 1.0)
            _add_force(g, forces, j, second, gap, -1.0)


@inner
def strain_energy(strain, posture):
    """Σ‖T_i x − T_j x‖² over the points of neighbours."""
    total = 0.0
    for p in range(len(strain.pairs)):
        for k in range(4):
            x, h = strain.points[p, k], strain.point[p, k]
            y = carried_point(posture, strain.pairs[p, 0], x, h)
            z = carried_point(posture, strain.pairs[p, 1], x, h)
            total += (y[0] - z[0]) ** 2 + (y[1] - z[1]) ** 2 + (y[2] - z[2]) ** 2
    return total


@inner
def add_damping(bodies, centre, amount, posture, D):
    """Add amount · (‖ω‖² + ‖velocity of the centre‖²) of some bodies to the diagonal blocks D (b, 6, 6)."""
    J = np.empty((3, M))
    for body in bodies:
        _point_rows(posture, body, centre[body], 1.0, J)
        _add_product(D[body], J, J, amount)
        for i in range(3):
            D[body, i, i] += amount
