"""Triangles cut where a function on the vertices is zero: the side where it is positive is kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Array, Faces, Floats, Ints


@dataclass(frozen=True, eq=False)
class Clipped:
    """What is left of m triangles; its vertices are the n old ones, then c new ones on cut edges.

    F:     (p, 3) triangles, facing as before
    owner: (p,) the triangle that each is a piece of
    edges: (c, 2) the edge that each new vertex lies on, from the kept end
    t:     (c,) where on it: 0 at the kept end
    """

    F: Faces
    owner: Ints
    edges: Ints
    t: Floats

    def extended(self, X: Array) -> Array:
        """(n + c, …) values at the old and new vertices, from values (n, …) that are linear on edges."""
        t = self.t.reshape(-1, *(1,) * (X.ndim - 1))
        return np.concatenate([X, (1.0 - t) * X[self.edges[:, 0]] + t * X[self.edges[:, 1]]])


def clipped(F: Faces, s: Floats) -> Clipped:
    """The part of the triangles F (m, 3) where s (n,) > 0, with its rim where s = 0."""
    n, positive, negative = len(s), s[F] > 0.0, s[F] < 0.0
    whole = positive.any(axis=1) & ~negative.any(axis=1)
    cut = np.flatnonzero(positive.any(axis=1) & negative.any(axis=1))
    turned, sides = _turned(F[cut], s)
    pieces, owners = [F[whole]], [np.flatnonzero(whole)]
    for case, corners in _PIECES.items():
        rows = (sides == case).all(axis=1)
        for piece in corners:
            # A corner is coded a + n·b: the vertex a where a = b, else the cut of the edge from a to b.
            ends = turned[rows][:, np.array(piece)]
            code = np.where(ends[..., 0] == ends[..., 1], ends[..., 0], n + ends[..., 0] + n * ends[..., 1])
            pieces.append(code)
            owners.append(cut[rows])
    codes, owner = np.concatenate(pieces), np.concatenate(owners)
    new, index = np.unique(codes[codes >= n], return_inverse=True)
    codes[codes >= n] = n + index
    b, a = np.divmod(new - n, n)
    edges = np.stack([a, b], axis=1)
    return Clipped(codes, owner, edges, s[a] / (s[a] - s[b]))


# By the signs of three corners, the first positive: the pieces, with corners (i, i), and (i, j) for a cut
# of the edge from the positive corner i to the negative corner j.
_PIECES = {
    (1, -1, -1): [[(0, 0), (0, 1), (0, 2)]],
    (1, 0, -1): [[(0, 0), (1, 1), (0, 2)]],
    (1, -1, 0): [[(0, 0), (0, 1), (2, 2)]],
    (1, 1, -1): [[(0, 0), (1, 1), (1, 2)], [(0, 0), (1, 2), (0, 2)]],
}


def _turned(F: Faces, s: Floats) -> tuple[Ints, Ints]:
    """Cut triangles, each begun at a positive corner that follows none; and the corners' signs (c, 3)."""
    signs = np.sign(s[F]).astype(np.int64)
    first = (signs > 0) & (np.roll(signs, 1, axis=1) <= 0)
    order = (first.argmax(axis=1)[:, None] + np.arange(3)) % 3
    return np.take_along_axis(F, order, axis=1), np.take_along_axis(signs, order, axis=1)
