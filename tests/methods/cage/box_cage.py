"""A box around a mesh, along the mesh's own axes: it turns, grows and moves with the mesh."""

from __future__ import annotations

import numpy as np

from pliant.mesh import Mesh, Polygons

MARGIN = 0.1


def box_cage(mesh: Mesh, cells: int = 2) -> Mesh:
    """A box of `cells` squares along each edge, a tenth larger than the mesh.

    Squares are cut here: which of two equal diagonals is shorter is a matter of rounding.
    """
    middle = mesh.V.mean(axis=0)
    axes = np.linalg.svd(mesh.V - middle, full_matrices=False)[2]
    # Signs that do not depend on the mesh's attitude: the longer half lies on the positive side.
    along = (mesh.V - middle) @ axes.T
    axes *= np.sign(along.max(axis=0) + along.min(axis=0))[:, None]
    axes[2] *= np.sign(np.linalg.det(axes))
    along = (mesh.V - middle) @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    edge = MARGIN * np.linalg.norm(high - low)
    V, quads = unit_box(cells)
    F = quads.corners.reshape(-1, 4)[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
    return Mesh.of((low - edge + V * (high - low + 2 * edge)) @ axes + middle, F)


def unit_box(cells: int) -> tuple[np.ndarray, Polygons]:
    """The surface of the unit cube, cut into quads."""
    quads = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, cells):
            for i in range(cells):
                for j in range(cells):
                    corners = np.zeros((4, 3), dtype=int)
                    corners[:, axis] = side
                    corners[:, u] = [i, i + 1, i + 1, i]
                    corners[:, v] = [j, j, j + 1, j + 1]
                    quads.append(corners if side else corners[::-1])
    points, index = np.unique(np.concatenate(quads), axis=0, return_inverse=True)
    return points / cells, Polygons.of(index.reshape(-1, 4).tolist())
