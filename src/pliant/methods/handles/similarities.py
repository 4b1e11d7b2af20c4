"""Logarithms of similarities, for blending them without an order [Alexa 2002].

ξ = (ω, σ, v) (7,) stands for the velocity ω × x + σ x + v; exp ξ is the similarity that it makes in unit
time: e^σ R(ω) x + U v, with U = ∫₀¹ e^(sσ) R(sω) ds.
"""

from __future__ import annotations

import cmath
import math

import numpy as np
from numba import njit

from pliant.arrays import Floats
from pliant.geometry.rotations import exp3, log3
from pliant.solve.kernels import inner, write

# Below this size of |σ + iθ| the series of (eᶻ − 1)/z is exact in double precision.
SMALL = 1e-2
# U is inverted only where its smallest factor exceeds this: full turns move points nowhere.
INVERTIBLE = 1e-6
# Terms of φ(X) = Σ Xⁿ/(n+1)! for ‖X‖ ≤ ½: 2⁻¹⁶/17! is below rounding.
TERMS = 14


@inner
def _mean_growth(z):
    """(eᶻ − 1)/z of a complex number z."""
    if abs(z) < SMALL:
        return 1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0 * (1.0 + z / 5.0 * (1.0 + z / 6.0))))
    return (cmath.exp(z) - 1.0) / z


@njit(cache=True)
def _carrier(x, y, z, s, U):
    """Write U to (3, 3) for the rotation vector (x, y, z) and the growth s; returns its smallest factor."""
    angle = math.sqrt(x * x + y * y + z * z)
    along = _mean_growth(complex(s, 0.0)).real
    across = _mean_growth(complex(s, angle))
    a, b = across.real, across.imag
    k0, k1, k2 = (0.0, 0.0, 0.0) if angle == 0.0 else (x / angle, y / angle, z / angle)
    k = (k0, k1, k2)
    for i in range(3):
        for j in range(3):
            U[i, j] = (along - a) * k[i] * k[j]
        U[i, i] += a
    U[0, 1] -= b * k2
    U[0, 2] += b * k1
    U[1, 0] += b * k2
    U[1, 2] -= b * k0
    U[2, 0] -= b * k1
    U[2, 1] += b * k0
    return min(abs(along), abs(across))


@njit(cache=True)
def exp7(xi, M):
    """Write the similarity exp ξ of ξ (7,) to M (3, 4)."""
    U = np.empty((3, 3))
    _carrier(xi[0], xi[1], xi[2], xi[3], U)
    R = exp3(xi[0], xi[1], xi[2])
    size = math.exp(xi[3])
    for i in range(3):
        for j in range(3):
            M[i, j] = size * R[3 * i + j]
        M[i, 3] = U[i, 0] * xi[4] + U[i, 1] * xi[5] + U[i, 2] * xi[6]


@njit(cache=True)
def log7(M, near, xi):
    """Write a logarithm of the similarity M (3, 4) to ξ (7,): the one whose turn is nearest to near (3,)."""
    det = np.linalg.det(M[:, :3])
    size = det ** (1.0 / 3.0)
    x, y, z = log3(np.ascontiguousarray(M[:, :3]) / size)
    angle = math.sqrt(x * x + y * y + z * z)
    wanted = math.sqrt(near[0] ** 2 + near[1] ** 2 + near[2] ** 2)
    if angle > 1e-9:
        k0, k1, k2 = x / angle, y / angle, z / angle
    elif wanted > 0.0:
        k0, k1, k2 = near[0] / wanted, near[1] / wanted, near[2] / wanted
    else:
        k0, k1, k2 = 1.0, 0.0, 0.0
    along = k0 * near[0] + k1 * near[1] + k2 * near[2]
    turn = angle + 2.0 * math.pi * round((along - angle) / (2.0 * math.pi))
    U = np.empty((3, 3))
    xi[3] = math.log(size)
    if _carrier(k0 * turn, k1 * turn, k2 * turn, xi[3], U) < INVERTIBLE:
        turn = angle
        _carrier(k0 * turn, k1 * turn, k2 * turn, xi[3], U)
    xi[0], xi[1], xi[2] = k0 * turn, k1 * turn, k2 * turn
    write(np.linalg.solve(U, np.ascontiguousarray(M[:, 3])), xi[4:])


@njit(cache=True)
def left_jacobian7(xi, J):
    """Write to J (7, 7) the Jacobian with exp(ξ + η) = exp(J η) exp(ξ) to first order in η.

    J = φ(ad ξ), φ(X) = Σ Xⁿ/(n+1)!, by scaling, and doubling with φ(2X) = ½ (e^X + 1) φ(X).
    """
    X = np.zeros((7, 7))
    wx, wy, wz, s = xi[0], xi[1], xi[2], xi[3]
    vx, vy, vz = xi[4], xi[5], xi[6]
    for o in (0, 4):
        X[o, o + 1], X[o, o + 2], X[o + 1, o + 2] = -wz, wy, -wx
        X[o + 1, o], X[o + 2, o], X[o + 2, o + 1] = wz, -wy, wx
    X[4, 1], X[4, 2], X[5, 2] = -vz, vy, -vx
    X[5, 0], X[6, 0], X[6, 1] = vz, -vy, vx
    X[4, 3], X[5, 3], X[6, 3] = -vx, -vy, -vz
    X[4, 4] += s
    X[5, 5] += s
    X[6, 6] += s
    largest = np.abs(X).sum(axis=1).max()
    halvings = max(0, math.ceil(math.log2(max(largest, 1e-300) / 0.5)))
    X /= 2.0**halvings
    eye = np.eye(7)
    phi = eye.copy()
    for n in range(TERMS, 0, -1):
        phi = eye + X @ phi / (n + 1.0)
    for _ in range(halvings):
        grown = eye + X @ phi
        phi = 0.5 * (grown + eye) @ phi
        X = 2.0 * X
    write(phi, J)


def log_similarity(M: Floats, near: Floats) -> Floats:
    """(…, 7) logarithms of the similarities M (…, 4, 4) whose turns are nearest to near (…, 3)."""
    flat = np.ascontiguousarray(M, dtype=np.float64).reshape(-1, 4, 4)
    turns = np.ascontiguousarray(near, dtype=np.float64).reshape(-1, 3)
    xi = np.empty((len(flat), 7))
    for source, turn, out in zip(flat, turns, xi, strict=True):
        log7(source[:3], turn, out)
    return xi.reshape(*np.shape(M)[:-2], 7)


def between_similarities(A: Floats, B: Floats, share: float) -> Floats:
    """(h, 4, 4) similarities at a share (0 … 1) of the shortest way from A (h, 4, 4) to B."""
    way = log_similarity(B @ np.linalg.inv(A), np.zeros((len(A), 3)))
    step = np.tile(np.eye(4), (len(A), 1, 1))
    for xi, M in zip(share * way, step, strict=True):
        exp7(xi, M)
    return step @ A
