"""The gradient of the compiled loop: no solve, because the residual is orthogonal to the range of G."""

from __future__ import annotations

import numpy as np

from pliant.examples.loop.state import mixed_weights
from pliant.examples.pass_kernels import applied, bumps_of, coefficients, entries
from pliant.examples.slope_kernels import back, jacobian_transposed
from pliant.examples.span import theta_of, weights_of
from pliant.geometry.rotations import quadratic3
from pliant.solve.kernels import inner, inner_fast


@inner
def gradient(problem, state):
    """Half the energy's gradient by the unknowns."""
    terms, rules, bumps = problem.terms, problem.rules, problem.bumps
    each, torques = np.zeros((len(state.R), problem.mix.logs.shape[2])), np.empty((len(state.R), 3))
    _write_slopes(problem, state, each, torques)
    g = np.dot(problem.mix.regions.T, each).ravel() + np.dot(terms.strength, state.w - terms.centre)
    B = bumps.basis.shape[1]
    if B == 0:
        return g
    whole = torques.sum(axis=0)
    if not rules.turning:
        g += np.dot(turn_derivatives(terms.turns, state.w), whole)
        if not rules.corrects:
            return g
    _add_coupling(bumps, state.R, torques)
    if rules.pull != 0.0:
        _add_pull(problem, state, torques)
        whole = torques.sum(axis=0)
    by_turns = _by_turns(bumps, state, torques)
    if rules.turning:
        # Torques between elements cancel in their sum.
        mean = np.dot(whole, state.Q) - by_turns.sum(axis=0)
        for b in range(B):
            for a in range(3):
                by_turns[b, a] += bumps.share[b] * mean[a]
    return np.concatenate((g, by_turns.ravel()))


@inner
def turn_derivatives(turns, w):
    """(R·l, 3) vectors vᵢ with ∂Q/∂wᵢ = [vᵢ]ₓ Q, as in `Attitudes`."""
    out = np.empty_like(turns)
    theta = np.dot(w, turns)
    x, y, z = theta[0], theta[1], theta[2]
    _, b, c = coefficients(x * x + y * y + z * z)
    J = quadratic3(x, y, z, b, c)
    for i in range(len(out)):
        out[i, 0], out[i, 1], out[i, 2] = applied(J, turns[i, 0], turns[i, 1], turns[i, 2])
    return out


@inner_fast
def _write_slopes(problem, state, each, torques):
    """each (m, l): ⟨∂T_j/∂w_ji, r_j⟩ = log·(R J)ᵀ(T × r) + S·(R E)ᵀ r; torques (m, 3): T × r."""
    logs, stretches, _ = problem.mix
    T, r = state.T, state.r
    weights = mixed_weights(problem.mix, state.w)
    for j in range(len(T)):
        theta = theta_of(logs, weights_of(weights, j), j)
        factors = coefficients(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2])
        E, own = quadratic3(theta[0], theta[1], theta[2], factors[0], factors[1]), entries(state.R, j)
        u0 = u1 = u2 = 0.0
        for e in range(3):
            a, b, c = r[j, 0, e], r[j, 1, e], r[j, 2, e]
            u0 += T[j, 1, e] * c - T[j, 2, e] * b
            u1 += T[j, 2, e] * a - T[j, 0, e] * c
            u2 += T[j, 0, e] * b - T[j, 1, e] * a
            p, q, s = back(own, a, b, c)
            p, q, s = back(E, p, q, s)
            for i in range(each.shape[1]):
                each[j, i] += (
                    p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
                )
        torques[j, 0], torques[j, 1], torques[j, 2] = u0, u1, u2
        p, q, s = jacobian_transposed(theta, factors, back(own, u0, u1, u2))
        for i in range(each.shape[1]):
            each[j, i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]


@inner_fast
def _add_coupling(bumps, R, torques):
    """Add the torques of coupled elements on each other."""
    for p in range(len(bumps.pairs)):
        j, k = bumps.pairs[p]
        for a in range(3):
            b, c = (a + 1) % 3, (a + 2) % 3
            axial = 0.0
            for i in range(3):
                axial += R[k, c, i] * R[j, b, i] - R[k, b, i] * R[j, c, i]
            torques[j, a] -= bumps.stiffness[p] * axial
            torques[k, a] += bumps.stiffness[p] * axial


@inner_fast
def _add_pull(problem, state, torques):
    """Add the torques that pull the elements upright."""
    rules, W, R = problem.rules, problem.terms.W, state.R
    upright = problem.terms.upright if rules.turning else state.Q
    for j in range(len(R)):
        for a in range(3):
            b, c = (a + 1) % 3, (a + 2) % 3
            axial = 0.0
            for i in range(3):
                axial += upright[c, i] * R[j, b, i] - upright[b, i] * R[j, c, i]
            torques[j, a] -= rules.pull * W[j] * axial


@inner
def _by_turns(bumps, state, torques):
    """(B, 3) slopes by the turns of the bumps: Σ_j φ_jb J(θ_j)ᵀ Qᵀ torque_j."""
    spun, turning = np.empty_like(torques), (bumps.basis, state.turns, state.Q)
    along = np.dot(torques, state.Q)
    for j in range(len(spun)):
        x, y, z = bumps_of(turning, j)
        factors = coefficients(x * x + y * y + z * z)
        v = along[j, 0], along[j, 1], along[j, 2]
        spun[j, 0], spun[j, 1], spun[j, 2] = jacobian_transposed((x, y, z), factors, v)
    return np.dot(bumps.basis.T, spun)
