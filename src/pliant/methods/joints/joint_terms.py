"""The terms of the joints: those of the tree toward rest, those that close loops together, and springs.

The rates δ (6,) of a joint's coordinates are rows S (6, 6) of the twist of body b, less that of body a.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from pliant.methods.joints.block_cholesky import M
from pliant.methods.joints.terms import carried_point
from pliant.methods.joints.tree import carried, carried_back, euler

# Where the first and the last axis of a ball's turns meet, rates have no bound: they are kept this far apart.
GIMBAL = math.radians(85.0)
# Radians of half a turn, below which its Hessian is that of a square.
SMALL = 1e-6


@njit(cache=True)
def joint_rows(tree, R, t, spin, value):
    """S (j, 6, 6), and the coordinates (j, 6) that limits speak of: turns of a stopped ball as x, y′, z″."""
    ends, origin, frame, _, _, stopped_ball, _, _, _, _, _, _ = tree
    S, coordinate, turns = np.zeros((len(ends), M, M)), value.copy(), np.empty((3, 3))
    for j in range(len(ends)):
        a, b = ends[j, 0], ends[j, 1]
        turns[:] = frame[j]
        if stopped_ball[j]:
            coordinate[j, 0], coordinate[j, 1], coordinate[j, 2] = euler(spin[j])
            _turn_rates(coordinate[j, 0], coordinate[j, 1], frame[j], turns)
        x, y, z = carried_point(R[b], t[b], origin[j], 1.0)
        for row in range(3):
            S[j, row, 0], S[j, row, 1], S[j, row, 2] = carried(
                R[a], turns[row, 0], turns[row, 1], turns[row, 2]
            )
            u, v, w = carried(R[a], frame[j, row, 0], frame[j, row, 1], frame[j, row, 2])
            S[j, 3 + row, 0], S[j, 3 + row, 1], S[j, 3 + row, 2] = y * w - z * v, z * u - x * w, x * v - y * u
            S[j, 3 + row, 3], S[j, 3 + row, 4], S[j, 3 + row, 5] = u, v, w
    return S, coordinate


@njit(cache=True)
def _turn_rates(a, b, frame, turns):
    """turns (3, 3): the rows that give the rates of the turns about x, y′ and z″ of a spin."""
    b = min(max(b, -GIMBAL), GIMBAL)
    for i in range(3):
        across = math.cos(a) * frame[2, i] - math.sin(a) * frame[1, i]
        turns[0, i] = frame[0, i] - math.tan(b) * across
        turns[1, i] = math.cos(a) * frame[1, i] + math.sin(a) * frame[2, i]
        turns[2, i] = across / math.cos(b)


@njit(cache=True)
def opening(tree, j, spin, value, row):
    """What a joint that closes a loop is off in one of its coordinates: nothing where it is free."""
    free, ball = tree[3], tree[4]
    if free[j, row]:
        return 0.0
    # A joint with one turn keeps its axis, whatever it turns by: the sine of the angle between axes.
    if row in (1, 2) and free[j, 0] and not ball[j]:
        return -spin[j, 2, 0] if row == 1 else spin[j, 1, 0]
    return value[j, row]


@njit(cache=True)
def joint_energy(tree, spin, value, rest, joints):
    """rest Σ q² of the tree's free coordinates, and joints Σ opening² of the loops."""
    free, order, loops = tree[3], tree[8], tree[10]
    total = 0.0
    for j in order:
        for row in range(M):
            if free[j, row]:
                total += rest * value[j, row] ** 2
    for j in loops:
        for row in range(M):
            total += joints * opening(tree, j, spin, value, row) ** 2
    return total


@njit(cache=True)
def add_spring(S, a, b, slot, stiff, D, L):
    """stiff δ² of one coordinate, whose row is S (6,)."""
    for i in range(M):
        w = stiff * S[i]
        if w != 0.0:
            for k in range(M):
                D[a, i, k] += w * S[k]
                D[b, i, k] += w * S[k]
                L[slot, i, k] -= w * S[k]


@njit(cache=True)
def add_pull(S, a, b, pull, g):
    """2 pull δ of one coordinate, whose row is S (6,)."""
    for i in range(M):
        g[a, i] -= pull * S[i]
        g[b, i] += pull * S[i]


@njit(cache=True)
def _add_turn(turn, a, b, slot, rest, D, L, g):
    """rest ‖turn‖² of a ball's rotation vector (3,), whose Hessian is n nᵀ + (I − n nᵀ) θ/2 cot θ/2."""
    square = turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2
    half = 0.5 * math.sqrt(square)
    across = half / math.tan(half) if half > SMALL else 1.0
    along = (1.0 - across) / square if half > SMALL else 0.0
    for i in range(3):
        g[a, i] -= rest * turn[i]
        g[b, i] += rest * turn[i]
        for k in range(3):
            stiff = rest * (along * turn[i] * turn[k] + (across if i == k else 0.0))
            D[a, i, k] += stiff
            D[b, i, k] += stiff
            L[slot, i, k] -= stiff


@njit(cache=True)
def add_joints(tree, slots, S, R, spin, value, numbers, damping, D, L, g):
    """Free coordinates toward rest and damped; loops together; springs for what the tree does not free."""
    ends, frame, free, ball, order, loops = tree[0], tree[2], tree[3], tree[4], tree[8], tree[10]
    rest, joints, stiff = numbers
    for j in order:
        a, b = ends[j, 0], ends[j, 1]
        for row in range(M):
            if not free[j, row]:
                add_spring(S[j, row], a, b, slots[j], stiff, D, L)
                continue
            add_spring(S[j, row], a, b, slots[j], damping if ball[j] else rest + damping, D, L)
            if not ball[j]:
                add_pull(S[j, row], a, b, rest * value[j, row], g)
        if ball[j]:
            x, y, z = carried_back(frame[j], value[j, 0], value[j, 1], value[j, 2])
            _add_turn(carried(R[a], x, y, z), a, b, slots[j], rest, D, L, g)
    for j in loops:
        for row in range(M):
            amount = damping if free[j, row] else joints
            add_spring(S[j, row], ends[j, 0], ends[j, 1], slots[j], amount, D, L)
            pull = joints * opening(tree, j, spin, value, row)
            add_pull(S[j, row], ends[j, 0], ends[j, 1], pull, g)
