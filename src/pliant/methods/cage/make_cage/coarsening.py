"""Coarsens a cage: edges are collapsed, the cheapest first, while the cage stays a cage.

The vertex that replaces an edge is put where its quadric is least. Where that cuts the mesh it moves toward
the best point outside of all faces that it replaces, which never cuts [Sander2000].
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.methods.cage.make_cage.body import Body
from pliant.methods.cage.make_cage.fit import THINNEST, Limits, Workspace, clashing, fits, shape, workspace
from pliant.methods.cage.make_cage.quadric import both, error, inverse, lowest, lowest_outside
from pliant.methods.cage.make_cage.surface import (
    ROOM,
    EditableSurface,
    compacted,
    faces_at,
    has,
    may_merge,
    merge,
)
from pliant.methods.cage.vectors import along, dot, minus, normal, row, unit
from pliant.solve.kernels import inner

# Each round ends when this share of the vertices is left; edges that could not go are tried again then.
ROUND = 0.7
# Above this many times the wanted vertices, faces turn by at most the angle of this cosine.
MANY = 10
GENTLE = 0.5
# Edges at one vertex, at most.
VALENCE = 10
# How far toward the outer point the new vertex goes, tried in turn.
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.3)


class Collapse(NamedTuple):
    """An edge ab that may be replaced by the vertex x, y, z; the cheapest comes first.

    stamp: those of a and b together; an entry of an earlier state is out of date
    sure:  whether the place is known to be allowed, and cost is what it costs; else cost is a lower bound
    """

    cost: float
    a: int
    b: int
    stamp: int
    sure: bool
    x: float
    y: float
    z: float


def size(S: EditableSurface) -> int:
    """Number of the cage's vertices; with a mirror, of both halves."""
    return int(np.where(S.rim, 1, 2).sum()) if S.rim.any() else len(S.V)


def coarsened(S: EditableSurface, body: Body, limits: Limits, vertices: int) -> EditableSurface:
    """The surface with at most so many vertices, or as few as possible.

    While there are many, faces turn little and hardly reach each other. Such a round is checked at its end
    only; if it failed, it is repeated with every step checked.
    """
    careful = False
    while size(S) > vertices:
        before = size(S)
        careful = careful or before <= MANY * vertices
        kept = limits if careful else limits._replace(alone=True, turned=GENTLE)
        after = _round(workspace(compacted(S), body, kept), before - max(vertices, int(ROUND * before)))
        if size(after) < before and (careful or clashing(workspace(after, body, limits)) < 0):
            S, careful = after, False
        elif careful:
            break
        else:
            careful = True
    return S


def _round(space: Workspace, surplus: int) -> EditableSurface:
    """The surface with so many vertices less, if possible."""
    _collapse(space, surplus)
    return compacted(space.S)


@njit(cache=True)
def _collapse(space, surplus):
    """Collapse edges until so many vertices less are left, or none can go."""
    S, limits, P = space.S, space.limits, space.P
    heap = [Collapse(0.0, 0, 0, 0, False, 0.0, 0.0, 0.0) for _ in range(0)]
    for f in range(len(S.F)):
        for i in range(3):
            a, b = S.F[f, i], S.F[f, (i + 1) % 3]
            if a < b or (S.rim[a] and S.rim[b]):
                _push(heap, S, a, b)
    while surplus > 0 and len(heap) > 0:
        edge = heapq.heappop(heap)
        a, b = edge.a, edge.b
        if edge.stamp != S.stamp[a] + S.stamp[b] or S.first[a] < 0 or S.first[b] < 0:
            continue
        count = faces_at(S, b, P.old, faces_at(S, a, P.old, 0))
        if count >= ROOM - 2 or count - 2 > VALENCE or not may_merge(S, a, b, P.old, count):
            continue
        found, point, least = _best(space, edge, count)
        if not found:
            continue
        if least > edge.cost and not limits.alone:
            heapq.heappush(heap, Collapse(least, a, b, edge.stamp, True, point[0], point[1], point[2]))
            continue
        surplus -= 2 if limits.mirror and not (S.rim[a] and S.rim[b]) else 1
        merge(S, a, b, point, P.old, count)
        _push_around(heap, S, a)


@inner
def _push_around(heap, S, a):
    """Push every edge at the vertex a."""
    corner = S.first[a]
    while corner >= 0:
        f, i = corner // 3, corner % 3
        _push(heap, S, a, S.F[f, (i + 1) % 3])
        before = S.F[f, (i + 2) % 3]
        if S.rim[a] and S.rim[before]:
            _push(heap, S, a, before)
        corner = S.after[corner]


@inner
def _push(heap, S, a, b):
    """Push the edge ab at its least cost; the vertex on the rim comes first and is the one that stays."""
    if S.rim[b] and not S.rim[a]:
        a, b = b, a
    Q = both(S.Q, a, b)
    x, y, z = lowest(Q, inverse(Q, S.rim[a]))
    heapq.heappush(heap, Collapse(error(Q, (x, y, z)), a, b, S.stamp[a] + S.stamp[b], False, x, y, z))


@inner
def _best(space, collapse, count):
    """Whether an edge can be replaced by a vertex, where, and at what cost; a sure place is tried first."""
    S, P, a, b = space.S, space.P, collapse.a, collapse.b
    Q = both(S.Q, a, b)
    A = inverse(Q, S.rim[a])
    inner, x = lowest(Q, A), (collapse.x, collapse.y, collapse.z)
    way = (0.0, 0.0, 0.0)
    edge = minus(row(S.V, b), row(S.V, a))
    found, point, least = False, inner, np.inf
    for i in range(0 if collapse.sure else 1, len(SHARES) + 4):
        if i == 2:
            way = minus(lowest_outside(inner, A, _planes(S, P, count), count), inner)
        if 0 < i <= len(SHARES):
            x = along(inner, SHARES[i - 1], way)
        elif i > len(SHARES):
            # Where nothing between the two points will do, one end of the edge or its middle may.
            x = along(row(S.V, a), 0.5 * (i - len(SHARES) - 1), edge)
        if S.rim[a] and x[0] != 0.0:
            continue
        if _allowed(space, a, b, x, count):
            cost = _cost(Q, x, P, count)
            if cost < least:
                found, point, least = True, x, cost
        if found and i <= len(SHARES):
            break
    return found, point, least


@inner
def _planes(S, P, count):
    """(count, 4) the planes of the patch's old faces: unit normal n, and n·x of its points x."""
    planes = np.empty((count, 4))
    for i in range(count):
        T = S.corners[P.old[i]]
        n = unit(normal(T))
        planes[i, 0], planes[i, 1], planes[i, 2], planes[i, 3] = n[0], n[1], n[2], dot(n, row(T, 0))
    return planes


@inner
def _cost(Q, x, P, count):
    """The error of the vertex x, increased where the patch's new faces are badly shaped."""
    needles, news = 0.0, max(count - 2, 1)
    for i in range(news):
        needles += 1.0 / shape(P.X[i])
    return error(Q, x) * needles / news


@inner
def _fill(S, P, a, b, x, count):
    """Fill the patch with the faces after the collapse; returns how many there are."""
    news = 0
    for i in range(count):
        f = P.old[i]
        if has(S, f, a) and has(S, f, b):
            continue
        for k in range(3):
            v = S.F[f, k]
            end = v in (a, b)
            P.ids[news, k] = a if end else v
            for c in range(3):
                P.X[news, k, c] = x[c] if end else S.V[v, c]
        news += 1
    return news


@inner
def _allowed(space, a, b, x, count):
    """Whether the edge ab may be replaced by the vertex x; fills the patch with the faces after that."""
    S, limits, P = space.S, space.limits, space.P
    if not S.rim[a] and limits.mirror and x[0] < limits.gap:
        return False
    news = _fill(S, P, a, b, x, count)
    j = 0
    for i in range(count):
        if has(S, P.old[i], a) and has(S, P.old[i], b):
            continue
        old, new = S.corners[P.old[i]], P.X[j]
        j += 1
        if shape(new) < min(THINNEST, 0.7 * shape(old)):
            return False
        if dot(unit(normal(old)), unit(normal(new))) < limits.turned:
            return False
    return fits(space, count, news)
