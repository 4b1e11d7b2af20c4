"""Tests whether a part of the cage may be replaced.

It may not if the cage then touches the mesh or itself, or leaves out a piece of the mesh.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Array
from pliant.methods.cage.make_cage.body import Body
from pliant.methods.cage.make_cage.box_tree import near, touches
from pliant.methods.cage.make_cage.contact import closer, pierces, solid_angle
from pliant.methods.cage.make_cage.surface import ROOM, EditableSurface
from pliant.methods.cage.vectors import dot, minus, normal, row, unit
from pliant.solve.kernels import inner

# Neighbouring faces may not fold onto each other: the cosine between their normals.
FOLDED = -0.95
# The least shape of a face: 1 is equilateral, 0 a needle.
THINNEST = 0.12


class Limits(NamedTuple):
    """What an edit of a cage has to keep.

    margin: least distance from the mesh
    gap:    least distance of the cage from itself, and of its inner vertices from the mirror
    turned: cosine of the angle that a face may turn by
    mirror: whether there is a mirror
    alone:  whether the edit's distance from all but its neighbours is left to a later check
    """

    margin: float
    gap: float
    turned: float
    mirror: bool
    alone: bool


class Patch(NamedTuple):
    """Faces to be replaced and what replaces them.

    old:   (ROOM,) the old faces
    ids:   (ROOM, 3) vertices of the new faces; X: (ROOM, 3, 3) their points
    found: (m,) scratch for the faces that a search finds
    mark:  (m,) 1 for the faces that are being replaced, else −1
    """

    old: Array
    ids: Array
    X: Array
    found: Array
    mark: Array


class Workspace(NamedTuple):
    """What the kernels that edit a cage work with: the surface S, the mesh in it, limits and a patch P."""

    S: EditableSurface
    body: Body
    limits: Limits
    P: Patch


def workspace(S: EditableSurface, body: Body, limits: Limits) -> Workspace:
    """A workspace with an empty patch."""
    m = len(S.F)
    old, ids = np.empty(ROOM, dtype=np.int64), np.empty((ROOM, 3), dtype=np.int64)
    empty = Patch(old, ids, np.empty((ROOM, 3, 3)), np.empty(m, dtype=np.int64), np.full(m, -1))
    return Workspace(S, body, limits, empty)


@inner
def shape(T):
    """4√3 area / Σ edge²: 1 for an equilateral triangle, 0 for a needle."""
    n = normal(T)
    total = 0.0
    for i in range(3):
        e = minus(row(T, (i + 1) % 3), row(T, i))
        total += dot(e, e)
    return 2.0 * math.sqrt(3.0 * dot(n, n)) / total if total > 0.0 else 0.0


@inner
def fits(space, olds, news):
    """Whether the new faces P.ids, P.X[:news] of the patch may replace the faces P.old[:olds]."""
    S, body, limits, P = space.S, space.body, space.limits, space.P
    for i in range(news):
        if touches(body.tree, body.corners, P.X[i], limits.margin):
            return False
    for i in range(news):
        if _folds_at_mirror(S, P, i) or _clashes_within(P, i, news, limits.gap):
            return False
    # Without a gap only neighbours are looked at.
    gap = 0.0 if limits.alone else limits.gap
    return _holds(S, body, P, olds, news) and _apart(S, gap, P, olds, news)


@inner
def _apart(S, gap, P, olds, news):
    """Whether the new faces touch none of those that stay."""
    for i in range(olds):
        P.mark[P.old[i]] = 1
    clear = True
    for i in range(news):
        clear = clear and not _clashes(S, P, i, gap)
    for i in range(olds):
        P.mark[P.old[i]] = -1
    return clear


@njit(cache=True)
def clashing(space):
    """The first face that touches another one or its image, or -1."""
    S, P = space.S, space.P
    for f in range(len(S.F)):
        for k in range(3):
            P.ids[0, k] = S.F[f, k]
            for c in range(3):
                P.X[0, k, c] = S.corners[f, k, c]
        P.mark[f] = 1
        found = _folds_at_mirror(S, P, 0) or _clashes(S, P, 0, space.limits.gap)
        P.mark[f] = -1
        if found:
            return f
    return -1


@inner
def _clashes(S, P, i, gap):
    """Whether the i-th new face touches a face that stays."""
    for j in range(near(S.tree, P.X[i], gap, P.found)):
        f = P.found[j]
        if P.mark[f] < 0 and clash(P.ids[i], P.X[i], S.F[f], S.corners[f], gap):
            return True
    return False


@inner
def _clashes_within(P, i, news, gap):
    """Whether the i-th new face touches one of the later ones."""
    found = False
    for j in range(i + 1, news):
        found = found or clash(P.ids[i], P.X[i], P.ids[j], P.X[j], gap)
    return found


@inner
def clash(a, A, b, B, gap):
    """Whether two triangles A, B of vertices a, b meet elsewhere than where they are joined."""
    shared, i, j = 0, 0, 0
    for k in range(3):
        for l in range(3):
            if a[k] == b[l]:
                shared, i, j = shared + 1, k, l
    if shared == 0:
        return gap > 0.0 and closer(A, B, gap)
    if shared == 1:
        # Only the edges across from the common corner can pass through the other triangle.
        return pierces(row(A, (i + 1) % 3), row(A, (i + 2) % 3), B) or pierces(
            row(B, (j + 1) % 3), row(B, (j + 2) % 3), A
        )
    return dot(unit(normal(A)), unit(normal(B))) < FOLDED


@inner
def _folds_at_mirror(S, P, i):
    """Whether the i-th new face has an edge in the mirror and folds onto its image there."""
    if S.rim[P.ids[i, 0]] + S.rim[P.ids[i, 1]] + S.rim[P.ids[i, 2]] < 2:
        return False
    n = unit(normal(P.X[i]))
    return 1.0 - 2.0 * n[0] * n[0] < FOLDED


@inner
def _holds(S, body, P, olds, news):
    """Whether every piece of the mesh stays on its side of the patch."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for i in range(olds + news):
        T = S.corners[P.old[i]] if i < olds else P.X[i - olds]
        for k in range(3):
            for c in range(3):
                low[c], high[c] = min(low[c], T[k, c]), max(high[c], T[k, c])
    for j in range(len(body.inner)):
        p = row(body.inner, j)
        within = True
        for c in range(3):
            within = within and low[c] <= p[c] <= high[c]
        if within and abs(_swept(S, P, olds, news, p)) > 2.0 * math.pi:
            return False
    return True


@inner
def _swept(S, P, olds, news, p):
    """The solid angle of the new faces less that of the old ones, seen from p; 4π if the patch passed p.

    At a mirror their images close the space between them. The images seen from p are the faces seen from
    the image of p.
    """
    image = -p[0], p[1], p[2]
    mirrored = False
    for i in range(news):
        mirrored = mirrored or S.rim[P.ids[i, 0]] or S.rim[P.ids[i, 1]] or S.rim[P.ids[i, 2]]
    total = 0.0
    for i in range(olds + news):
        T = S.corners[P.old[i]] if i < olds else P.X[i - olds]
        sign = -1.0 if i < olds else 1.0
        total += sign * solid_angle(p, T)
        if mirrored:
            total += sign * solid_angle(image, T)
    return total
