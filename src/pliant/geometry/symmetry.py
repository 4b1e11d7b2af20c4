"""The mirror plane of a mesh, and the partner of each vertex across it.

A plane is fitted to pairs of a point p and the surface's point q nearest to its mirror image: it minimises
Σ w |p − 2 (n·p − d) n − q|² in closed form. This is repeated, and pairs that lie far apart lose weight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.errors import OptionError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.gradient import double_area_normals

# Lengths are shares of the diagonal of the bounding box. A person with one arm raised misses by 0.02 on
# average, a flag in the wind by 0.036; partners may miss each other by less.
ASYMMETRY, TOLERANCE = 0.03, 0.02
# Points on the surface: to compare with, to fit by, to fit candidates by, and to choose these by.
CLOUD, FITTED, ROUGHLY, SCORED = 20_000, 4_000, 600, 200
DIRECTIONS, REFINED = 160, 6
# While fitting, pairs farther apart than this lose weight; from the length of a limb to a finger's width.
SCALES = np.geomspace(0.1, 0.005, 9)
# A mirrored point that lies farther from the surface misses it; first candidates, not fitted yet, more so.
FINE, COARSE = 0.005, 0.03
# Candidates whose shares of missing points differ by less than this are equal; the first is taken.
EQUAL = 0.01
# Vertices count as each other's images if most miss by no more than this share of their spacing.
EXACT = 0.1
# Nearest vertices to choose a partner from: on thin parts some lie on the other side of the surface.
CHOICES = 8


@dataclass(frozen=True, eq=False)
class Plane:
    """The points x with normal · x = offset; the normal (3,) has length one."""

    normal: Floats
    offset: float

    def reflected(self, P: Floats) -> Floats:
        """The mirror images (…, 3) of points (…, 3)."""
        return P - 2.0 * (P @ self.normal - self.offset)[..., None] * self.normal


@dataclass(frozen=True, eq=False)
class _Cloud:
    """Points P (c, 3) spread evenly over a surface, about `spacing` apart, with its normals N (c, 3)."""

    P: Floats
    N: Floats
    tree: KDTree
    spacing: float
    diagonal: float


def symmetry_plane(V: Vertices, F: Faces, tolerance: float = ASYMMETRY) -> tuple[Plane | None, float]:
    """The best mirror plane or None, and the residual: the mean distance of mirrored points from the surface.

    tolerance: the largest residual of a symmetric mesh; both are shares of the diagonal
    Among equally good planes the one across x comes first, then z, then y. The largest coordinate of its
    normal is positive.
    Raises OptionError where all vertices lie in one point.
    """
    cloud = _cloud(V, F)
    if cloud.diagonal == 0.0:
        raise OptionError("All vertices lie in one point; a surface is needed to find its symmetry.")
    planes = [_fitted(plane, cloud, ROUGHLY, SCALES) for plane in _candidates(cloud)]
    misses = np.array([_miss(plane, cloud, FITTED) for plane in planes])
    best = planes[int(np.argmax(misses <= misses.min() + EQUAL))]
    best = _fitted(best, cloud, FITTED, SCALES[-3:])
    best = _turned(_through_vertices(best, V))
    residual = float(_distances(best, cloud, FITTED).mean())
    return (best if residual <= tolerance else None), residual


def mirror_map(V: Vertices, F: Faces, plane: Plane, tolerance: float = TOLERANCE) -> Ints:
    """(n,) the vertex nearest to the mirror image of each vertex that faces as the image does; -1 for none.

    tolerance: the largest distance from the image, as a share of the diagonal of the bounding box
    """
    N = vertex_normals(V, F)
    limit = tolerance * box_diagonal(V)
    distance, near = KDTree(V).query(plane.reflected(V), k=CHOICES, distance_upper_bound=limit)
    image_normals = N - 2.0 * (N @ plane.normal)[:, None] * plane.normal
    found = np.isfinite(distance)
    near = np.where(found, near, 0)
    facing = found & ((N[near] * image_normals[:, None]).sum(axis=2) >= 0.0)
    first = facing.argmax(axis=1)
    rows = np.arange(len(V))
    return np.where(facing[rows, first], near[rows, first], -1)


def _cloud(V: Vertices, F: Faces) -> _Cloud:
    """Random points on the surface, evenly by area; the same on every call."""
    normals = double_area_normals(V, F)
    length = np.linalg.norm(normals, axis=1)
    total = np.cumsum(length)
    random = np.random.default_rng(0)
    # One point for each of equal parts of the area: evener than independent points.
    at = (np.arange(CLOUD) + random.random(CLOUD)) / CLOUD * total[-1]
    face = random.permutation(np.minimum(np.searchsorted(total, at), len(F) - 1))
    r, s = np.sqrt(random.random(CLOUD)), random.random(CLOUD)
    corners = V[F[face]]
    P = (1.0 - r)[:, None] * corners[:, 0] + (r * (1.0 - s))[:, None] * corners[:, 1]
    P += (r * s)[:, None] * corners[:, 2]
    N = normals[face] / np.maximum(length[face], np.finfo(float).tiny)[:, None]
    diagonal = box_diagonal(V)
    return _Cloud(P, N, KDTree(P), float(np.sqrt(0.5 * total[-1] / CLOUD)), diagonal)


def _candidates(cloud: _Cloud) -> list[Plane]:
    """Planes through the centroid: across the axes, across the principal axes, and the best others."""
    centre = cloud.P.mean(axis=0)
    axes = np.eye(3)[[0, 2, 1]]
    principal = np.linalg.svd(cloud.P - centre, full_matrices=False)[2]
    # Points of a spiral from pole to equator, at the golden angle: even over the half sphere.
    up = (np.arange(DIRECTIONS) + 0.5) / DIRECTIONS
    angle = np.pi * (3.0 - np.sqrt(5.0)) * np.arange(DIRECTIONS)
    flat = np.sqrt(1.0 - up**2)
    spiral = np.stack([flat * np.cos(angle), flat * np.sin(angle), up], axis=1)
    planes = [Plane(n, float(n @ centre)) for n in np.concatenate([axes, principal, spiral])]
    misses = np.array([_miss(plane, cloud, SCORED, COARSE) for plane in planes[6:]])
    return planes[:6] + [planes[6 + i] for i in np.argsort(misses, kind="stable")[:REFINED]]


def _fitted(plane: Plane, cloud: _Cloud, count: int, scales: Floats) -> Plane:
    """The plane fitted to this many points; pairs farther apart than each scale in turn lose weight."""
    p = cloud.P[:count]
    for scale in scales * cloud.diagonal:
        distance, near = cloud.tree.query(plane.reflected(p))
        plane = _plane_between(p, cloud.P[near], 1.0 / (1.0 + (distance / scale) ** 2) ** 2)
    return plane


def _through_vertices(plane: Plane, V: Vertices) -> Plane:
    """The plane fitted to pairs of vertices, if most have an image among them; otherwise the given plane."""
    tree = KDTree(V)
    p = V[:: max(1, len(V) // FITTED)]
    spacing = float(np.median(tree.query(p, k=2)[0][:, 1]))
    fitted = plane
    for _ in SCALES:
        distance, near = tree.query(fitted.reflected(p))
        scale = max(3.0 * float(np.median(distance)), np.finfo(float).eps * spacing)
        fitted = _plane_between(p, V[near], 1.0 / (1.0 + (distance / scale) ** 2) ** 2)
    missed = float(np.median(tree.query(fitted.reflected(p))[0]))
    return fitted if missed <= EXACT * spacing else plane


def _plane_between(p: Floats, q: Floats, w: Floats) -> Plane:
    """The plane that mirrors the points p (c, 3) nearest to q (c, 3), in squares weighted by w (c,)."""
    w = w / w.sum()
    mean_p, mean_q = w @ p, w @ q
    cross = (w[:, None] * (p - mean_p)).T @ (q - mean_q)
    gap = mean_p - mean_q
    normal = np.linalg.eigh(2.0 * (cross + cross.T) - np.outer(gap, gap))[1][:, 0]
    return Plane(normal, float(normal @ (mean_p + mean_q)) / 2.0)


def _miss(plane: Plane, cloud: _Cloud, count: int, scale: float = FINE) -> float:
    """About the share of mirrored points that miss the surface by more than the scale.

    A limb out of place costs its share of the surface, however far it is, so the body decides.
    """
    square = _distances(plane, cloud, count) ** 2
    return float((square / (square + scale**2)).mean())


def _distances(plane: Plane, cloud: _Cloud, count: int) -> Floats:
    """(count,) distances of mirrored points from the surface, as shares of the diagonal."""
    images = plane.reflected(cloud.P[:count])
    distance, near = cloud.tree.query(images)
    # Beside a sample the surface goes on in its plane.
    across = np.abs(((images - cloud.P[near]) * cloud.N[near]).sum(axis=1))
    return np.where(distance < 2.0 * cloud.spacing, across, distance) / cloud.diagonal


def _turned(plane: Plane) -> Plane:
    """The same plane, with the largest coordinate of its normal positive."""
    sign = np.sign(plane.normal[np.abs(plane.normal).argmax()])
    return Plane(sign * plane.normal, float(sign * plane.offset))


def vertex_normals(V: Vertices, F: Faces) -> Floats:
    """(n, 3) unit normals of the vertices, the means of their triangles' weighted by area."""
    normals = double_area_normals(V, F)
    total = np.stack([np.bincount(F.ravel(), np.repeat(normals[:, c], 3), len(V)) for c in range(3)], axis=1)
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), np.finfo(float).tiny)
