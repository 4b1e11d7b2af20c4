"""Turns shells that are inside out, so that normals point away from the material."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Faces, Floats, Ints, Vertices


def shells(F: Faces) -> tuple[int, Ints]:
    """The number of connected pieces of a surface, and the piece (m,) of each triangle."""
    n = int(F.max()) + 1
    links = np.concatenate([F[:, [0, 1]], F[:, [1, 2]]])
    graph = coo_array((np.ones(len(links)), (links[:, 0], links[:, 1])), shape=(n, n))
    label = connected_components(graph, directed=False)[1][F[:, 0]]
    names, shell = np.unique(label, return_inverse=True)
    return len(names), shell


def outward(V: Vertices, F: Faces) -> Faces:
    """(m, 3) the triangles, with every shell of negative volume turned unless it is the wall of a hollow.

    A shell within the box of another one is taken for a hollow.
    """
    count, shell = shells(F)
    T = V[F] - V[F].reshape(-1, 3).mean(axis=0)
    volume = np.bincount(shell, np.einsum("ij,ij->i", T[:, 0], np.cross(T[:, 1], T[:, 2])), minlength=count)
    if (volume >= 0).all():
        return F
    low = np.full((count, 3), np.inf)
    high = -low
    for corner in range(3):
        np.minimum.at(low, shell, V[F[:, corner]])
        np.maximum.at(high, shell, V[F[:, corner]])
    turned = np.array([volume[i] < 0 and not _inside_another(i, low, high) for i in range(count)])
    return np.where(turned[shell][:, None], F[:, ::-1], F)


def _inside_another(i: int, low: Floats, high: Floats) -> bool:
    held = (low <= low[i]).all(axis=1) & (high >= high[i]).all(axis=1)
    return held.sum() > 1
