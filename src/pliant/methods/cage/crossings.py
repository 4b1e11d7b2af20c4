"""Tests whether triangles meet, exact up to the rounding of the coordinates; touching counts as meeting.

Two triangles meet if an edge of one meets the other. The sign of a volume is trusted only beyond its rounding
error [Shewchuk1997, the first stage]; below, it counts as zero: touching.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.solve.kernels import inner

# Rounding of a 3 × 3 and a 2 × 2 determinant of differences, relative to the sum of its terms' sizes.
VOLUME_ERROR = 1e-12
AREA_ERROR = 1e-12
# The coordinates themselves are rounded: the quads of a flat side, turned, share a plane only up to this.
COORDINATE_ERROR = 4e-16


def crossing_faces(V: Vertices, F: Faces, W: Floats, T: Ints) -> Ints:
    """(k, 2) pairs of a face of (V, F) and the first face of (W, T) that it meets."""
    return _pairs(_first_crossings(V, F, W, T, same=False))


def self_crossings(V: Vertices, F: Faces) -> Ints:
    """(k, 2) pairs of faces of (V, F) that meet anywhere but in their common corners and edges."""
    return _pairs(_first_crossings(V, F, V, F, same=True))


def _pairs(first: Ints) -> Ints:
    """(k, 2) the faces with a first (m,) face that they meet, and that face."""
    rows = np.flatnonzero(first >= 0)
    return np.stack([rows, first[rows]], axis=1)


def meeting_point(A: Floats, B: Floats) -> Floats:
    """(3,) a point near to where two triangles (3, 3) meet: the mean of where edges cross planes."""
    found = []
    for first, second in ((A, B), (B, A)):
        normal = np.cross(second[1] - second[0], second[2] - second[0])
        height = (first - second[0]) @ normal
        for i, j in ((0, 1), (1, 2), (2, 0)):
            if meets(first[i], first[j], second) and height[i] != height[j]:
                share = np.clip(height[i] / (height[i] - height[j]), 0.0, 1.0)
                found.append(first[i] + share * (first[j] - first[i]))
    return np.mean(found if found else [A.mean(axis=0), B.mean(axis=0)], axis=0)


@njit(cache=True)
def _first_crossings(V, F, W, T, same):
    """(m,) for each face of F the first face of T that it meets, or −1; same: F is T, pairs counted once."""
    low, high = np.empty((len(T), 3)), np.empty((len(T), 3))
    for t in range(len(T)):
        for j in range(3):
            low[t, j] = min(W[T[t, 0], j], W[T[t, 1], j], W[T[t, 2], j])
            high[t, j] = max(W[T[t, 0], j], W[T[t, 1], j], W[T[t, 2], j])
    first = np.full(len(F), -1)
    A, B = np.empty((3, 3)), np.empty((3, 3))
    for f in range(len(F)):
        _take(V, F[f], A)
        for t in range(f + 1 if same else 0, len(T)):
            if _apart(A, low[t], high[t]):
                continue
            _take(W, T[t], B)
            if _meet(A, B, F[f], T[t], same):
                first[f] = t
                break
    return first


@njit(cache=True)
def _take(V, ids, T):
    """Write the corners ids (3,) of V to the triangle T (3, 3)."""
    for i in range(3):
        for j in range(3):
            T[i, j] = V[ids[i], j]


@njit(cache=True)
def _apart(A, low, high):
    """Whether the box of the triangle A (3, 3) misses the box from low (3,) to high (3,)."""
    apart = False
    for j in range(3):
        apart |= max(A[0, j], A[1, j], A[2, j]) < low[j]
        apart |= min(A[0, j], A[1, j], A[2, j]) > high[j]
    return apart


@inner
def _meet(A, B, a, b, same):
    """Whether triangles of the vertices a and b meet, other than in common corners of the same mesh."""
    shared = 0
    for i in range(3):
        shared += same and (a[i] == b[0] or a[i] == b[1] or a[i] == b[2])
    if shared >= 2:
        return _folded(A, B, a, b)
    for k in range(6):
        first, second, ids, others = (A, B, a, b) if k < 3 else (B, A, b, a)
        i, j = ids[k % 3], ids[(k + 1) % 3]
        joined = shared == 1 and (i == others[0] or i == others[1] or i == others[2])
        joined |= shared == 1 and (j == others[0] or j == others[1] or j == others[2])
        if not joined and meets(first[k % 3], first[(k + 1) % 3], second):
            return True
    return False


@njit(cache=True)
def _folded(A, B, a, b):
    """Whether two triangles with a common edge lie in one plane, on the same side of the edge."""
    i, j = 0, 0
    for e in range(3):
        if a[e] != b[0] and a[e] != b[1] and a[e] != b[2]:
            i = e
        if b[e] != a[0] and b[e] != a[1] and b[e] != a[2]:
            j = e
    p, q = A[(i + 1) % 3], A[(i + 2) % 3]
    if side(p, q, A[i], B[j]) != 0:
        return False
    ee, ea, eb, ab = 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        e, u, v = q[k] - p[k], A[i, k] - p[k], B[j, k] - p[k]
        ee, ea, eb, ab = ee + e * e, ea + e * u, eb + e * v, ab + u * v
    return ee * ab > ea * eb


@njit(cache=True)
def side(a, b, c, x):
    """The side of the plane a, b, c on which x lies: 1, −1, or 0 where rounding cannot tell."""
    ax, ay, az = a[0] - x[0], a[1] - x[1], a[2] - x[2]
    bx, by, bz = b[0] - x[0], b[1] - x[1], b[2] - x[2]
    cx, cy, cz = c[0] - x[0], c[1] - x[1], c[2] - x[2]
    volume = az * (bx * cy - by * cx) + bz * (cx * ay - cy * ax) + cz * (ax * by - ay * bx)
    size = abs(az) * (abs(bx * cy) + abs(by * cx)) + abs(bz) * (abs(cx * ay) + abs(cy * ax))
    size += abs(cz) * (abs(ax * by) + abs(ay * bx))
    u, v, w = abs(ax) + abs(ay) + abs(az), abs(bx) + abs(by) + abs(bz), abs(cx) + abs(cy) + abs(cz)
    rounded = COORDINATE_ERROR * (abs(x[0]) + abs(x[1]) + abs(x[2]) + u + v + w)
    if abs(volume) <= VOLUME_ERROR * size + rounded * (u * v + v * w + w * u):
        return 0
    return 1 if volume > 0.0 else -1


@njit(cache=True)
def meets(p, q, B):
    """Whether the segment p, q meets the triangle B (3, 3)."""
    sp, sq = side(B[0], B[1], B[2], p), side(B[0], B[1], B[2], q)
    if sp == 0 and sq == 0:
        return _meets_in_plane(p, q, B)
    if sp == sq:
        return False
    least, most = 1, -1
    for e in range(3):
        s = side(p, q, B[e], B[(e + 1) % 3])
        least, most = min(least, s), max(most, s)
    return least >= 0 or most <= 0


@inner
def _meets_in_plane(p, q, B):
    """Whether a segment in the plane of the triangle B meets it, seen along the normal's longest coordinate.

    They miss each other only if the line of an edge or of the segment lies between them.
    """
    k, largest = 0, 0.0
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        n = (B[1, i] - B[0, i]) * (B[2, j] - B[0, j]) - (B[1, j] - B[0, j]) * (B[2, i] - B[0, i])
        if abs(n) > abs(largest):
            k, largest = axis, n
    i, j = (k + 1) % 3, (k + 2) % 3
    outward = -1 if largest > 0.0 else 1
    below, above = 0, 0
    for e in range(3):
        a, b = B[e], B[(e + 1) % 3]
        if _turn(a, b, p, i, j) == outward and _turn(a, b, q, i, j) == outward:
            return False
        turn = _turn(p, q, a, i, j)
        below, above = below + (turn < 0), above + (turn > 0)
    return below < 3 and above < 3


@njit(cache=True)
def _turn(a, b, x, i, j):
    """1 where a, b, x turn to the left, −1 where to the right, 0 where rounding cannot tell."""
    u, v = (a[i] - x[i]) * (b[j] - x[j]), (a[j] - x[j]) * (b[i] - x[i])
    if abs(u - v) <= AREA_ERROR * (abs(u) + abs(v)):
        return 0
    return 1 if u > v else -1
