"""The two layer potentials of a triangle, in closed form.

ψ(x) = 1/4π ∫ 1/r dy and φ_i(x) = 1/4π ∫ λ_i(y) n·(y − x)/r³ dy, with λ_i the barycentric coordinates. With
L_e the integral of 1/r along edge e and Ω the solid angle:
4πψ = Σ_e d_e L_e − hΩ and 4πφ_i = (d_i Ω + h Σ_e (m_i·m_e) L_e) / H_i. Letters as in triangles.py.
A function that is harmonic inside a closed surface is u(x) = ∫ u n·(y − x)/4πr³ + ∫ ∂u/∂n /4πr there.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from numba import njit

from pliant.methods.cage.vectors import dot
from pliant.solve.kernels import inner

FOUR_PI = 4.0 * math.pi


class SeenEdge(NamedTuple):
    """An edge of a triangle or panel as the point x sees it.

    d:      distance of the foot of x from the edge's line, positive inside
    s1, s2: positions of its two ends along it, from x; s1 < s2
    r1, r2: distances of its two ends from x
    """

    d: float
    s1: float
    s2: float
    r1: float
    r2: float


@inner
def from_point(vector, corner, x):
    """vector·(corner − x)."""
    return vector[0] * (corner[0] - x[0]) + vector[1] * (corner[1] - x[1]) + vector[2] * (corner[2] - x[2])


@njit(cache=True)
def distance(corner, x):
    """|corner − x|."""
    a, b, c = corner[0] - x[0], corner[1] - x[1], corner[2] - x[2]
    return math.sqrt(a * a + b * b + c * c)


@inner
def edge_potential(h, edge):
    """L_e: the integral of 1/r along an edge; 0 for x on its line, where only ρ L matters."""
    rho2 = h * h + edge.d * edge.d
    if rho2 == 0.0:
        return 0.0
    if edge.s1 >= 0.0:
        return math.log((edge.r2 + edge.s2) / (edge.r1 + edge.s1))
    if edge.s2 <= 0.0:
        return math.log((edge.r1 - edge.s1) / (edge.r2 - edge.s2))
    return math.log((edge.r2 + edge.s2) * (edge.r1 - edge.s1) / rho2)


@njit(cache=True)
def turned(re, im, h, edge):
    """The complex number re + i·im turned by the part of |Ω| that lies between an edge and the foot of x.

    Edges are turned one after the other, so that one arc tangent serves for all.
    """
    rho2, height = h * h + edge.d * edge.d, abs(h)
    if rho2 == 0.0:
        return re, im
    x1, y1 = rho2 + height * edge.r1, edge.d * edge.s1
    x2, y2 = rho2 + height * edge.r2, edge.d * edge.s2
    a, b = x1 * x2 + y1 * y2, y2 * x1 - y1 * x2
    return re * a - im * b, re * b + im * a


@inner
def whole_angle(re, im, inside):
    """|Ω| from the number that all edges have turned; up to 2π where the foot of x lies inside."""
    angle = math.atan2(im, re)
    return angle + 2.0 * math.pi if inside and angle < 0.0 else angle


@inner
def seen_edge(x, triangles, t, e):
    """Edge e of triangle t, seen from x."""
    start, end = triangles.corners[t, (e + 1) % 3], triangles.corners[t, (e + 2) % 3]
    tangent = triangles.tangents[t, e]
    return SeenEdge(
        from_point(triangles.conormals[t, e], start, x),
        from_point(tangent, start, x),
        from_point(tangent, end, x),
        distance(start, x),
        distance(end, x),
    )


@inner
def solid_angle(x, triangles, t):
    """Ω of triangle t seen from x: positive where x lies behind it, 0 in its plane."""
    h = from_point(triangles.normals[t], triangles.corners[t, 0], x)
    re, im, inside = 1.0, 0.0, True
    for e in range(3):
        edge = seen_edge(x, triangles, t, e)
        re, im = turned(re, im, h, edge)
        inside &= edge.d >= 0.0
    return math.copysign(1.0, h) * whole_angle(re, im, inside) if h != 0.0 else 0.0


@inner
def layers(x, triangles, t):
    """ψ, φ_0, φ_1, φ_2 of triangle t at x; in its plane φ is 0, the mean of its two sides."""
    h = from_point(triangles.normals[t], triangles.corners[t, 0], x)
    e0, e1, e2 = seen_edge(x, triangles, t, 0), seen_edge(x, triangles, t, 1), seen_edge(x, triangles, t, 2)
    L0, L1, L2 = edge_potential(h, e0), edge_potential(h, e1), edge_potential(h, e2)
    re, im = turned(1.0, 0.0, h, e0)
    re, im = turned(re, im, h, e1)
    re, im = turned(re, im, h, e2)
    angle = whole_angle(re, im, e0.d >= 0.0 and e1.d >= 0.0 and e2.d >= 0.0)
    psi = (e0.d * L0 + e1.d * L1 + e2.d * L2 - abs(h) * angle) / FOUR_PI
    if h == 0.0:
        return psi, 0.0, 0.0, 0.0
    angle *= math.copysign(1.0, h)
    m, H = triangles.conormals[t], triangles.heights[t]
    m01, m12, m20 = dot(m[0], m[1]), dot(m[1], m[2]), dot(m[2], m[0])
    phi0 = (e0.d * angle + h * (L0 + m01 * L1 + m20 * L2)) / (FOUR_PI * H[0])
    phi1 = (e1.d * angle + h * (m01 * L0 + L1 + m12 * L2)) / (FOUR_PI * H[1])
    phi2 = (e2.d * angle + h * (m20 * L0 + m12 * L1 + L2)) / (FOUR_PI * H[2])
    return psi, phi0, phi1, phi2
