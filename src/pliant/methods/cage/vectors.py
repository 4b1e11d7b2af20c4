"""Vectors of three numbers in compiled kernels: tuples, or rows of arrays."""

from __future__ import annotations

import math

from pliant.solve.kernels import inner


@inner
def row(A, i):
    """Row i of an (n, 3) array, as a tuple."""
    return A[i, 0], A[i, 1], A[i, 2]


@inner
def minus(a, b):
    """a − b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@inner
def along(a, t, b):
    """a + t b."""
    return a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]


@inner
def dot(a, b):
    """a · b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inner
def cross(a, b):
    """a × b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inner
def normal(T):
    """Normal of the triangle T (3, 3); its length is twice the area."""
    a = row(T, 0)
    return cross(minus(row(T, 1), a), minus(row(T, 2), a))


@inner
def unit(a):
    """a scaled to length one; zero stays zero."""
    length = math.sqrt(dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length) if length > 0.0 else (0.0, 0.0, 0.0)
