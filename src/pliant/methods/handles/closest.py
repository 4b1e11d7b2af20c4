"""The proper rotation closest to a matrix, unrolled: fields of rotations are most of a frame's cost."""

from __future__ import annotations

import math

from numba import njit

from pliant.core.rotations import polar3

# Newton's iteration is safe while the determinant exceeds this share of the norm's cube; below it, core's.
WELL_CONDITIONED = 1e-3
STEPS = 12
# The last change of an entry: convergence is quadratic, so what remains is its square.
SETTLED = 1e-8


@njit(cache=True)
def cofactors3(m):
    """The nine cofactors of a matrix given row by row, and its determinant."""
    a, b, c, d, e, f, g, h, i = m
    c0, c1, c2 = e * i - f * h, f * g - d * i, d * h - e * g
    c3, c4, c5 = c * h - b * i, a * i - c * g, b * g - a * h
    c6, c7, c8 = b * f - c * e, c * d - a * f, a * e - b * d
    return (c0, c1, c2, c3, c4, c5, c6, c7, c8), a * c0 + b * c1 + c * c2


@njit(cache=True)
def norm3(m):
    """Frobenius norm of a matrix given row by row."""
    a, b, c, d, e, f, g, h, i = m
    return math.sqrt(a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h + i * i)


@njit(cache=True)
def closest3(m, M, R):
    """Write to R (3, 3) the proper rotation closest to m, nine numbers row by row; M (3, 3) is scratch.

    X ← (γX + X⁻ᵀ/γ)/2, with γ² = ‖X⁻¹‖/‖X‖ in the first two steps.
    """
    k, det = cofactors3(m)
    size = norm3(m)
    if not det > WELL_CONDITIONED * size * size * size:
        for j in range(9):
            M[j // 3, j % 3] = m[j]
        polar3(M, R)
        return
    x0, x1, x2, x3, x4, x5, x6, x7, x8 = m
    for step in range(STEPS):
        x = (x0, x1, x2, x3, x4, x5, x6, x7, x8)
        k, det = cofactors3(x)
        p, q = 0.5, 0.5 / det
        if step < 2:
            grow = math.sqrt(norm3(k) / (abs(det) * norm3(x)))
            p, q = p * grow, q / grow
        x0, x1, x2 = p * x0 + q * k[0], p * x1 + q * k[1], p * x2 + q * k[2]
        x3, x4, x5 = p * x3 + q * k[3], p * x4 + q * k[4], p * x5 + q * k[5]
        x6, x7, x8 = p * x6 + q * k[6], p * x7 + q * k[7], p * x8 + q * k[8]
        change = max(abs(x0 - x[0]), abs(x1 - x[1]), abs(x2 - x[2]))
        change = max(change, abs(x3 - x[3]), abs(x4 - x[4]), abs(x5 - x[5]))
        change = max(change, abs(x6 - x[6]), abs(x7 - x[7]), abs(x8 - x[8]))
        if change < SETTLED:
            break
    R[0, 0], R[0, 1], R[0, 2] = x0, x1, x2
    R[1, 0], R[1, 1], R[1, 2] = x3, x4, x5
    R[2, 0], R[2, 1], R[2, 2] = x6, x7, x8


@njit(cache=True)
def lifted3(m):
    """The matrix with its cofactors over its norm added: of full rank where m is of rank two.

    The closest rotation stays. The cofactors of m = U Σ Vᵀ have the same U and V up to one sign, and the
    smallest singular value gains the most; a proper matrix stays proper, and an improper one becomes proper
    where that is not a close call.
    """
    size = norm3(m)
    if size == 0.0:
        return m
    k, _ = cofactors3(m)
    w = 1.0 / size
    return (
        m[0] + w * k[0], m[1] + w * k[1], m[2] + w * k[2],
        m[3] + w * k[3], m[4] + w * k[4], m[5] + w * k[5],
        m[6] + w * k[6], m[7] + w * k[7], m[8] + w * k[8],
    )  # fmt: skip
