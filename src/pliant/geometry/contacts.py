"""Contacts: points of different parts that touch in the reference and stay together in every pose.

A shoe is a part of its own, and nothing in its triangles says that there is a foot in it; the poses do. Two
points are in contact where they are near in the reference and in every other pose: a hand on a hip is near
in one of them and is no contact. The two sides of a seam that are not quite equal are in contact as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array, eye_array, vstack
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.gradient import areas
from pliant.geometry.near_seams import seam_pairs
from pliant.geometry.solvable import closest_pairs
from pliant.geometry.surface_points import surface_points
from pliant.geometry.topology import vertex_components

# Points nearer than this touch, in extents: about 1% of the diagonal, 2 cm on a person. Contacts are spread
# as far from each other.
TOUCH = 1.25e-2
# Where parts come apart, pairs of points that do so at most this many times as far as the best are taken.
SIMILAR = 1.5
# Contacts of two parts at least, where there are as many: a part that they hold turns about no line.
LEAST = 6


@dataclass(frozen=True, eq=False)
class Contacts:
    """Pairs of surface points that belong together.

    first, second: (c, n) sparse; row i holds the barycentric coordinates of the two points of pair i
    apart:         (c,) their largest distance in any pose, at least that of points that touch
    extent:        of the reference, see `extent`
    """

    first: csr_array
    second: csr_array
    apart: Floats
    extent: float

    def __len__(self) -> int:
        return len(self.apart)

    @property
    def firmness(self) -> Floats:
        """(c,) one for points that touch in every pose, less the farther poses move them apart."""
        return (TOUCH * self.extent / self.apart) ** 2

    @property
    def difference(self) -> csr_array:
        """(c, n) the vectors from the second points to the first."""
        return csr_array(self.first - self.second)

    @property
    def middle(self) -> csr_array:
        """(c, n) the points half-way between."""
        return csr_array((self.first + self.second) / 2.0)


def no_contacts(n: int) -> Contacts:
    """No contacts, on n vertices."""
    return Contacts(csr_array((0, n)), csr_array((0, n)), np.empty(0), 1.0)


def extent(V: Vertices, F: Faces) -> float:
    """Twice the largest distance from the centroid of the surface V (n, 3), F (m, 3).

    About the diagonal of the box around it, but the same however the axes lie.
    """
    size = areas(V, F)
    centroid = size @ V[F].mean(axis=1) / size.sum()
    return 2.0 * float(np.linalg.norm(V[F] - centroid, axis=2).max())


def contacts(V: Poses, F: Faces) -> Contacts:
    """The contacts of the parts of V (k, n, 3): the connected components of F (m, 3), across seams.

    They are spread over all places where two parts touch. Parts that touch none in every pose are joined to
    one that they touch in the reference, where they come apart least; parts that touch none there either,
    to the nearest, by several contacts, about none of which they turn. Firmness is less for both.
    """
    n, unit = V.shape[1], extent(V[0], F)
    V = V / unit
    seam = seam_pairs(V, F)
    part = _across(seam, vertex_components(F, n))
    first, second = _touching(V[0], F, part)
    pairs = np.sort(np.column_stack([_first_corner(first, part), _first_corner(second, part)]), axis=1)
    apart = _apart(V, first, second)
    chosen = _staying(pairs, apart)
    middle = (first[chosen] + second[chosen]) @ V[0] / 2.0
    kept = chosen[spread(middle, pairs[chosen], TOUCH)]
    single = csr_array(eye_array(n, format="csr"))
    lone = np.concatenate([seam, _far_pairs(V, F, part, pairs[kept])])
    first = csr_array(vstack([first[kept], single[lone[:, 0]]]))
    second = csr_array(vstack([second[kept], single[lone[:, 1]]]))
    return Contacts(first, second, unit * np.maximum(_apart(V, first, second), TOUCH), unit)


def _across(seam: Ints, part: Ints) -> Ints:
    """(n,) parts of vertices, joined where a seam (c, 2) is between two of part (n,)."""
    count = int(part.max()) + 1
    graph = coo_array((np.ones(len(seam)), (part[seam[:, 0]], part[seam[:, 1]])), shape=(count, count))
    return connected_components(graph, directed=False)[1].astype(np.int64)[part]


def _apart(V: Poses, first: csr_array, second: csr_array) -> Floats:
    """(c,) the largest distance of each pair of points in any pose."""
    apart = np.zeros(len(first.indptr) - 1)
    for pose in V:
        np.maximum(apart, np.linalg.norm(first @ pose - second @ pose, axis=1), out=apart)
    return apart


def _first_corner(points: csr_array, of_vertex: Ints) -> Ints:
    """(s,) the value of_vertex (n,) of a corner of each point's triangle."""
    return of_vertex[points.indices[points.indptr[:-1]]]


def _touching(V: Vertices, F: Faces, part: Ints) -> tuple[csr_array, csr_array]:
    """(c, n) pairs of touching points: to each point of the surface the nearest of every other part."""
    if not part.any():
        return csr_array((0, len(V))), csr_array((0, len(V)))
    points = surface_points(V, F, TOUCH).matrix(F, len(V))
    P, part = points @ V, _first_corner(points, part)
    ours, theirs = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for own in _groups(part[:, None]):
        low, high = P[own].min(axis=0) - TOUCH, P[own].max(axis=0) + TOUCH
        inside = ((low <= P) & (high >= P)).all(axis=1)
        others = np.flatnonzero(inside & (part != part[own[0]]))
        distance, hit = map(np.asarray, KDTree(P[own]).query(P[others], distance_upper_bound=TOUCH))
        met = np.isfinite(distance)
        ours.append(others[met])
        theirs.append(own[hit[met]])
    return points[np.concatenate(ours)], points[np.concatenate(theirs)]


def _staying(pairs: Ints, apart: Floats) -> Ints:
    """The point pairs whose parts, pairs (c, 2), belong together; apart (c,) is their largest distance.

    These are all that touch in every pose; and for parts that these leave loose, those that come apart least.
    """
    joints, joint = np.unique(pairs, axis=0, return_inverse=True)
    joint = joint.ravel()
    best = np.full(len(joints), np.inf)
    np.minimum.at(best, joint, apart)
    count = int(pairs.max(initial=0)) + 1
    # Ranks stand in for distances: explicit zeros would vanish from the sparse graph.
    rank = np.argsort(np.argsort(best, kind="stable"), kind="stable") + 1.0
    tree = minimum_spanning_tree(csr_array(coo_array((rank, tuple(joints.T)), shape=(count, count))))
    limit = np.where(np.isin(rank, tree.data), np.maximum(SIMILAR * best, TOUCH), TOUCH)
    limit[best <= TOUCH] = TOUCH
    return np.flatnonzero(apart <= limit[joint])


def spread(P: Vertices, keys: Ints, spacing: float, least: int = LEAST) -> Ints:
    """Numbers of points of P (c, 3), for each of the equal rows of keys (c, d) by itself.

    Of each row there are `least` points as far from each other as possible, if it has as many, and then
    more until none of its points is farther than the spacing from one of them.
    """
    kept = [np.empty(0, dtype=np.int64)]
    for own in _groups(keys):
        at = P[own]
        chosen: list[int] = []
        nearest = np.full(len(at), np.inf)
        point = int(np.argmax(((at - at.mean(axis=0)) ** 2).sum(axis=1)))
        while len(chosen) < least and nearest[point] > 0.0:
            chosen.append(point)
            nearest = np.minimum(nearest, ((at - at[point]) ** 2).sum(axis=1))
            point = int(np.argmax(nearest))
        open_ = nearest > spacing**2
        tree = KDTree(at) if open_.any() else None
        for point in np.argsort(-nearest, kind="stable"):
            if tree is not None and open_[point]:
                chosen.append(int(point))
                open_[tree.query_ball_point(at[point], spacing)] = False
        kept.append(own[chosen])
    return np.concatenate(kept)


def _groups(keys: Ints) -> Iterator[Ints]:
    """The numbers of the equal rows of keys (c, d), group by group."""
    if len(keys):
        order = np.lexsort(keys.T[::-1])
        new = (np.diff(keys[order], axis=0) != 0).any(axis=1)
        yield from np.split(order, np.flatnonzero(new) + 1)


def _far_pairs(V: Poses, F: Faces, part: Ints, joined: Ints) -> Ints:
    """(c, 2) near vertices that join the parts (n,) which joined (j, 2) pairs of parts leave loose."""
    used = np.unique(F)
    count = int(part.max()) + 1
    graph = coo_array((np.ones(len(joined)), tuple(joined.T)), shape=(count, count))
    label = connected_components(graph, directed=False)[1][part[used]]
    label = np.unique(label, return_inverse=True)[1]
    if label.max() == 0:
        return np.empty((0, 2), dtype=np.int64)
    nearest = closest_pairs(V[:, used], label, int(label.max()) + 1)
    return used[np.concatenate([_beside(V[:, used], label, pair) for pair in nearest])]


def _beside(V: Poses, label: Ints, pair: Ints) -> Ints:
    """(c, 2) a pair of vertices, and others between their labels, spread, that are hardly farther apart."""
    ours, theirs = (np.flatnonzero(label == label[end]) for end in pair)
    apart = float(np.linalg.norm(V[:, pair[0]] - V[:, pair[1]], axis=1).max())
    hit = np.asarray(KDTree(V[0, theirs]).query(V[0, ours])[1])
    found = np.column_stack([ours, theirs[hit]])
    found = found[np.linalg.norm(V[:, ours] - V[:, found[:, 1]], axis=2).max(axis=0) <= SIMILAR * apart]
    kept = found[spread(V[0][found].mean(axis=1), np.zeros((len(found), 1), dtype=np.int64), SIMILAR * apart)]
    return np.unique(np.vstack([pair, kept]), axis=0)
