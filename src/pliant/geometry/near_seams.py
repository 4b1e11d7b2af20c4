"""Seams that nearly close: rims of a surface whose two sides rounding or a scanner has parted."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from pliant.arrays import Faces, Ints, Poses, Vertices
from pliant.geometry.solvable import checked_frame
from pliant.geometry.topology import counted_edges

# Vertices of rims nearer than this in the reference are two sides of one seam, in diagonals…
SEAM = 1e-5
# …unless a pose opens it farther than this.
OPEN = 1e-3


def seam_pairs(V: Poses, F: Faces) -> Ints:
    """(c, 2) vertices of rims that nearly coincide in every pose: two sides of a seam.

    V: (k, n, 3) poses, in units of about the reference's diagonal
    """
    ends, count = counted_edges(F)
    rim = np.unique(ends[count == 1])
    pairs = np.sort(rim[KDTree(V[0, rim]).query_pairs(SEAM, output_type="ndarray")].reshape(-1, 2), axis=1)
    if not len(pairs):
        return pairs
    n = V.shape[1]
    pairs = pairs[~np.isin(pairs @ [n, 1], ends @ [n, 1])]
    apart = np.linalg.norm(V[:, pairs[:, 0]] - V[:, pairs[:, 1]], axis=2).max(axis=0, initial=0.0)
    return pairs[apart < OPEN]


def sewn(V: Vertices, F: Faces) -> Vertices:
    """(n, 3) positions of a mesh V (n, 3), F (m, 3) with both sides of each seam at the same place.

    Raises MeshError where the mesh has no finite size.
    """
    pairs = seam_pairs((V / checked_frame(V).diagonal)[None], F)
    if not len(pairs):
        return V
    graph = coo_array((np.ones(len(pairs)), tuple(pairs.T)), shape=(len(V), len(V)))
    label = connected_components(graph, directed=False)[1]
    return V[np.unique(label, return_index=True)[1][label]]
