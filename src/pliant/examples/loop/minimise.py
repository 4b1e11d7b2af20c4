"""The compiled loop: what `minimise` does with a `PoseProblem`, in one call.

Steps, halvings, stopping tests and what is kept of the curvature are those of gauss_newton.py and problem.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Floats
from pliant.examples.loop.curvature import curvature
from pliant.examples.loop.gradient import gradient
from pliant.examples.loop.state import evaluated
from pliant.examples.loop.step import Factored, factored, learned_step, plain_step, times, with_secant
from pliant.examples.pass_kernels import coefficients
from pliant.examples.problem import ALIKE, SAFE
from pliant.geometry.rotations import quadratic3
from pliant.solve.gauss_newton import HALVINGS, ROUNDING, STANDING_STILL
from pliant.solve.kernels import inner

# How a loop ended; the same order as ENDS in searched.py.
CONVERGED, STALLED, OUT_OF_ITERATIONS = 0, 1, 2


class Learned(NamedTuple):
    """A Gauss–Newton matrix, what steps have shown beside it, and how many were taken with it.

    age:     0 where nothing is known any more
    step, g: the last step, and half the gradient where it began
    """

    matrix: Factored
    age: int
    step: Floats
    g: Floats


@njit(cache=True)
def state_at(problem, w, Q, turns):
    """The state at weights w (R·l,), attitude Q (3, 3) and turns θ (B, 3)."""
    return evaluated(problem, w, Q, turns)


@njit(cache=True)
def minimised(problem, begin):
    """The last state, how the loop ended, and the energies at the start and after each step."""
    rules, state = problem.rules, begin
    energies, count, still = np.empty(rules.most + 1), 0, 0
    energies[0] = state.energy
    known = _nothing()
    for _ in range(rules.most):
        g = gradient(problem, state)
        if known.age == 0 or known.age >= rules.kept:
            matrix = factored(curvature(problem, state), rules.damping, rules.kept)
            known = Learned(matrix, 1, known.step, known.g)
        else:
            known = _aged(known, g)
        step = _step(known, g, rules.damping)
        new, length = _lower(problem, state, step)
        if length == 0.0:
            small = _settled(state, state, g, rules) and _short(state, step, rules)
            return state, CONVERGED if small else STALLED, energies[: count + 1]
        count += 1
        energies[count] = new.energy
        settled = _settled(state, new, g, rules)
        done = settled and _short(state, step, rules)
        still = still + 1 if settled else 0
        kept = (length == 1.0 or rules.near == 0.0) and new.energy >= rules.near * state.energy
        known = Learned(known.matrix, known.age if kept else 0, length * step, g)
        state = new
        if done or still == STANDING_STILL:
            return state, CONVERGED, energies[: count + 1]
    return state, OUT_OF_ITERATIONS, energies[: count + 1]


@inner
def _nothing():
    none = np.empty((0, 0))
    return Learned(Factored(none, none, np.empty(0), none, none, 0), 0, np.empty(0), np.empty(0))


@inner
def _aged(known, g):
    """The matrix at hand with what the step has shown, where half the gradient is g now."""
    s, matrix = known.step, known.matrix
    missed = g - known.g - times(matrix, s)
    along = np.dot(missed, s)
    if abs(along) > SAFE * np.sqrt(np.dot(missed, missed) * np.dot(s, s)):
        matrix = with_secant(matrix, 1.0 / along, missed)
    return Learned(matrix, known.age + 1, known.step, known.g)


@inner
def _step(known, g, damping):
    """Newton's step where the learned curvature is positive and like enough, else Gauss–Newton's."""
    matrix = known.matrix
    step = learned_step(matrix, g)
    curved = np.dot(step, times(matrix, step)) > ALIKE * np.dot(step, np.dot(matrix.H, step))
    if np.dot(step, g) > 0.0 and curved:
        return -step
    return -plain_step(matrix, g, damping)


@inner
def _lower(problem, state, step):
    """The state after the step, halved until it does not raise the energy, and the share taken; 0 if none."""
    length = 1.0
    for _ in range(HALVINGS):
        new = _moved(problem, state, length * step)
        if new.energy <= state.energy * (1.0 + ROUNDING):
            return new, length
        length *= 0.5
    return state, 0.0


@inner
def _moved(problem, state, step):
    """The state after a step (unknowns,)."""
    l, Q, turns, bumps, rules = len(state.w), state.Q, state.turns, problem.bumps, problem.rules
    w = state.w + step[:l]
    if len(step) > l:
        delta = step[l:].copy().reshape((-1, 3))
        if rules.turning:
            mean = np.dot(bumps.share, delta)
            Q = np.dot(Q, _exp(mean))
            delta = delta - mean
        if rules.corrects:
            turns = turns + delta
    if not rules.turning and problem.terms.turns.any():
        Q = _exp(np.dot(w, problem.terms.turns))
    return evaluated(problem, w, Q, turns)


@inner
def _exp(theta):
    """(3, 3) the rotation about theta (3,)."""
    x, y, z = theta[0], theta[1], theta[2]
    a, b, _ = coefficients(x * x + y * y + z * z)
    return np.array(quadratic3(x, y, z, a, b)).reshape((3, 3))


@inner
def _settled(state, new, g, rules):
    """Whether the tests of energy and gradient pass."""
    size = 1.0 + new.energy
    flat = 2.0 * np.abs(g).max() < np.cbrt(rules.tolerance) * size
    return abs(new.energy - state.energy) < rules.tolerance * size and flat


@inner
def _short(state, step, rules):
    """Whether the test of the step passes."""
    return np.abs(step).max() < np.sqrt(rules.tolerance) * (1.0 + np.abs(state.w).max())
