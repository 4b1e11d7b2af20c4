"""Thin bridges between pieces of space, so that one closed cage can hold them all."""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Array, Floats
from pliant.methods.cage.make_cage.grid import Grid, pieces


def bridges(grid: Grid, inside: Array) -> Floats:
    """(b, 3, 3) segments, as triangles without area, that join the pieces of the inside nodes (p, q, r).

    Every piece is joined to the nearest of those joined so far; with a mirror, the first one to the mirror.
    """
    labels = pieces(inside)
    nodes = [np.argwhere(labels == piece) for piece in range(1, int(labels.max()) + 1)]
    segments = []
    if grid.mirror and not inside[0].any():
        first = int(np.argmin([each[:, 0].min() for each in nodes]))
        start = nodes[first][np.argmin(nodes[first][:, 0])]
        segments.append((start, start * [0, 1, 1]))
    else:
        first = int(
            np.argmax([(each[:, 0] == 0).any() * len(each) if grid.mirror else len(each) for each in nodes])
        )
    joined, rest = nodes.pop(first), nodes
    while rest:
        tree = KDTree(joined)
        distances = [np.asarray(tree.query(each)[0]) for each in rest]
        nearest = int(np.argmin([distance.min() for distance in distances]))
        end = rest[nearest][np.argmin(distances[nearest])]
        segments.append((joined[tree.query(end)[1]], end))
        joined = np.concatenate([joined, rest.pop(nearest)])
    ends = grid.low + grid.spacing * np.array(segments, dtype=np.float64).reshape(-1, 2, 3)
    return ends[:, [0, 1, 1]]
