"""Edits of a closed triangle mesh in place: splitting, collapsing and flipping its edges.

Half-edge h = 3f + i runs from corner i of face f to the next corner: it starts at vertex tail[h], with
tail = F.ravel(). twin[h] runs the other way in the neighbouring face, and out[v] is one half-edge that
starts at vertex v. Removed half-edges have tail[h] = -1, removed vertices out[v] = -1.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from pliant.arrays import Faces, Ints
from pliant.solve.kernels import inner

SPLIT_ABOVE = 4.0 / 3.0
COLLAPSE_BELOW = 4.0 / 5.0
# A collapse or flip may turn no triangle's normal by more than 60 degrees.
LEAST_COSINE = 0.5
# A collapse joins the edges of two vertices: it must not leave more than this, plus 4, at one.
MOST_EDGES = 12


def twins(F: Faces) -> Ints:
    """(3m,) opposite half-edge of each half-edge of a closed, consistently oriented mesh."""
    tail = F.ravel()
    head = F[:, [1, 2, 0]].ravel()
    n = int(F.max()) + 1
    twin = np.empty(len(tail), dtype=np.int64)
    twin[np.argsort(tail * n + head)] = np.argsort(head * n + tail)
    return twin


def outgoing(F: Faces, n: int) -> Ints:
    """(n,) one half-edge that starts at each vertex; -1 for an unused vertex."""
    out = np.full(n, -1, dtype=np.int64)
    out[F.ravel()] = np.arange(F.size)
    return out


@njit(cache=True)
def following(h):
    """The next half-edge in the same face."""
    return h - 2 if h % 3 == 2 else h + 1


@inner
def preceding(h):
    """The previous half-edge in the same face."""
    return h + 2 if h % 3 == 0 else h - 1


@njit(cache=True)
def _distance(V, a, b):
    return math.sqrt((V[a, 0] - V[b, 0]) ** 2 + (V[a, 1] - V[b, 1]) ** 2 + (V[a, 2] - V[b, 2]) ** 2)


@inner
def _edges_at(twin, first):
    """Number of edges at the vertex where the half-edge starts."""
    count, h = 1, twin[preceding(first)]
    while h != first:
        count, h = count + 1, twin[preceding(h)]
    return count


@njit(cache=True)
def _pair(twin, h, k):
    """Make two half-edges each other's twins."""
    twin[h] = k
    twin[k] = h


@njit(cache=True)
def split_long(V, tail, twin, out, size, counts):
    """Halve every edge longer than SPLIT_ABOVE times the wanted size; returns the new numbers (n, m).

    counts: numbers n of vertices and m of faces; the arrays have room for more, and when it is used up, the
            rest stays long
    """
    n, m = counts
    for h in range(3 * m):
        if n == len(V) or 3 * m + 6 > len(tail):
            break
        a, b = tail[h], tail[following(h)]
        wanted = 0.5 * (size[a] + size[b])
        if _distance(V, a, b) <= SPLIT_ABOVE * wanted:
            continue
        for c in range(3):
            V[n, c] = 0.5 * (V[a, c] + V[b, c])
        size[n] = wanted
        _split(tail, twin, out, h, n, m)
        n += 1
        m += 2
    return n, m


@njit(cache=True)
def _split(tail, twin, out, h, v, m):
    """Put vertex v into the edge of h; its faces become four, the new ones are m and m + 1."""
    t = twin[h]
    for k, new in ((h, 3 * m), (t, 3 * m + 3)):
        after = following(k)
        tail[new], tail[new + 1], tail[new + 2] = v, tail[after], tail[following(after)]
        tail[after] = v
        _pair(twin, new + 1, twin[after])
        _pair(twin, new + 2, after)
    _pair(twin, h, 3 * m + 3)
    _pair(twin, t, 3 * m)
    out[v], out[tail[h]], out[tail[t]] = 3 * m, h, t


@njit(cache=True)
def collapse_short(V, tail, twin, out, size, m):
    """Collapse edges shorter than COLLAPSE_BELOW times the wanted size where nothing folds or pinches."""
    for h in range(3 * m):
        if tail[h] < 0:
            continue
        a, b = tail[h], tail[following(h)]
        wanted = 0.5 * (size[a] + size[b])
        if _distance(V, a, b) < COLLAPSE_BELOW * wanted and _may_collapse(V, tail, twin, size, h):
            for c in range(3):
                V[b, c] = 0.5 * (V[a, c] + V[b, c])
            size[b] = wanted
            _collapse(tail, twin, out, h)


@inner
def _may_collapse(V, tail, twin, size, h):
    t = twin[h]
    if _edges_at(twin, preceding(h)) < 4 or _edges_at(twin, preceding(t)) < 4:
        return False
    if _edges_at(twin, h) + _edges_at(twin, t) > MOST_EDGES:
        return False
    return (
        _common_neighbours(tail, twin, h) == 2
        and _ring_survives(V, tail, twin, size, h)
        and _ring_survives(V, tail, twin, size, t)
    )


@inner
def _common_neighbours(tail, twin, first):
    """Number of vertices that are neighbours of both ends of a half-edge."""
    count = 0
    h = twin[preceding(first)]
    while h != first:
        v = tail[following(h)]
        k = twin[preceding(twin[first])]
        while k != twin[first]:
            count += tail[following(k)] == v
            k = twin[preceding(k)]
        h = twin[preceding(h)]
    return count


@inner
def _ring_survives(V, tail, twin, size, first):
    """Whether the triangles at the half-edge's start stay upright and small when it moves halfway along."""
    a, b = tail[first], tail[following(first)]
    x, y, z = 0.5 * (V[a, 0] + V[b, 0]), 0.5 * (V[a, 1] + V[b, 1]), 0.5 * (V[a, 2] + V[b, 2])
    h = twin[preceding(first)]
    while h != first:
        v, w = tail[following(h)], tail[preceding(h)]
        length = math.sqrt((V[v, 0] - x) ** 2 + (V[v, 1] - y) ** 2 + (V[v, 2] - z) ** 2)
        if length > SPLIT_ABOVE * 0.5 * (size[a] + size[v]):
            return False
        before = _normal(V, v, w, V[a, 0], V[a, 1], V[a, 2])
        if w != b and _turns_over(before, _normal(V, v, w, x, y, z)):
            return False
        h = twin[preceding(h)]
    return True


@inner
def _normal(V, v, w, x, y, z):
    """Twice the area normal of the triangle of v, w and the point (x, y, z)."""
    p0, p1, p2 = V[v, 0] - x, V[v, 1] - y, V[v, 2] - z
    q0, q1, q2 = V[w, 0] - x, V[w, 1] - y, V[w, 2] - z
    return p1 * q2 - p2 * q1, p2 * q0 - p0 * q2, p0 * q1 - p1 * q0


@inner
def _turns_over(p, q):
    """Whether two normals differ by more than the angle of LEAST_COSINE, or one is zero."""
    lengths = (p[0] ** 2 + p[1] ** 2 + p[2] ** 2) * (q[0] ** 2 + q[1] ** 2 + q[2] ** 2)
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] <= LEAST_COSINE * math.sqrt(lengths)


@njit(cache=True)
def _collapse(tail, twin, out, h):
    """Merge the first vertex of h into its second one; two faces and a vertex disappear."""
    t = twin[h]
    a, b = tail[h], tail[t]
    tail[h] = b
    k = twin[preceding(h)]
    while k != h:
        tail[k] = b
        k = twin[preceding(k)]
    for side in (h, t):
        near, far = twin[following(side)], twin[preceding(side)]
        _pair(twin, near, far)
        out[tail[near]], out[tail[far]] = near, far
        tail[side] = tail[following(side)] = tail[preceding(side)] = -1
    out[a] = -1


@njit(cache=True)
def flip_obtuse(V, tail, twin, out, m):
    """Flip edges whose opposite angles sum to more than 180 degrees where no triangle turns over."""
    for h in range(3 * m):
        if tail[h] < 0 or twin[h] < h:
            continue
        t = twin[h]
        a, b, c, d = tail[h], tail[t], tail[preceding(h)], tail[preceding(t)]
        if _cosine(V, c, a, b) + _cosine(V, d, a, b) < -1e-9 and _may_flip(V, tail, twin, h):
            _flip(tail, twin, out, h)


@inner
def _cosine(V, apex, a, b):
    """Cosine of the angle at the apex between two vertices."""
    dot = 0.0
    for c in range(3):
        dot += (V[a, c] - V[apex, c]) * (V[b, c] - V[apex, c])
    return dot / (_distance(V, a, apex) * _distance(V, b, apex))


@inner
def _may_flip(V, tail, twin, h):
    t = twin[h]
    a, b, c, d = tail[h], tail[t], tail[preceding(h)], tail[preceding(t)]
    if _edges_at(twin, h) < 4 or _edges_at(twin, t) < 4:
        return False
    k = twin[following(h)]
    while k != preceding(h):
        if tail[following(k)] == d:
            return False
        k = twin[preceding(k)]
    abc, bad = _normal(V, b, c, V[a, 0], V[a, 1], V[a, 2]), _normal(V, a, d, V[b, 0], V[b, 1], V[b, 2])
    old = (abc[0] + bad[0], abc[1] + bad[1], abc[2] + bad[2])
    adc, bcd = _normal(V, d, c, V[a, 0], V[a, 1], V[a, 2]), _normal(V, c, d, V[b, 0], V[b, 1], V[b, 2])
    return not (_turns_over(old, adc) or _turns_over(old, bcd))


@inner
def _flip(tail, twin, out, h):
    """Replace the edge of h by the other diagonal of its two triangles."""
    t = twin[h]
    a, b, c, d = tail[h], tail[t], tail[preceding(h)], tail[preceding(t)]
    bc, ca = twin[following(h)], twin[preceding(h)]
    ad, db = twin[following(t)], twin[preceding(t)]
    f, g = h - h % 3, t - t % 3
    tail[f], tail[f + 1], tail[f + 2] = a, d, c
    tail[g], tail[g + 1], tail[g + 2] = b, c, d
    _pair(twin, f, ad)
    _pair(twin, f + 2, ca)
    _pair(twin, g, bc)
    _pair(twin, g + 2, db)
    _pair(twin, f + 1, g + 1)
    out[a], out[d], out[c], out[b] = f, f + 1, f + 2, g
