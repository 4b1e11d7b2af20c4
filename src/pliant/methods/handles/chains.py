"""Blends poses: each handle's transformations, scaled by their poses' weights [Baerentzen, eq. 4].

M_h(t) = … T_i2(t_i) T_i1(t_i) …: the steps of a pose act in the order in which they were sculpted, poses in a
given order, the first one first. Or without an order: M_h(t) = exp Σ t_i log M_h,i.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats, Ints
from pliant.geometry.rotations import exp3
from pliant.methods.handles.sculpt import Sculpted
from pliant.methods.handles.similarities import exp7, left_jacobian7, log_similarity
from pliant.methods.handles.transforms import Groups
from pliant.solve.kernels import inner, write

# An empty order: blend logarithms.
ORDER_FREE = np.empty(0, dtype=np.int64)


class Chains(NamedTuple):
    """Every handle's steps as arrays, for the compiled kernels; H handles, P poses, s steps.

    starts: (H·P+1,), steps: handle h's steps in pose i are steps[starts[h·P+i]] to steps[starts[h·P+i+1]]
    pose:   (s,) the pose that each step belongs to
    omega, sigma, centre, vector: the one-parameter group of each step, see `Groups`
    logs:   (H, P, 7) logarithm of each handle's similarity in each pose
    """

    starts: Ints
    steps: Ints
    pose: Ints
    omega: Floats
    sigma: Floats
    centre: Floats
    vector: Floats
    logs: Floats


class PointTrail(NamedTuple):
    """The way of one point through at most s steps, overwritten for every point.

    A:      (s, 3, 3) linear parts of all steps
    passed: (s,) the steps that carry the point, in order
    place:  (s, 3) where each of them has carried it
    B, C:   (3, 3) room
    """

    A: Floats
    passed: Ints
    place: Floats
    B: Floats
    C: Floats


def chains(sculpted: Sculpted) -> Chains:
    """The steps of sculpted poses, sorted by handle and pose."""
    steps = [(i, step) for i, pose in enumerate(sculpted.poses) for step in pose.steps]
    groups = Groups.of([step.transformation for _, step in steps])
    lists: list[list[int]] = []
    for name in sculpted.handles.names:
        for i in range(len(sculpted)):
            lists.append([s for s, (own, step) in enumerate(steps) if own == i and name in step.handles])
    starts = np.cumsum([0, *(len(items) for items in lists)])
    flat = np.array([s for items in lists for s in items], dtype=np.int64)
    pose = np.array([i for i, _ in steps], dtype=np.int64)
    logs = _logs(groups, lists).reshape(len(sculpted.handles), len(sculpted), 7)
    return Chains(starts, flat, pose, groups.omega, groups.sigma, groups.centre, groups.vector, logs)


def _logs(groups: Groups, lists: list[list[int]]) -> Floats:
    """(lists, 7) logarithm of each list of steps; of a single step its generator, whatever its angle."""
    T, X = groups.at(np.ones(len(groups.sigma))), groups.generators()
    out = np.zeros((len(lists), 7))
    for row, items in zip(out, lists, strict=True):
        if len(items) == 1:
            row[:3], row[3], row[4:] = groups.omega[items[0]], groups.sigma[items[0]], X[items[0], :3, 3]
        elif items:
            M = np.eye(4)
            for s in items:
                M = T[s] @ M
            row[:] = log_similarity(M, groups.omega[items].sum(axis=0))
    return out


@inner
def step_maps(chains, t, A, b):
    """Write each step's linear part A (s, 3, 3) and offset b (s, 3) at the weights t (P,)."""
    for s in range(len(chains.pose)):
        step_map(chains, s, t[chains.pose[s]], A, b)


@inner
def step_map(chains, s, f, A, b):
    """Write the linear part and the offset of the fraction f of step s."""
    r = exp3(f * chains.omega[s, 0], f * chains.omega[s, 1], f * chains.omega[s, 2])
    size = math.exp(f * chains.sigma[s])
    c = chains.centre[s]
    for i in range(3):
        for j in range(3):
            A[s, i, j] = size * r[3 * i + j]
        b[s, i] = c[i] - A[s, i, 0] * c[0] - A[s, i, 1] * c[1] - A[s, i, 2] * c[2] + f * chains.vector[s, i]


@njit(cache=True)
def carried(A, b, s, p, w):
    """The place of the homogeneous point (p, w) after step s."""
    return (
        A[s, 0, 0] * p[0] + A[s, 0, 1] * p[1] + A[s, 0, 2] * p[2] + b[s, 0] * w,
        A[s, 1, 0] * p[0] + A[s, 1, 1] * p[1] + A[s, 1, 2] * p[2] + b[s, 1] * w,
        A[s, 2, 0] * p[0] + A[s, 2, 1] * p[1] + A[s, 2, 2] * p[2] + b[s, 2] * w,
    )


@njit(cache=True)
def _ordered_matrices(chains, order, t, M):
    """Write the handles' similarities at the weights t (P,) to M (H, 4, 4), poses acting in an order."""
    P = len(t)
    A, b = np.empty((len(chains.pose), 3, 3)), np.empty((len(chains.pose), 3))
    step_maps(chains, t, A, b)
    for h in range(len(M)):
        write(np.eye(4), M[h])
        for i in order:
            for at in range(chains.starts[h * P + i], chains.starts[h * P + i + 1]):
                s = chains.steps[at]
                for column in range(4):
                    p = (M[h, 0, column], M[h, 1, column], M[h, 2, column])
                    x, y, z = carried(A, b, s, p, M[h, 3, column])
                    M[h, 0, column] = x
                    M[h, 1, column] = y
                    M[h, 2, column] = z


@inner
def _blended_log(chains, h, t, xi):
    """Write Σ t_i log M_h,i of handle h to ξ (7,)."""
    xi[:] = 0.0
    for i in range(len(t)):
        xi += t[i] * chains.logs[h, i]


@njit(cache=True)
def _free_matrices(chains, t, M):
    """Write the handles' similarities at the weights t (P,) to M (H, 4, 4), without an order."""
    xi = np.empty(7)
    for h in range(len(M)):
        _blended_log(chains, h, t, xi)
        write(np.eye(4), M[h])
        exp7(xi, M[h])


@inner
def ordered_points(chains, task, t, x, J):
    """Write to x (a, 3) where the anchors of a task are, poses acting in its order.

    t: (P,) weights
    J: (a, 3, P) their derivatives by t are written here; of length 0 for none
    """
    P, S = len(t), len(chains.pose)
    handle, point, row = task.handle, task.point, task.row
    A, b = np.empty((S, 3, 3)), np.empty((S, 3))
    step_maps(chains, t, A, b)
    trail = PointTrail(A, np.empty(S, dtype=np.int64), np.empty((S, 3)), np.empty((3, 3)), np.empty((3, 3)))
    x[:] = 0.0
    J[:] = 0.0
    for k in range(len(handle)):
        p, w = (point[k, 0], point[k, 1], point[k, 2]), point[k, 3]
        count = 0
        for i in task.order:
            for at in range(chains.starts[handle[k] * P + i], chains.starts[handle[k] * P + i + 1]):
                s = chains.steps[at]
                p = carried(A, b, s, p, w)
                trail.passed[count] = s
                trail.place[count, 0], trail.place[count, 1], trail.place[count, 2] = p
                count += 1
        x[row[k], 0] += p[0]
        x[row[k], 1] += p[1]
        x[row[k], 2] += p[2]
        if len(J) > 0:
            _backward(chains, trail, count, w, J[row[k]])


@inner
def _backward(chains, trail, count, w, J):
    """Add to J (3, P) the velocities of a point along its steps, carried on by the steps that follow.

    count: how many steps the trail has; w: the point's homogeneous coordinate
    """
    A, passed, place, B, C = trail
    B[:] = 0.0
    B[0, 0] = B[1, 1] = B[2, 2] = 1.0
    for k in range(count - 1, -1, -1):
        s = passed[k]
        o, c, v, size = chains.omega[s], chains.centre[s], chains.vector[s], chains.sigma[s]
        x, y, z = place[k, 0] - w * c[0], place[k, 1] - w * c[1], place[k, 2] - w * c[2]
        vx = o[1] * z - o[2] * y + size * x + w * v[0]
        vy = o[2] * x - o[0] * z + size * y + w * v[1]
        vz = o[0] * y - o[1] * x + size * z + w * v[2]
        for a in range(3):
            J[a, chains.pose[s]] += B[a, 0] * vx + B[a, 1] * vy + B[a, 2] * vz
        if k == 0:
            break
        for a in range(3):
            for e in range(3):
                C[a, e] = B[a, 0] * A[s, 0, e] + B[a, 1] * A[s, 1, e] + B[a, 2] * A[s, 2, e]
        write(C, B)


@inner
def free_points(chains, task, t, x, J):
    """Write to x (a, 3) where the anchors of a task are, poses blended without an order; see above."""
    handle, point, row = task.handle, task.point, task.row
    x[:] = 0.0
    J[:] = 0.0
    xi, eta = np.empty(7), np.empty(7)
    M, D = np.empty((3, 4)), np.empty((7, 7))
    last = -1
    for k in range(len(handle)):
        h = handle[k]
        if h != last:
            _blended_log(chains, h, t, xi)
            exp7(xi, M)
            if len(J) > 0:
                left_jacobian7(xi, D)
            last = h
        q = point[k]
        p0 = M[0, 0] * q[0] + M[0, 1] * q[1] + M[0, 2] * q[2] + M[0, 3] * q[3]
        p1 = M[1, 0] * q[0] + M[1, 1] * q[1] + M[1, 2] * q[2] + M[1, 3] * q[3]
        p2 = M[2, 0] * q[0] + M[2, 1] * q[1] + M[2, 2] * q[2] + M[2, 3] * q[3]
        x[row[k], 0] += p0
        x[row[k], 1] += p1
        x[row[k], 2] += p2
        if len(J) > 0:
            for i in range(len(t)):
                for a in range(7):
                    eta[a] = 0.0
                    for e in range(7):
                        eta[a] += D[a, e] * chains.logs[h, i, e]
                J[row[k], 0, i] += eta[1] * p2 - eta[2] * p1 + eta[3] * p0 + q[3] * eta[4]
                J[row[k], 1, i] += eta[2] * p0 - eta[0] * p2 + eta[3] * p1 + q[3] * eta[5]
                J[row[k], 2, i] += eta[0] * p1 - eta[1] * p0 + eta[3] * p2 + q[3] * eta[6]


def blended(chains: Chains, order: Ints, t: Floats) -> Floats:
    """(H, 4, 4) the handles' similarities at the weights t (P,), poses acting in an order (P,).

    The order `ORDER_FREE` blends logarithms.
    """
    M = np.empty((len(chains.logs), 4, 4))
    if len(order) == 0:
        _free_matrices(chains, t, M)
    else:
        _ordered_matrices(chains, order, t, M)
    return M
