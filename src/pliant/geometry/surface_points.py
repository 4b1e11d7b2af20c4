"""Points spread over a surface so densely that no place of it is far from one of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Ints, Vertices

# Triangles are cut no further once there are this many points: a bound of the time for huge, coarse fans.
MOST = 300_000


@dataclass(frozen=True, eq=False)
class SurfacePoints:
    """Points on triangles.

    face:    (s,) the triangle of each point
    weights: (s, 3) its barycentric coordinates there
    """

    face: Ints
    weights: Floats

    def __len__(self) -> int:
        return len(self.face)

    def matrix(self, F: Faces, n: int) -> csr_array:
        """(s, n) the points as means of the n vertices of the triangles F (m, 3)."""
        rows = np.repeat(np.arange(len(self)), 3)
        return csr_array((self.weights.ravel(), (rows, F[self.face].ravel())), shape=(len(self), n))


def surface_points(V: Vertices, F: Faces, spacing: float) -> SurfacePoints:
    """All corners of the triangles F (m, 3), once each, and points that cut their edges below the spacing.

    Each triangle is halved across its longest edge until that is short, so that slivers get few points.
    """
    corner = np.unique(F.ravel(), return_index=True)[1]
    face, cut = [corner // 3], [np.eye(3)[corner % 3]]
    pieces, of = np.tile(np.eye(3), (len(F), 1, 1)), np.arange(len(F))
    count = len(corner)
    while True:
        at = np.einsum("tij,tjc->tic", pieces, V[F[of]])
        length = np.linalg.norm(at[:, [1, 2, 0]] - at[:, [2, 0, 1]], axis=2)
        opposite = np.argmax(length, axis=1)
        long = np.flatnonzero(length[np.arange(len(of)), opposite] > spacing)
        if len(long) == 0 or count + len(long) > MOST:
            return SurfacePoints(np.concatenate(face), np.concatenate(cut))
        apex, a, b = (pieces[long, (opposite[long] + i) % 3] for i in range(3))
        middle, of = (a + b) / 2.0, of[long]
        face.append(of)
        cut.append(middle)
        count += len(long)
        pieces = np.concatenate([np.stack([apex, a, middle], 1), np.stack([apex, middle, b], 1)])
        of = np.concatenate([of, of])
