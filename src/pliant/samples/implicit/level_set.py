"""A closed triangle mesh of a level set given as a function: marching tetrahedra near its zeros."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.marching_tetrahedra import CORNERS, crossings

Level = Callable[[Vertices], Floats]

# The search for cells near the surface starts with cells 2⁴ times larger, and halves them.
HALVINGS = 4
# How much a level may exceed the true distance: smooth unions and ellipses are no exact distances.
LARGEST_SLOPE = 1.5
# Of an edge of the grid: vertices keep this far from its ends.
SMALLEST_FRACTION = 0.02


def level_set_mesh(level: Level, low: Floats, high: Floats, spacing: float) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3) of the surface level = 0 in the box low … high, facing where level > 0.

    level: positions (p, 3) -> signed distances (p,), to within LARGEST_SLOPE near the surface; positive at
           the sides of the box
    """
    cells, shape = _cells_near_zero(level, low, high, spacing)
    corners = np.moveaxis(cells[:, None] + CORNERS, 2, 0)
    nodes, index = np.unique(np.ravel_multi_index(tuple(corners), tuple(shape + 1)), return_inverse=True)
    X = low + spacing * np.stack(np.unravel_index(nodes, shape + 1), axis=1)
    values = level(X)
    a, b, t, F = crossings(index.reshape(-1, 8), values, SMALLEST_FRACTION)
    return (1.0 - t) * X[a] + t * X[b], F


def _cells_near_zero(level: Level, low: Floats, high: Floats, spacing: float) -> tuple[Ints, Ints]:
    """(c, 3) cells that the surface may cross, and the numbers of cells (3,) along the axes."""
    coarse = np.ceil((high - low) / (spacing * 2**HALVINGS)).astype(np.int64)
    cells = np.stack(np.unravel_index(np.arange(np.prod(coarse)), coarse), axis=1)
    for halving in range(HALVINGS, 0, -1):
        step = spacing * 2**halving
        half_diagonal = np.sqrt(0.75) * step
        cells = cells[np.abs(level(low + step * (cells + 0.5))) <= LARGEST_SLOPE * half_diagonal]
        cells = (2 * cells[:, None] + CORNERS).reshape(-1, 3)
    return cells, coarse * 2**HALVINGS
