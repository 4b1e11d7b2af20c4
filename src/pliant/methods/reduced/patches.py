"""Cuts a mesh of any size into about a thousand patches, which are then clustered in its place.

A patch is a connected piece of the surface. Clustering needs only its moments: with y = (x, 1),
S = ∫ y yᵀ, B = ∫ y vᵀ for each pose and ∫ |v|² give the error of carrying the patch with any map exactly.
Sums over a patch also average out the noise of scans, which makes single triangles turn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array, eye_array
from scipy.sparse.csgraph import connected_components, dijkstra

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.gradient import areas
from pliant.geometry.rotations import closest_rotation
from pliant.geometry.topology import face_pairs, neighbours

# Patches at most: enough to outline a finger, few enough to compare every pair.
MOST = 1000
# Triangles in a patch, since one alone may turn at random; fewer where there would be too few patches.
TRIANGLES = 2
FEWEST = 400


@dataclass(frozen=True, eq=False)
class Moments:
    """Integrals over pieces of the surface, in any leading shape; the sum of two is that of their union.

    S: (…, 4, 4) ∫ y yᵀ with y = (x, 1); B: (…, k, 4, 3) ∫ y vᵀ; square: (…,) ∫ |v|² over all poses
    """

    S: Floats
    B: Floats
    square: Floats

    def __getitem__(self, rows: Any) -> Moments:
        return Moments(self.S[rows], self.B[rows], self.square[rows])

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.S + other.S, self.B + other.B, self.square + other.square)

    def grouped(self, labels: Ints, count: int) -> Moments:
        """The moments of count unions: piece i belongs to the union labels[i]."""
        p = len(labels)
        total = csr_array((np.ones(p), (labels, np.arange(p))), shape=(count, p))
        return Moments(*(_summed(total, each) for each in (self.S, self.B, self.square)))

    def centred(self) -> tuple[Floats, Floats]:
        """(…, 3, 3) ∫ (x − x̄)(x − x̄)ᵀ and (…, k, 3, 3) ∫ (x − x̄) vᵀ about each piece's middle x̄."""
        middle = self.middle()
        spread = self.S[..., :3, :3] - middle[..., :, None] * self.S[..., None, 3, :3]
        cross = self.B[..., :3, :] - middle[..., None, :, None] * self.B[..., 3:, :]
        return spread, cross

    def middle(self) -> Floats:
        """(…, 3) centroid of each piece in the reference."""
        return self.S[..., 3, :3] / self.S[..., 3, 3, None]


@dataclass(frozen=True, eq=False)
class Patches:
    """A partition of the triangles into p patches.

    of_triangle: (m,) patch of each triangle
    moments:     the moments of the patches
    graph:       (p, p) symmetric; distances between the middles of patches that share an edge
    """

    of_triangle: Ints
    moments: Moments
    graph: csr_array

    def __len__(self) -> int:
        return len(self.moments.square)

    def rotations(self) -> Floats:
        """(p, k, 3, 3) the rotation that best carries each patch and its neighbours into each pose."""
        _, cross = self.moments.centred()
        return np.swapaxes(closest_rotation(_summed(self._around(), cross)), -1, -2)

    def with_neighbours(self) -> Moments:
        """The moments of each patch together with the patches that it touches."""
        around = self._around()
        own = self.moments
        return Moments(*(_summed(around, each) for each in (own.S, own.B, own.square)))

    def _around(self) -> csr_array:
        graph = self.graph
        touching = csr_array((np.ones(graph.nnz), graph.indices, graph.indptr), shape=graph.shape)
        return csr_array(touching + eye_array(len(self), format="csr"))


def patches(V: Poses, F: Faces) -> Patches:
    """About a thousand patches of the poses V (k, n, 3), or one per triangle where there are few."""
    pairs = face_pairs(F)
    most = min(MOST, max(FEWEST, len(F) // TRIANGLES))
    middles = V[0][F].mean(axis=1)
    seeds = _seeds(middles, pairs, areas(V[0], F), most)
    of_triangle = _nearest_seed(middles, pairs, seeds)
    count = int(of_triangle.max()) + 1
    moments = _triangle_moments(V, F, of_triangle, count)
    return Patches(of_triangle, moments, _patch_graph(moments.middle(), of_triangle[pairs]))


def _seeds(middles: Vertices, pairs: Ints, size: Floats, most: int) -> Ints:
    """(s,) one triangle for each component in each occupied cell of a grid."""
    m = len(middles)
    if m <= most:
        return np.arange(m)
    _, component = connected_components(neighbours(pairs, m), directed=False)
    cell = np.sqrt(size.sum() / most)
    while True:
        x, y, z = ((middles - middles.min(axis=0)) / cell).astype(np.int64).T
        place = ((component * (x.max() + 1) + x) * (y.max() + 1) + y) * (z.max() + 1) + z
        key = np.unique(place, return_inverse=True)[1]
        if key.max() < most or key.max() == component.max():
            break
        cell *= 1.1
    mean = np.stack([np.bincount(key, middles[:, a]) for a in range(3)], axis=1) / np.bincount(key)[:, None]
    order = np.lexsort((((middles - mean[key]) ** 2).sum(axis=1), key))
    return np.sort(order[np.unique(key[order], return_index=True)[1]])


def _nearest_seed(middles: Vertices, pairs: Ints, seeds: Ints) -> Ints:
    """(m,) the seed nearest to each triangle, by the way along the middles of triangles."""
    if len(seeds) == len(middles):
        return np.arange(len(middles))
    _, _, source = dijkstra(
        _distances(middles, pairs, len(middles)), indices=seeds, min_only=True, return_predecessors=True
    )
    return np.searchsorted(seeds, source)


def _patch_graph(middles: Vertices, pairs: Ints) -> csr_array:
    between = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    return _distances(middles, between, len(middles))


def _distances(points: Vertices, pairs: Ints, count: int) -> csr_array:
    """(count, count) symmetric graph of the distances between paired points."""
    # Explicit zeros would vanish from the sparse graph.
    length = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1) + 1e-12
    graph = coo_array((length, (pairs[:, 0], pairs[:, 1])), shape=(count, count)).tocsr()
    return csr_array(graph.maximum(graph.T))


def _triangle_moments(V: Poses, F: Faces, labels: Ints, count: int) -> Moments:
    """The moments of piecewise linear maps, exactly: ∫ f g = area/12 (Σ fᵢgᵢ + Σfᵢ Σgᵢ) per triangle."""
    size = areas(V[0], F) / 12.0
    total = csr_array((np.ones(len(F)), (labels, np.arange(len(F)))), shape=(count, len(F)))
    y = np.concatenate([V[0], np.ones((V.shape[1], 1))], axis=1)[F]

    def integral(v: Floats) -> Floats:
        corners = np.einsum("j,jia,jib->jab", size, y, v)
        return _summed(total, corners + np.einsum("j,ja,jb->jab", size, y.sum(axis=1), v.sum(axis=1)))

    square = np.zeros(len(F))
    for pose in V:
        v = pose[F]
        square += size * ((v**2).sum(axis=(1, 2)) + (v.sum(axis=1) ** 2).sum(axis=1))
    return Moments(integral(y), np.stack([integral(pose[F]) for pose in V], axis=1), total @ square)


def _summed(total: csr_array, values: Floats) -> Floats:
    """(g, …) the product of total (g, p) and values (p, …)."""
    flat = total @ values.reshape(len(values), -1)
    return flat.reshape(len(flat), *values.shape[1:])
