"""The potential of affine densities on panels: 1/4π ∫ q(y)/r dy.

Near panels in closed form, as in potentials.py: with K_e the integral of r along edge e, ∇r = (y − p)/r gives
∫ (y − p)/r = Σ_e m_e K_e. Far panels by Gauss's 2 × 2 rule.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Floats
from pliant.methods.cage.panels import Panels
from pliant.methods.cage.potentials import (
    FOUR_PI,
    distance,
    dot,
    edge_potential,
    from_point,
    turned,
    whole_angle,
)

# Beyond this many radii of a panel the rule's relative error is below 1e-4 (it falls with the fourth power).
FAR = 4.0
TINY = 1e-300


def single_layer(points: Floats, panels: Panels) -> Floats:
    """(n, 3p) potentials at points (n, 3); column d·p + j belongs to density d of panel j."""
    values = np.zeros((len(points), 3 * len(panels)))
    places, sources = _far_arrays(panels)
    _single_layer(points, _near_arrays(panels), places, sources, values)
    return values


def _near_arrays(panels: Panels) -> tuple[Floats, ...]:
    corners = panels.points(panels.corners)
    normals = panels.faces.normals[panels.face]
    sides = np.roll(corners, -1, axis=1) - corners
    tangents = sides / np.linalg.norm(sides, axis=2, keepdims=True)
    conormals = np.cross(tangents, normals[:, None])
    middle, axes = panels.axes
    reach = FAR * np.linalg.norm(corners - middle[:, None], axis=2).max(axis=1)
    parts = (corners, normals, tangents, conormals, middle, axes, reach)
    return tuple(np.ascontiguousarray(part) for part in parts)


def _far_arrays(panels: Panels) -> tuple[Floats, Floats]:
    """Gauss's places (4, 3, p), and each density there (4, 3, p): rows for the processor's lanes."""
    _, places, weights = panels.gauss
    sources = panels.densities(places) * weights[:, None] / FOUR_PI
    return np.ascontiguousarray(places.transpose(1, 2, 0)), np.ascontiguousarray(sources.transpose(2, 1, 0))


@njit(cache=True, parallel=True)
def _single_layer(points, panels, places, sources, values):
    corners, normals, tangents, conormals, middle, axes, reach = panels
    p = len(corners)
    for i in prange(len(points)):
        for q in range(4):
            _add_far(points[i], places[q], sources[q], values[i])
        for j in range(p):
            a, b, c = points[i, 0] - middle[j, 0], points[i, 1] - middle[j, 1], points[i, 2] - middle[j, 2]
            if a * a + b * b + c * c <= reach[j] * reach[j]:
                v = _near(points[i], corners[j], normals[j], tangents[j], conormals[j], middle[j], axes[j])
                values[i, j], values[i, p + j], values[i, 2 * p + j] = v


# Division without a check for zero, and sums in any order, so that the loop runs in the processor's lanes.
@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"})
def _add_far(point, places, sources, row):
    p = places.shape[1]
    v0, v1, v2 = row[:p], row[p : 2 * p], row[2 * p :]
    x, y, z = point[0], point[1], point[2]
    for j in range(p):
        a, b, c = x - places[0, j], y - places[1, j], z - places[2, j]
        # Never zero: at Gauss's own places the near value replaces this one.
        inverse = 1.0 / math.sqrt(a * a + b * b + c * c + TINY)
        v0[j] += sources[0, j] * inverse
        v1[j] += sources[1, j] * inverse
        v2[j] += sources[2, j] * inverse


@njit(cache=True)
def _near(x, corners, normal, tangents, conormals, middle, axes):
    """The potentials of the densities 1, axes[0]·(y − middle) and axes[1]·(y − middle) at x."""
    h, whole, g0, g1 = from_point(normal, corners[0], x), 0.0, 0.0, 0.0
    re, im, inside = 1.0, 0.0, True
    r1 = distance(corners[0], x)
    for e in range(4):
        start, end, r2 = corners[e], corners[(e + 1) % 4], distance(corners[(e + 1) % 4], x)
        d = from_point(conormals[e], start, x)
        s1, s2 = from_point(tangents[e], start, x), from_point(tangents[e], end, x)
        rho2 = h * h + d * d
        L = edge_potential(rho2, s1, s2, r1, r2)
        K = 0.5 * (s2 * r2 - s1 * r1 + rho2 * L)
        re, im = turned(re, im, h, d, (s1, s2), r1, r2)
        inside &= d >= 0.0
        whole += d * L
        g0 += dot(axes[0], conormals[e]) * K
        g1 += dot(axes[1], conormals[e]) * K
        r1 = r2
    whole -= abs(h) * whole_angle(re, im, inside)
    g0 -= from_point(axes[0], middle, x) * whole
    g1 -= from_point(axes[1], middle, x) * whole
    return whole / FOUR_PI, g0 / FOUR_PI, g1 / FOUR_PI
