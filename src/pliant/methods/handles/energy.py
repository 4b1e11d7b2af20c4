"""The energy of pose weights: distances of points from their targets, and five more terms [Baerentzen, 4.1].

E(t) = Σ‖x(t) − y‖²/d² + μ Σ tᵢ + α Σ tᵢ² + β (1 − Σ tᵢ)² + γ min_e ‖t − e‖² + κ ‖t − t_last‖²
with d the mesh's size and e the examples. The paper's first term is μ, the plain sum, which rewards negative
weights unless they are bounded; ours is α, the sum of squares, which does not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats, Ints
from pliant.methods.handles.chains import free_points, ordered_points
from pliant.solve.kernels import write


class Task(NamedTuple):
    """What a search minimises, as arrays for the compiled kernels.

    order:   (P,) poses in the order in which they act; empty to blend logarithms
    handle:  (T,) the handle of each term, ascending; an anchor is the sum of its terms
    point:   (T, 4) the homogeneous point on that handle
    row:     (T,) the anchor that each term counts toward
    target:  (a, 3) targets of the anchors; scale: 1/d²
    amount, size, unity, example, last: μ, α, β, γ, κ
    counts:  (P,) one for each pose whose weight μ, α, β and γ count, zero for free ones
    before:  (P,) t_last
    lower, upper: (P,) between which each weight stays; infinite where it has no bound
    """

    order: Ints
    handle: Ints
    point: Floats
    row: Ints
    target: Floats
    scale: float
    amount: float
    size: float
    unity: float
    example: float
    last: float
    counts: Floats
    before: Floats
    lower: Floats
    upper: Floats


@njit(cache=True)
def points_at(chains, task, t, x, J):
    """Write the anchors' places x (a, 3) at the weights t (P,), and their derivatives J (a, 3, P) or none."""
    if len(task.order) == 0:
        free_points(chains, task, t, x, J)
    else:
        ordered_points(chains, task, t, x, J)


@njit(cache=True)
def misses(task, x):
    """Σ‖x − y‖²/d² of the anchors' places x (a, 3)."""
    total = 0.0
    for a in range(len(x)):
        for c in range(3):
            gap = x[a, c] - task.target[a, c]
            total += gap * gap
    return task.scale * total


@njit(cache=True)
def nearest_example(task, t):
    """The pose whose example is nearest to the weights t (P,); −1 where no weight counts."""
    best = -1
    for i in range(len(t)):
        if task.counts[i] > 0.0 and (best < 0 or t[i] > t[best]):
            best = i
    return best


@njit(cache=True)
def terms(task, t):
    """The five terms of E besides the distances from targets, at the weights t (P,)."""
    square = total = drift = 0.0
    for i in range(len(t)):
        square += task.counts[i] * t[i] * t[i]
        total += task.counts[i] * t[i]
        drift += (t[i] - task.before[i]) ** 2
    value = task.amount * total + task.size * square + task.unity * (1.0 - total) ** 2 + task.last * drift
    if task.example > 0.0:
        best = nearest_example(task, t)
        if best >= 0:
            value += task.example * (square - 2.0 * t[best] + 1.0)
    return value


@njit(cache=True)
def energy_at(chains, task, t):
    """E at the weights t (P,)."""
    x = np.empty_like(task.target)
    points_at(chains, task, t, x, np.empty((0, 3, len(t))))
    return misses(task, x) + terms(task, t)


@njit(cache=True)
def normal_equations(chains, task, t, N, g):
    """Write the Gauss–Newton matrix N (P, P) and half the gradient g (P,) of E at t; returns E."""
    P = len(t)
    x, J = np.empty_like(task.target), np.empty((len(task.target), 3, P))
    points_at(chains, task, t, x, J)
    write(task.unity * np.outer(task.counts, task.counts), N)
    write((0.5 * task.amount + task.unity * (np.dot(task.counts, t) - 1.0)) * task.counts, g)
    for i in range(P):
        N[i, i] += (task.size + task.example) * task.counts[i] + task.last
        g[i] += (task.size + task.example) * task.counts[i] * t[i] + task.last * (t[i] - task.before[i])
    if task.example > 0.0:
        best = nearest_example(task, t)
        if best >= 0:
            g[best] -= task.example
    flat = J.reshape(-1, P)
    gap = (x - task.target).reshape(-1)
    N += task.scale * np.dot(flat.T, flat)
    g += task.scale * np.dot(flat.T, gap)
    return misses(task, x) + terms(task, t)
