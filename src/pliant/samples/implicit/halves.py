"""A mesh made its own mirror image in x = 0: its half at x > 0, and that half's reflection."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Faces, Floats, Ints, Vertices
from pliant.core.clipping import clipped
from pliant.core.topology import edges

# Vertices closer to the plane than this share of their mean edge are moved onto it: no triangle is cut thin.
NEAR = 0.45
MIRROR = np.array([-1.0, 1.0, 1.0])


def mirrored_half(V: Vertices, F: Faces) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3): vertices on the plane first, then those at x > 0, then their images in order."""
    V = V.copy()
    V[np.abs(V[:, 0]) < NEAR * _mean_edges(V, F), 0] = 0.0
    cut = clipped(F, V[:, 0])
    X = cut.extended(V)
    X[len(V) :, 0] = 0.0
    used = np.unique(cut.F)
    on_plane = X[used, 0] == 0.0
    order = np.concatenate([used[on_plane], used[~on_plane]])
    index = np.empty(len(X), dtype=np.int64)
    index[order] = np.arange(len(order))
    half, middle = index[cut.F], int(on_plane.sum())
    image = np.concatenate([np.arange(middle), np.arange(len(order), 2 * len(order) - middle)])
    positions = np.concatenate([X[order], X[order[middle:]] * MIRROR])
    return positions, np.concatenate([half, image[half][:, ::-1]])


def partners(V: Vertices) -> Ints:
    """(n,) the image of each vertex of a mesh made by `mirrored_half`."""
    middle = int((V[:, 0] == 0.0).sum())
    right = middle + (len(V) - middle) // 2
    return np.concatenate([np.arange(middle), np.arange(right, len(V)), np.arange(middle, right)])


def _mean_edges(V: Vertices, F: Faces) -> Floats:
    ends = edges(F)
    length = np.linalg.norm(V[ends[:, 0]] - V[ends[:, 1]], axis=1)
    both = ends.T.ravel()
    total = np.bincount(both, np.tile(length, 2), len(V))
    return total / np.maximum(np.bincount(both, minlength=len(V)), 1)
