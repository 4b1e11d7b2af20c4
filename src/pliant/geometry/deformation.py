"""Deformation gradients: the affine map of each triangle from the reference to a pose.

T_j maps the reference's edges to the pose's, and the reference's normal to the pose's, scaled by the
square root of the ratio of areas: the fourth vertex v₁ + n/√|n| of [Sumner2005, sec. 3.1].
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.gradient import double_area_normals, hat_gradients, tangent_basis
from pliant.geometry.rotations import closest_rotation


def deformation_gradients(reference: Vertices, V: Vertices, F: Faces) -> Floats:
    """T (m, 3, 3): the map of each triangle from the reference (n, 3) to the pose V (n, 3).

    The triangles of the reference must have an area.
    """
    E = tangent_basis(reference, F)
    n0 = double_area_normals(reference, F)
    n1 = double_area_normals(V, F)
    size0 = np.linalg.norm(n0, axis=1)
    size1 = np.linalg.norm(n1, axis=1)
    tangential = np.einsum("jvc,jvd->jcd", V[F], hat_gradients(reference, F))
    # n/√|n| has no direction for a triangle without area; its limit is the zero vector.
    scale = np.divide(1.0, np.sqrt(size0 * size1), out=np.zeros_like(size1), where=size1 > 0)
    normal = n1 * scale[:, None]
    return tangential @ np.swapaxes(E, 1, 2) + normal[:, :, None] * (n0 / size0[:, None])[:, None, :]


def polar(T: Floats) -> tuple[Floats, Floats]:
    """R, S (…, 3, 3) with T = R S: a proper rotation R, and S, which is symmetric."""
    R = closest_rotation(T)
    return R, np.swapaxes(R, -1, -2) @ T
