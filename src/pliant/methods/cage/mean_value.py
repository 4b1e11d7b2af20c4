"""Mean value coordinates of a triangle mesh [Ju2005].

w_k(x) = ∫ hat_k(y) / |y − x| over the unit sphere around x, g_k = w_k / Σ w. On one triangle
w_i = (d_i A + h/2 Σ_e (m_i·m_e) θ_e/ρ_e) / H_i with A = Σ_e θ_e d_e/ρ_e / 2h; θ_e is the angle under which x
sees edge e. This equals Ju's closed form, and stays exact close to faces and edges, where that one cancels.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Faces, Floats, Vertices
from pliant.methods.cage.triangles import Triangles

# A triangle seen edge-on at a lesser angle adds less than this to the weights, and rounding would add more.
EDGE_ON = 1e-8


def mean_value_weights(points: Vertices, F: Faces, triangles: Triangles, c: int) -> Floats:
    """(n, c) coordinates of points (n, 3) that do not lie on the cage's surface."""
    weights = np.zeros((len(points), c))
    _mean_values(points, F, *triangles.frames, weights)
    return weights


@njit(cache=True, parallel=True)
def _mean_values(points, F, corners, normals, tangents, conormals, heights, weights):
    for i in prange(len(points)):
        row = weights[i]
        for t in range(len(F)):
            w = _triangle(points[i], corners[t], normals[t], tangents[t], conormals[t], heights[t])
            for j in range(3):
                row[F[t, j]] += w[j]
        total = row.sum()
        for k in range(len(row)):
            row[k] /= total


@njit(cache=True)
def _triangle(x, corners, normal, tangents, conormals, heights):
    """The weights of the three corners."""
    h = 0.0
    for j in range(3):
        h += normal[j] * (corners[0, j] - x[j])
    d0, a0, r0 = _edge(x, corners[1], corners[2], tangents[0], conormals[0], h)
    d1, a1, r1 = _edge(x, corners[2], corners[0], tangents[1], conormals[1], h)
    d2, a2, r2 = _edge(x, corners[0], corners[1], tangents[2], conormals[2], h)
    inside = d0 > 0.0 and d1 > 0.0 and d2 > 0.0
    if not inside and abs(h) <= EDGE_ON * min(r0, r1, r2):
        return 0.0, 0.0, 0.0
    A = 0.5 * (a0 * d0 + a1 * d1 + a2 * d2) / h
    m01, m12, m20 = 0.0, 0.0, 0.0
    for j in range(3):
        m01 += conormals[0, j] * conormals[1, j]
        m12 += conormals[1, j] * conormals[2, j]
        m20 += conormals[2, j] * conormals[0, j]
    half = 0.5 * h
    w0 = (d0 * A + half * (a0 + m01 * a1 + m20 * a2)) / heights[0]
    w1 = (d1 * A + half * (m01 * a0 + a1 + m12 * a2)) / heights[1]
    w2 = (d2 * A + half * (m20 * a0 + m12 * a1 + a2)) / heights[2]
    return w0, w1, w2


@njit(cache=True)
def _edge(x, start, end, tangent, conormal, h):
    """d_e, θ_e/ρ_e, and the distance of x from the edge."""
    d, s1, s2 = 0.0, 0.0, 0.0
    for j in range(3):
        d += conormal[j] * (start[j] - x[j])
        s1 += tangent[j] * (start[j] - x[j])
        s2 += tangent[j] * (end[j] - x[j])
    rho = math.hypot(h, d)
    distance = math.hypot(rho, max(s1, 0.0, -s2))
    if rho == 0.0:
        return d, 0.0, distance
    return d, math.atan2(rho * (s2 - s1), s1 * s2 + rho * rho) / rho, distance
