"""Joints as a tree: moving its coordinates moves every body and keeps every joint exactly.

Joint j has six coordinates, of which its kind frees some: turns about the rows of its frame, and slides
along them. Body b moves as a does after G x = o + Fᵀ(P F (x − o) + s), with P the turn and s the slide.
Joints that close a loop of the tree are not kept by this; the solver pulls them together.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Array, Floats, Ints
from pliant.geometry.rotations import exp3, log3
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.solve.kernels import inner


class JointTree(NamedTuple):
    """Joints between bodies and a forest of them, as arrays for the compiled kernels.

    ends:         (j, 2) bodies a, b of each joint
    origin:       (j, 3) a point that both bodies share at rest
    frame:        (j, 3, 3) the joint's axes in rows
    free:         (j, 6) which coordinates are free: three turns, then three slides
    ball:         (j,) whether all three turns are free
    stopped_ball: (j,) balls with limits, which are limits of the turns about x, y′ and z″
    low, high:    (j, 6) limits of the coordinates; 0 where not free
    order:        (t,) the joints of the forest, parents before children
    forward:      (t,) whether body a is the parent
    loops:        (l,) joints that are not in the forest and close loops
    roots:        (r,) bodies without a parent
    """

    ends: Ints
    origin: Floats
    frame: Floats
    free: Array
    ball: Array
    stopped_ball: Array
    low: Floats
    high: Floats
    order: Ints
    forward: Array
    loops: Ints
    roots: Ints

    @staticmethod
    def of(joints: tuple[Joint, ...], ends: Ints, sizes: Floats) -> JointTree:
        """The forest over the bodies, grown from the largest body of each connected piece.

        ends:  (j, 2) the bodies of each joint
        sizes: (b,) the sizes of the bodies
        """
        j = len(joints)
        free, low, high = np.zeros((j, 6), dtype=bool), np.zeros((j, 6)), np.zeros((j, 6))
        for i, joint in enumerate(joints):
            for freedom, (least, most) in zip(joint.freedoms, joint.ranges, strict=True):
                at = freedom.row + (0 if freedom.turns else 3)
                free[i, at], low[i, at], high[i, at] = True, least, most
        ball = np.array([joint.kind is JointKind.BALL for joint in joints], dtype=bool)
        limits = np.isfinite(low) | np.isfinite(high)
        return JointTree(
            ends,
            np.array([joint.origin for joint in joints]).reshape(-1, 3),
            np.array([joint.frame for joint in joints]).reshape(-1, 3, 3),
            free,
            ball,
            ball & limits[:, :3].any(axis=1),
            low,
            high,
            *grown(ends, sizes),
        )

    def grown_from(self, sizes: Floats) -> JointTree:
        """The same joints, with the forest grown from the bodies that are largest by other sizes (b,)."""
        return JointTree(*self[:8], *grown(self.ends, sizes))


def grown(ends: Ints, sizes: Floats) -> tuple[Ints, Array, Ints, Ints]:
    """order, forward, loops and roots of a breadth-first forest over bodies of the sizes (b,)."""
    count = len(sizes)
    at: list[list[int]] = [[] for _ in range(count)]
    for joint, (a, b) in enumerate(ends.tolist()):
        at[a].append(joint)
        at[b].append(joint)
    seen = np.zeros(count, dtype=bool)
    order: list[int] = []
    forward: list[bool] = []
    roots: list[int] = []
    for root in np.argsort(-sizes, kind="stable").tolist():
        if seen[root]:
            continue
        seen[root] = True
        roots.append(root)
        queue = [root]
        for body in queue:
            for joint in at[body]:
                a, b = ends[joint].tolist()
                child = b if a == body else a
                if not seen[child]:
                    seen[child] = True
                    queue.append(child)
                    order.append(joint)
                    forward.append(a == body)
    return (
        np.array(order, dtype=np.int64),
        np.array(forward, dtype=bool),
        np.setdiff1d(np.arange(len(ends)), order),
        np.array(roots, dtype=np.int64),
    )


class Posture(NamedTuple):
    """Where all bodies and joints are, as arrays for the compiled kernels.

    R, t:  (b, 3, 3) and (b, 3) the motion x → R x + t of each body from rest
    spin:  (j, 3, 3) the turn P of each joint, in its frame
    value: (j, 6) the coordinates of each joint, turns of a ball as a rotation vector; the bodies determine
           those of joints that close loops
    """

    R: Floats
    t: Floats
    spin: Floats
    value: Floats

    @staticmethod
    def resting(bodies: int, joints: int) -> Posture:
        """The rest pose of so many bodies and joints."""
        return Posture(
            np.tile(np.eye(3), (bodies, 1, 1)),
            np.zeros((bodies, 3)),
            np.tile(np.eye(3), (joints, 1, 1)),
            np.zeros((joints, 6)),
        )

    @staticmethod
    def of_motions(tree: JointTree, R: Floats, t: Floats) -> Posture:
        """The posture of bodies with the motions R (b, 3, 3), t (b, 3), which determine every joint."""
        j = len(tree.ends)
        posture = Posture(R, t, np.empty((j, 3, 3)), np.empty((j, 6)))
        _read_coordinates(np.arange(j), tree, posture)
        return posture


@njit(cache=True)
def product(A, B, C):
    """C = A B of (3, 3) matrices."""
    for i in range(3):
        for j in range(3):
            C[i, j] = A[i, 0] * B[0, j] + A[i, 1] * B[1, j] + A[i, 2] * B[2, j]


@inner
def transposed_product(A, B, C):
    """C = Aᵀ B of (3, 3) matrices."""
    for i in range(3):
        for j in range(3):
            C[i, j] = A[0, i] * B[0, j] + A[1, i] * B[1, j] + A[2, i] * B[2, j]


@njit(cache=True)
def carried(A, x, y, z):
    """A (x, y, z)."""
    return (
        A[0, 0] * x + A[0, 1] * y + A[0, 2] * z,
        A[1, 0] * x + A[1, 1] * y + A[1, 2] * z,
        A[2, 0] * x + A[2, 1] * y + A[2, 2] * z,
    )


@inner
def carried_back(A, x, y, z):
    """Aᵀ (x, y, z)."""
    return (
        A[0, 0] * x + A[1, 0] * y + A[2, 0] * z,
        A[0, 1] * x + A[1, 1] * y + A[2, 1] * z,
        A[0, 2] * x + A[1, 2] * y + A[2, 2] * z,
    )


@inner
def _rotate(x, y, z, A):
    """A ← exp(x, y, z) A."""
    e = exp3(x, y, z)
    for j in range(3):
        a, b, c = A[0, j], A[1, j], A[2, j]
        A[0, j] = e[0] * a + e[1] * b + e[2] * c
        A[1, j] = e[3] * a + e[4] * b + e[5] * c
        A[2, j] = e[6] * a + e[7] * b + e[8] * c


@njit(cache=True)
def moved(tree, centre, posture, twist):
    """The posture after twists (b, 6) of the bodies, of which joints take what they are free to.

    Roots turn about their centre (b, 3, at rest). Coordinates stop at their limits.
    """
    step = _relative_twists(tree, posture, twist)
    new = Posture(posture.R.copy(), posture.t.copy(), posture.spin.copy(), posture.value.copy())
    _move_roots(tree.roots, centre, twist, new)
    _turn_joints(tree, step, new)
    _place(tree, new)
    _read_coordinates(tree.loops, tree, new)
    return new


@njit(cache=True)
def placed(tree, posture):
    """The posture whose roots and joints are given, with all other bodies where these put them."""
    new = Posture(posture.R.copy(), posture.t.copy(), posture.spin.copy(), posture.value.copy())
    _place(tree, new)
    _read_coordinates(tree.loops, tree, new)
    return new


@inner
def _move_roots(roots, centre, twist, posture):
    """Turn and move the bodies without a parent by their twists, in place."""
    R, t = posture.R, posture.t
    for body in roots:
        w, c = twist[body], centre[body]
        x, y, z = carried(R[body], c[0], c[1], c[2])
        x, y, z = x + t[body, 0], y + t[body, 1], z + t[body, 2]
        _rotate(w[0], w[1], w[2], R[body])
        u, v, s = carried(R[body], c[0], c[1], c[2])
        t[body, 0] = x + w[3] + w[1] * z - w[2] * y - u
        t[body, 1] = y + w[4] + w[2] * x - w[0] * z - v
        t[body, 2] = z + w[5] + w[0] * y - w[1] * x - s


@inner
def _relative_twists(tree, posture, twist):
    """(j, 6) the twist of b against a in each joint's frame as a carries it, about its origin as b does."""
    R, t = posture.R, posture.t
    out = np.empty((len(tree.ends), 6))
    for j in range(len(tree.ends)):
        a, b, o, F = tree.ends[j, 0], tree.ends[j, 1], tree.origin[j], tree.frame[j]
        x, y, z = carried(R[b], o[0], o[1], o[2])
        x, y, z = x + t[b, 0], y + t[b, 1], z + t[b, 2]
        p, q, r = twist[b, 0] - twist[a, 0], twist[b, 1] - twist[a, 1], twist[b, 2] - twist[a, 2]
        u = twist[b, 3] - twist[a, 3] + q * z - r * y
        v = twist[b, 4] - twist[a, 4] + r * x - p * z
        w = twist[b, 5] - twist[a, 5] + p * y - q * x
        p, q, r = carried_back(R[a], p, q, r)
        u, v, w = carried_back(R[a], u, v, w)
        out[j, 0], out[j, 1], out[j, 2] = carried(F, p, q, r)
        out[j, 3], out[j, 4], out[j, 5] = carried(F, u, v, w)
    return out


@njit(cache=True)
def euler(P):
    """The turns about x, y′ and z″ that make a rotation P."""
    b = math.asin(min(max(P[0, 2], -1.0), 1.0))
    return math.atan2(-P[1, 2], P[2, 2]), b, math.atan2(-P[0, 1], P[0, 0])


@inner
def _clamped(x, low, high):
    return min(max(x, low), high)


@inner
def _limit_ball(P, low, high):
    """Bring the turns about x, y′ and z″ inside the limits."""
    a, b, c = euler(P)
    x, y, z = _clamped(a, low[0], high[0]), _clamped(b, low[1], high[1]), _clamped(c, low[2], high[2])
    if x != a or y != b or z != c:
        _identity(P)
        _rotate(0.0, 0.0, z, P)
        _rotate(0.0, y, 0.0, P)
        _rotate(x, 0.0, 0.0, P)


@inner
def _identity(P):
    for i in range(3):
        for j in range(3):
            P[i, j] = 1.0 if i == j else 0.0


@inner
def _turn_joints(tree, step, posture):
    """Take the free part of the steps (j, 6), up to the limits, in place."""
    for j in tree.order:
        d, s, spin, low, high = step[j], posture.value[j], posture.spin[j], tree.low[j], tree.high[j]
        for k in range(6):
            if not tree.free[j, k]:
                d[k] = 0.0
        if tree.ball[j]:
            _rotate(d[0], d[1], d[2], spin)
            _limit_ball(spin, low, high)
            s[0], s[1], s[2] = log3(spin)
            continue
        for k in range(6):
            s[k] = _clamped(s[k] + d[k], low[k], high[k])
        _identity(spin)
        _rotate(s[0], s[1], s[2], spin)


@njit(cache=True)
def _place(tree, posture):
    """Put every child where its parent and its joint's coordinates say, in place."""
    R, t, G, H = posture.R, posture.t, np.empty((3, 3)), np.empty((3, 3))
    for place in range(len(tree.order)):
        j = tree.order[place]
        a, b, o, F, s = tree.ends[j, 0], tree.ends[j, 1], tree.origin[j], tree.frame[j], posture.value[j]
        product(posture.spin[j], F, H)
        transposed_product(F, H, G)
        x, y, z = carried(G, o[0], o[1], o[2])
        p, q, r = carried_back(F, s[3], s[4], s[5])
        x, y, z = o[0] - x + p, o[1] - y + q, o[2] - z + r
        if tree.forward[place]:
            product(R[a], G, R[b])
            x, y, z = carried(R[a], x, y, z)
            t[b, 0], t[b, 1], t[b, 2] = t[a, 0] + x, t[a, 1] + y, t[a, 2] + z
        else:
            for i in range(3):
                for k in range(3):
                    H[i, k] = G[k, i]
            product(R[b], H, R[a])
            x, y, z = carried(R[a], x, y, z)
            t[a, 0], t[a, 1], t[a, 2] = t[b, 0] - x, t[b, 1] - y, t[b, 2] - z


@njit(cache=True)
def _read_coordinates(joints, tree, posture):
    """Write the coordinates of some joints, as the bodies have them, to the posture."""
    R, t, spin, value = posture.R, posture.t, posture.spin, posture.value
    G, H = np.empty((3, 3)), np.empty((3, 3))
    for j in joints:
        a, b, o, F = tree.ends[j, 0], tree.ends[j, 1], tree.origin[j], tree.frame[j]
        transposed_product(R[a], R[b], G)
        for i in range(3):
            for k in range(3):
                H[i, k] = G[i, 0] * F[k, 0] + G[i, 1] * F[k, 1] + G[i, 2] * F[k, 2]
        product(F, H, spin[j])
        value[j, 0], value[j, 1], value[j, 2] = log3(spin[j])
        x, y, z = carried(R[b], o[0], o[1], o[2])
        x, y, z = x + t[b, 0] - t[a, 0], y + t[b, 1] - t[a, 1], z + t[b, 2] - t[a, 2]
        x, y, z = carried_back(R[a], x, y, z)
        value[j, 3], value[j, 4], value[j, 5] = carried(F, x - o[0], y - o[1], z - o[2])
