"""The terms of the joints: those of the tree toward rest, those that close loops together, and springs.

The rates δ (6,) of a joint's coordinates are rows S (6, 6) of the twist of body b, less that of body a.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from pliant.methods.joints.block_cholesky import M
from pliant.methods.joints.system import CoupledBodies
from pliant.methods.joints.terms import carried_point
from pliant.methods.joints.tree import carried, carried_back, euler
from pliant.solve.kernels import inner, write

# Where the first and the last axis of a ball's turns meet, rates have no bound: they are kept this far apart.
GIMBAL = math.radians(85.0)
# Radians of half a turn, below which its Hessian is that of a square.
SMALL = 1e-6


@njit(cache=True)
def coupled(system, j):
    """The bodies of joint j and their block."""
    return CoupledBodies(system.tree.ends[j, 0], system.tree.ends[j, 1], system.slots[j])


@njit(cache=True)
def joint_rows(tree, posture):
    """S (j, 6, 6), and the coordinates (j, 6) that limits refer to: turns of a stopped ball as x, y′, z″."""
    R, frame = posture.R, tree.frame
    S, coordinate, turns = np.zeros((len(tree.ends), M, M)), posture.value.copy(), np.empty((3, 3))
    for j in range(len(tree.ends)):
        a = tree.ends[j, 0]
        write(frame[j], turns)
        if tree.stopped_ball[j]:
            coordinate[j, 0], coordinate[j, 1], coordinate[j, 2] = euler(posture.spin[j])
            _turn_rates(coordinate[j, 0], coordinate[j, 1], frame[j], turns)
        x, y, z = carried_point(posture, tree.ends[j, 1], tree.origin[j], 1.0)
        for row in range(3):
            S[j, row, 0], S[j, row, 1], S[j, row, 2] = carried(
                R[a], turns[row, 0], turns[row, 1], turns[row, 2]
            )
            u, v, w = carried(R[a], frame[j, row, 0], frame[j, row, 1], frame[j, row, 2])
            S[j, 3 + row, 0], S[j, 3 + row, 1], S[j, 3 + row, 2] = y * w - z * v, z * u - x * w, x * v - y * u
            S[j, 3 + row, 3], S[j, 3 + row, 4], S[j, 3 + row, 5] = u, v, w
    return S, coordinate


@inner
def _turn_rates(a, b, frame, turns):
    """Write to turns (3, 3) the rows that give the rates of the turns about x, y′ and z″ of a spin."""
    b = min(max(b, -GIMBAL), GIMBAL)
    for i in range(3):
        across = math.cos(a) * frame[2, i] - math.sin(a) * frame[1, i]
        turns[0, i] = frame[0, i] - math.tan(b) * across
        turns[1, i] = math.cos(a) * frame[1, i] + math.sin(a) * frame[2, i]
        turns[2, i] = across / math.cos(b)


@njit(cache=True)
def opening(tree, posture, j, row):
    """How far joint j, which closes a loop, is open in one of its coordinates; 0 where it is free."""
    free, spin = tree.free, posture.spin
    if free[j, row]:
        return 0.0
    # A joint with one turn keeps its axis, whatever it turns by: the sine of the angle between axes.
    if row in (1, 2) and free[j, 0] and not tree.ball[j]:
        return -spin[j, 2, 0] if row == 1 else spin[j, 1, 0]
    return posture.value[j, row]


@inner
def joint_energy(tree, posture, stiffness):
    """The energy of the tree's free coordinates away from rest, and of loops that are open."""
    total = 0.0
    for j in tree.order:
        for row in range(M):
            if tree.free[j, row]:
                total += stiffness.rest * posture.value[j, row] ** 2
    for j in tree.loops:
        for row in range(M):
            total += stiffness.loops * opening(tree, posture, j, row) ** 2
    return total


@inner
def add_spring(equations, bodies, S, stiff):
    """Add stiff δ² of one coordinate, whose row is S (6,), to the matrix."""
    D, L = equations.D, equations.L
    for i in range(M):
        w = stiff * S[i]
        if w != 0.0:
            for k in range(M):
                D[bodies.a, i, k] += w * S[k]
                D[bodies.b, i, k] += w * S[k]
                L[bodies.slot, i, k] -= w * S[k]


@inner
def add_pull(g, bodies, S, pull):
    """Add 2 pull δ of one coordinate, whose row is S (6,), to the gradient g (b, 6)."""
    for i in range(M):
        g[bodies.a, i] -= pull * S[i]
        g[bodies.b, i] += pull * S[i]


@inner
def _add_turn(equations, bodies, turn, rest):
    """Add rest ‖turn‖² of a ball's rotation vector (3,), whose Hessian is n nᵀ + (I − n nᵀ) θ/2 cot θ/2."""
    D, L, g = equations
    square = turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2
    half = 0.5 * math.sqrt(square)
    across = half / math.tan(half) if half > SMALL else 1.0
    along = (1.0 - across) / square if half > SMALL else 0.0
    for i in range(3):
        g[bodies.a, i] -= rest * turn[i]
        g[bodies.b, i] += rest * turn[i]
        for k in range(3):
            stiff = rest * (along * turn[i] * turn[k] + (across if i == k else 0.0))
            D[bodies.a, i, k] += stiff
            D[bodies.b, i, k] += stiff
            L[bodies.slot, i, k] -= stiff


@inner
def add_joints(system, posture, S, damping, equations):
    """Add the joints: free coordinates toward rest, damped; loops together; springs for what is not free."""
    tree, value, stiffness = system.tree, posture.value, system.stiffness
    for j in tree.order:
        bodies, rest = coupled(system, j), stiffness.rest
        for row in range(M):
            if not tree.free[j, row]:
                add_spring(equations, bodies, S[j, row], stiffness.held)
                continue
            add_spring(equations, bodies, S[j, row], damping if tree.ball[j] else rest + damping)
            if not tree.ball[j]:
                add_pull(equations.g, bodies, S[j, row], rest * value[j, row])
        if tree.ball[j]:
            x, y, z = carried_back(tree.frame[j], value[j, 0], value[j, 1], value[j, 2])
            _add_turn(equations, bodies, carried(posture.R[bodies.a], x, y, z), rest)
    for j in tree.loops:
        bodies = coupled(system, j)
        for row in range(M):
            add_spring(equations, bodies, S[j, row], damping if tree.free[j, row] else stiffness.loops)
            add_pull(equations.g, bodies, S[j, row], stiffness.loops * opening(tree, posture, j, row))
