"""The potential of affine densities on panels: 1/4π ∫ q(y)/r dy.

Near panels in closed form, as in potentials.py: with K_e the integral of r along edge e, ∇r = (y − p)/r gives
∫ (y − p)/r = Σ_e m_e K_e. Far panels by Gauss's 2 × 2 rule.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from pliant.arrays import Array, Floats
from pliant.methods.cage.panels import Panels
from pliant.methods.cage.potentials import (
    FOUR_PI,
    SeenEdge,
    distance,
    edge_potential,
    from_point,
    turned,
    whole_angle,
)
from pliant.methods.cage.vectors import dot, minus

# Beyond this many radii of a panel the rule's relative error is below 1e-4 (it falls with the fourth power).
FAR = 4.0
TINY = 1e-300


class NearPanels(NamedTuple):
    """p panels for the closed form.

    corners:   (p, 4, 3); normals: (p, 3)
    tangents:  (p, 4, 3) unit, along side e from corner e to corner e+1
    conormals: (p, 4, 3) unit, in the plane, out of the panel across side e
    middle:    (p, 3), axes: (p, 2, 3): as of `Panels.axes`
    reach:     (p,) distance from the middle beyond which Gauss's rule is used
    """

    corners: Array
    normals: Array
    tangents: Array
    conormals: Array
    middle: Array
    axes: Array
    reach: Array


def single_layer(points: Floats, panels: Panels) -> Floats:
    """(n, 3p) potentials at points (n, 3); column d·p + j belongs to density d of panel j."""
    values = np.zeros((len(points), 3 * len(panels)))
    _single_layer(points, _near_panels(panels), *_gauss_sources(panels), values)
    return values


def _near_panels(panels: Panels) -> NearPanels:
    corners = panels.points(panels.corners)
    normals = panels.faces.normals[panels.face]
    sides = np.roll(corners, -1, axis=1) - corners
    tangents = sides / np.linalg.norm(sides, axis=2, keepdims=True)
    conormals = np.cross(tangents, normals[:, None])
    middle, axes = panels.axes
    reach = FAR * np.linalg.norm(corners - middle[:, None], axis=2).max(axis=1)
    parts = (corners, normals, tangents, conormals, middle, axes, reach)
    return NearPanels(*(np.ascontiguousarray(part) for part in parts))


def _gauss_sources(panels: Panels) -> tuple[Floats, Floats]:
    """Gauss's places (4, 3, p), and each density there (4, 3, p), ordered for SIMD."""
    _, places, weights = panels.gauss
    sources = panels.densities(places) * weights[:, None] / FOUR_PI
    return np.ascontiguousarray(places.transpose(1, 2, 0)), np.ascontiguousarray(sources.transpose(2, 1, 0))


@njit(cache=True, parallel=True)
def _single_layer(points, near, places, sources, values):
    p = len(near.corners)
    for i in prange(len(points)):
        for q in range(4):
            _add_far(points[i], places[q], sources[q], values[i])
        for j in range(p):
            a, b, c = minus(points[i], near.middle[j])
            if a * a + b * b + c * c <= near.reach[j] * near.reach[j]:
                values[i, j], values[i, p + j], values[i, 2 * p + j] = _near(points[i], near, j)


# Division without a check for zero, and sums in any order, so that the loop is compiled to SIMD instructions.
@njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"})
def _add_far(point, places, sources, row):
    """Add to row (3p,) what one of Gauss's places on each of p panels, (3, p), gives at a point."""
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
def _near(x, panels, j):
    """The potentials at x of the three densities of panel j."""
    corners, middle, axes = panels.corners[j], panels.middle[j], panels.axes[j]
    h, whole, g0, g1 = from_point(panels.normals[j], corners[0], x), 0.0, 0.0, 0.0
    re, im, inside = 1.0, 0.0, True
    r1 = distance(corners[0], x)
    for e in range(4):
        start, end, r2 = corners[e], corners[(e + 1) % 4], distance(corners[(e + 1) % 4], x)
        tangent, conormal = panels.tangents[j, e], panels.conormals[j, e]
        d, s1, s2 = from_point(conormal, start, x), from_point(tangent, start, x), from_point(tangent, end, x)
        edge = SeenEdge(d, s1, s2, r1, r2)
        L = edge_potential(h, edge)
        K = 0.5 * (s2 * r2 - s1 * r1 + (h * h + d * d) * L)
        re, im = turned(re, im, h, edge)
        inside &= d >= 0.0
        whole += d * L
        g0 += dot(axes[0], conormal) * K
        g1 += dot(axes[1], conormal) * K
        r1 = r2
    whole -= abs(h) * whole_angle(re, im, inside)
    g0 -= from_point(axes[0], middle, x) * whole
    g1 -= from_point(axes[1], middle, x) * whole
    return whole / FOUR_PI, g0 / FOUR_PI, g1 / FOUR_PI
