"""One step of the search, compiled: the normal equations, the limits that stop it, and where it leads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats, Ints
from pliant.methods.joints.block_cholesky import M, factored_blocks, solve_blocks
from pliant.methods.joints.curvature import add_curvature
from pliant.methods.joints.joint_terms import (
    add_joints,
    add_pull,
    add_spring,
    coupled,
    joint_energy,
    joint_rows,
)
from pliant.methods.joints.system import BlockEquations, Forces, named_system
from pliant.methods.joints.terms import add_damping, add_handles, add_strain, handle_energy, strain_energy
from pliant.methods.joints.tree import Posture, moved
from pliant.solve.kernels import inner, write

# A coordinate this near to a limit, in radians or diagonals, is at it.
AT_LIMIT = 1e-9
# How often the coordinates that limits hold are chosen anew in one step.
ROUNDS = 12


class Stops(NamedTuple):
    """Coordinates of the joints, and which of them limits hold.

    S:          (j, 6, 6) rows that give their rates from twists
    coordinate: (j, 6) their values
    held:       (j, 6) 1 at an upper limit, −1 at a lower one, else 0
    way:        (j, 6) from the value to that limit
    """

    S: Floats
    coordinate: Floats
    held: Ints
    way: Floats


@njit(cache=True)
def energy(system, posture):
    """gap (h, 3) of the held points, and the energy of a posture."""
    gap = np.empty_like(system.targets)
    total = handle_energy(system.handles, system.targets, posture, gap)
    total += strain_energy(system.strain, posture)
    return gap, total + joint_energy(system.tree, posture, system.stiffness)


@inner
def advanced(system, posture, twist, length):
    """The posture after a share of the twists (b, 6), the gaps of the held points, and the energy."""
    new = moved(system.tree, system.centre, posture, length * twist)
    gap, total = energy(system, new)
    return new, gap, total


@njit(cache=True)
def normal_equations(system, posture, gap, S, damping, curved):
    """The normal equations of a posture without limits.

    gap:    (h, 3) of the held points; S: (j, 6, 6) the rows of `joint_rows`
    curved: whether the second-order part of the Hessian is added
    """
    b, below = len(posture.t), len(system.pattern.low)
    equations = BlockEquations(np.zeros((b, M, M)), np.zeros((below, M, M)), np.zeros((b, M)))
    forces = Forces(np.zeros((b, 3)), np.zeros((b, 3, 3)))
    add_handles(system.handles, posture, gap, equations, forces)
    add_strain(system.strain, posture, equations, forces)
    if curved:
        add_curvature(system, posture, forces, equations)
    add_joints(system, posture, S, damping, equations)
    # All cells of a soft part are roots: together they are damped as one.
    roots = system.tree.roots
    add_damping(roots, system.centre, damping / len(roots), posture, equations.D)
    return equations


@inner
def newton_step(system, posture, gap, damping, curved, reach):
    """Twists (b, 6) of the bodies, and the slope of the energy along them.

    No twists where the matrix is not positive definite. Coordinates that would come back from a limit are let
    go, those that would overrun one no farther than `reach` are brought to it and held, and the step is
    solved again.
    """
    tree, pattern = system.tree, system.pattern
    S, coordinate = joint_rows(tree, posture)
    D, L, g = normal_equations(system, posture, gap, S, damping, curved)
    stops = Stops(S, coordinate, _at_limits(tree, coordinate), np.zeros(coordinate.shape))
    # The right side of the step stands in the gradient's place.
    equations, panels = BlockEquations(D, L, -g), np.empty(pattern.panels[-1])
    for j in tree.order:
        for row in range(M):
            if stops.held[j, row] != 0:
                add_spring(equations, coupled(system, j), S[j, row], system.stiffness.held)
    twist = equations.g.copy()
    for number in range(ROUNDS):
        if not factored_blocks(pattern, D, L, panels):
            return twist[:0], 0.0
        write(equations.g, twist)
        solve_blocks(pattern, panels, twist)
        if not _held_anew(system, stops, twist, reach, number == 0, equations):
            break
    fall = 0.0
    for i in range(len(g)):
        for k in range(M):
            fall += g[i, k] * twist[i, k]
    return twist, fall


# What Python calls: plain tuples in and out.


@njit(cache=True)
def energy_of(plain, posture):
    """gap (h, 3) and `energy` of a posture, given as a plain tuple, in a system taken apart."""
    return energy(named_system(plain), Posture(*posture))


@njit(cache=True)
def moved_by(plain, posture, twist, length):
    """The arrays of the posture, the gaps and the energy that `advanced` gives."""
    new, gap, total = advanced(named_system(plain), Posture(*posture), twist, length)
    return (new.R, new.t, new.spin, new.value), gap, total


@njit(cache=True)
def step_from(plain, posture, gap, damping, curved, reach):
    """What `newton_step` gives."""
    return newton_step(named_system(plain), Posture(*posture), gap, damping, curved, reach)


@inner
def _at_limits(tree, coordinate):
    """(j, 6) 1 for coordinates (j, 6) at an upper limit, −1 at a lower one, else 0."""
    held = np.zeros(coordinate.shape, dtype=np.int64)
    for j in tree.order:
        for row in range(M):
            if tree.free[j, row] and coordinate[j, row] >= tree.high[j, row] - AT_LIMIT:
                held[j, row] = 1
            elif tree.free[j, row] and coordinate[j, row] <= tree.low[j, row] + AT_LIMIT:
                held[j, row] = -1
    return held


@inner
def _held_anew(system, stops, twist, reach, letting_go, equations):
    """Whether a step changes which coordinates limits hold; the matrix and its right side follow."""
    tree, (S, coordinate, held, way), hard = system.tree, stops, system.stiffness.held
    changed = False
    for j in tree.order:
        bodies = coupled(system, j)
        for row in range(M):
            if not tree.free[j, row]:
                continue
            low, high, step = tree.low[j, row], tree.high[j, row], 0.0
            for k in range(M):
                step += S[j, row, k] * (twist[bodies.b, k] - twist[bodies.a, k])
            before = held[j, row]
            if before == 0:
                held[j, row], way[j, row] = _overrun(coordinate[j, row], step, low, high, reach)
            elif letting_go and before * step < 0.0 and low < high:
                held[j, row] = 0
            if held[j, row] != before:
                stiff = hard if before == 0 else -hard
                add_spring(equations, bodies, S[j, row], stiff)
                add_pull(equations.g, bodies, S[j, row], stiff * way[j, row])
                changed = True
    return changed


@inner
def _overrun(x, step, low, high, reach):
    """Which limit no farther than `reach` a step from x leads beyond, and how far it is."""
    if x + step > high and high - x <= reach:
        return 1, high - x
    if x + step < low and x - low <= reach:
        return -1, low - x
    return 0, 0.0
