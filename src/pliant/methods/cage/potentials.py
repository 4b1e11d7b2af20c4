"""The two layer potentials of a triangle, in closed form.

ψ(x) = 1/4π ∫ 1/r dy and φ_i(x) = 1/4π ∫ λ_i(y) n·(y − x)/r³ dy, with λ_i the barycentric coordinates. With
L_e the integral of 1/r along edge e and Ω the solid angle:
4πψ = Σ_e d_e L_e − hΩ and 4πφ_i = (d_i Ω + h Σ_e (m_i·m_e) L_e) / H_i. Letters as in triangles.py.
A function that is harmonic inside a closed surface is u(x) = ∫ u n·(y − x)/4πr³ + ∫ ∂u/∂n /4πr there.
"""

from __future__ import annotations

import math

from numba import njit

FOUR_PI = 4.0 * math.pi


@njit(cache=True)
def dot(a, b):
    """Of two vectors of three numbers."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(cache=True)
def from_point(vector, corner, x):
    """vector·(corner − x)."""
    return vector[0] * (corner[0] - x[0]) + vector[1] * (corner[1] - x[1]) + vector[2] * (corner[2] - x[2])


@njit(cache=True)
def distance(corner, x):
    """|corner − x|."""
    a, b, c = corner[0] - x[0], corner[1] - x[1], corner[2] - x[2]
    return math.sqrt(a * a + b * b + c * c)


@njit(cache=True)
def edge_potential(rho2, s1, s2, r1, r2):
    """L_e: ∫ 1/r along an edge with its ends at s1 < s2 along it; 0 on its line, where only ρ L matters."""
    if rho2 == 0.0:
        return 0.0
    if s1 >= 0.0:
        return math.log((r2 + s2) / (r1 + s1))
    if s2 <= 0.0:
        return math.log((r1 - s1) / (r2 - s2))
    return math.log((r2 + s2) * (r1 - s1) / rho2)


@njit(cache=True)
def turned(re, im, h, d, ends, r1, r2):
    """The complex number re + i·im turned by an edge's part of |Ω|: that between it and the foot of x.

    Edges are turned one after the other, so that one arc tangent serves for all.
    """
    s1, s2 = ends
    rho2, height = h * h + d * d, abs(h)
    if rho2 == 0.0:
        return re, im
    x1, y1 = rho2 + height * r1, d * s1
    x2, y2 = rho2 + height * r2, d * s2
    a, b = x1 * x2 + y1 * y2, y2 * x1 - y1 * x2
    return re * a - im * b, re * b + im * a


@njit(cache=True)
def whole_angle(re, im, inside):
    """|Ω| of the number turned by all edges: up to 2π where the foot of x lies inside."""
    angle = math.atan2(im, re)
    return angle + 2.0 * math.pi if inside and angle < 0.0 else angle


@njit(cache=True)
def solid_angle(x, corners, normal, tangents, conormals):
    """Ω: positive where x lies behind the triangle, 0 in its plane."""
    h = from_point(normal, corners[0], x)
    re, im, inside = 1.0, 0.0, True
    for e in range(3):
        start, end = corners[(e + 1) % 3], corners[(e + 2) % 3]
        d = from_point(conormals[e], start, x)
        ends = from_point(tangents[e], start, x), from_point(tangents[e], end, x)
        re, im = turned(re, im, h, d, ends, distance(start, x), distance(end, x))
        inside &= d >= 0.0
    return math.copysign(1.0, h) * whole_angle(re, im, inside) if h != 0.0 else 0.0


@njit(cache=True)
def layers(x, corners, normal, tangents, conormals, heights):
    """ψ, φ_0, φ_1, φ_2 at x; in the plane of the triangle φ has its mean value from the two sides, 0."""
    a, b, c = corners[0], corners[1], corners[2]
    h, ra, rb, rc = from_point(normal, a, x), distance(a, x), distance(b, x), distance(c, x)
    d0, d1, d2 = (
        from_point(conormals[0], b, x),
        from_point(conormals[1], c, x),
        from_point(conormals[2], a, x),
    )
    ends0 = from_point(tangents[0], b, x), from_point(tangents[0], c, x)
    ends1 = from_point(tangents[1], c, x), from_point(tangents[1], a, x)
    ends2 = from_point(tangents[2], a, x), from_point(tangents[2], b, x)
    L0 = edge_potential(h * h + d0 * d0, ends0[0], ends0[1], rb, rc)
    L1 = edge_potential(h * h + d1 * d1, ends1[0], ends1[1], rc, ra)
    L2 = edge_potential(h * h + d2 * d2, ends2[0], ends2[1], ra, rb)
    re, im = turned(1.0, 0.0, h, d0, ends0, rb, rc)
    re, im = turned(re, im, h, d1, ends1, rc, ra)
    re, im = turned(re, im, h, d2, ends2, ra, rb)
    angle = whole_angle(re, im, d0 >= 0.0 and d1 >= 0.0 and d2 >= 0.0)
    psi = (d0 * L0 + d1 * L1 + d2 * L2 - abs(h) * angle) / FOUR_PI
    if h == 0.0:
        return psi, 0.0, 0.0, 0.0
    angle *= math.copysign(1.0, h)
    m01, m12, m20 = (
        dot(conormals[0], conormals[1]),
        dot(conormals[1], conormals[2]),
        dot(conormals[2], conormals[0]),
    )
    phi0 = (d0 * angle + h * (L0 + m01 * L1 + m20 * L2)) / (FOUR_PI * heights[0])
    phi1 = (d1 * angle + h * (m01 * L0 + L1 + m12 * L2)) / (FOUR_PI * heights[1])
    phi2 = (d2 * angle + h * (m20 * L0 + m12 * L1 + L2)) / (FOUR_PI * heights[2])
    return psi, phi0, phi1, phi2
