"""One step of the search, compiled: the normal equations, the limits that stop it, and where it leads."""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.methods.joints.block_cholesky import M, factored_blocks, solve_blocks
from pliant.methods.joints.curvature import add_curvature
from pliant.methods.joints.joint_terms import add_joints, add_pull, add_spring, joint_energy, joint_rows
from pliant.methods.joints.terms import add_damping, add_handles, add_strain, handle_energy, strain_energy
from pliant.methods.joints.tree import moved

# A coordinate this near to a limit, in radians or diagonals, is at it.
AT_LIMIT = 1e-9
# How often the coordinates that limits hold are chosen anew in one step.
ROUNDS = 12


@njit(cache=True)
def energy(tree, handles, targets, strain, numbers, R, t, spin, value):
    """gap (h, 3) of the held points, and the energy of a posture."""
    rest, joints, _ = numbers
    gap = np.empty_like(targets)
    total = handle_energy(handles, targets, R, t, gap)
    total += strain_energy(strain, R, t)
    return gap, total + joint_energy(tree, spin, value, rest, joints)


@njit(cache=True)
def advanced(tree, centre, handles, targets, strain, numbers, R, t, spin, value, twist, length):
    """The posture after a share of the twists (b, 6), the gaps of the held points, and the energy."""
    R, t, spin, value = moved(tree, centre, R, t, spin, value, length * twist)
    gap, total = energy(tree, handles, targets, strain, numbers, R, t, spin, value)
    return R, t, spin, value, gap, total


@njit(cache=True)
def normal_equations(
    tree, centre, handles, gap, strain, slots, numbers, damping, curved, R, t, spin, value, S
):
    """Blocks D (b, 6, 6) and L (f, 6, 6) of the matrix, and the gradient (b, 6).

    slots: of the joints' pairs of bodies, of the strain's, and how many blocks there are below the diagonal.
    """
    of_joints, of_strain, below = slots
    b = len(t)
    D, L, g = np.zeros((b, M, M)), np.zeros((below, M, M)), np.zeros((b, M))
    F, T = np.zeros((b, 3)), np.zeros((b, 3, 3))
    add_handles(handles, gap, R, t, D, L, g, F, T)
    add_strain(strain, of_strain, R, t, D, L, g, F, T)
    if curved:
        add_curvature(tree, of_joints, centre, R, t, F, T, D, L)
    add_joints(tree, of_joints, S, R, spin, value, numbers, damping, D, L, g)
    # All cells of a soft part are roots: together they are damped as one.
    add_damping(tree[11], centre, damping / len(tree[11]), R, t, D)
    return D, L, g


@njit(cache=True)
def newton_step(
    tree, centre, handles, gap, strain, slots, numbers, damping, curved, reach, pattern, R, t, spin, value
):
    """Twists (b, 6) of the bodies, and the slope of the energy along them.

    No twists where the matrix is not positive definite. Coordinates that would come back from a limit are let
    go, those that would overrun one no farther than `reach` are brought to it and held, and the step is
    solved again.
    """
    ends, joint_slots = tree[0], slots[0]
    S, coordinate = joint_rows(tree, R, t, spin, value)
    D, L, g = normal_equations(
        tree, centre, handles, gap, strain, slots, numbers, damping, curved, R, t, spin, value, S
    )
    held, way = _at_limits(tree, coordinate)
    hard = numbers[2]
    right, panels = -g, np.empty(pattern[6][-1])
    for j in tree[8]:
        for row in range(M):
            if held[j, row] != 0:
                add_spring(S[j, row], ends[j, 0], ends[j, 1], joint_slots[j], hard, D, L)
    twist = right.copy()
    for number in range(ROUNDS):
        if not factored_blocks(pattern, D, L, panels):
            return twist[:0], 0.0
        twist[:] = right
        solve_blocks(pattern, panels, twist)
        if not _held_anew(
            number == 0, reach, tree, joint_slots, S, coordinate, twist, hard, held, way, D, L, right
        ):
            break
    fall = 0.0
    for i in range(len(g)):
        for k in range(M):
            fall += g[i, k] * twist[i, k]
    return twist, fall


@njit(cache=True)
def _at_limits(tree, coordinate):
    """held (j, 6): 1 at an upper limit, −1 at a lower one, else 0; way (j, 6), from there to the limit."""
    free, low, high = tree[3], tree[6], tree[7]
    held, way = np.zeros(coordinate.shape, dtype=np.int64), np.zeros(coordinate.shape)
    for j in tree[8]:
        for row in range(M):
            if free[j, row] and coordinate[j, row] >= high[j, row] - AT_LIMIT:
                held[j, row] = 1
            elif free[j, row] and coordinate[j, row] <= low[j, row] + AT_LIMIT:
                held[j, row] = -1
    return held, way


@njit(cache=True)
def _held_anew(letting_go, reach, tree, slots, S, coordinate, twist, hard, held, way, D, L, right):
    """Whether a step changes which coordinates limits hold; the matrix and its right side follow."""
    ends, free, low, high = tree[0], tree[3], tree[6], tree[7]
    changed = False
    for j in tree[8]:
        a, b = ends[j, 0], ends[j, 1]
        for row in range(M):
            if not free[j, row]:
                continue
            step = 0.0
            for k in range(M):
                step += S[j, row, k] * (twist[b, k] - twist[a, k])
            before = held[j, row]
            if before == 0:
                held[j, row], way[j, row] = _overrun(
                    coordinate[j, row], step, low[j, row], high[j, row], reach
                )
            elif letting_go and before * step < 0.0 and low[j, row] < high[j, row]:
                held[j, row] = 0
            if held[j, row] != before:
                stiff = hard if before == 0 else -hard
                add_spring(S[j, row], a, b, slots[j], stiff, D, L)
                add_pull(S[j, row], a, b, stiff * way[j, row], right)
                changed = True
    return changed


@njit(cache=True)
def _overrun(x, step, low, high, reach):
    """Which limit no farther than `reach` a step from x leads beyond, and how far it is."""
    if x + step > high and high - x <= reach:
        return 1, high - x
    if x + step < low and x - low <= reach:
        return -1, low - x
    return 0, 0.0
