"""Area, flatness and orientation of all triangles of a pose, in one pass.

Components come first, (3, m), because NumPy adds long rows much faster than triples: a set of 42,000
vertices in 11 poses takes a tenth of a second instead of one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Faces, Floats, Vertices
from pliant.geometry.solvable import FLAT, TINY


@dataclass(frozen=True, eq=False)
class Triangles:
    """The triangles of one pose.

    area:  (m,) of each triangle
    flat:  (m,) whether each has too little area for the solver
    frame: (3, 3, m) x, y, z of three unit vectors: along the first edge, across it in the triangle's plane,
           and along the normal; zeros where a triangle has no such direction
    """

    area: Floats
    flat: Array
    frame: Floats

    @staticmethod
    def of(V: Vertices, F: Faces) -> Triangles:
        """The triangles F (m, 3) at positions V (n, 3), whose diagonal is about 1."""
        a, b, c = (np.take(np.ascontiguousarray(V.T), F[:, i], axis=1) for i in range(3))
        along, other = b - a, c - a
        normal = np.cross(along, other, axis=0)
        double = np.sqrt((normal**2).sum(axis=0))
        longest = np.maximum.reduce([(side**2).sum(axis=0) for side in (along, other, c - b)])
        u, w = _unit(along), _unit(normal)
        frame = np.stack([u, np.cross(w, u, axis=0), w], axis=1)
        return Triangles(double / 2, double / 2 <= np.maximum(FLAT * longest, TINY), frame)


def _unit(vectors: Floats) -> Floats:
    """The vectors (3, m) scaled to length 1; those of length 0 stay."""
    length = np.sqrt((vectors**2).sum(axis=0))
    return vectors / np.where(length > 0, length, 1.0)
