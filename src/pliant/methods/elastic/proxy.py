"""A coarser surface of a large mesh, from which its cells and its skin are learned.

Its vertices are vertices of the mesh at least a radius apart, measured along edges; every other vertex joins
the nearest of them, and triangles between three of these clusters remain. Thin parts keep both sides, because
clusters grow along the surface. The mesh is posed as this surface: what is learned and found there comes back
by linear interpolation on the coarser triangles, whose kinks are then smoothed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit
from scipy.sparse import coo_array, csr_array

from pliant.arrays import Floats, Ints, Vertices
from pliant.geometry.gradient import areas, gradient, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.solvable import Solvable, bridges, flat_triangles
from pliant.geometry.topology import edges
from pliant.methods.elastic.body import GRAIN, Body, Layout, Surface, body_of
from pliant.methods.elastic.cells import MOST, ROOM, Cells, without_dropped
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.weight_smoothing import Diffusion, put

# Vertices of a proxy per the most that a mesh without one has: with 10,000 an armadillo lost bumps that
# stiffen its surface, and its live poses had 1.4 times the energy of settled ones instead of 1.25.
COARSE = 0.6
# Area of a cluster in squared radii, as it was measured on a camel, an armadillo and a bunny.
PACKING = 1.4
# How long weights that come from the coarser surface diffuse, in areas of a vertex of it.
SPREAD = 0.15


@dataclass(frozen=True, eq=False)
class Proxy:
    """A coarser surface.

    surface: positions (n, 3) and triangles of the mesh
    shape:   its triangles and vertices (k), in the coordinates of the mesh
    seeds:   (k,) the vertices of the mesh that it has
    own:     (n,) the cluster of each vertex of the mesh
    corners: (n, 3) vertices of the coarser surface that carry each vertex, and
    shares:  (n, 3) how far
    diffusion: what smooths kinks at the edges of the coarser surface
    """

    surface: tuple[Vertices, Ints]
    shape: Solvable
    seeds: Ints
    own: Ints
    corners: Ints
    shares: Floats
    diffusion: Diffusion

    @staticmethod
    def of(shape: Solvable, finest: int) -> Proxy:
        """That of a mesh in one piece, which has more vertices than the finest that is posed as it is."""
        V, F = shape.V[0], shape.F[: len(shape.kept)]
        n, p = len(V), GRAIN * np.rint(V / GRAIN)
        radius = float(np.sqrt(areas(V, F).sum() / (COARSE * finest) / PACKING))
        own, seeds = _clusters(*_graph(p, edges(F)), radius)
        faces = own[F]
        whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
        faces = _unique(faces[whole])
        W = V[seeds]
        faces = faces[~flat_triangles(W, faces)]
        joined = bridges(W[None], faces)
        coarse = Solvable(
            W[None],
            np.concatenate([faces, joined]),
            np.arange(len(W)),
            np.arange(len(faces)),
            len(joined),
            shape.frame,
        )
        corners, shares = np.repeat(own[:, None], 3, axis=1), np.tile([1.0, 0.0, 0.0], (n, 1))
        first, incident = _incident(faces, len(W))
        _interpolate((V, own, W, faces), first, incident, corners, shares)
        masses, L = vertex_areas(V, F), csr_array(weighted_laplacian(gradient(V, F), areas(V, F)))
        diffusion = Diffusion.of(L, masses, SPREAD * float(masses.sum()) / len(seeds))
        return Proxy((V, F), coarse, seeds, own, corners, shares, diffusion)

    @cached_property
    def matrix(self) -> csr_array:
        """(n, k) sparse: the interpolation on the coarser surface."""
        n = len(self.own)
        starts = np.arange(0, 3 * n + 1, 3)
        return csr_array((self.shares.ravel(), self.corners.ravel(), starts), shape=(n, len(self.seeds)))

    def mean(self, values: Floats) -> Floats:
        """(k,) the mean over every cluster of values (n,)."""
        return np.bincount(self.own, values).astype(np.float64) / np.bincount(self.own)

    def mean_moves(self, vertices: Ints, moves: Floats) -> tuple[Ints, Floats]:
        """(c,) the clusters of vertices (f,) of the mesh, and the mean (c, 3) over each of moves (f, 3)."""
        clusters, own, count = np.unique(self.own[vertices], return_inverse=True, return_counts=True)
        sums = csr_array((np.ones(len(own)), (own, np.arange(len(own)))), shape=(len(clusters), len(own)))
        return clusters, (sums @ moves) / count[:, None]

    def layout(self, of_proxy: Layout) -> Layout:
        """The layout of the coarser surface on the mesh."""
        return Layout(self.carried(of_proxy.cells), self.seeds[of_proxy.across])

    def carried(self, cells: Cells) -> Cells:
        """Cells of the coarser surface on the vertices of the mesh."""
        n, room = len(self.own), min(MOST + ROOM, cells.count)
        order, value = np.zeros((n, room), dtype=np.int64), np.zeros((n, room))
        _blend(cells.influences, cells.weights, self.corners, self.shares, (order, value))
        return without_dropped(*self.diffusion.weights(order, value), cells.count)


@dataclass(frozen=True, eq=False)
class Learned:
    """The body that is posed with its layout, and that of the mesh, which may be finer than its proxy."""

    body: Body
    coarse: Layout
    layout: Layout
    proxy: Proxy | None


def learned(shape: Solvable, options: ElasticOptions, stiffness: Floats | None) -> Learned:
    """What is learned from a mesh in one piece with a stiffness (n,) of its vertices; 1 by default."""
    proxy = Proxy.of(shape, options.finest) if shape.V.shape[1] > options.finest else None
    surface = Surface(shape if proxy is None else proxy.shape)
    coarse = surface.layout(options)
    body = _body(surface, options, coarse, stiffness, proxy)
    return Learned(body, coarse, coarse if proxy is None else proxy.layout(coarse), proxy)


def stiffened(
    shape: Solvable, options: ElasticOptions, stiffness: Floats | None, coarse: Layout, proxy: Proxy | None
) -> Body:
    """The body with another stiffness (n,) of the mesh's vertices; its layout depends on the shape alone."""
    return _body(Surface(shape if proxy is None else proxy.shape), options, coarse, stiffness, proxy)


def _body(
    surface: Surface, options: ElasticOptions, layout: Layout, stiffness: Floats | None, proxy: Proxy | None
) -> Body:
    mean = stiffness if stiffness is None or proxy is None else proxy.mean(stiffness)
    return body_of(surface, options, layout, mean)


def _graph(p: Floats, ends: Ints) -> tuple[Ints, Ints, Floats]:
    """Where the edges of each vertex start (n + 1,), their other ends and their lengths."""
    length = np.linalg.norm(p[ends[:, 0]] - p[ends[:, 1]], axis=1)
    both = np.concatenate([ends, ends[:, ::-1]])
    graph = coo_array((np.tile(length, 2), (both[:, 0], both[:, 1])), shape=(len(p), len(p))).tocsr()
    return graph.indptr.astype(np.int64), graph.indices.astype(np.int64), np.asarray(graph.data, np.float64)


def _unique(F: Ints) -> Ints:
    """Triangles (m, 3) without others of the same corners, each from its smallest corner on."""
    first = np.argmin(F, axis=1)
    turned = np.take_along_axis(F, (first[:, None] + np.arange(3)) % 3, axis=1)
    k = int(F.max(initial=0)) + 1
    ascending = np.sort(turned, axis=1)
    _, one = np.unique((ascending[:, 0] * k + ascending[:, 1]) * k + ascending[:, 2], return_index=True)
    return turned[np.sort(one)]


def _incident(F: Ints, k: int) -> tuple[Ints, Ints]:
    """Where the triangles of each of k vertices start (k + 1,), and these."""
    order = np.argsort(F.ravel(), kind="stable")
    return np.searchsorted(F.ravel()[order], np.arange(k + 1)), order // 3


@njit(cache=True)
def _clusters(starts, ends, lengths, radius):
    """(n,) the nearest seed of every vertex, and these: in order, where none is nearer than the radius."""
    n = len(starts) - 1
    own, distance = np.full(n, -1), np.full(n, np.inf)
    waits, queue = np.zeros(n, dtype=np.bool_), np.empty(n + 1, dtype=np.int64)
    seeds = []
    for seed in range(n):
        if distance[seed] < radius:
            continue
        own[seed], distance[seed] = len(seeds), 0.0
        seeds.append(seed)
        queue[0], first, last = seed, 0, 1
        while first != last:
            i = queue[first]
            first = (first + 1) % (n + 1)
            waits[i] = False
            for k in range(starts[i], starts[i + 1]):
                j, far = ends[k], distance[i] + lengths[k]
                if far < radius and far < distance[j]:
                    distance[j], own[j] = far, own[i]
                    if not waits[j]:
                        waits[j], queue[last] = True, j
                        last = (last + 1) % (n + 1)
    return own, np.array(seeds)


@njit(cache=True)
def _interpolate(surfaces, first, incident, corners, shares):
    """Write the nearest triangle of its cluster (n, 3) and the weights (n, 3) there for every vertex."""
    V, own, W, F = surfaces
    w = np.empty(3)
    for i in range(len(V)):
        best = np.inf
        for k in range(first[own[i]], first[own[i] + 1]):
            f = F[incident[k]]
            far = _inside(V[i], W[f[0]], W[f[1]], W[f[2]], w)
            if far < best:
                best = far
                for c in range(3):
                    corners[i, c], shares[i, c] = f[c], w[c]


@njit(cache=True)
def _inside(x, a, b, c, w):
    """Write to w (3,) weights, none negative, of a point of a triangle near x; returns its squared distance.

    Beside the triangle this is not quite the nearest point, which other triangles then have.
    """
    u, v, d = b - a, c - a, x - a
    uu, uv, vv, ud, vd = u @ u, u @ v, v @ v, u @ d, v @ d
    size = uu * vv - uv * uv
    w[1], w[2] = max((vv * ud - uv * vd) / size, 0.0), max((uu * vd - uv * ud) / size, 0.0)
    w[0] = max(1.0 - w[1] - w[2], 0.0)
    w /= w[0] + w[1] + w[2]
    off = x - (w[0] * a + w[1] * b + w[2] * c)
    return off @ off


@njit(cache=True)
def _blend(influences, weights, corners, shares, out):
    """Write the largest weights (n, q) of every vertex and their cells, in falling order, to out."""
    order, value = out
    cells, sums = np.empty(3 * influences.shape[1], dtype=np.int64), np.empty(3 * influences.shape[1])
    for i in range(len(corners)):
        count = 0
        for c in range(3):
            for s in range(influences.shape[1]):
                more = shares[i, c] * weights[corners[i, c], s]
                if more <= 0.0:
                    continue
                place = 0
                while place < count and cells[place] != influences[corners[i, c], s]:
                    place += 1
                if place == count:
                    cells[count], sums[count] = influences[corners[i, c], s], 0.0
                    count += 1
                sums[place] += more
        for each in range(count):
            put(order[i], value[i], cells[each], sums[each])
