"""Rotations, and positions and meshes that a matrix moves."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.io.polygons import turned_inside_out
from pliant.mesh import Mesh


def carried(V: Vertices, M: Floats) -> Vertices:
    """(n, 3) positions V moved by M (4, 4) or (3, 4), which multiplies columns: M (x, y, z, 1)."""
    return V @ M[:3, :3].T + M[:3, 3]


def rotations(q: Floats) -> Floats:
    """(…, 3, 3) the rotations of unit quaternions (…, 4) as x, y, z, w."""
    x, y, z, w = np.moveaxis(q, -1, 0)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def placed(mesh: Mesh, M: Floats) -> Mesh:
    """The mesh moved by M (4, 4); if M mirrors, the corners of polygons change their order."""
    moved = mesh.moved(carried(mesh.V, M)).with_appearance(mesh.appearance.turned(M))
    return moved if np.linalg.det(M[:3, :3]) > 0 else turned_inside_out(moved)
