"""Samples of a surface near another one, fine enough whatever the triangles are.

Triangles are bisected and those out of reach dropped, until the ones left are small: a box of twelve
triangles gives as many samples as a dense scan, and no chance is involved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pliant.arrays import Array, Floats, Ints

# Samples wanted on the near side of a surface: slippage is stable to a degree from a few hundred on.
WANTED = 1200
# Above this many samples more of them only cost time.
MOST = 4000
# The first pass splits to this share of the part's size, so that no near region falls between samples.
COARSE = 0.1
# Splitting ends below this share of the reach: finer samples see nothing new.
FINE = 0.25

Distance = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class Samples:
    """Points of a surface.

    points:  (s, 3)
    normals: (s, 3) unit, outward, smooth across the facets of a round surface
    weights: (s,) the area that each stands for
    face:    (s,) the triangle it lies on
    """

    points: Floats
    normals: Floats
    weights: Floats
    face: Ints

    def __len__(self) -> int:
        return len(self.points)

    def pick(self, rows: Array) -> Samples:
        """Some of the samples; rows: their numbers, or a mask."""
        return Samples(self.points[rows], self.normals[rows], self.weights[rows], self.face[rows])


def near_samples(
    T: Floats, N: Floats, distance: Distance, reach: float, size: float
) -> tuple[Samples, Floats]:
    """Samples of triangles within reach of another surface, and their distances (s,) from it.

    T, N:     (m, 3, 3) corners of the triangles and their normals
    distance: gives the distances (s,) of points (s, 3) from the other surface
    size:     of the part that the triangles belong to
    """
    pieces = _near(_Pieces(T, N, np.arange(len(T)), distance(T.mean(axis=1))), reach)
    side = COARSE * size
    while len(pieces.T):
        pieces = _split(pieces, distance, reach, side)
        if len(pieces.T) >= WANTED or side <= FINE * reach:
            break
        side /= 2
    samples, kept = _centres(pieces)
    far = pieces.far[kept]
    rows = _thinned(samples.weights, far <= reach)
    return samples.pick(rows), far[rows]


class _Pieces(NamedTuple):
    """Pieces of triangles: corners, normals, the triangle they come from, the distance of their centres."""

    T: Floats
    N: Floats
    face: Ints
    far: Floats

    def pick(self, rows: Array) -> _Pieces:
        return _Pieces(self.T[rows], self.N[rows], self.face[rows], self.far[rows])


def _thinned(weights: Floats, near: Array) -> Ints:
    """Numbers of at most MOST samples that are near: of a long list every k-th, which keeps all regions."""
    rows = np.flatnonzero(near & (weights > 0))
    return rows[:: 1 + (len(rows) - 1) // MOST] if len(rows) else rows


def _near(pieces: _Pieces, reach: float) -> _Pieces:
    """The pieces that may have a point within reach."""
    radius = np.linalg.norm(pieces.T - pieces.T.mean(axis=1)[:, None], axis=2).max(axis=1, initial=0.0)
    return pieces.pick(pieces.far <= reach + radius)


def _split(pieces: _Pieces, distance: Distance, reach: float, side: float) -> _Pieces:
    """The pieces bisected until none is longer than side; those that lie wholly out of reach are dropped."""
    done = []
    while len(pieces.T):
        lengths = np.linalg.norm(np.roll(pieces.T, -1, axis=1) - pieces.T, axis=2)
        small = lengths.max(axis=1) <= side
        done.append(pieces.pick(small))
        large = pieces.pick(~small)
        T, N, face = _bisected(large.T, large.N, large.face, lengths[~small].argmax(axis=1))
        pieces = _near(_Pieces(T, N, face, distance(T.mean(axis=1))), reach)
    return _Pieces(*(np.concatenate(each) for each in zip(*done, strict=True))) if done else pieces


def _bisected(T: Floats, N: Floats, face: Ints, edge: Ints) -> tuple[Floats, Floats, Ints]:
    """Every triangle cut in two at the middle of the edge from corner `edge` to the next."""
    rows = np.arange(len(T))
    i, j, k = edge, (edge + 1) % 3, (edge + 2) % 3

    def halves(X: Floats) -> Floats:
        a, b, c = X[rows, i], X[rows, j], X[rows, k]
        middle = (a + b) / 2
        return np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])

    return halves(T), halves(N), np.concatenate([face, face])


def _centres(pieces: _Pieces) -> tuple[Samples, Array]:
    """A sample at the centre of every piece that has an area and a normal, and which pieces those are."""
    T = pieces.T
    weights = np.linalg.norm(np.cross(T[:, 1] - T[:, 0], T[:, 2] - T[:, 0]), axis=1) / 2
    normals = pieces.N.mean(axis=1)
    length = np.linalg.norm(normals, axis=1)
    kept = (weights > 0) & (length > 0)
    unit = normals[kept] / length[kept, None]
    return Samples(T.mean(axis=1)[kept], unit, weights[kept], pieces.face[kept]), kept
