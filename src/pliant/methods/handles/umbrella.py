"""The umbrella operator L and its cotangent kin: L v is the mean of v's neighbours, less v.

[Baerentzen, eq. 1]

As the paper has it, L is negative: L_ii = −1, and the other entries of a row are positive and sum to one, so
that L has no unit, and membranes stay within what holds them.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.sparse import csr_array, diags_array

from pliant.arrays import Floats
from pliant.methods.handles.surface import WeldedSurface

Weighting = Literal["umbrella", "cotangent"]
# Cotangents below this count as this: obtuse pairs would make the mean leave its neighbours' hull…
LEAST = 1e-2
# …and of needles above this as this: their neighbours would not count at all.
MOST = 1e2


def edge_weights(shape: WeldedSurface, weighting: Weighting) -> Floats:
    """(e,) positive weight of each edge: one, or half the sum of its two cotangents, within bounds."""
    if weighting == "umbrella":
        return np.ones(len(shape.edges))
    return np.clip(cotangent_weights(shape), LEAST, MOST)


def cotangent_weights(shape: WeldedSurface) -> Floats:
    """(e,) half the sum of the cotangents opposite to each edge; zero for triangles without area."""
    V, F = shape.V, shape.F
    total = np.zeros(len(shape.edges))
    keys = shape.edges[:, 0] * shape.n + shape.edges[:, 1]
    for i in range(3):
        at, a, b = F[:, i], F[:, (i + 1) % 3], F[:, (i + 2) % 3]
        p, q = V[a] - V[at], V[b] - V[at]
        double_area = np.linalg.norm(np.cross(p, q), axis=1)
        # Areas beside which the product of the sides has no digits left are rounding.
        solid = double_area > 1e-14 * np.linalg.norm(p, axis=1) * np.linalg.norm(q, axis=1)
        cot = np.divide((p * q).sum(axis=1), double_area, where=solid, out=np.zeros(len(F)))
        edge = np.searchsorted(keys, np.minimum(a, b) * shape.n + np.maximum(a, b))
        np.add.at(total, edge, 0.5 * cot)
    return total


def umbrella(shape: WeldedSurface, weighting: Weighting) -> csr_array:
    """L (n, n) sparse, whose rows sum to zero; a vertex without neighbours has an empty row."""
    W = shape.adjacency(edge_weights(shape, weighting))
    total = W.sum(axis=1)
    inverse = np.divide(1.0, total, where=total > 0.0, out=np.zeros(shape.n))
    return csr_array(diags_array(inverse) @ W - diags_array((total > 0.0).astype(np.float64)))
