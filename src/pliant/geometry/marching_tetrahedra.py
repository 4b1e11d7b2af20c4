"""The surface between the negative and the other nodes of a grid, by marching tetrahedra.

Each cell is cut into six tetrahedra around its diagonal (Kuhn's cut). The cuts of neighbouring cells match,
so the surface is a manifold whatever the values are, closed except where it meets the grid's sides.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from pliant.arrays import Faces, Floats, Ints

# The corners of a cell, in the order in which its nodes are given.
CORNERS = np.stack(np.unravel_index(np.arange(8), (2, 2, 2)), axis=1)


def crossings(cells: Ints, values: Floats, nearest: float) -> tuple[Ints, Ints, Floats, Faces]:
    """a, b (n,), t (n, 1), F (m, 3): each vertex lies at (1 − t) a + t b, from a node a inside to b outside.

    cells:   (c, 8) nodes of each cell, in the order of CORNERS
    values:  one for each node, negative inside; the triangles face outward
    nearest: share of an edge that vertices keep from its ends, so that no triangle has area zero
    """
    inside, beyond = np.moveaxis(_crossed_edges(cells[:, _kuhn_tetrahedra()].reshape(-1, 4), values), 2, 0)
    crossed, F = np.unique(inside * len(values) + beyond, return_inverse=True)
    a, b = np.divmod(crossed, len(values))
    t = np.clip(values[a] / (values[a] - values[b]), nearest, 1.0 - nearest)[:, None]
    return a, b, t, F.reshape(-1, 3)


def _kuhn_tetrahedra() -> Ints:
    """(6, 4) corners of the cell, every tetrahedron positively oriented."""
    tetrahedra = []
    for order in permutations(range(3)):
        path = np.cumsum([[0, 0, 0], *np.eye(3, dtype=np.int64)[list(order)]], axis=0)
        a, b, c, d = path @ [4, 2, 1]
        tetrahedra.append([a, b, c, d] if np.linalg.det(np.eye(3)[list(order)]) > 0.0 else [a, c, b, d])
    return np.array(tetrahedra)


def _crossed_edges(tetrahedra: Ints, values: Floats) -> Ints:
    """(m, 3, 2) the edges on which the corners of each triangle lie, as (inside node, outside node)."""
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
    """The four corners, those inside first, in an even order, which keeps the tetrahedron's orientation."""
    order = sorted(range(4), key=lambda corner: not mask >> corner & 1)
    if np.linalg.det(np.eye(4)[order]) < 0.0:
        same = 2 if mask.bit_count() == 1 else 0
        order[same], order[same + 1] = order[same + 1], order[same]
    return order
