"""Tests how near triangles are, and whether they cross. A triangle is an array (3, 3), a row per corner."""

from __future__ import annotations

import math

from numba import njit

from pliant.methods.cage.vectors import along, cross, dot, minus, normal, row
from pliant.solve.kernels import inner


@inner
def point_triangle(p, T):
    """The squared distance of a point from a triangle's inside; infinite where an edge is nearer."""
    a = row(T, 0)
    ab, ac, ap = minus(row(T, 1), a), minus(row(T, 2), a), minus(p, a)
    n = cross(ab, ac)
    square = dot(n, n)
    v, w = dot(cross(ap, ac), n), dot(cross(ab, ap), n)
    if square <= 0.0 or v < 0.0 or w < 0.0 or v + w > square:
        return math.inf
    height = dot(ap, n)
    return height * height / square


@inner
def segment_segment(p, q, r, s):
    """The squared distance of two segments pq and rs; either may be a point."""
    d, e, f = minus(q, p), minus(s, r), minus(p, r)
    dd, ee, df, ef = dot(d, d), dot(e, e), dot(d, f), dot(e, f)
    de = dot(d, e)
    square = dd * ee - de * de
    t = min(max((de * ef - df * ee) / square, 0.0), 1.0) if square > 1e-14 * dd * ee else 0.0
    u = (de * t + ef) / ee if ee > 0.0 else 0.0
    if u < 0.0 or u > 1.0 or ee == 0.0:
        u = min(max(u, 0.0), 1.0)
        t = min(max((de * u - df) / dd, 0.0), 1.0) if dd > 0.0 else 0.0
    gap = minus(along(p, t, d), along(r, u, e))
    return dot(gap, gap)


@inner
def pierces(p, q, T):
    """Whether the segment pq crosses a triangle; one in the triangle's plane does not."""
    n, a = normal(T), row(T, 0)
    above, below = dot(minus(p, a), n), dot(minus(q, a), n)
    if above * below > 0.0 or above == below:
        return False
    d = minus(q, p)
    pa, pb, pc = minus(a, p), minus(row(T, 1), p), minus(row(T, 2), p)
    u, v, w = dot(d, cross(pb, pc)), dot(d, cross(pc, pa)), dot(d, cross(pa, pb))
    return (u >= 0.0 and v >= 0.0 and w >= 0.0) or (u <= 0.0 and v <= 0.0 and w <= 0.0)


@njit(cache=True)
def closer(S, T, gap):
    """Whether two triangles come nearer to each other than the gap, or cross."""
    square = gap * gap
    for swap in range(2):
        A, B = (S, T) if swap == 0 else (T, S)
        for i in range(3):
            p, q = row(A, i), row(A, (i + 1) % 3)
            if point_triangle(p, B) < square or pierces(p, q, B):
                return True
    for i in range(3):
        for j in range(3):
            if segment_segment(row(S, i), row(S, (i + 1) % 3), row(T, j), row(T, (j + 1) % 3)) < square:
                return True
    return False


@inner
def solid_angle(p, T):
    """The signed solid angle of a triangle seen from p; positive from behind."""
    x, y, z = minus(row(T, 0), p), minus(row(T, 1), p), minus(row(T, 2), p)
    lx, ly, lz = math.sqrt(dot(x, x)), math.sqrt(dot(y, y)), math.sqrt(dot(z, z))
    below = lx * ly * lz + dot(x, y) * lz + dot(y, z) * lx + dot(z, x) * ly
    return 2.0 * math.atan2(dot(x, cross(y, z)), below)
