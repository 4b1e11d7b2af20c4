"""A triangle surface that is edited in place: closed, or with a rim in the mirror plane x = 0.

Corner 3f + i is corner i of face f; the corners at a vertex form a chain: first[v], after[first[v]], … A
removed face has F = -1 and stays in its chains until they are mended.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Array, Faces, Floats, Vertices
from pliant.methods.cage.make_cage.box_tree import BoxTree, box_tree, place, remove
from pliant.solve.kernels import inner

# Faces at one vertex or around one edge, at most; cages have far fewer.
ROOM = 96


class EditableSurface(NamedTuple):
    """A triangle surface whose arrays kernels edit in place.

    V, F:    (n, 3) positions, (m, 3) faces
    rim:     (n,) whether a vertex lies in the mirror
    Q:       (n, 10) quadric of each vertex
    stamp:   (n,) numbers that grow with every change around a vertex
    first:   (n,), after: (3m,): the chains of corners
    corners: (m, 3, 3) the faces' points
    tree:    the boxes over them
    """

    V: Array
    F: Array
    rim: Array
    Q: Array
    stamp: Array
    first: Array
    after: Array
    corners: Array
    tree: BoxTree


def editable_surface(V: Vertices, F: Faces, rim: Array, Q: Floats) -> EditableSurface:
    """The surface of some arrays, without the vertices that no face has."""
    used, index = np.unique(F, return_inverse=True)
    V, F = np.ascontiguousarray(V[used]), np.ascontiguousarray(index.reshape(-1, 3))
    first, after = _chains(F, len(V))
    stamp = np.zeros(len(V), dtype=np.int64)
    return EditableSurface(V, F, rim[used], Q[used], stamp, first, after, V[F], box_tree(V[F]))


def compacted(S: EditableSurface) -> EditableSurface:
    """The surface without removed faces and vertices."""
    return editable_surface(S.V, S.F[S.F[:, 0] >= 0], S.rim, S.Q)


@njit(cache=True)
def _chains(F, n):
    """first (n,) and after (3m,)."""
    first, after = np.full(n, -1), np.full(F.size, -1)
    for f in range(len(F)):
        for i in range(3):
            after[3 * f + i] = first[F[f, i]]
            first[F[f, i]] = 3 * f + i
    return first, after


@inner
def link(S, v, corner):
    """Put a corner into the chain of a vertex."""
    S.after[corner] = S.first[v]
    S.first[v] = corner


@inner
def unlink(S, v, corner):
    """Take a corner out of the chain of a vertex."""
    if S.first[v] == corner:
        S.first[v] = S.after[corner]
        return
    before = S.first[v]
    while S.after[before] != corner:
        before = S.after[before]
    S.after[before] = S.after[corner]


@inner
def settle(S, f):
    """Bring a face's points and box to where its vertices are."""
    for i in range(3):
        for c in range(3):
            S.corners[f, i, c] = S.V[S.F[f, i], c]
    place(S.tree, f, S.corners[f])


@inner
def faces_at(S, v, faces, count):
    """Append the faces at a vertex that faces[:count] do not hold yet; returns the new count."""
    held = count
    corner = S.first[v]
    while corner >= 0 and count < len(faces):
        f = corner // 3
        known = S.F[f, 0] < 0
        for i in range(held):
            known = known or faces[i] == f
        if not known:
            faces[count] = f
            count += 1
        corner = S.after[corner]
    return count


@inner
def has(S, f, v):
    """Whether v is a corner of face f."""
    return S.F[f, 0] == v or S.F[f, 1] == v or S.F[f, 2] == v


@inner
def faces_between(S, a, b):
    """How many faces have the edge ab."""
    count = 0
    corner = S.first[a]
    while corner >= 0:
        count += has(S, corner // 3, b)
        corner = S.after[corner]
    return count


@inner
def may_merge(S, a, b, faces, count):
    """Whether collapsing the edge ab leaves a manifold; faces[:count] are those at a or b.

    This is the link condition; besides, no inner edge may join two vertices of the rim, where the mirror
    image begins.
    """
    shared, common = 0, 0
    for i in range(count):
        shared += has(S, faces[i], a) and has(S, faces[i], b)
    if shared != (1 if S.rim[a] and S.rim[b] else 2):
        return False
    one_rim = S.rim[a] != S.rim[b]
    within, border = (b, a) if S.rim[a] else (a, b)
    for i in range(count):
        for k in range(3):
            v = S.F[faces[i], k]
            if v in (a, b) or _seen(S, faces, i, k, v):
                continue
            at_a, at_b = faces_between(S, a, v) > 0, faces_between(S, b, v) > 0
            common += at_a and at_b
            if one_rim and S.rim[v] and (at_b if within == b else at_a) and faces_between(S, border, v) != 1:
                return False
    return common == shared


@inner
def _seen(S, faces, i, k, v):
    """Whether v is a corner of the faces before corner k of the i-th."""
    for j in range(i):
        if has(S, faces[j], v):
            return True
    return (k > 0 and S.F[faces[i], 0] == v) or (k > 1 and S.F[faces[i], 1] == v)


@inner
def merge(S, a, b, x, faces, count):
    """Collapse the edge ab to a at the point x; faces[:count] are those at a or b."""
    S.V[a, 0], S.V[a, 1], S.V[a, 2] = x
    S.rim[a] = S.rim[a] or S.rim[b]
    for i in range(10):
        S.Q[a, i] += S.Q[b, i]
    S.first[a] = S.first[b] = -1
    S.stamp[b] += 1
    for i in range(count):
        f = faces[i]
        if has(S, f, a) and has(S, f, b):
            S.F[f, 0] = S.F[f, 1] = S.F[f, 2] = -1
            remove(S.tree, f)
            continue
        for k in range(3):
            if S.F[f, k] == b:
                S.F[f, k] = a
            if S.F[f, k] == a:
                link(S, a, 3 * f + k)
        settle(S, f)
    S.stamp[a] += 1
