"""A closed triangle mesh of a level set, by marching tetrahedra.

Each cell of a regular grid is cut into six tetrahedra around its diagonal (Kuhn's cut). The cuts of
neighbouring cells match, so the surface is a closed manifold whatever the level set does.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np

from pliant.core.arrays import Faces, Floats, Ints, Vertices

Level = Callable[[Vertices], Floats]

# The search for cells near the surface starts with cells 2⁴ times larger, and halves them.
HALVINGS = 4
# How much a level may exceed the true distance: smooth unions and ellipses are no exact distances.
LARGEST_SLOPE = 1.5
# Crossings closer than this to a grid node are pushed off it: no triangle has area zero.
SMALLEST_FRACTION = 0.02
CORNERS = np.stack(np.unravel_index(np.arange(8), (2, 2, 2)), axis=1)


def level_set_mesh(level: Level, low: Floats, high: Floats, spacing: float) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3) of the surface level = 0 in the box low … high, facing where level > 0.

    `level` is a signed distance, to within LARGEST_SLOPE near the surface; it is positive at the box.
    """
    cells, shape = _cells_near_zero(level, low, high, spacing)
    corners = np.moveaxis(cells[:, None] + CORNERS, 2, 0)
    nodes, index = np.unique(np.ravel_multi_index(tuple(corners), tuple(shape + 1)), return_inverse=True)
    X = low + spacing * np.stack(np.unravel_index(nodes, shape + 1), axis=1)
    values = level(X)
    tetrahedra = index.reshape(-1, 8)[:, _kuhn_tetrahedra()].reshape(-1, 4)
    inside, outside = np.moveaxis(_crossed_edges(tetrahedra, values), 2, 0)
    crossed, F = np.unique(inside * len(nodes) + outside, return_inverse=True)
    a, b = np.divmod(crossed, len(nodes))
    t = np.clip(values[a] / (values[a] - values[b]), SMALLEST_FRACTION, 1.0 - SMALLEST_FRACTION)[:, None]
    return (1.0 - t) * X[a] + t * X[b], F.reshape(-1, 3)


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


def _kuhn_tetrahedra() -> Ints:
    """(6, 4) corners of the cell, every tetrahedron positively oriented."""
    tetrahedra = []
    for order in permutations(range(3)):
        path = np.cumsum([[0, 0, 0], *np.eye(3, dtype=np.int64)[list(order)]], axis=0)
        a, b, c, d = path @ [4, 2, 1]
        tetrahedra.append([a, b, c, d] if np.linalg.det(np.eye(3)[list(order)]) > 0.0 else [a, c, b, d])
    return np.array(tetrahedra)


def _crossed_edges(tetrahedra: Ints, values: Floats) -> Ints:
    """(m, 3, 2) of every triangle the three crossed edges, as (inside node, outside node)."""
    case = (values[tetrahedra] < 0.0) @ [1, 2, 4, 8]
    triangles = []
    for mask in range(1, 15):
        a, b, c, d = tetrahedra[case == mask][:, _inside_first(mask)].T
        if mask.bit_count() == 1:
            triangles.append([[a, b], [a, c], [a, d]])
        elif mask.bit_count() == 2:
            triangles += [[[a, c], [a, d], [b, d]], [[a, c], [b, d], [b, c]]]
        else:
            triangles.append([[a, d], [b, d], [c, d]])
    return np.concatenate([np.moveaxis(np.array(corners), 2, 0) for corners in triangles])


def _inside_first(mask: int) -> list[int]:
    """The four corners, those inside first, in an even order: the tetrahedron keeps its orientation."""
    order = sorted(range(4), key=lambda corner: not mask >> corner & 1)
    if np.linalg.det(np.eye(4)[order]) < 0.0:
        same = 2 if mask.bit_count() == 1 else 0
        order[same], order[same + 1] = order[same + 1], order[same]
    return order
