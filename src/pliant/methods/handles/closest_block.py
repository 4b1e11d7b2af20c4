"""The closest rotations of many matrices at once, entry by entry, so that the compiler uses wide registers.

A block B (ROWS, WIDE) has one matrix in each column: its nine entries row by row, then what is known of it.
The formula is that of `closest`; no step depends on a matrix's numbers, and where they do not suffice B says.
"""

from __future__ import annotations

import math

from numba import njit

from pliant.geometry.closest_rotation import SETTLED, WELL_CONDITIONED

# Columns of a block: few enough for the first-level cache.
WIDE = 64
# Rows after the nine entries. SQUARE: ‖C‖²; DET and MINORS: det C and ‖cof C‖² for norm one; TRACE: of H;
# SURE: whether the rotation is right, 1 or 0; AFTER: the caller's.
SQUARE, DET, MINORS, TRACE, SURE, AFTER = 9, 10, 11, 12, 13, 14
ROWS = 15
# Newton's steps: from its start, rings of a bent surface take three.
STEPS = 4

# Zero divisions give infinities, which are not sure; multiplying and adding in one step is only more exact.
wide = njit(cache=True, error_model="numpy", fastmath={"contract"})


@wide
def _normalised(B, n):
    """Divide each matrix by its norm; write SQUARE, DET and MINORS."""
    for r in range(n):
        a, b, c = B[0, r], B[1, r], B[2, r]
        d, e, f = B[3, r], B[4, r], B[5, r]
        g, h, i = B[6, r], B[7, r], B[8, r]
        square = a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h + i * i
        size = 1.0 / math.sqrt(square)
        a, b, c, d, e, f, g, h, i = (
            a * size, b * size, c * size, d * size, e * size, f * size, g * size, h * size, i * size,
        )  # fmt: skip
        k, j, m = e * i - f * h, f * g - d * i, d * h - e * g
        o, p, q = c * h - b * i, a * i - c * g, b * g - a * h
        s, t, u = b * f - c * e, c * d - a * f, a * e - b * d
        B[0, r], B[1, r], B[2, r] = a, b, c
        B[3, r], B[4, r], B[5, r] = d, e, f
        B[6, r], B[7, r], B[8, r] = g, h, i
        B[SQUARE, r] = square
        B[DET, r] = a * k + b * j + c * m
        B[MINORS, r] = k * k + j * j + m * m + o * o + p * p + q * q + s * s + t * t + u * u


@wide
def _traces(B, n):
    """Write the trace I of H, from II² = ‖cof C‖² + 2 det C · I and I² = 1 + 2 II, by Newton's steps.

    They start from the solution for det C = 0, improved once.
    """
    for r in range(n):
        det, minors = B[DET, r], B[MINORS, r]
        x = math.sqrt(1.0 + 2.0 * math.sqrt(minors))
        x = math.sqrt(1.0 + 2.0 * math.sqrt(max(minors + 2.0 * det * x, 0.0)))
        last, step = 1.0 - 4.0 * minors, 0.0
        for _ in range(STEPS):
            value = (x * x - 2.0) * x * x - 8.0 * det * x + last
            step = value / (4.0 * (x * x * x - x - 2.0 * det))
            x -= step
        product = 0.5 * x * (x * x - 1.0) - det
        B[TRACE, r] = x
        B[SURE, r] = 1.0 if abs(step) < SETTLED and product > WELL_CONDITIONED else 0.0


@wide
def _rotations(B, n):
    """Write the rotations over the matrices."""
    for r in range(n):
        a, b, c = B[0, r], B[1, r], B[2, r]
        d, e, f = B[3, r], B[4, r], B[5, r]
        g, h, i = B[6, r], B[7, r], B[8, r]
        first = B[TRACE, r]
        second = 0.5 * (first * first - 1.0)
        z = -1.0 / (first * second - B[DET, r])
        x, y = -first * z, (second - first * first) * z
        k, j, m = e * i - f * h, f * g - d * i, d * h - e * g
        o, p, q = c * h - b * i, a * i - c * g, b * g - a * h
        s, t, u = b * f - c * e, c * d - a * f, a * e - b * d
        aa, bb, cc = a * a + d * d + g * g, b * b + e * e + h * h, c * c + f * f + i * i
        bc, ac, ab = b * c + e * f + h * i, a * c + d * f + g * i, a * b + d * e + g * h
        a, b, c = (
            x * k + y * a + z * (a * aa + b * ab + c * ac),
            x * j + y * b + z * (a * ab + b * bb + c * bc),
            x * m + y * c + z * (a * ac + b * bc + c * cc),
        )
        d, e, f = (
            x * o + y * d + z * (d * aa + e * ab + f * ac),
            x * p + y * e + z * (d * ab + e * bb + f * bc),
            x * q + y * f + z * (d * ac + e * bc + f * cc),
        )
        g, h, i = (
            x * s + y * g + z * (g * aa + h * ab + i * ac),
            x * t + y * h + z * (g * ab + h * bb + i * bc),
            x * u + y * i + z * (g * ac + h * bc + i * cc),
        )
        B[0, r], B[1, r], B[2, r] = a, b, c
        B[3, r], B[4, r], B[5, r] = d, e, f
        B[6, r], B[7, r], B[8, r] = g, h, i


@wide
def _orthogonal(B, n):
    """Make the rotations orthogonal to rounding again, by (R + R⁻ᵀ)/2."""
    for r in range(n):
        a, b, c = B[0, r], B[1, r], B[2, r]
        d, e, f = B[3, r], B[4, r], B[5, r]
        g, h, i = B[6, r], B[7, r], B[8, r]
        k, j, m = e * i - f * h, f * g - d * i, d * h - e * g
        p = 0.5 / (a * k + b * j + c * m)
        B[0, r], B[1, r], B[2, r] = 0.5 * a + p * k, 0.5 * b + p * j, 0.5 * c + p * m
        B[3, r], B[4, r] = 0.5 * d + p * (c * h - b * i), 0.5 * e + p * (a * i - c * g)
        B[5, r], B[6, r] = 0.5 * f + p * (b * g - a * h), 0.5 * g + p * (b * f - c * e)
        B[7, r], B[8, r] = 0.5 * h + p * (c * d - a * f), 0.5 * i + p * (a * e - b * d)


@njit(cache=True)
def closest_block(B, n):
    """Overwrite the first n matrices of B by the rotations closest to them; valid where B[SURE] is one."""
    _normalised(B, n)
    _traces(B, n)
    _rotations(B, n)
    _orthogonal(B, n)
