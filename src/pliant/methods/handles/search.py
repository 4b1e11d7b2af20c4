"""Damped Gauss–Newton search over pose weights, compiled, since it runs at every mouse move.

The paper's pattern search takes large steps, which may lead into other valleys. So this search also starts
where each sweep of that one ends, until several in a row have led into one valley, and keeps the lowest
point: it never ends above those sweeps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from pliant.arrays import Floats
from pliant.methods.handles.chains import Chains
from pliant.methods.handles.energy import Task, energy_at, normal_equations
from pliant.methods.handles.pattern import pattern_search, sweep
from pliant.pose import Status
from pliant.solve.kernels import inner, write

# Damping, relative to each diagonal entry so that no weight's unit matters: at first, then by what it is
# multiplied after a step that succeeds, and after one that fails.
DAMPING, EASED, RAISED = 1e-4, 0.1, 8.0
LEAST_DAMPING, MOST_DAMPING = 1e-12, 1e6
# Entries below this share of the largest are damped as if they had it: poses that nothing tells apart.
UNTOLD = 1e-12
# What counts as the largest where no weight moves anything, so that the matrix has an inverse.
NOTHING = 1e-100
# The pattern search is followed for so many sweeps at most; and no further once so many of them in turn have
# ended in one valley: as near to its lowest point in every weight.
SWEEPS, ALIKE, NEAR = 100, 3, 0.02
# The example term has a valley around every pose, so there it takes more.
ALIKE_BESIDE_EXAMPLES = 10
# Ends of Levenberg's loop.
SETTLED, EXHAUSTED, STUCK, REACHED = 0, 1, 2, 3
STATUS = {SETTLED: Status.CONVERGED, EXHAUSTED: Status.OUT_OF_ITERATIONS, STUCK: Status.STALLED}


@dataclass(frozen=True, eq=False)
class FoundWeights:
    """The weights t (P,) that a search found, how it ended, and the energies on its way, which never rise."""

    t: Floats
    status: Status
    energies: tuple[float, ...]


@inner
def _damped(N, damping):
    """(P, P) the matrix N with its diagonal damped."""
    largest = NOTHING
    for i in range(len(N)):
        largest = max(largest, N[i, i])
    K = N.copy()
    for i in range(len(N)):
        K[i, i] += damping * max(N[i, i], UNTOLD * largest)
    return K


@njit(cache=True)
def _stepped(task, t, N, g, damping):
    """(P,) the weights after a step of the damped normal equations from t (P,), within their bounds.

    Weights that would leave their bounds stop there, and the others are solved for again.
    """
    K, step, new = _damped(N, damping), g.copy(), t.copy()
    fixed = ((t <= task.lower) & (g > 0.0)) | ((t >= task.upper) & (g < 0.0))
    for i in range(len(t)):
        if fixed[i]:
            _fix(K, step, i, 0.0)
    while True:
        found = np.linalg.solve(K, step)
        leaves = False
        for i in range(len(t)):
            if fixed[i]:
                continue
            new[i] = t[i] - found[i]
            if new[i] < task.lower[i] or new[i] > task.upper[i]:
                new[i] = min(max(new[i], task.lower[i]), task.upper[i])
                fixed[i] = leaves = True
                _fix(K, step, i, t[i] - new[i])
        if not leaves:
            return new


@inner
def _fix(K, step, i, value):
    """Make equation i of K x = step say that x_i is the value."""
    K[i] = 0.0
    K[i, i] = 1.0
    step[i] = value


@inner
def _descended(chains, task, t, energies, tolerance, known):
    """Change the weights t (P,) by Levenberg's steps; returns the number of energies and how it ended.

    energies: written on the way; its length bounds the steps
    known:    (P,) the lowest point of a known valley, near which the descent ends
    """
    P = len(t)
    N, g = np.empty((P, P)), np.empty(P)
    damping = DAMPING
    energies[0] = normal_equations(chains, task, t, N, g)
    for count in range(1, len(energies)):
        if np.abs(t - known).max() <= NEAR:
            return count, REACHED
        new = _stepped(task, t, N, g, damping)
        value = energy_at(chains, task, new)
        while not value <= energies[count - 1] and damping < MOST_DAMPING:
            damping *= RAISED
            new = _stepped(task, t, N, g, damping)
            value = energy_at(chains, task, new)
        small = np.abs(new - t).max() <= tolerance
        if not value <= energies[count - 1]:
            return count, SETTLED if small else STUCK
        write(new, t)
        energies[count] = value
        if small:
            return count + 1, SETTLED
        damping = max(LEAST_DAMPING, damping * EASED)
        normal_equations(chains, task, t, N, g)
    return len(energies), EXHAUSTED


@njit(cache=True)
def _search(chains, task, start, most, tolerance):
    """The lowest weights (P,) found from start (P,) and from the sweeps' ends, the energies, and the end."""
    best, path, swept = start.copy(), np.empty(most + 1), start.copy()
    count, end = _descended(chains, task, best, path, tolerance, np.full(len(start), np.nan))
    path, valley = path[:count], best
    way = np.empty(SWEEPS + 1)
    way[0], alike = path[0], 0
    enough = ALIKE_BESIDE_EXAMPLES if task.example > 0.0 else ALIKE
    for k in range(1, SWEEPS + 1):
        way[k] = sweep(chains, task, swept)
        if way[k] == way[k - 1]:
            break
        t, trail = swept.copy(), np.empty(most + 1)
        count, how = _descended(chains, task, t, trail, tolerance, valley)
        alike = alike + 1 if np.abs(t - valley).max() <= NEAR else 0
        if how != REACHED:
            valley = t
        elif trail[count - 1] < path[-1]:
            count, how = _descended(chains, task, t, trail, tolerance, np.full(len(t), np.nan))
        if trail[count - 1] < path[-1]:
            best, end, path = t, how, np.concatenate((way[:k], trail[:count]))
        if alike == enough:
            break
    return best, path, end


def gauss_newton_search(
    chains: Chains, task: Task, start: Floats, *, iterations: int, tolerance: float
) -> FoundWeights:
    """The result of a damped Gauss–Newton search from the weights start (P,).

    iterations: steps at most; tolerance: largest change of a weight in the last step
    """
    if len(start) == 0:
        return FoundWeights(start, Status.CONVERGED, (float(energy_at(chains, task, start)),))
    inside = np.clip(start, task.lower, task.upper)
    t, energies, end = _search(chains, task, inside, iterations, tolerance)
    return FoundWeights(t, STATUS[end], tuple(energies.tolist()))


def pattern_found(chains: Chains, task: Task, start: Floats, *, sweeps: int) -> FoundWeights:
    """The result of the paper's search from the weights start (P,), which always counts as converged."""
    t, energies = pattern_search(chains, task, start, sweeps=sweeps)
    return FoundWeights(t, Status.CONVERGED, energies)
