"""The terms of the energy, each adding its rows' JᵀJ and Jᵀr to blocks of the normal equations.

Unknowns are twists (ω, v) of the bodies, in diagonals of the model about its middle: a point at y of body b
moves by v + ω × y. Blocks below the diagonal belong to the pair's later body, against its earlier one.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.methods.joints.block_cholesky import M
from pliant.methods.joints.tree import carried


@njit(cache=True)
def _at(R, t, x, h):
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
def _add_force(g, J, gap, w):
    """g += w Jᵀ gap."""
    for i in range(M):
        g[i] += w * (J[0, i] * gap[0] + J[1, i] * gap[1] + J[2, i] * gap[2])


@njit(cache=True)
def handle_gaps(bodies, shares, rest, target, R, t):
    """(h, 3) how far held points are from their targets; bodies (h, q), −1 behind the last."""
    gap = np.empty_like(target)
    for h in range(len(bodies)):
        a, b, c = -target[h, 0], -target[h, 1], -target[h, 2]
        for m in range(bodies.shape[1]):
            body, share = bodies[h, m], shares[h, m]
            if body < 0:
                break
            x, y, z = _at(R[body], t[body], rest[h], 1.0)
            a, b, c = a + share * x, b + share * y, c + share * z
        gap[h, 0], gap[h, 1], gap[h, 2] = a, b, c
    return gap


@njit(cache=True)
def add_handles(bodies, shares, rest, gap, slots, weight, R, t, D, L, g):
    """w‖Σ share T_b x − target‖² of each held point; slots (h, q, q)."""
    q = bodies.shape[1]
    J = np.empty((q, 3, M))
    for h in range(len(bodies)):
        for m in range(q):
            body = bodies[h, m]
            if body < 0:
                break
            _point_rows(_at(R[body], t[body], rest[h], 1.0), 1.0, shares[h, m], J[m])
            _add_product(D[body], J[m], J[m], weight)
            _add_force(g[body], J[m], gap[h], weight)
        for m in range(q):
            for k in range(q):
                if 0 <= bodies[h, k] < bodies[h, m]:
                    _add_product(L[slots[h, m, k]], J[m], J[k], weight)


@njit(cache=True)
def add_strain(pairs, slots, points, point, R, t, D, L, g):
    """Σ ‖T_i x − T_j x‖² over the points (p, 4, 3) of neighbours; point (p, 4): 0 for directions."""
    A, B, gap = np.empty((3, M)), np.empty((3, M)), np.empty(3)
    for p in range(len(pairs)):
        i, j = pairs[p, 0], pairs[p, 1]
        for k in range(4):
            x, h = points[p, k], point[p, k]
            y, z = _at(R[i], t[i], x, h), _at(R[j], t[j], x, h)
            _point_rows(y, h, 1.0, A)
            _point_rows(z, h, 1.0, B)
            gap[0], gap[1], gap[2] = y[0] - z[0], y[1] - z[1], y[2] - z[2]
            _add_product(D[i], A, A, 1.0)
            _add_product(D[j], B, B, 1.0)
            if i > j:
                _add_product(L[slots[p]], A, B, -1.0)
            else:
                _add_product(L[slots[p]], B, A, -1.0)
            _add_force(g[i], A, gap, 1.0)
            _add_force(g[j], B, gap, -1.0)


@njit(cache=True)
def strain_energy(pairs, points, point, R, t):
    """The sum of ‖T_i x − T_j x‖² over the points of neighbours."""
    total = 0.0
    for p in range(len(pairs)):
        i, j = pairs[p, 0], pairs[p, 1]
        for k in range(4):
            y = _at(R[i], t[i], points[p, k], point[p, k])
            z = _at(R[j], t[j], points[p, k], point[p, k])
            total += (y[0] - z[0]) ** 2 + (y[1] - z[1]) ** 2 + (y[2] - z[2]) ** 2
    return total


@njit(cache=True)
def joint_rows(a, origin, frame, turns, R, t, S):
    """S (6, 6): the twist of b in a joint's frame about its origin, as body a carries them; a's is −S.

    turns (3, 3): the rows that give the rates of its turns.
    """
    x, y, z = _at(R[a], t[a], origin, 1.0)
    for row in range(3):
        u, v, w = carried(R[a], turns[row, 0], turns[row, 1], turns[row, 2])
        S[row, 0], S[row, 1], S[row, 2], S[row, 3], S[row, 4], S[row, 5] = u, v, w, 0.0, 0.0, 0.0
        u, v, w = carried(R[a], frame[row, 0], frame[row, 1], frame[row, 2])
        S[3 + row, 0], S[3 + row, 1], S[3 + row, 2] = y * w - z * v, z * u - x * w, x * v - y * u
        S[3 + row, 3], S[3 + row, 4], S[3 + row, 5] = u, v, w


@njit(cache=True)
def add_joints(ends, origin, frame, turns, slots, stiff, pull, R, t, D, L, g):
    """Σ stiff δ² + 2 pull δ over the rates δ (6,) of each joint's coordinates; both (j, 6)."""
    S = np.empty((M, M))
    for j in range(len(ends)):
        a, b = ends[j, 0], ends[j, 1]
        joint_rows(a, origin[j], frame[j], turns[j], R, t, S)
        for row in range(M):
            for i in range(M):
                w = stiff[j, row] * S[row, i]
                if w != 0.0:
                    for k in range(M):
                        D[a, i, k] += w * S[row, k]
                        D[b, i, k] += w * S[row, k]
                        L[slots[j], i, k] -= w * S[row, k]
                force = pull[j, row] * S[row, i]
                g[a, i] -= force
                g[b, i] += force


@njit(cache=True)
def add_damping(bodies, centre, amount, R, t, D):
    """amount · (‖ω‖² + ‖velocity of the centre‖²) of some bodies."""
    J = np.empty((3, M))
    for body in bodies:
        _point_rows(_at(R[body], t[body], centre[body], 1.0), 1.0, 1.0, J)
        _add_product(D[body], J, J, amount)
        for i in range(3):
            D[body, i, i] += amount
