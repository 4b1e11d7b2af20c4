"""The mirror partners of a nearly symmetric surface: for any of its points, one across the mirror plane.

The partner of a point is the surface's point nearest to its mirror image, among those that face as the image
does. Vertices need not be each other's images: a partner may lie anywhere in a triangle.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.gradient import double_area_normals
from pliant.geometry.surface_points import SurfacePoints, surface_points
from pliant.geometry.symmetry import Plane

# Triangles are sampled this densely, as a share of the diagonal, to find those near a point…
SPACING = 0.01
# …and so many samples are looked at, since the nearest may lie on the other side of a thin part.
CHOICES = 12


def mirror_points(V: Vertices, F: Faces, plane: Plane, P: Floats, N: Floats) -> SurfacePoints:
    """The partners of points P (s, 3) with normals N (s, 3), in the triangles F (m, 3) of V (n, 3)."""
    samples = surface_points(V, F, SPACING * box_diagonal(V))
    at = np.einsum("sc,scx->sx", samples.weights, V[F[samples.face]])
    images = plane.reflected(P)
    facing = N - 2.0 * (N @ plane.normal)[:, None] * plane.normal
    near = KDTree(at).query(images, k=min(CHOICES, len(at)))[1].reshape(len(P), -1)
    return _nearest(V, F, samples.face[near], images, facing)


def _nearest(V: Vertices, F: Faces, choices: Ints, P: Floats, N: Floats) -> SurfacePoints:
    """The nearest points to P (s, 3) in one of each row's triangles choices (s, c) that faces along N."""
    normals = double_area_normals(V, F)
    best = np.full(len(P), np.inf)
    face, weights = choices[:, 0].copy(), np.full((len(P), 3), 1.0 / 3.0)
    for tried in choices.T:
        w = closest_weights(P, V[F[tried]])
        distance = ((np.einsum("sc,scx->sx", w, V[F[tried]]) - P) ** 2).sum(axis=1)
        # One that faces away serves only where none faces along.
        distance = distance + np.where((normals[tried] * N).sum(axis=1) >= 0.0, 0.0, box_diagonal(V) ** 2)
        better = distance < best
        best[better], face[better], weights[better] = distance[better], tried[better], w[better]
    return SurfacePoints(face, weights)


def closest_weights(P: Floats, corners: Floats) -> Floats:
    """(s, 3) barycentric coordinates of the point of each triangle corners (s, 3, 3) nearest to P (s, 3)."""
    a, b, c = (corners[:, i] for i in range(3))
    u, v, d = b - a, c - a, P - a
    uu, uv, vv = (u * u).sum(1), (u * v).sum(1), (v * v).sum(1)
    du, dv = (d * u).sum(1), (d * v).sum(1)
    det = uu * vv - uv * uv
    safe = np.where(det > 0.0, det, 1.0)
    s, t = (vv * du - uv * dv) / safe, (uu * dv - uv * du) / safe
    inside = np.stack([1.0 - s - t, s, t], axis=1)
    best = np.where((det > 0.0) & (inside >= 0.0).all(axis=1), 0.0, np.inf)
    out = inside
    for i, j in ((0, 1), (1, 2), (2, 0)):
        along = corners[:, j] - corners[:, i]
        length = np.maximum((along * along).sum(1), np.finfo(float).tiny)
        share = np.clip(((P - corners[:, i]) * along).sum(1) / length, 0.0, 1.0)
        distance = ((corners[:, i] + share[:, None] * along - P) ** 2).sum(1)
        on_side = np.zeros((len(P), 3))
        on_side[:, i], on_side[:, j] = 1.0 - share, share
        nearer = (best > 0.0) & (distance < best)
        out = np.where(nearer[:, None], on_side, out)
        best = np.where(nearer, distance, best)
    return out
