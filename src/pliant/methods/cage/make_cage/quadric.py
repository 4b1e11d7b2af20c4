"""The quadric of planes, which tells where a vertex lies best, also outside of half-spaces.

E(x) = Σ area ((n·(x − q))² + σ² |x − q|²) over the faces that a vertex stands for, with centroids q
[Trettner2020]: σ keeps the minimum unique and the vertices spread. Rows of Q hold A (xx, xy, xz, yy, yz,
zz), b and c of E = xᵀA x − 2 bᵀx + c.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.gradient import double_area_normals
from pliant.methods.cage.vectors import along, dot
from pliant.solve.kernels import inner

# Squared weight of the distance from a face's centroid, against that from its plane.
SPREAD = 0.02
# Sweeps over the half-spaces, and by how much of the unit they may be missed in the end.
SWEEPS = 60
MISSED = 1e-5


def quadrics(V: Vertices, F: Faces) -> Floats:
    """(n, 10) quadric of each vertex: a third of that of each face around it."""
    normals = double_area_normals(V, F)
    length = np.linalg.norm(normals, axis=1)
    n, q, w = normals / np.maximum(length, 1e-300)[:, None], V[F].mean(axis=1), length / 6.0
    A = w[:, None, None] * (n[:, :, None] * n[:, None, :] + SPREAD * np.eye(3))
    b = np.einsum("fij,fj->fi", A, q)
    c = np.einsum("fi,fi->f", b, q)
    faces = np.column_stack([A[:, [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]], b, c])
    total = np.zeros((len(V), 10))
    np.add.at(total, F.ravel(), np.repeat(faces, 3, axis=0))
    return total


@inner
def both(Q, a, b):
    """The quadric of two vertices together."""
    total = np.empty(10)
    for i in range(10):
        total[i] = Q[a, i] + Q[b, i]
    return total


@inner
def error(Q, x):
    """E(x) ≥ 0."""
    a = (
        Q[0] * x[0] + Q[1] * x[1] + Q[2] * x[2],
        Q[1] * x[0] + Q[3] * x[1] + Q[4] * x[2],
        Q[2] * x[0] + Q[4] * x[1] + Q[5] * x[2],
    )
    return max(dot(a, x) - 2.0 * (Q[6] * x[0] + Q[7] * x[1] + Q[8] * x[2]) + Q[9], 0.0)


@inner
def inverse(Q, flat):
    """A⁻¹ in rows; with `flat`, the inverse within the plane x = 0, and zero across it."""
    if flat:
        det = Q[3] * Q[5] - Q[4] * Q[4]
        return (0.0, 0.0, 0.0), (0.0, Q[5] / det, -Q[4] / det), (0.0, -Q[4] / det, Q[3] / det)
    xx, xy, xz = Q[3] * Q[5] - Q[4] * Q[4], Q[2] * Q[4] - Q[1] * Q[5], Q[1] * Q[4] - Q[2] * Q[3]
    yy, yz, zz = Q[0] * Q[5] - Q[2] * Q[2], Q[1] * Q[2] - Q[0] * Q[4], Q[0] * Q[3] - Q[1] * Q[1]
    det = Q[0] * xx + Q[1] * xy + Q[2] * xz
    return (
        (xx / det, xy / det, xz / det),
        (xy / det, yy / det, yz / det),
        (xz / det, yz / det, zz / det),
    )


@inner
def lowest(Q, P):
    """The point of least E, given P = A⁻¹."""
    b = Q[6], Q[7], Q[8]
    return dot(P[0], b), dot(P[1], b), dot(P[2], b)


@inner
def lowest_outside(x, P, planes, count):
    """The point of least E with n·x ≥ d for planes (count, 4) of n, d, from x = lowest (Hildreth)."""
    share = np.zeros(count)
    for _ in range(SWEEPS):
        worst = 0.0
        for i in range(count):
            n = planes[i, 0], planes[i, 1], planes[i, 2]
            step = dot(P[0], n), dot(P[1], n), dot(P[2], n)
            curve = dot(n, step)
            short = planes[i, 3] - dot(n, x)
            worst = max(worst, short)
            if curve > 0.0:
                more = max(short / curve, -share[i])
                share[i] += more
                x = along(x, more, step)
        if worst < MISSED:
            return x
    return x
