"""The paper's search: one weight after the other, by steps that are halved [Baerentzen, 4.1; Hooke1961].

The weight of a pose grows by a step as long as that lowers the energy; then the step is halved, until it is
small; where growing does not help at all, the weight shrinks likewise; then comes the next pose. A sweep over
the poses in their order is the paper's answer to one movement of the mouse. A step ends at a weight's bound.

Only what the pose moves is evaluated: what acts before it has carried each point to a place that stays, and
what acts after it is one affine map.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats, Ints
from pliant.methods.handles.chains import Chains, carried, step_map, step_maps
from pliant.methods.handles.energy import Task, energy_at, misses
from pliant.methods.handles.similarities import exp7
from pliant.solve.kernels import inner, write

FIRST_STEP = 0.5
LAST_STEP = 1e-3
# A weight may take this many steps in one direction; beyond, the target is out of any reach.
MOST_STEPS = 200


class WeightLine(NamedTuple):
    """What a sweep keeps while the weight of pose i changes, for T terms; overwritten for every pose.

    A, b:   (S, 3, 3), (S, 3) the maps of all steps
    before: (T, 3) places of the points before the pose, w as in Task
    after:  (T, P+1, 3, 4) what the poses from a place of the order on do to each point
    logs:   (T, 7) the blended logarithm of each term's handle without the pose, where there is no order
    near:   (T+1,) the terms that the pose moves, then −1
    fixed:  (a, 3) the sum of the other terms; x: (a, 3) room
    others: (4,) of the other weights: sum of squares, sum, sum of squared drifts, and the largest
    at:     (2,) the pose's place in the order, and its number i
    steps:  (2,) the first of the pose's steps, and the first beyond; M: (3, 4) room
    """

    A: Floats
    b: Floats
    before: Floats
    after: Floats
    logs: Floats
    near: Ints
    fixed: Floats
    x: Floats
    others: Floats
    at: Ints
    steps: Ints
    M: Floats


@njit(cache=True)
def _line(chains, task, t):
    """A line with room for every pose; `_aim` fills it in."""
    P, S, T = len(t), len(chains.pose), len(task.handle)
    A, b, ordered = np.empty((S, 3, 3)), np.empty((S, 3)), len(task.order) > 0
    after = np.zeros((T if ordered else 0, P + 1, 3, 4))
    if ordered:
        step_maps(chains, t, A, b)
        _suffixes(chains, task, A, b, after)
    x, fixed = np.empty_like(task.target), np.empty_like(task.target)
    before = task.point[:, :3].copy()
    near, steps = np.empty(T + 1, np.int64), np.empty(2, np.int64)
    logs, at, M = np.empty((T, 7)), np.empty(2, np.int64), np.empty((3, 4))
    return WeightLine(A, b, before, after, logs, near, fixed, x, np.empty(4), at, steps, M)


@inner
def _suffixes(chains, task, A, b, out):
    """Write to out (T, P+1, 3, 4) what the poses from each place of the order on do to each term's point."""
    P = len(task.order)
    column = np.empty(3)
    for k in range(len(task.handle)):
        for a in range(3):
            out[k, P, a, a] = 1.0
        for place in range(P - 1, -1, -1):
            at = task.handle[k] * P + task.order[place]
            write(out[k, place + 1], out[k, place])
            for item in range(chains.starts[at + 1] - 1, chains.starts[at] - 1, -1):
                s = chains.steps[item]
                for a in range(3):
                    row = out[k, place, a]
                    for e in range(3):
                        column[e] = row[0] * A[s, 0, e] + row[1] * A[s, 1, e] + row[2] * A[s, 2, e]
                    row[3] += row[0] * b[s, 0] + row[1] * b[s, 1] + row[2] * b[s, 2]
                    write(column, row)


@inner
def _through(chains, task, k, line):
    """Term k's place after the line's pose alone."""
    p = (line.before[k, 0], line.before[k, 1], line.before[k, 2])
    at = task.handle[k] * len(task.order) + line.at[1]
    for item in range(chains.starts[at], chains.starts[at + 1]):
        p = carried(line.A, line.b, chains.steps[item], p, task.point[k, 3])
    return p


@njit(cache=True)
def _add(task, k, m, p, x):
    """Add the map m (3, 4) of the homogeneous point (p, w) of term k to its row of x."""
    w = task.point[k, 3]
    for a in range(3):
        x[task.row[k], a] += m[a, 0] * p[0] + m[a, 1] * p[1] + m[a, 2] * p[2] + m[a, 3] * w


@inner
def _aim(chains, task, t, place, line):
    """Prepare the line for the pose at a place of the order, or of that number where there is none."""
    P, ordered = len(t), len(task.order) > 0
    i = task.order[place] if ordered else place
    line.at[0], line.at[1] = place, i
    # Steps are in the order of their poses.
    line.steps[0], line.steps[1] = np.searchsorted(chains.pose, i), np.searchsorted(chains.pose, i + 1)
    line.fixed[:] = 0.0
    count = 0
    for k in range(len(task.handle)):
        h = task.handle[k]
        if not ordered:
            line.logs[k] = 0.0
            for j in range(P):
                if j != i:
                    line.logs[k] += t[j] * chains.logs[h, j]
        moves = chains.starts[h * P + i] < chains.starts[h * P + i + 1]
        if moves:
            line.near[count] = k
            count += 1
        elif ordered:
            _add(task, k, line.after[k, place + 1], line.before[k], line.fixed)
        else:
            exp7(line.logs[k], line.M)
            _add(task, k, line.M, line.before[k], line.fixed)
    line.near[count] = -1
    _sum_others(task, t, i, line.others)


@inner
def _sum_others(task, t, i, others):
    """Write to others (4,) the sums of all weights but that of pose i."""
    others[:3] = 0.0
    others[3] = -np.inf
    for j in range(len(t)):
        if j != i:
            others[0] += task.counts[j] * t[j] * t[j]
            others[1] += task.counts[j] * t[j]
            others[2] += (t[j] - task.before[j]) ** 2
            if task.counts[j] > 0.0:
                others[3] = max(others[3], t[j])


@inner
def _terms_along(task, i, f, others):
    """The five terms besides the distances from targets, with the weight f of pose i."""
    square, total = others[0] + task.counts[i] * f * f, others[1] + task.counts[i] * f
    value = task.amount * total + task.size * square + task.unity * (1.0 - total) ** 2
    value += task.last * (others[2] + (f - task.before[i]) ** 2)
    largest = max(others[3], f) if task.counts[i] > 0.0 else others[3]
    if task.example > 0.0 and largest > -np.inf:
        value += task.example * (square - 2.0 * largest + 1.0)
    return value


@inner
def _energy_along(chains, task, line, f):
    """E with the weight f of the line's pose."""
    place, i = line.at[0], line.at[1]
    write(line.fixed, line.x)
    if len(task.order) > 0:
        for s in range(line.steps[0], line.steps[1]):
            step_map(chains, s, f, line.A, line.b)
    for k in line.near:
        if k < 0:
            break
        if len(task.order) > 0:
            _add(task, k, line.after[k, place + 1], _through(chains, task, k, line), line.x)
        else:
            exp7(line.logs[k] + f * chains.logs[task.handle[k], i], line.M)
            _add(task, k, line.M, line.before[k], line.x)
    return misses(task, line.x) + _terms_along(task, i, f, line.others)


@njit(cache=True)
def _searched(chains, task, line, old, best):
    """The weight that steps lead to from old, whose energy is best, for the line's pose; and its energy."""
    f, i = old, line.at[1]
    for sign in (1.0, -1.0):
        step = FIRST_STEP
        for _ in range(MOST_STEPS):
            if step < LAST_STEP:
                break
            tried = min(max(f + sign * step, task.lower[i]), task.upper[i])
            new = _energy_along(chains, task, line, tried) if tried != f else best
            if new < best:
                f, best = tried, new
            else:
                step *= 0.5
        if f != old:
            break
    return f, best


@njit(cache=True)
def sweep(chains, task, t):
    """Change the weights t (P,) by a sweep of the pattern search; returns their energy, which never rises."""
    start, line = t.copy(), _line(chains, task, t)
    energy = best = energy_at(chains, task, t)
    for place in range(len(t)):
        _aim(chains, task, t, place, line)
        i = line.at[1]
        t[i], best = _searched(chains, task, line, t[i], best)
        if len(task.order) > 0:
            for s in range(line.steps[0], line.steps[1]):
                step_map(chains, s, t[i], line.A, line.b)
            for k in range(len(task.handle)):
                line.before[k, 0], line.before[k, 1], line.before[k, 2] = _through(chains, task, k, line)
    best = energy_at(chains, task, t)
    # What rounding alone has gained is none.
    if not best < energy:
        write(start, t)
        return energy
    return best


def pattern_search(
    chains: Chains, task: Task, start: Floats, *, sweeps: int = 1
) -> tuple[Floats, tuple[float, ...]]:
    """The weights (P,) after some sweeps, fewer where one changes nothing, and the energies on the way.

    The search starts within the bounds, where they are nearest to start (P,).
    """
    t = np.clip(start, task.lower, task.upper)
    energies = [float(energy_at(chains, task, t))]
    for _ in range(sweeps):
        energies.append(float(sweep(chains, task, t)))
        if energies[-1] == energies[-2]:
            break
    return t, tuple(energies)


def greedy_order(chains: Chains, task: Task) -> Ints:
    """(P,) the poses sorted by the distance of each alone, at weight one, from the targets."""
    count = len(task.counts)
    plain = task._replace(amount=0.0, size=0.0, unity=0.0, example=0.0, last=0.0)
    far = [energy_at(chains, plain, row) for row in np.eye(count)]
    return np.argsort(far, kind="stable").astype(np.int64)
