"""Mean value coordinates of a triangle mesh [Ju2005].

w_k(x) = ∫ hat_k(y) / |y − x| over the unit sphere around x, g_k = w_k / Σ w. On one triangle
w_i = (d_i A + h/2 Σ_e (m_i·m_e) θ_e/ρ_e) / H_i with A = Σ_e θ_e d_e/ρ_e / 2h; θ_e is the angle under which x
sees edge e. This equals Ju's closed form, and stays exact close to faces and edges, where that one cancels.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.arrays import Faces, Floats, Vertices
from pliant.methods.cage.potentials import from_point, seen_edge
from pliant.methods.cage.triangles import CageTriangles
from pliant.methods.cage.vectors import dot
from pliant.solve.kernels import inner

# A triangle seen edge-on at a lesser angle adds less than this to the weights, and rounding would add more.
EDGE_ON = 1e-8


def mean_value_weights(points: Vertices, F: Faces, triangles: CageTriangles, c: int) -> Floats:
    """(n, c) mean value coordinates of points (n, 3), not on its surface, in a cage of c vertices."""
    weights = np.zeros((len(points), c))
    _mean_values(points, F, triangles, weights)
    return weights


@njit(cache=True, parallel=True)
def _mean_values(points, F, triangles, weights):
    for i in prange(len(points)):
        row = weights[i]
        for t in range(len(F)):
            w = _corner_weights(points[i], triangles, t)
            for j in range(3):
                row[F[t, j]] += w[j]
        total = row.sum()
        for k in range(len(row)):
            row[k] /= total


@inner
def _corner_weights(x, triangles, t):
    """The weights that triangle t gives to its three corners, seen from x."""
    m, H = triangles.conormals[t], triangles.heights[t]
    h = from_point(triangles.normals[t], triangles.corners[t, 0], x)
    d0, a0, r0 = _edge(x, triangles, t, 0, h)
    d1, a1, r1 = _edge(x, triangles, t, 1, h)
    d2, a2, r2 = _edge(x, triangles, t, 2, h)
    inside = d0 > 0.0 and d1 > 0.0 and d2 > 0.0
    if not inside and abs(h) <= EDGE_ON * min(r0, r1, r2):
        return 0.0, 0.0, 0.0
    A = 0.5 * (a0 * d0 + a1 * d1 + a2 * d2) / h
    m01, m12, m20 = dot(m[0], m[1]), dot(m[1], m[2]), dot(m[2], m[0])
    half = 0.5 * h
    w0 = (d0 * A + half * (a0 + m01 * a1 + m20 * a2)) / H[0]
    w1 = (d1 * A + half * (m01 * a0 + a1 + m12 * a2)) / H[1]
    w2 = (d2 * A + half * (m20 * a0 + m12 * a1 + a2)) / H[2]
    return w0, w1, w2


@inner
def _edge(x, triangles, t, e, h):
    """d_e and θ_e/ρ_e of edge e of triangle t, and its distance from x, which is h above the plane."""
    edge = seen_edge(x, triangles, t, e)
    rho = math.hypot(h, edge.d)
    distance = math.hypot(rho, max(edge.s1, 0.0, -edge.s2))
    if rho == 0.0:
        return edge.d, 0.0, distance
    angle = math.atan2(rho * (edge.s2 - edge.s1), edge.s1 * edge.s2 + rho * rho)
    return edge.d, angle / rho, distance
