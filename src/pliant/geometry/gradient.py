"""The gradient of a piecewise linear map, in the plane of each reference triangle.

Triangle j has an orthonormal basis E_j (3, 2) of its plane. A pose x gives the 3×2 matrix
x₁⊗g₁ + x₂⊗g₂ + x₃⊗g₃ = T_j E_j, the tangential part of its deformation gradient, with g_i the gradients
of the hat functions in that basis. [Sumner2005, eq. 2] with the fourth vertex eliminated: it occurs only
in its own triangle and absorbs the whole residual in the normal direction, so it can be left out exactly.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Vectors, Vertices


def double_area_normals(V: Vectors, F: Faces) -> Floats:
    """(…, m, 3) normals of the triangles, as long as twice their areas, for V (…, n, 3)."""
    a, b, c = (V[..., F[:, i], :] for i in range(3))
    return np.cross(b - a, c - a)


def areas(V: Vectors, F: Faces) -> Floats:
    """(…, m) areas of the triangles, for V (…, n, 3)."""
    return 0.5 * np.linalg.norm(double_area_normals(V, F), axis=-1)


def vertex_areas(V: Vertices, F: Faces) -> Floats:
    """(n,) a third of the area of the triangles around each vertex."""
    shares = np.repeat(areas(V, F) / 3.0, 3)
    return np.bincount(F.ravel(), shares, len(V)).astype(np.float64, copy=False)


def tangent_basis(V: Vertices, F: Faces) -> Floats:
    """E (m, 3, 2): orthonormal columns in each triangle's plane, the first from corner 0 to corner 1."""
    e1 = V[F[:, 1]] - V[F[:, 0]]
    normal = double_area_normals(V, F)
    u = e1 / np.linalg.norm(e1, axis=1, keepdims=True)
    v = np.cross(normal, u)
    return np.stack([u, v / np.linalg.norm(v, axis=1, keepdims=True)], axis=2)


def hat_gradients(V: Vertices, F: Faces) -> Floats:
    """g (m, 3, 2): row i of g[j] is the gradient of corner i's hat function in the basis E_j."""
    E = tangent_basis(V, F)
    edges = np.stack([V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]]], axis=2)
    inverse = np.linalg.inv(np.swapaxes(E, 1, 2) @ edges)
    corners = [-inverse.sum(axis=1, keepdims=True), inverse]
    return np.concatenate(corners, axis=1, dtype=np.float64)


def gradient(V: Vertices, F: Faces) -> csr_array:
    """G (2m, n) sparse; (G x) rows 2j, 2j+1 hold the derivatives along the columns of E_j."""
    g = hat_gradients(V, F)
    rows = np.broadcast_to(2 * np.arange(len(F))[:, None, None] + np.arange(2), g.shape)
    columns = np.broadcast_to(F[:, :, None], g.shape)
    shape = (2 * len(F), len(V))
    return csr_array((g.ravel(), (rows.ravel(), columns.ravel())), shape=shape)
