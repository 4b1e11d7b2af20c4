"""Triangles cut along the line where a function on the vertices is zero; the positive side is kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Faces, Floats, Ints


@dataclass(frozen=True, eq=False)
class Clipped:
    """The kept pieces of m triangles. Their vertices are the n old ones, then c new ones on cut edges.

    F:     (p, 3) triangles, facing as before
    owner: (p,) the old triangle of each piece
    edges: (c, 2) the old edge of each new vertex, its kept end first
    t:     (c,) place of the new vertex on that edge: 0 at the kept end, 1 at the other
    """

    F: Faces
    owner: Ints
    edges: Ints
    t: Floats

    def extended(self, X: Array) -> Array:
        """(n + c, …) values at the old and new vertices, interpolated along edges from values X (n, …)."""
        t = self.t.reshape(-1, *(1,) * (X.ndim - 1))
        return np.concatenate([X, (1.0 - t) * X[self.edges[:, 0]] + t * X[self.edges[:, 1]]])


def clipped(F: Faces, s: Floats) -> Clipped:
    """The part of the triangles F (m, 3) where s (n,), linear on each, is positive; its rim is at s = 0."""
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
    """Cut triangles (c, 3), each from its first positive corner on, and the signs (c, 3) of their corners."""
    signs = np.sign(s[F]).astype(np.int64)
    first = (signs > 0) & (np.roll(signs, 1, axis=1) <= 0)
    order = (first.argmax(axis=1)[:, None] + np.arange(3)) % 3
    return np.take_along_axis(F, order, axis=1), np.take_along_axis(signs, order, axis=1)
