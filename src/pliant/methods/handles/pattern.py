"""The paper's search: one weight after the other, by steps that are halved [Baerentzen, 4.1; Hooke1961].

The weight of a pose grows by a step as long as that lowers the energy; then the step is halved, until it is
small; where growing does not help at all, the weight shrinks likewise; then comes the next pose. A sweep over
the poses in their order is the paper's answer to one movement of the mouse.

Only the pose whose weight changes is evaluated: what acts before it has carried each point to a place that
stays, and what acts after it is one affine map.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.core.arrays import Floats, Ints
from pliant.methods.handles.blending import Chains, carried, step_map, step_maps
from pliant.methods.handles.energy import Task, energy_at, misses, terms

FIRST_STEP = 0.5
LAST_STEP = 1e-3
# A weight may take this many steps in one direction; beyond, the target is out of any reach.
MOST_STEPS = 200


@njit(cache=True)
def _suffixes(chains, task, A, b, P):
    """(T, P+1, 3, 4): what the poses from a place of the order on do to each term's point."""
    out = np.zeros((len(task.handle), P + 1, 3, 4))
    column = np.empty(3)
    for k in range(len(task.handle)):
        for a in range(3):
            out[k, P, a, a] = 1.0
        for place in range(P - 1, -1, -1):
            at = task.handle[k] * P + task.order[place]
            out[k, place] = out[k, place + 1]
            for item in range(chains.starts[at + 1] - 1, chains.starts[at] - 1, -1):
                s = chains.steps[item]
                for a in range(3):
                    row = out[k, place, a]
                    for e in range(3):
                        column[e] = row[0] * A[s, 0, e] + row[1] * A[s, 1, e] + row[2] * A[s, 2, e]
                    row[3] += row[0] * b[s, 0] + row[1] * b[s, 1] + row[2] * b[s, 2]
                    row[:3] = column
    return out


@njit(cache=True)
def _through(chains, task, k, i, A, b, p):
    """Term k's place after pose i alone, from p."""
    at = task.handle[k] * len(task.order) + i
    for item in range(chains.starts[at], chains.starts[at + 1]):
        p = carried(A, b, chains.steps[item], p, task.point[k, 3])
    return p


@njit(cache=True)
def _energy_along(chains, task, t, place, before, after, A, b, x):
    """E with pose order[place] at its weight in t, the points before it and the maps after it as given."""
    i = task.order[place]
    for s in range(len(chains.pose)):
        if chains.pose[s] == i:
            step_map(chains, s, t[i], A, b)
    x[:] = 0.0
    for k in range(len(task.handle)):
        p = _through(chains, task, k, i, A, b, (before[k, 0], before[k, 1], before[k, 2]))
        m, w = after[k, place + 1], task.point[k, 3]
        for a in range(3):
            x[task.row[k], a] += m[a, 0] * p[0] + m[a, 1] * p[1] + m[a, 2] * p[2] + m[a, 3] * w
    return misses(task, x) + terms(task, t)


@njit(cache=True)
def _ordered_sweep(chains, task, t):
    """Change t (P,) by one sweep; returns its energy."""
    P = len(t)
    A, b = np.empty((len(chains.pose), 3, 3)), np.empty((len(chains.pose), 3))
    step_maps(chains, t, A, b)
    after = _suffixes(chains, task, A, b, P)
    before = task.point[:, :3].copy()
    x = np.empty_like(task.target)
    best = energy_at(chains, task, t)
    for place in range(P):
        i = task.order[place]
        improved = False
        for sign in (1.0, -1.0):
            if improved:
                break
            step = FIRST_STEP
            for _ in range(MOST_STEPS):
                if step < LAST_STEP:
                    break
                old = t[i]
                t[i] = old + sign * step
                new = _energy_along(chains, task, t, place, before, after, A, b, x)
                if new < best:
                    best = new
                    improved = True
                else:
                    t[i] = old
                    step *= 0.5
        _energy_along(chains, task, t, place, before, after, A, b, x)
        for k in range(len(task.handle)):
            p = _through(chains, task, k, i, A, b, (before[k, 0], before[k, 1], before[k, 2]))
            before[k, 0], before[k, 1], before[k, 2] = p
    return best


@njit(cache=True)
def _free_sweep(chains, task, t):
    """The same without an order; poses in the order in which they were sculpted."""
    best = energy_at(chains, task, t)
    for i in range(len(t)):
        improved = False
        for sign in (1.0, -1.0):
            if improved:
                break
            step = FIRST_STEP
            for _ in range(MOST_STEPS):
                if step < LAST_STEP:
                    break
                old = t[i]
                t[i] = old + sign * step
                new = energy_at(chains, task, t)
                if new < best:
                    best = new
                    improved = True
                else:
                    t[i] = old
                    step *= 0.5
    return best


@njit(cache=True)
def sweep(chains, task, t):
    """Change t (P,) by one sweep of the pattern search; returns its energy."""
    if len(task.order) == 0:
        return _free_sweep(chains, task, t)
    return _ordered_sweep(chains, task, t)


def pattern_search(
    chains: Chains, task: Task, start: Floats, *, sweeps: int = 1
) -> tuple[Floats, tuple[float, ...]]:
    """The weights (P,) after some sweeps, fewer where one changes nothing, and the energies on the way."""
    t = start.copy()
    energies = [float(energy_at(chains, task, t))]
    for _ in range(sweeps):
        energies.append(float(sweep(chains, task, t)))
        if energies[-1] == energies[-2]:
            break
    return t, tuple(energies)


def greedy_order(chains: Chains, task: Task) -> Ints:
    """(P,) the poses by how far each alone, at weight one, is from the targets; the nearest first."""
    count = len(task.counts)
    plain = task._replace(order=np.arange(count), size=0.0, unity=0.0, example=0.0, last=0.0)
    far = [energy_at(chains, plain, row) for row in np.eye(count)]
    return np.argsort(far, kind="stable").astype(np.int64)
