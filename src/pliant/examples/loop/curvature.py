"""The Gauss–Newton matrix of the compiled loop: columns of the weights and the bumps, with x eliminated.

Columns of the bumps are ordered by axis, then bump, so that kernels take several bumps at once; the matrix
has them by bump, then axis, as the turns θ (B, 3) are.
"""

from __future__ import annotations

import numpy as np

from pliant.examples.loop.gradient import turn_derivatives
from pliant.examples.loop.state import mixed_weights
from pliant.examples.pass_kernels import applied, bumps_of, coefficients, entries
from pliant.examples.span import theta_of, weights_of
from pliant.geometry.rotations import quadratic3
from pliant.solve.kernels import inner, inner_fast, write


@inner
def curvature(problem, state):
    """Half the energy's second derivative by the unknowns, as Gauss–Newton has it."""
    l, bumps, terms = len(state.w), problem.bumps, problem.terms
    J = _derivatives(problem, state)
    spins = _spins(bumps, state)
    H = _bordered(problem, state, J, spins)
    if bumps.basis.shape[1] > 0:
        H = _followed(H, _followers(problem, state), l)
        if problem.rules.pull != 0.0 and len(H) > l:
            weighted = np.empty_like(bumps.basis)
            for j in range(len(weighted)):
                for b in range(weighted.shape[1]):
                    weighted[j, b] = 2.0 * problem.rules.pull * terms.W[j] * bumps.basis[j, b]
            _add_alike(np.dot(bumps.basis.T, weighted), H, l)
    for i in range(l):
        for k in range(l):
            H[i, k] += terms.strength[i, k]
    return H


@inner_fast
def _derivatives(problem, state):
    """J (m, 3, 3, l): ∂T_j/∂w_ji, the columns e first, then the coordinates."""
    logs, stretches, _ = problem.mix
    m, l, T = len(logs), logs.shape[2], state.T
    weights, J, v = mixed_weights(problem.mix, state.w), np.empty((m, 3, 3, l)), np.empty((3, l))
    for j in range(m):
        x, y, z = theta_of(logs, weights_of(weights, j), j)
        a, b, c = coefficients(x * x + y * y + z * z)
        E, N, R = quadratic3(x, y, z, a, b), quadratic3(x, y, z, b, c), entries(state.R, j)
        for i in range(l):
            p, q, s = applied(N, logs[j, 0, i], logs[j, 1, i], logs[j, 2, i])
            v[0, i], v[1, i], v[2, i] = applied(R, p, q, s)
        for e in range(3):
            t0, t1, t2 = T[j, 0, e], T[j, 1, e], T[j, 2, e]
            for i in range(l):
                p, q, s = applied(E, stretches[j, 0, e, i], stretches[j, 1, e, i], stretches[j, 2, e, i])
                p, q, s = applied(R, p, q, s)
                J[j, e, 0, i] = v[1, i] * t2 - v[2, i] * t1 + p
                J[j, e, 1, i] = v[2, i] * t0 - v[0, i] * t2 + q
                J[j, e, 2, i] = v[0, i] * t1 - v[1, i] * t0 + s
    return J


@inner_fast
def _spins(bumps, state):
    """(m, 3, 3) Q J(θ_j): how fast each element turns with the turns of its bumps."""
    spins, Q, turning = np.empty_like(state.R), state.Q, (bumps.basis, state.turns, state.Q)
    for j in range(len(spins)):
        x, y, z = bumps_of(turning, j)
        _, b, c = coefficients(x * x + y * y + z * z)
        N = quadratic3(x, y, z, b, c)
        for i in range(3):
            for k in range(3):
                spins[j, i, k] = Q[i, 0] * N[k] + Q[i, 1] * N[3 + k] + Q[i, 2] * N[6 + k]
    return spins


@inner
def _bordered(problem, state, J, spins):
    """(R·l + 3B, R·l + 3B) inner products of all columns, x eliminated, and the coupling of the bumps."""
    l, B = len(state.w), problem.bumps.basis.shape[1]
    columns = _columns(problem, state, J, spins)
    K = columns.reshape((len(columns), -1))
    u = np.dot(problem.system.P, K).reshape((-1, l + 3 * B))
    taken = np.dot(u.T, u)
    H = np.empty((l + 3 * B, l + 3 * B))
    gram = _gram(problem.mix, J, problem.terms.W)
    for i in range(l):
        for k in range(l):
            H[i, k] = gram[i, k] - taken[i, k]
    if B == 0:
        return H
    mixed = _moments(problem, state.T, J, spins)
    squares = _squares(problem, state.T, spins)
    for b in range(B):
        for a in range(3):
            row, seen = l + 3 * b + a, l + B * a + b
            for i in range(l):
                H[row, i] = H[i, row] = mixed[b, a, i] - taken[seen, i]
            for c in range(B):
                for d in range(3):
                    H[row, l + 3 * c + d] = squares[b, c, a, d] - taken[seen, l + B * d + c]
    _add_alike(problem.bumps.hessian, H, l)
    return H


@inner
def _add_alike(M, H, l):
    """Add M (B, B) to H for each coordinate of the bumps' turns, which begin at l."""
    for b in range(len(M)):
        for c in range(len(M)):
            for a in range(3):
                H[l + 3 * b + a, l + 3 * c + a] += M[b, c]


@inner
def _columns(problem, state, J, spins):
    """(4c, 3, R·l + 3B) GᵀW of the derivatives by the weights, and by the turns of the bumps."""
    l, B = len(state.w), problem.bumps.basis.shape[1]
    K = np.zeros((problem.system.P.shape[1], 3, l + 3 * B))
    if problem.mix.regions.shape[1] == 1:
        _add_weights(problem, J, K)
    else:
        _add_regions(problem, J, K)
    if B > 0:
        _add_bumps(problem, state.T, spins, K)
    return K


@inner_fast
def _add_weights(problem, J, K):
    """K (4c, 3, …) += GᵀW of the derivatives J (m, 3, 3, l)."""
    influences, blocks, W, l = problem.system.influences, problem.system.blocks, problem.terms.W, J.shape[3]
    for j in range(len(W)):
        for s in range(influences.shape[1]):
            for b in range(4):
                x, y, z = W[j] * blocks[j, 0, s, b], W[j] * blocks[j, 1, s, b], W[j] * blocks[j, 2, s, b]
                if x != 0.0 or y != 0.0 or z != 0.0:
                    at = 4 * influences[j, s] + b
                    for a in range(3):
                        for i in range(l):
                            K[at, a, i] += x * J[j, 0, a, i] + y * J[j, 1, a, i] + z * J[j, 2, a, i]


@inner_fast
def _add_regions(problem, J, K):
    """As `_add_weights`, shared out to the regions of each element."""
    influences, blocks, W, l = problem.system.influences, problem.system.blocks, problem.terms.W, J.shape[3]
    shares, own = problem.mix.regions, np.empty(l)
    for j in range(len(W)):
        for s in range(influences.shape[1]):
            for b in range(4):
                x, y, z = W[j] * blocks[j, 0, s, b], W[j] * blocks[j, 1, s, b], W[j] * blocks[j, 2, s, b]
                if x != 0.0 or y != 0.0 or z != 0.0:
                    at = 4 * influences[j, s] + b
                    for a in range(3):
                        for i in range(l):
                            own[i] = x * J[j, 0, a, i] + y * J[j, 1, a, i] + z * J[j, 2, a, i]
                        for r in range(shares.shape[1]):
                            share = shares[j, r]
                            for i in range(l):
                                K[at, a, r * l + i] += share * own[i]


@inner_fast
def _add_bumps(problem, T, spins, K):
    """K (4c, 3, … 3B) += GᵀW of spin × T, for each axis and bump."""
    influences, blocks, W = problem.system.influences, problem.system.blocks, problem.terms.W
    basis = problem.bumps.basis
    B, l = basis.shape[1], K.shape[2] - 3 * basis.shape[1]
    for j in range(len(W)):
        for s in range(influences.shape[1]):
            for b in range(4):
                x, y, z = W[j] * blocks[j, 0, s, b], W[j] * blocks[j, 1, s, b], W[j] * blocks[j, 2, s, b]
                if x != 0.0 or y != 0.0 or z != 0.0:
                    at = 4 * influences[j, s] + b
                    p, q, r = applied(entries(T, j), x, y, z)
                    for axis in range(3):
                        e, f, g = spins[j, 0, axis], spins[j, 1, axis], spins[j, 2, axis]
                        u, v, w = f * r - g * q, g * p - e * r, e * q - f * p
                        first = l + B * axis
                        for k in range(B):
                            K[at, 0, first + k] += basis[j, k] * u
                            K[at, 1, first + k] += basis[j, k] * v
                            K[at, 2, first + k] += basis[j, k] * w


@inner
def _gram(mix, J, W):
    """(R·l, R·l) Σ_j W_j ⟨∂T_j, ∂T_j⟩."""
    m, l, regions = len(J), J.shape[3], mix.regions.shape[1]
    if regions == 1:
        weighted = np.empty((9 * m, l))
        _write_weighted(W, J, weighted)
        return np.dot(weighted.T, J.reshape((-1, l)))
    own = np.zeros((m, l * l))
    _add_own(W, J, own)
    found = np.dot(_products(mix.regions, mix.regions).T, own)
    gram = np.empty((regions * l, regions * l))
    for r in range(regions):
        for s in range(regions):
            for i in range(l):
                for k in range(l):
                    gram[r * l + i, s * l + k] = found[r * regions + s, i * l + k]
    return gram


@inner_fast
def _write_weighted(W, J, out):
    """out (9m, l) = W_j J_j."""
    for j in range(len(W)):
        for e in range(3):
            for a in range(3):
                for i in range(out.shape[1]):
                    out[9 * j + 3 * e + a, i] = W[j] * J[j, e, a, i]


@inner_fast
def _add_own(W, J, out):
    """out (m, l·l) += W_j J_jᵀJ_j."""
    l = J.shape[3]
    for j in range(len(W)):
        for e in range(3):
            for a in range(3):
                for i in range(l):
                    value = W[j] * J[j, e, a, i]
                    for k in range(l):
                        out[j, i * l + k] += value * J[j, e, a, k]


@inner_fast
def _products(left, right):
    """(m, r·s) products of all columns of left (m, r) with those of right (m, s)."""
    out = np.empty((len(left), left.shape[1], right.shape[1]))
    for j in range(len(out)):
        for r in range(out.shape[1]):
            for s in range(out.shape[2]):
                out[j, r, s] = left[j, r] * right[j, s]
    return out.reshape((len(left), -1))


@inner
def _moments(problem, T, J, spins):
    """(B, 3, R·l) inner products of the bumps' turns with the derivatives by the weights."""
    regions, basis = problem.mix.regions, problem.bumps.basis
    m, l, count, B = len(T), J.shape[3], regions.shape[1], basis.shape[1]
    axial = np.zeros((m, 3, l))
    _add_axial(problem.terms.W, T, J, spins, axial)
    found = np.dot(_products(basis, regions).T, axial.reshape((m, -1))).reshape((B, count, 3, l))
    out = np.empty((B, 3, count, l))
    for b in range(B):
        for r in range(count):
            for a in range(3):
                for i in range(l):
                    out[b, a, r, i] = found[b, r, a, i]
    return out.reshape((B, 3, count * l))


@inner_fast
def _add_axial(W, T, J, spins, out):
    """out (m, 3, l) += W_j spins_jᵀ Σ_e T_je × ∂T_je."""
    for j in range(len(T)):
        for e in range(3):
            for s in range(3):
                x, y, z = spins[j, 0, s], spins[j, 1, s], spins[j, 2, s]
                p, q, r = W[j] * T[j, 0, e], W[j] * T[j, 1, e], W[j] * T[j, 2, e]
                p, q, r = y * r - z * q, z * p - x * r, x * q - y * p
                for i in range(out.shape[2]):
                    out[j, s, i] += p * J[j, e, 0, i] + q * J[j, e, 1, i] + r * J[j, e, 2, i]


@inner
def _squares(problem, T, spins):
    """(B, B, 3, 3) inner products of the bumps' turns: of spin × T_je, weighted by W_j φ_jb φ_jc."""
    m, B = problem.bumps.basis.shape
    inertia = np.empty((m, 3, 3))
    _write_inertia(problem.terms.W, T, spins, inertia)
    products = _products(problem.bumps.basis, problem.bumps.basis)
    return np.dot(products.T, inertia.reshape((m, -1))).reshape((B, B, 3, 3))


@inner_fast
def _write_inertia(W, T, spins, out):
    """out (m, 3, 3): W_j Σ_e ⟨s_a × T_je, s_b × T_je⟩ = W_j Σ_e (|T_je|² s_a·s_b − (T_je·s_a)(T_je·s_b))."""
    for j in range(len(W)):
        size = 0.0
        for a in range(3):
            for e in range(3):
                size += T[j, a, e] * T[j, a, e]
        for a in range(3):
            for b in range(3):
                along = spins[j, 0, a] * spins[j, 0, b] + spins[j, 1, a] * spins[j, 1, b]
                value = size * (along + spins[j, 2, a] * spins[j, 2, b])
                for e in range(3):
                    p = (
                        T[j, 0, e] * spins[j, 0, a]
                        + T[j, 1, e] * spins[j, 1, a]
                        + T[j, 2, e] * spins[j, 2, a]
                    )
                    q = (
                        T[j, 0, e] * spins[j, 0, b]
                        + T[j, 1, e] * spins[j, 1, b]
                        + T[j, 2, e] * spins[j, 2, b]
                    )
                    value -= p * q
                out[j, a, b] = W[j] * value


@inner
def _followers(problem, state):
    """(3B, unknowns) how the turns of the bumps follow from the unknowns, as in `PoseProblem`."""
    l, B, rules = len(state.w), problem.bumps.basis.shape[1], problem.rules
    turns = np.zeros((3 * B, l + 3 * B))
    for i in range(3 * B):
        turns[i, l + i] = 1.0
    attitude = np.dot(state.Q.T, turn_derivatives(problem.terms.turns, state.w).T)
    for b in range(B):
        x, y, z = state.turns[b]
        _, p, q = coefficients(x * x + y * y + z * z)
        seen = np.linalg.inv(np.array(quadratic3(x, y, z, p, q)).reshape((3, 3)))
        if rules.turning:
            _add_mean(seen, problem.bumps.share, b, turns[:, l:])
        else:
            write(np.dot(seen, attitude), turns[3 * b : 3 * b + 3])
    if rules.turning or rules.corrects:
        return turns
    return turns[:, :l].copy()


@inner
def _add_mean(seen, share, b, turns):
    """Add to turns (3B, 3B) how bump b sees the mean turn of all, which is one of the attitude."""
    for c in range(len(share)):
        for a in range(3):
            for d in range(3):
                turns[3 * b + a, 3 * c + d] += share[c] * (seen[a, d] - (1.0 if a == d else 0.0))


@inner
def _followed(H, turns, l):
    """H by the weights (l,) and turns (3B,), as a matrix by the unknowns that turns (3B, unknowns) follow."""
    across = np.dot(H[:l, l:].copy(), turns)
    out = np.dot(turns.T, np.dot(H[l:, l:].copy(), turns))
    for i in range(l):
        for k in range(len(out)):
            out[i, k] += across[i, k]
            out[k, i] += across[i, k]
        for k in range(l):
            out[i, k] += H[i, k]
    return out
