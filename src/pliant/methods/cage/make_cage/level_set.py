"""A triangle mesh of a level set on a grid."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.geometry.marching_tetrahedra import CORNERS, crossings

# Vertices keep this share of a grid edge away from its ends.
SMALLEST_FRACTION = 0.05


def level_set_mesh(values: Floats, low: Floats, spacing: float) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3) of the surface values = 0 on a grid, facing where values (p, q, r) are positive."""
    corners = np.moveaxis(_crossed_cells(values < 0.0)[:, None] + CORNERS, 2, 0)
    cells = np.asarray(np.ravel_multi_index(tuple(corners), values.shape))
    a, b, t, F = crossings(cells, values.ravel(), SMALLEST_FRACTION)
    A, B = (np.stack(np.unravel_index(node, values.shape), axis=1) for node in (a, b))
    return low + spacing * ((1.0 - t) * A + t * B), F


def _crossed_cells(inside: Array) -> Ints:
    """(c, 3) indices of the cells with corners both inside and outside."""
    p, q, r = (length - 1 for length in inside.shape)
    count = sum(inside[i : i + p, j : j + q, k : k + r].astype(np.int8) for i, j, k in CORNERS)
    return np.argwhere((count > 0) & (count < 8))
