"""Relaxes a cage: each vertex moves to where it lowers the energy J, and edges flip.

J = volume + STIFFNESS · length · Σ |edge|², with the mean edge's length; the mesh holds the cage open.
Nothing is done that would not be allowed while coarsening.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.methods.cage.make_cage.body import Body
from pliant.methods.cage.make_cage.fit import Limits, fits, shape, workspace
from pliant.methods.cage.make_cage.surface import (
    EditableSurface,
    compacted,
    faces_at,
    faces_between,
    has,
    link,
    settle,
    unlink,
)
from pliant.methods.cage.vectors import along, cross, dot, minus, row
from pliant.solve.kernels import inner

ROUNDS = 16
# Springs against volume: less keeps corners where the mesh has none, more rounds the cage.
STIFFNESS = 0.12
# Shares of the way to the least J that are tried, then of the ways along the edges.
STEPS = (1.0, 0.5, 0.25, 0.1, 0.03)
SLIDES = (0.3, 0.08)
# A move may not make a face worse than this, unless it was; a flip must gain so much.
THINNEST = 0.25
BETTER = 1.1


def relaxed(S: EditableSurface, body: Body, limits: Limits) -> EditableSurface:
    """The cage, snugger and more even, with the same number of vertices."""
    S = compacted(S)
    space = workspace(S, body, limits)
    stuck = np.zeros(len(S.V), dtype=bool)
    for _ in range(ROUNDS):
        edges = S.V[S.F] - S.V[np.roll(S.F, 1, axis=1)]
        _flip_all(space, stuck)
        _move_all(space, stuck, STIFFNESS * float(np.linalg.norm(edges, axis=2).mean()))
    return S


@njit(cache=True)
def _move_all(space, stuck, stiffness):
    """Move every vertex that is not stuck; one that cannot move is stuck until something around it moves."""
    S, limits, P = space.S, space.limits, space.P
    for v in range(len(S.V)):
        if stuck[v]:
            continue
        stuck[v] = True
        count = faces_at(S, v, P.old, 0)
        here, best = row(S.V, v), _least(S, v, P, count, stiffness)
        for i in range(len(STEPS) + len(SLIDES) * count):
            x = _candidate(S, v, P, best, i)
            if not S.rim[v] and limits.mirror and x[0] < limits.gap:
                continue
            if _squared(x, best) >= _squared(here, best) or not _moved(S, P, v, x, count):
                continue
            if fits(space, count, count):
                S.V[v, 0], S.V[v, 1], S.V[v, 2] = x
                _settle_all(S, P, count, stuck)
                break


@inner
def _settle_all(S, P, count, stuck):
    """Bring the patch's faces to where their vertices are; these vertices are no longer stuck."""
    for i in range(count):
        settle(S, P.old[i])
        for k in range(3):
            stuck[S.F[P.old[i], k]] = False


@inner
def _candidate(S, v, P, best, i):
    """The i-th place to try for v: toward the best one, then along the edges, where that is blocked."""
    here = row(S.V, v)
    if i < len(STEPS):
        x = along(here, STEPS[i], minus(best, here))
    else:
        face, step = divmod(i - len(STEPS), len(SLIDES))
        f = P.old[face]
        k = 0 if S.F[f, 0] == v else 1 if S.F[f, 1] == v else 2
        x = along(here, SLIDES[step], minus(row(S.V, S.F[f, (k + 1) % 3]), here))
    return (0.0, x[1], x[2]) if S.rim[v] else x


@inner
def _squared(a, b):
    """The squared distance of two points; that from the best one is J up to a constant."""
    return dot(minus(a, b), minus(a, b))


@inner
def _least(S, v, P, count, stiffness):
    """Where the vertex v would lower J most, if nothing were in the way."""
    pull, sides = (0.0, 0.0, 0.0), 0
    for i in range(count):
        f = P.old[i]
        k = 0 if S.F[f, 0] == v else 1 if S.F[f, 1] == v else 2
        p, q = row(S.V, S.F[f, (k + 1) % 3]), row(S.V, S.F[f, (k + 2) % 3])
        # ∇volume = Σ p × q / 6; each neighbour is met twice, as p and as q.
        pull = along(along(along(pull, 1.0, p), 1.0, q), -1.0 / (6.0 * stiffness), cross(p, q))
        sides += 2
    return pull[0] / sides, pull[1] / sides, pull[2] / sides


@inner
def _moved(S, P, v, x, count):
    """Fill the patch with the faces at v after it moved to x; returns whether none becomes a needle."""
    for i in range(count):
        f = P.old[i]
        for k in range(3):
            P.ids[i, k] = S.F[f, k]
            for c in range(3):
                P.X[i, k, c] = x[c] if S.F[f, k] == v else S.V[S.F[f, k], c]
        if shape(P.X[i]) < min(THINNEST, shape(S.corners[f])):
            return False
    return True


@njit(cache=True)
def _flip_all(space, stuck):
    """Flip every edge whose flip makes the worse of its two faces better."""
    S, P = space.S, space.P
    for f in range(len(S.F)):
        for k in range(3):
            a, b = S.F[f, k], S.F[f, (k + 1) % 3]
            count = _flipped(S, P, f, a, b) if a < b else 0
            if count > 0 and fits(space, count, count):
                _flip(S, P)
                _settle_all(S, P, count, stuck)


@inner
def _flipped(S, P, f, a, b):
    """Fill the patch with the faces after flipping the edge ab of f; returns 2, or 0 if that is no better."""
    count = faces_at(S, a, P.old, 0)
    g = -1
    for i in range(count):
        if P.old[i] != f and has(S, P.old[i], b):
            g = P.old[i]
    if g < 0 or count < 4 or faces_at(S, b, P.old, 0) < 4:
        return 0
    c, d = _third(S, f, a, b), _third(S, g, a, b)
    if faces_between(S, c, d) > 0 or (S.rim[c] and S.rim[d]):
        return 0
    P.old[0], P.old[1] = f, g
    for i in range(2):
        P.ids[i, 0], P.ids[i, 1], P.ids[i, 2] = (a, d, c) if i == 0 else (b, c, d)
        for k in range(3):
            for l in range(3):
                P.X[i, k, l] = S.V[P.ids[i, k], l]
    before = min(shape(S.corners[f]), shape(S.corners[g]))
    return 2 if min(shape(P.X[0]), shape(P.X[1])) > BETTER * before else 0


@inner
def _third(S, f, a, b):
    """The third corner of the face f, beside a and b."""
    for k in range(3):
        if S.F[f, k] != a and S.F[f, k] != b:
            return S.F[f, k]
    return -1


@inner
def _flip(S, P):
    """Put the patch's two new faces in place of its old ones."""
    for i in range(2):
        f = P.old[i]
        for k in range(3):
            unlink(S, S.F[f, k], 3 * f + k)
        for k in range(3):
            S.F[f, k] = P.ids[i, k]
            link(S, S.F[f, k], 3 * f + k)
