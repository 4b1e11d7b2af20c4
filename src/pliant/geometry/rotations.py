"""Rotations: exp, log, closest rotation and the left Jacobian of SO(3), for many at once.

The kernels whose names end in 3 work on single numbers, so that other kernels can call them without
allocating. The functions below them take arrays of any batch shape.
A rotation vector is axis × angle in radians; `exp` takes any angle, `log` returns angles up to π.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.arrays import Matrices, Vectors
from pliant.solve.kernels import inner, write
from pliant.solve.threads import FEW

# Below this angle (radians) the Taylor series of sin(a)/a and its kin are exact in double precision.
SMALL_ANGLE = 1e-2
# Newton's polar iteration is safe while det M exceeds this share of ‖M‖³; below it, eigenvectors.
WELL_CONDITIONED = 1e-3
NEWTON_STEPS = 20
JACOBI_SWEEPS = 12
ROUNDING = 1e-15


@njit(cache=True, inline="always")
def exp_coefficients(a2):
    """(sin a / a, (1 − cos a) / a², (a − sin a) / a³) for the squared angle a²."""
    if a2 < SMALL_ANGLE * SMALL_ANGLE:
        return (
            1.0 - a2 / 6.0 * (1.0 - a2 / 20.0 * (1.0 - a2 / 42.0)),
            0.5 * (1.0 - a2 / 12.0 * (1.0 - a2 / 30.0)),
            (1.0 - a2 / 20.0 * (1.0 - a2 / 42.0)) / 6.0,
        )
    a = math.sqrt(a2)
    s = math.sin(a)
    half = math.sin(0.5 * a)
    return s / a, 2.0 * half * half / a2, (a - s) / (a2 * a)


@njit(cache=True, inline="always")
def quadratic3(x, y, z, b, c):
    """The nine entries, row by row, of I + b[θ]ₓ + c[θ]ₓ² at θ = (x, y, z)."""
    return (
        1.0 - c * (y * y + z * z),
        c * x * y - b * z,
        c * x * z + b * y,
        c * x * y + b * z,
        1.0 - c * (x * x + z * z),
        c * y * z - b * x,
        c * x * z - b * y,
        c * y * z + b * x,
        1.0 - c * (x * x + y * y),
    )


@njit(cache=True, inline="always")
def exp3(x, y, z):
    """The nine entries, row by row, of the rotation about (x, y, z) by its length."""
    b, c, _ = exp_coefficients(x * x + y * y + z * z)
    return quadratic3(x, y, z, b, c)


@njit(cache=True, inline="always")
def left_jacobian3(x, y, z):
    """The nine entries, row by row, of the left Jacobian at the rotation vector (x, y, z)."""
    _, b, c = exp_coefficients(x * x + y * y + z * z)
    return quadratic3(x, y, z, b, c)


@inner
def quaternion3(R):
    """The unit quaternion (w, x, y, z), w ≥ 0, of R (3, 3); by the largest component, so exact near π."""
    t = R[0, 0] + R[1, 1] + R[2, 2]
    if t > R[0, 0] and t > R[1, 1] and t > R[2, 2]:
        w, x, y, z = 1.0 + t, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    elif R[0, 0] >= R[1, 1] and R[0, 0] >= R[2, 2]:
        w, x = R[2, 1] - R[1, 2], 1.0 + 2.0 * R[0, 0] - t
        y, z = R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]
    elif R[1, 1] >= R[2, 2]:
        w, y = R[0, 2] - R[2, 0], 1.0 + 2.0 * R[1, 1] - t
        x, z = R[0, 1] + R[1, 0], R[1, 2] + R[2, 1]
    else:
        w, z = R[1, 0] - R[0, 1], 1.0 + 2.0 * R[2, 2] - t
        x, y = R[0, 2] + R[2, 0], R[1, 2] + R[2, 1]
    scale = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    if w < 0.0:
        scale = -scale
    return w * scale, x * scale, y * scale, z * scale


@inner
def log3(R):
    """The rotation vector of R (3, 3), of length at most π."""
    w, x, y, z = quaternion3(R)
    s = math.sqrt(x * x + y * y + z * z)
    factor = 2.0 / w if s < 1e-12 else 2.0 * math.atan2(s, w) / s
    return factor * x, factor * y, factor * z


@inner
def cofactors3(m):
    """The nine cofactors of a matrix given row by row, and its determinant."""
    a, b, c, d, e, f, g, h, i = m
    c0, c1, c2 = e * i - f * h, f * g - d * i, d * h - e * g
    c3, c4, c5 = c * h - b * i, a * i - c * g, b * g - a * h
    c6, c7, c8 = b * f - c * e, c * d - a * f, a * e - b * d
    return (c0, c1, c2, c3, c4, c5, c6, c7, c8), a * c0 + b * c1 + c * c2


@njit(cache=True, inline="always")
def _entries(M):
    """The nine entries of M (3, 3), row by row."""
    return M[0, 0], M[0, 1], M[0, 2], M[1, 0], M[1, 1], M[1, 2], M[2, 0], M[2, 1], M[2, 2]


@inner
def _polar_newton(M, R):
    """Newton's iteration X ← (γX + (γX)⁻ᵀ)/2 for a well-conditioned M with det M > 0."""
    write(M, R)
    for _ in range(NEWTON_STEPS):
        cofactors, det = cofactors3(_entries(R))
        scale = det ** (-1.0 / 3.0)
        a, b = 0.5 * scale, 0.5 / (scale * det)
        change = 0.0
        for i in range(9):
            value = a * R[i // 3, i % 3] + b * cofactors[i]
            change = max(change, abs(value - R[i // 3, i % 3]))
            R[i // 3, i % 3] = value
        if change < 4.0 * ROUNDING:
            break


@inner
def _polar_eigen(M, R):
    """Davenport's q-method: the unit quaternion with the largest eigenvalue of a 4×4 matrix.

    It works for every M, also with det M ≤ 0 or of low rank: R maximises tr(RᵀM) over proper rotations.
    """
    K = np.empty((4, 4))
    K[0, 0] = M[0, 0] + M[1, 1] + M[2, 2]
    K[0, 1] = K[1, 0] = M[2, 1] - M[1, 2]
    K[0, 2] = K[2, 0] = M[0, 2] - M[2, 0]
    K[0, 3] = K[3, 0] = M[1, 0] - M[0, 1]
    for i in range(3):
        for j in range(3):
            K[i + 1, j + 1] = M[i, j] + M[j, i]
        K[i + 1, i + 1] -= K[0, 0]
    Q = np.eye(4)
    _diagonalise(K, Q)
    best = 0
    for i in range(1, 4):
        if K[i, i] > K[best, best]:
            best = i
    w, x, y, z = Q[0, best], Q[1, best], Q[2, best], Q[3, best]
    R[0, 0] = 1.0 - 2.0 * (y * y + z * z)
    R[0, 1] = 2.0 * (x * y - w * z)
    R[0, 2] = 2.0 * (x * z + w * y)
    R[1, 0] = 2.0 * (x * y + w * z)
    R[1, 1] = 1.0 - 2.0 * (x * x + z * z)
    R[1, 2] = 2.0 * (y * z - w * x)
    R[2, 0] = 2.0 * (x * z - w * y)
    R[2, 1] = 2.0 * (y * z + w * x)
    R[2, 2] = 1.0 - 2.0 * (x * x + y * y)


@inner
def _diagonalise(K, Q):
    """Jacobi's method: make K (4, 4) diagonal in place; the columns of Q (4, 4) become its eigenvectors."""
    for _ in range(JACOBI_SWEEPS):
        off = 0.0
        for p in range(3):
            for q in range(p + 1, 4):
                off = max(off, abs(K[p, q]))
        if off <= ROUNDING * (abs(K[0, 0]) + abs(K[1, 1]) + abs(K[2, 2]) + abs(K[3, 3])):
            break
        for p in range(3):
            for q in range(p + 1, 4):
                _jacobi_rotate(K, Q, p, q)


@inner
def _jacobi_rotate(K, Q, p, q):
    """One Jacobi rotation that zeroes K[p, q], accumulated in Q."""
    if K[p, q] == 0.0:
        return
    theta = 0.5 * (K[q, q] - K[p, p]) / K[p, q]
    t = math.copysign(1.0, theta) / (abs(theta) + math.sqrt(theta * theta + 1.0))
    c = 1.0 / math.sqrt(t * t + 1.0)
    s = t * c
    for i in range(4):
        a, b = K[i, p], K[i, q]
        K[i, p], K[i, q] = c * a - s * b, s * a + c * b
    for i in range(4):
        a, b = K[p, i], K[q, i]
        K[p, i], K[q, i] = c * a - s * b, s * a + c * b
    for i in range(4):
        a, b = Q[i, p], Q[i, q]
        Q[i, p], Q[i, q] = c * a - s * b, s * a + c * b


@inner
def polar3(M, R):
    """Write to R (3, 3) the proper rotation closest to M (3, 3)."""
    largest = 0.0
    for i in range(3):
        for j in range(3):
            largest = max(largest, abs(M[i, j]))
    if largest == 0.0:
        for i in range(3):
            for j in range(3):
                R[i, j] = 1.0 if i == j else 0.0
        return
    S = M / largest
    if cofactors3(_entries(S))[1] > WELL_CONDITIONED:
        _polar_newton(S, R)
    else:
        _polar_eigen(S, R)


@njit(cache=True)
def _write_exp(theta, R):
    """Write to R (3, 3) the rotation of the vector theta (3,)."""
    r = exp3(theta[0], theta[1], theta[2])
    for i in range(9):
        R[i // 3, i % 3] = r[i]


@njit(cache=True, parallel=True)
def _exp_batch(theta, R):
    for j in prange(len(theta)):
        _write_exp(theta[j], R[j])


@njit(cache=True)
def _exp_here(theta, R):
    for j in range(len(theta)):
        _write_exp(theta[j], R[j])


@njit(cache=True)
def _write_log(R, theta):
    """Write to theta (3,) the rotation vector of R (3, 3)."""
    theta[0], theta[1], theta[2] = log3(R)


@njit(cache=True, parallel=True)
def _log_batch(R, theta):
    for j in prange(len(R)):
        _write_log(R[j], theta[j])


@njit(cache=True)
def _log_here(R, theta):
    for j in range(len(R)):
        _write_log(R[j], theta[j])


@njit(cache=True, parallel=True)
def _polar_batch(M, R):
    for j in prange(len(M)):
        polar3(M[j], R[j])


@njit(cache=True)
def _polar_here(M, R):
    for j in range(len(M)):
        polar3(M[j], R[j])


def exp(theta: Vectors) -> Matrices:
    """(…, 3, 3) rotations of the rotation vectors theta (…, 3), which may have any length."""
    flat = np.ascontiguousarray(theta, dtype=np.float64).reshape(-1, 3)
    R = np.empty((len(flat), 3, 3))
    (_exp_here if len(flat) < FEW else _exp_batch)(flat, R)
    return R.reshape(*np.shape(theta), 3)


def log(R: Matrices) -> Vectors:
    """(…, 3) rotation vectors, of length at most π, of the rotations R (…, 3, 3)."""
    flat = np.ascontiguousarray(R, dtype=np.float64).reshape(-1, 3, 3)
    theta = np.empty((len(flat), 3))
    (_log_here if len(flat) < FEW else _log_batch)(flat, theta)
    return theta.reshape(np.shape(R)[:-1])


def closest_rotation(M: Matrices) -> Matrices:
    """(…, 3, 3) proper rotations closest to M (…, 3, 3), the polar factor where det M > 0."""
    flat = np.ascontiguousarray(M, dtype=np.float64).reshape(-1, 3, 3)
    R = np.empty_like(flat)
    (_polar_here if len(flat) < FEW else _polar_batch)(flat, R)
    return R.reshape(np.shape(M))


def cross_matrix(v: Vectors) -> Matrices:
    """(…, 3, 3) matrices [v]ₓ with [v]ₓ u = v × u."""
    x, y, z = np.moveaxis(np.asarray(v, dtype=np.float64), -1, 0)
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], axis=-1).reshape(*np.shape(v), 3)


def left_jacobian(theta: Vectors) -> Matrices:
    """(…, 3, 3) J with exp(theta + d) = exp(J d) exp(theta) to first order in d."""
    flat = np.asarray(theta, dtype=np.float64).reshape(-1, 3)
    coefficients = np.array([exp_coefficients(float(t @ t)) for t in flat]).reshape(-1, 3)
    K = cross_matrix(flat)
    J = np.eye(3) + coefficients[:, 1, None, None] * K + coefficients[:, 2, None, None] * (K @ K)
    return J.reshape(*np.shape(theta), 3)
