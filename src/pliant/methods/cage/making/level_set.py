"""A triangle mesh of a level set on a grid, by marching tetrahedra.

Each cell is cut into six tetrahedra around its diagonal (Kuhn's cut). The cuts of neighbouring cells match:
the surface is a manifold whatever the values are, closed but for a rim where it meets the grid's sides.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from pliant.core.arrays import Array, Faces, Floats, Ints, Vertices

# Crossings closer than this to a grid node are pushed off it: no triangle has area zero.
SMALLEST_FRACTION = 0.05
CORNERS = np.stack(np.unravel_index(np.arange(8), (2, 2, 2)), axis=1)


def level_set_mesh(values: Floats, low: Floats, spacing: float) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3) of the surface values = 0, facing where values (p, q, r) are positive."""
    cells = _crossed_cells(values < 0.0)
    corners = np.moveaxis(cells[:, None] + CORNERS, 2, 0)
    nodes = np.asarray(np.ravel_multi_index(tuple(corners), values.shape))
    tetrahedra = nodes[:, _kuhn_tetrahedra()].reshape(-1, 4)
    flat = values.ravel()
    inside, beyond = np.moveaxis(_crossed_edges(tetrahedra, flat), 2, 0)
    crossed, F = np.unique(inside * values.size + beyond, return_inverse=True)
    a, b = np.divmod(crossed, values.size)
    t = np.clip(flat[a] / (flat[a] - flat[b]), SMALLEST_FRACTION, 1.0 - SMALLEST_FRACTION)[:, None]
    A, B = (np.stack(np.unravel_index(node, values.shape), axis=1) for node in (a, b))
    return low + spacing * ((1.0 - t) * A + t * B), F.reshape(-1, 3)


def _crossed_cells(inside: Array) -> Ints:
    """(c, 3) cells with corners on both sides."""
    p, q, r = (length - 1 for length in inside.shape)
    count = sum(inside[i : i + p, j : j + q, k : k + r].astype(np.int8) for i, j, k in CORNERS)
    return np.argwhere((count > 0) & (count < 8))


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
