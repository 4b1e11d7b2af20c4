"""The state of the compiled loop: blend, controls and energy at given weights, attitude and turns."""

from __future__ import annotations

import numpy as np

from pliant.examples.loop.problem import LoopState
from pliant.examples.pass_kernels import applied, bumps_of, coefficients, entries, stretch_of
from pliant.examples.span import theta_of, weights_of
from pliant.geometry.rotations import quadratic3
from pliant.solve.kernels import inner, inner_fast


@inner
def mixed_weights(mix, w):
    """(m, l) weights at each element, or (1, l) where one set serves the whole, of all weights w (R·l,)."""
    regions = mix.regions.shape[1]
    each = w.reshape((regions, mix.logs.shape[2]))
    if regions == 1:
        return each
    return np.dot(mix.regions, each)


@inner
def evaluated(problem, w, Q, turns):
    """The state with the best controls for weights w (R·l,), attitude Q (3, 3) and turns θ (B, 3)."""
    m = len(problem.terms.W)
    R, T = np.empty((m, 3, 3)), np.empty((m, 3, 3))
    weights = mixed_weights(problem.mix, w)
    _write_blend(problem, weights, (problem.bumps.basis, turns, Q), R, T)
    system = problem.system
    u = np.dot(system.P, _spread(system, T, problem.terms.W))
    x = system.held + np.dot(system.P.T, u - system.offset)
    r = np.empty_like(T)
    energy = _residual(system, T, problem.terms.W, x, r)
    away = w - problem.terms.centre
    energy += np.dot(away, np.dot(problem.terms.strength, away)) + rotation_energy(problem, Q, R)
    return LoopState(w, Q, turns, R, T, u, x, r, energy)


@inner_fast
def _write_blend(problem, weights, turning, R, T):
    """R_j = Q exp(Σ_b φ_jb θ_b), and T_j = R_j T_j(w)."""
    logs, stretches, _ = problem.mix
    Q = turning[2]
    for j in range(len(R)):
        x, y, z = bumps_of(turning, j)
        a, b, _ = coefficients(x * x + y * y + z * z)
        E = quadratic3(x, y, z, a, b)
        for i in range(3):
            for k in range(3):
                R[j, i, k] = Q[i, 0] * E[k] + Q[i, 1] * E[3 + k] + Q[i, 2] * E[6 + k]
        w = weights_of(weights, j)
        x, y, z = theta_of(logs, w, j)
        a, b, _ = coefficients(x * x + y * y + z * z)
        E, own = quadratic3(x, y, z, a, b), entries(R, j)
        for e in range(3):
            p, q, s = stretch_of(stretches, w, j, e)
            p, q, s = applied(E, p, q, s)
            T[j, 0, e], T[j, 1, e], T[j, 2, e] = applied(own, p, q, s)


@inner_fast
def _spread(system, T, W):
    """(4c, 3) GᵀW T."""
    influences, blocks = system.influences, system.blocks
    K = np.zeros((system.P.shape[1], 3))
    for j in range(len(T)):
        for s in range(influences.shape[1]):
            for b in range(4):
                x, y, z = blocks[j, 0, s, b], blocks[j, 1, s, b], blocks[j, 2, s, b]
                if x != 0.0 or y != 0.0 or z != 0.0:
                    at, x, y, z = 4 * influences[j, s] + b, W[j] * x, W[j] * y, W[j] * z
                    for a in range(3):
                        K[at, a] += x * T[j, a, 0] + y * T[j, a, 1] + z * T[j, a, 2]
    return K


@inner_fast
def _residual(system, T, W, t, r):
    """r = W (T − G t), and the energy of it."""
    influences, blocks = system.influences, system.blocks
    energy = 0.0
    for j in range(len(T)):
        for a in range(3):
            for d in range(3):
                r[j, a, d] = T[j, a, d]
        for s in range(influences.shape[1]):
            for b in range(4):
                x, y, z = blocks[j, 0, s, b], blocks[j, 1, s, b], blocks[j, 2, s, b]
                if x != 0.0 or y != 0.0 or z != 0.0:
                    at = 4 * influences[j, s] + b
                    for a in range(3):
                        value = t[at, a]
                        r[j, a, 0] -= x * value
                        r[j, a, 1] -= y * value
                        r[j, a, 2] -= z * value
        for a in range(3):
            for d in range(3):
                missed = r[j, a, d]
                energy += W[j] * missed * missed
                r[j, a, d] = W[j] * missed
    return energy


@inner_fast
def rotation_energy(problem, Q, R):
    """The part of the energy that depends on the rotations alone."""
    bumps, W, pull = problem.bumps, problem.terms.W, problem.rules.pull
    energy = 0.0
    for p in range(len(bumps.pairs)):
        j, k = bumps.pairs[p]
        square = 0.0
        for a in range(3):
            for b in range(3):
                square += (R[j, a, b] - R[k, a, b]) ** 2
        energy += bumps.stiffness[p] * square
    if pull != 0.0:
        upright = problem.terms.upright if problem.rules.turning else Q
        for j in range(len(R)):
            along = 0.0
            for a in range(3):
                for b in range(3):
                    along += R[j, a, b] * upright[a, b]
            energy += pull * W[j] * (6.0 - 2.0 * along)
    return energy
