"""The mesh that the solver uses instead of the user's: welded, without flat triangles, in one piece.

The user's vertices are never changed; each of them has a solver's vertex.
- Vertices that coincide in every pose (seams of texture coordinates, STL corners) become one.
- Triangles without area in the reference have no deformation gradient and are left out.
- Components, and vertices that no triangle uses, are tied to their nearest neighbour by bridge
  triangles. A bridge has features like any other triangle, so a part without an anchor keeps its place
  beside its neighbour as the examples show it, and the Laplacian has a single constant mode.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Poses, frozen
from pliant.errors import MeshError
from pliant.geometry.frame import Frame
from pliant.geometry.gradient import areas
from pliant.geometry.topology import Rings, vertex_components

# A triangle is flat when its area is below this share of its longest edge squared (the entries of so thin a
# needle in the Laplacian differ by the square of this and would swamp those of its neighbours)…
FLAT = 1e-7
# …or below this share of the squared diagonal, where its gradient would be lost in rounding.
TINY = 1e-18
# Diagonals of the reference between it and the farthest vertex of any pose.
FAR = 1e9
# Neighbours tried per vertex when looking for the nearest other component.
NEIGHBOURS = 12
# Faces that are tried before all others when a vertex is tied to the nearest one.
FIRST = 64


@dataclass(frozen=True, eq=False)
class Solvable:
    """Poses of the solver's mesh, in the coordinates of the frame.

    V:       (k, n', 3) positions
    F:       (m', 3) triangles; the last ones are bridges
    of_user: (n,) the solver's vertex of each of the user's
    kept:    (m' - bridges,) the user's triangle of each that is no bridge
    bridges: number of bridges
    frame:   unit and origin of V, those of the reference
    """

    V: Poses
    F: Faces
    of_user: Ints
    kept: Ints
    bridges: int
    frame: Frame

    def outward(self, x: Floats) -> Floats:
        """(n, 3) positions of the user's vertices, in the user's coordinates, from the solver's x (n', 3)."""
        return self.frame.outward(np.take(x, self.of_user, axis=0))


def solvable(V: Poses, F: Faces) -> Solvable:
    """The solver's mesh for the poses V (k, n, 3), the first of which is the reference.

    Raises MeshError where the reference has no finite size or only flat triangles.
    """
    frame = checked_frame(V[0])
    of_user, first = welded(V)
    W = frame.inward(V[:, first])
    _check_sizes(W)
    faces = of_user[F]
    kept = np.flatnonzero(~flat_triangles(W[0], faces))
    if len(kept) == 0:
        raise MeshError("Every triangle of the reference pose is flat; at least one with an area is needed.")
    bridge = bridges(W, faces[kept])
    return Solvable(
        frozen(W, np.float64),
        frozen(np.concatenate([faces[kept], bridge]), np.int64),
        frozen(of_user, np.int64),
        frozen(kept, np.int64),
        len(bridge),
        frame,
    )


def _check_sizes(W: Poses) -> None:
    """Refuse poses (k, n', 3) so large, in diagonals of the reference, that rounding leaves nothing of it."""
    far = np.abs(W).max(axis=(1, 2))
    if not far.max() <= FAR:
        raise MeshError(
            f"Pose {int(np.argmax(far))} reaches {far.max():.3g} diagonals of the reference away from it; at "
            f"most {FAR:g} are possible. Repair it, or leave it out."
        )


def checked_frame(reference: Floats) -> Frame:
    """The solver's coordinates for a reference (n, 3); raises MeshError where it has no finite size."""
    frame = Frame.of(reference)
    if not 0.0 < frame.diagonal < np.inf:
        raise MeshError(
            f"The reference pose has the diagonal {frame.diagonal:g}; a mesh with a finite size is needed."
        )
    return frame


def welded(V: Poses) -> tuple[Ints, Ints]:
    """of_user (n,) and first (n',): a number for each vertex, and the first vertex of each number.

    Vertices that coincide exactly in every pose of V (k, n, 3) share a number. Numbers follow the first
    vertices, so a mesh without such vertices keeps its order.
    """
    n = V.shape[1]
    label = np.zeros(n, dtype=np.int64)
    for pose in V:
        keys = np.column_stack([label, pose + 0.0])  # -0.0 equals 0.0
        order = np.lexsort(keys.T)
        new = np.any(keys[order[1:]] != keys[order[:-1]], axis=1)
        label[order] = np.concatenate([[0], np.cumsum(new)])
        if label.max() == n - 1:
            return np.arange(n), np.arange(n)
    _, first, label = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[label], np.sort(first)


def flat_triangles(V: Floats, F: Faces) -> np.ndarray:
    """(m,) whether each triangle of V (n, 3), of diagonal about 1, has too little area for a gradient."""
    a, b, c = (V[F[:, i]] for i in range(3))
    longest = np.maximum.reduce([((p - q) ** 2).sum(axis=1) for p, q in ((a, b), (b, c), (c, a))])
    return areas(V, F) <= np.maximum(FLAT * longest, TINY)


def bridges(V: Poses, F: Faces) -> Ints:
    """(b, 3) triangles that join all components and unused vertices of V (k, n, 3), F (m, 3) into one."""
    component = vertex_components(F, V.shape[1])
    count = int(component.max()) + 1
    if count == 1:
        return np.empty((0, 3), dtype=np.int64)
    rings = Rings.of(F, V.shape[1])
    made = []
    for a, b in closest_pairs(V, component, count):
        for p, q in ((a, b), (b, a)):
            triangle = _best_triangle(V[0], p, q, rings[p])
            if triangle is not None:
                made.append(triangle)
    return _still_missing(V[0], F, np.array(made, dtype=np.int64).reshape(-1, 3))


def closest_pairs(V: Poses, component: Ints, count: int) -> Ints:
    """(count − 1, 2) pairs of vertices that connect the components as a tree, nearest over all poses."""
    pairs = np.empty((0, 2), dtype=np.int64)
    labels = component
    while True:
        found = _nearest_foreign(V[0], labels)
        distance = np.linalg.norm(V[:, found[:, 0]] - V[:, found[:, 1]], axis=2).max(axis=0)
        pairs = np.concatenate([pairs, _spanning(found, distance, labels)])
        graph = coo_array(
            (np.ones(len(pairs)), (component[pairs[:, 0]], component[pairs[:, 1]])), shape=(count, count)
        )
        left, merged = connected_components(graph, directed=False)
        if left == 1:
            return pairs
        labels = merged.astype(np.int64)[component]


def _nearest_foreign(V: Floats, labels: Ints) -> Ints:
    """(c, 2) pairs of near vertices with different labels; for the smallest label also its nearest pair."""
    k = min(NEIGHBOURS, len(V))
    near = KDTree(V).query(V, k=k)[1].reshape(len(V), k)
    own = np.repeat(np.arange(len(V)), k)
    other = near.ravel()
    foreign = labels[own] != labels[other]
    smallest = np.flatnonzero(labels == np.argmin(np.bincount(labels)))
    rest = np.flatnonzero(labels != labels[smallest[0]])
    gap, hit = KDTree(V[rest]).query(V[smallest])
    best = int(np.argmin(gap))
    nearest = [[smallest[best], rest[np.asarray(hit)[best]]]]
    return np.vstack([np.column_stack([own, other])[foreign], nearest])


def _spanning(pairs: Ints, distance: Floats, labels: Ints) -> Ints:
    """The pairs that form a minimum spanning forest of the labels."""
    low = np.minimum(labels[pairs[:, 0]], labels[pairs[:, 1]])
    high = np.maximum(labels[pairs[:, 0]], labels[pairs[:, 1]])
    order = np.lexsort((distance, high, low))
    first = np.ones(len(order), dtype=bool)
    first[1:] = (low[order[1:]] != low[order[:-1]]) | (high[order[1:]] != high[order[:-1]])
    chosen = order[first]
    count = int(labels.max()) + 1
    # Explicit zeros would vanish from the sparse graph, so ranks stand in for distances.
    rank = np.argsort(np.argsort(distance[chosen], kind="stable"), kind="stable") + 1.0
    graph = coo_array((rank, (low[chosen], high[chosen])), shape=(count, count))
    kept = minimum_spanning_tree(graph).data
    by_rank = np.empty(len(chosen), dtype=np.int64)
    by_rank[rank.astype(np.int64) - 1] = chosen
    return pairs[by_rank[np.sort(kept).astype(np.int64) - 1]]


def _best_triangle(V: Floats, p: int, q: int, ring: Ints) -> tuple[int, int, int] | None:
    """(p, r, q), the triangle of the best shape with r among the neighbours of p; None where all are flat."""
    if len(ring) == 0:
        return None
    candidates = np.column_stack([np.full(len(ring), p), ring, np.full(len(ring), q)])
    usable = ~flat_triangles(V, candidates)
    if not usable.any():
        return None
    a, b, c = (V[candidates[:, i]] for i in range(3))
    round_ = areas(V, candidates) / sum(((u - v) ** 2).sum(axis=1) for u, v in ((a, b), (b, c), (c, a)))
    best = int(np.argmax(np.where(usable, round_, -1.0)))
    return p, int(ring[best]), q


def _still_missing(V: Floats, F: Faces, made: Ints) -> Ints:
    """The bridges, and for each vertex still unconnected a triangle with a side of the nearest face."""
    while True:
        component = vertex_components(np.concatenate([F, made]), len(V))
        joined = component == component[F[0, 0]]
        if joined.all():
            return made
        p = int(np.flatnonzero(~joined)[0])
        base = F[joined[F[:, 0]]]
        order = np.argsort(((V[base].mean(axis=1) - V[p]) ** 2).sum(axis=1), kind="stable")
        triangle = _first_tied(V, base, order, p)
        if triangle is None:
            raise MeshError(
                f"Vertex {p} of the solver's mesh cannot be tied to any triangle, so far away or close to a "
                "line it lies; remove vertices that no triangle uses."
            )
        made = np.concatenate([made, triangle[None]])


def _first_tied(V: Floats, base: Faces, order: Ints, p: int) -> Ints | None:
    """(3,) the first triangle that is not flat of vertex p and a side of a face, in this order of faces."""
    # Nearly always one of the first will do: all of them are looked at only where they must.
    for first, last in ((0, FIRST), (FIRST, len(order))):
        sides = base[order[first:last]][:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
        candidates = np.column_stack([sides, np.full(len(sides), p)])
        good = np.flatnonzero(~flat_triangles(V, candidates))
        if len(good):
            return candidates[good[0]]
    return None
