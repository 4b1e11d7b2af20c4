"""Damped Gauss–Newton over pose weights, with exact derivatives; compiled, for it runs at every mouse move.

Where one sweep of the paper's pattern search leads lower from the same start, as it may into another valley,
the search starts again from there: so it never ends above that sweep.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from pliant.core.arrays import Floats
from pliant.core.gauss_newton import Status
from pliant.methods.handles.blending import Chains
from pliant.methods.handles.energy import Task, energy_at, normal_equations
from pliant.methods.handles.pattern import pattern_search, sweep

# Damping, relative to each diagonal entry so that no weight's unit matters: at first, then by what it is
# multiplied after a step that succeeds, and after one that fails.
DAMPING, EASED, RAISED = 1e-4, 0.1, 8.0
LEAST_DAMPING, MOST_DAMPING = 1e-12, 1e6
# Entries below this share of the largest are damped as if they had it: poses that nothing tells apart.
UNTOLD = 1e-12
# Ends of Levenberg's loop.
SETTLED, EXHAUSTED, STUCK = 0, 1, 2
STATUS = {SETTLED: Status.CONVERGED, EXHAUSTED: Status.OUT_OF_ITERATIONS, STUCK: Status.STALLED}


@dataclass(frozen=True, eq=False)
class Found:
    """Weights t (P,), how the search ended, and the energies on the way, which never rise."""

    t: Floats
    status: Status
    energies: tuple[float, ...]


@njit(cache=True)
def _damped_step(N, g, damping):
    """(P,) the step of the damped normal equations."""
    P = len(g)
    largest = 0.0
    for i in range(P):
        largest = max(largest, N[i, i])
    K = N.copy()
    for i in range(P):
        K[i, i] += damping * max(N[i, i], UNTOLD * largest)
    return np.linalg.solve(K, g)


@njit(cache=True)
def _descended(chains, task, t, energies, tolerance):
    """Change t (P,) by Levenberg's steps; write the energies; returns their number and how it ended."""
    P = len(t)
    N, g = np.empty((P, P)), np.empty(P)
    damping = DAMPING
    energies[0] = normal_equations(chains, task, t, N, g)
    for count in range(1, len(energies)):
        if np.abs(g).max() == 0.0:
            return count, SETTLED
        step = _damped_step(N, g, damping)
        value = energy_at(chains, task, t - step)
        while not value <= energies[count - 1] and damping < MOST_DAMPING:
            damping *= RAISED
            step = _damped_step(N, g, damping)
            value = energy_at(chains, task, t - step)
        small = np.abs(step).max() <= tolerance
        if not value <= energies[count - 1]:
            return count, SETTLED if small else STUCK
        t -= step
        energies[count] = value
        if small:
            return count + 1, SETTLED
        damping = max(LEAST_DAMPING, damping * EASED)
        normal_equations(chains, task, t, N, g)
    return len(energies), EXHAUSTED


@njit(cache=True)
def _search(chains, task, start, most, tolerance):
    """t (P,), energies and end; from where the pattern search leads to if that is lower."""
    own = start.copy()
    path = np.empty(most + 1)
    count, end = _descended(chains, task, own, path, tolerance)
    swept = start.copy()
    if sweep(chains, task, swept) >= path[count - 1]:
        return own, path[:count].copy(), end
    other = np.empty(most + 2)
    count, end = _descended(chains, task, swept, other[1:], tolerance)
    other[0] = path[0]
    return swept, other[: count + 1].copy(), end


def gauss_newton_search(
    chains: Chains, task: Task, start: Floats, *, iterations: int, tolerance: float
) -> Found:
    """The weights (P,) at the end of a damped Gauss–Newton search from start (P,)."""
    if len(start) == 0:
        return Found(start, Status.CONVERGED, (float(energy_at(chains, task, start)),))
    t, energies, end = _search(chains, task, start, iterations, tolerance)
    return Found(t, STATUS[end], tuple(energies.tolist()))


def pattern_found(chains: Chains, task: Task, start: Floats, *, sweeps: int) -> Found:
    """The weights (P,) at the end of the paper's search from start (P,); it always calls itself done."""
    t, energies = pattern_search(chains, task, start, sweeps=sweeps)
    return Found(t, Status.CONVERGED, energies)
