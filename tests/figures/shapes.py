"""Small solids for the pictures."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Vertices


def box(sides: tuple[float, float, float] = (1.0, 1.0, 1.0), middle: tuple[float, ...] = (0, 0, 0)):
    """V (8, 3), F (12, 3): a closed box, its faces seen from outside counter-clockwise."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
    V: Vertices = corners * sides + np.array(middle)
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    F: Faces = np.array([[q[i] for i in corner] for q in quads for corner in ((0, 1, 2), (0, 2, 3))])
    return V, F
