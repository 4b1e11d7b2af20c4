"""The proper rotation closest to a matrix, for kernels; `rotations.closest_rotation` is for arrays.

Let C = R H with a proper rotation R, and I, II, III the invariants of H: the sum of its eigenvalues, of their
products in pairs, and det C. Cayley–Hamilton for H gives R (I·II − III) = I cof C + (I² − II) C − C CᵀC. I is
the largest root of λ⁴ − 2‖C‖² λ² − 8 det C λ + ‖C‖⁴ − 4‖cof C‖², and II = (I² − ‖C‖²)/2. This holds for
matrices of rank two as well, such as that of the ring of a flat vertex.
"""

from __future__ import annotations

import math

from numba import njit

from pliant.geometry.rotations import cofactors3, polar3
from pliant.solve.kernels import inner

# Newton's steps approach the root from above and converge quadratically: the error is their square.
STEPS = 30
SETTLED = 1e-8
# (s₁+s₂)(s₂+s₃)(s₃+s₁) over the norm's cube: below this, rounding shows, and `polar3` is taken.
WELL_CONDITIONED = 1e-2


@inner
def norm3(m):
    """Frobenius norm of a matrix given row by row."""
    a, b, c, d, e, f, g, h, i = m
    return math.sqrt(a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h + i * i)


@inner
def _trace3(minors, det):
    """The trace of H for a matrix of norm one, from the norm of its cofactors and its determinant."""
    x = math.sqrt(1.0 + 2.0 * math.sqrt(3.0) * minors)
    last = 1.0 - 4.0 * minors * minors
    for _ in range(STEPS):
        slope = 4.0 * (x * x * x - x - 2.0 * det)
        if not slope > 0.0:
            break
        step = ((x * x - 2.0) * x * x - 8.0 * det * x + last) / slope
        x -= step
        if step < SETTLED:
            break
    return x


@njit(cache=True)
def closest3(m, M, R):
    """Write to R (3, 3) the proper rotation closest to m, nine numbers row by row; M (3, 3) is scratch."""
    size = norm3(m)
    if size > 0.0:
        a, b, c = m[0] / size, m[1] / size, m[2] / size
        d, e, f = m[3] / size, m[4] / size, m[5] / size
        g, h, i = m[6] / size, m[7] / size, m[8] / size
        k, det = cofactors3((a, b, c, d, e, f, g, h, i))
        first = _trace3(norm3(k), det)
        second = 0.5 * (first * first - 1.0)
        product = first * second - det
        if product > WELL_CONDITIONED:
            p, q, r = first / product, (first * first - second) / product, -1.0 / product
            u, v, w = a * a + d * d + g * g, b * b + e * e + h * h, c * c + f * f + i * i
            x, y, z = b * c + e * f + h * i, a * c + d * f + g * i, a * b + d * e + g * h
            c0, c1, c2 = a * u + b * z + c * y, a * z + b * v + c * x, a * y + b * x + c * w
            c3, c4, c5 = d * u + e * z + f * y, d * z + e * v + f * x, d * y + e * x + f * w
            c6, c7, c8 = g * u + h * z + i * y, g * z + h * v + i * x, g * y + h * x + i * w
            a, b, c = p * k[0] + q * a + r * c0, p * k[1] + q * b + r * c1, p * k[2] + q * c + r * c2
            d, e, f = p * k[3] + q * d + r * c3, p * k[4] + q * e + r * c4, p * k[5] + q * f + r * c5
            g, h, i = p * k[6] + q * g + r * c6, p * k[7] + q * h + r * c7, p * k[8] + q * i + r * c8
            # (R + R⁻ᵀ)/2 restores the orthogonality that rounding took.
            k, det = cofactors3((a, b, c, d, e, f, g, h, i))
            p = 0.5 / det
            R[0, 0], R[0, 1], R[0, 2] = 0.5 * a + p * k[0], 0.5 * b + p * k[1], 0.5 * c + p * k[2]
            R[1, 0], R[1, 1], R[1, 2] = 0.5 * d + p * k[3], 0.5 * e + p * k[4], 0.5 * f + p * k[5]
            R[2, 0], R[2, 1], R[2, 2] = 0.5 * g + p * k[6], 0.5 * h + p * k[7], 0.5 * i + p * k[8]
            return
    for j in range(9):
        M[j // 3, j % 3] = m[j]
    polar3(M, R)
