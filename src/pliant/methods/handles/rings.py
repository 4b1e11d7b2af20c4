"""The ring of neighbours around each of some vertices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats, Ints, Vertices, read_only
from pliant.methods.handles.surface import WeldedSurface

# A ring counts as shrunk below this share of its size on the mesh itself: beyond, rounding decides.
SHRUNK = 1e-6


class NeighbourRings(NamedTuple):
    """The rings of f vertices, as arrays for the compiled kernels.

    starts: (f+1,), ring: (r,): vertex i has the neighbours ring[starts[i]] to ring[starts[i+1]]
    edge:   (r, 3) edges to the neighbours, in the pose from which turns are read
    size:   (f,) sum of the squared edges of each ring
    least:  (f,) the least sum that tells a turn
    """

    starts: Ints
    ring: Ints
    edge: Floats
    size: Floats
    least: Floats

    @staticmethod
    def of(shape: WeldedSurface, rows: Ints, number: Ints, rest: Vertices) -> NeighbourRings:
        """The rings of some vertices.

        rows:   (f,) the vertices
        number: (n,) the number under which a ring names each vertex
        rest:   (n, 3) the pose from which turns are read
        """
        both = np.concatenate([shape.edges, shape.edges[:, ::-1]])
        both = both[np.lexsort((both[:, 1], both[:, 0]))]
        first = np.searchsorted(both[:, 0], np.arange(shape.n + 1))
        degree = np.diff(first)[rows]
        starts = np.concatenate([[0], np.cumsum(degree)])
        at = np.arange(starts[-1]) + np.repeat(first[rows] - starts[:-1], degree)
        vertex, other = both[at].T
        size, least = (_squares(V[other] - V[vertex], starts) for V in (rest, shape.V))
        arrays = starts, number[other], rest[other] - rest[vertex], size, SHRUNK**2 * least
        return NeighbourRings(*map(read_only, arrays))


def _squares(edge: Floats, starts: Ints) -> Floats:
    """(f,) sum of the squared lengths of the edges (r, 3) of each ring."""
    row = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return np.bincount(row, weights=(edge**2).sum(axis=1), minlength=len(starts) - 1).astype(np.float64)
