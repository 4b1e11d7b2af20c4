"""The passes over all elements of a live step: the blend with its rotations, then the gradient pulled back.

A step reads the examples twice: once to blend them, and once more, when positions have followed, for the
energy and its gradient. Everything that depends on one element alone is done in the same pass, so that no
intermediate array goes through memory. `PoseProblem` computes the same in separate steps, which a test
compares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit, prange

from pliant.arrays import Floats, Ints, read_only
from pliant.examples.corrections import RotationField
from pliant.examples.span import BLOCK, FAST, Span, theta_of
from pliant.geometry.rotations import exp_coefficients
from pliant.solve.threads import FEW

# Terms that the series of `_coefficients` need for double precision below one radian.
TERMS = 9
# (1 − cos a)/a² and (a − sin a)/a³ by powers of a², the highest first.
HALF_TURN = np.array([(-1.0) ** i / math.factorial(2 * i + 2) for i in reversed(range(TERMS))])
REST_OF_TURN = np.array([(-1.0) ** i / math.factorial(2 * i + 3) for i in reversed(range(TERMS))])


@dataclass(frozen=True, eq=False)
class Coupling:
    """The neighbours of each of m elements, for a field of stiffness 1.

    starts:    (m+1,) where the neighbours of each element begin
    neighbour: (2p,) elements
    stiffness: (2p,) of the pairs
    """

    starts: Ints
    neighbour: Ints
    stiffness: Floats

    @staticmethod
    def of(field: RotationField) -> Coupling:
        """The coupling of a field."""
        both = np.concatenate([field.pairs, field.pairs[:, ::-1]])
        order = np.argsort(both[:, 0], kind="stable")
        starts = np.searchsorted(both[order, 0], np.arange(len(field.basis) + 1))
        stiffness = np.concatenate([field.stiffness, field.stiffness])[order]
        return Coupling(starts, np.ascontiguousarray(both[order, 1]), stiffness)


# Weights w (l,), attitude Q (3, 3) and turns θ (B, 3).
Point: TypeAlias = tuple[Floats, Floats, Floats]


@dataclass(frozen=True, eq=False)
class Passes:
    """The passes of one problem.

    field:    how elements turn; its stiffness counts, its pairs do not
    coupling: the pairs, of stiffness `factor`
    W:        (m,) weights of the elements
    pull:     as in `PoseProblem`
    turning:  whether the whole may turn by itself, so that what pulls it counts in its spin
    """

    span: Span
    field: RotationField
    coupling: Coupling
    factor: float
    W: Floats
    pull: float
    turning: bool

    def blended(self, w: Floats, Q: Floats, turns: Floats) -> tuple[Floats, Floats]:
        """R (m, 3, 3) and T (m, 3, d), for weights w (free,), attitude Q (3, 3) and turns θ (B, 3)."""
        m, _, d, _ = self.span.stretches.shape
        R, T = np.empty((m, 3, 3)), np.empty((m, 3, d))
        (_blended_here if m < FEW else _blended)(self._examples(w), self._turning(Q, turns), R, T)
        return R, T

    def rotations(self, Q: Floats, turns: Floats) -> Floats:
        """R (m, 3, 3) alone."""
        R = np.empty((len(self.W), 3, 3))
        (_rotations_here if len(R) < FEW else _rotations)(self._turning(Q, turns), R)
        return R

    def misfit(self, T: Floats, features: Floats, R: Floats, upright: Floats) -> tuple[Floats, float]:
        """r (m, 3, d) = W (T − features), and the energy of the misfit and of the rotations R (m, 3, 3)."""
        r, sums = np.empty_like(T), np.zeros(-(-len(T) // BLOCK))
        (_misfit_here if len(T) < FEW else _misfit)(T, features, self._ties(R, upright), r, sums)
        return r, float(sums.sum())

    def slopes(self, point: Point, R: Floats, seen: tuple[Floats, Floats], upright: Floats) -> Slopes:
        """The energy and its slopes where the positions have the features seen[0] (m, 3, d).

        point: weights, attitude and turns; R (m, 3, 3) are the rotations there
        seen:  the second features are those of earlier positions, for which the slopes are given too; none
               where it is empty
        """
        w, Q, turns = point
        m, l, B = len(self.W), self.span.free, self.field.basis.shape[1]
        sums = np.zeros((-(-m // BLOCK), 1 + 2 * (l + 3 * B + 3)))
        features, earlier = seen
        change = earlier - features if len(earlier) else earlier
        given = _Given(read_only(features), read_only(change))
        kernel = _slopes_here if m < FEW else _slopes
        kernel(self._examples(w), self._turning(Q, turns), given, self._ties(R, upright), sums)
        total = sums.sum(axis=0)
        at, before = total[1:].reshape(2, -1)
        return Slopes(float(total[0]), _parts(at, l, B), _parts(at + before, l, B))

    def _examples(self, w: Floats) -> _Examples:
        span = self.span
        return _Examples(*(read_only(each) for each in (span.logs, span.stretches, span.all_weights(w))))

    def _turning(self, Q: Floats, turns: Floats) -> _Turning:
        return _Turning(read_only(self.field.basis), read_only(turns), read_only(np.ascontiguousarray(Q)))

    def _ties(self, R: Floats, upright: Floats) -> _Ties:
        c = self.coupling
        arrays = (c.starts, c.neighbour, c.stiffness, R, self.W, np.ascontiguousarray(upright)[None])
        starts, neighbour, stiffness, R, W, upright = (read_only(each) for each in arrays)
        scalars = self.factor, self.pull, float(self.turning)
        return _Ties(starts, neighbour, stiffness, R, W, upright, *scalars)


class Slope(NamedTuple):
    """Half the energy's derivatives.

    weights: (free,) by the weights, elements not turned
    turns:   (B, 3) by the turns of the bumps
    spin:    (3,) by a turn of the whole: of the misfit, and of what pulls the whole where it may turn
    """

    weights: Floats
    turns: Floats
    spin: Floats


class Slopes(NamedTuple):
    """The energy of misfit and rotations, its slopes, and those with earlier positions."""

    energy: float
    now: Slope
    before: Slope


def _parts(total: Floats, l: int, B: int) -> Slope:
    return Slope(total[:l], total[l : l + 3 * B].reshape(3, B).T, total[l + 3 * B :])


class _Examples(NamedTuple):
    """logs, stretches and all weights, as `Span` has them."""

    logs: Floats
    stretches: Floats
    w: Floats


class _Turning(NamedTuple):
    """basis (m, B), turns θ (B, 3) and attitude Q (3, 3)."""

    basis: Floats
    turns: Floats
    Q: Floats


class _Ties(NamedTuple):
    """What rotations R (m, 3, 3) cost, with the weights W (m,) of the elements."""

    starts: Ints
    neighbour: Ints
    stiffness: Floats
    R: Floats
    W: Floats
    upright: Floats
    factor: float
    pull: float
    whole: float


class _Given(NamedTuple):
    """Features (m, 3, d) of the positions, and what earlier ones had more, or nothing."""

    features: Floats
    change: Floats


@njit(inline="always")
def _coefficients(a2):
    """As `exp_coefficients`; below one radian by series, which take a third of the time of two sines."""
    if a2 >= 1.0:
        return exp_coefficients(a2)
    b = c = 0.0
    for i in range(len(HALF_TURN)):
        b = b * a2 + HALF_TURN[i]
        c = c * a2 + REST_OF_TURN[i]
    return 1.0 - a2 * c, b, c


@njit(inline="always")
def _exp_of(x, y, z, a, b):
    """The nine entries, row by row, of I + a[θ]ₓ + b[θ]ₓ² at θ = (x, y, z)."""
    return (
        1.0 - b * (y * y + z * z),
        b * x * y - a * z,
        b * x * z + a * y,
        b * x * y + a * z,
        1.0 - b * (x * x + z * z),
        b * y * z - a * x,
        b * x * z - a * y,
        b * y * z + a * x,
        1.0 - b * (x * x + y * y),
    )


@njit(inline="always")
def _jacobian_transposed(theta, coefficients, v):
    """J(θ)ᵀ v = v − b θ × v + c θ × (θ × v)."""
    x, y, z = theta
    _, b, c = coefficients
    p, q, r = y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]
    return (
        v[0] - b * p + c * (y * r - z * q),
        v[1] - b * q + c * (z * p - x * r),
        v[2] - b * r + c * (x * q - y * p),
    )


@njit(inline="always")
def _applied(M, x, y, z):
    """M (nine entries, row by row) times (x, y, z)."""
    return M[0] * x + M[1] * y + M[2] * z, M[3] * x + M[4] * y + M[5] * z, M[6] * x + M[7] * y + M[8] * z


@njit(inline="always")
def _back(M, x, y, z):
    """Mᵀ times (x, y, z)."""
    return M[0] * x + M[3] * y + M[6] * z, M[1] * x + M[4] * y + M[7] * z, M[2] * x + M[5] * y + M[8] * z


@njit(inline="always")
def _entries(R, j):
    """The nine entries of R_j."""
    a = R[j, 0, 0], R[j, 0, 1], R[j, 0, 2]
    b = R[j, 1, 0], R[j, 1, 1], R[j, 1, 2]
    c = R[j, 2, 0], R[j, 2, 1], R[j, 2, 2]
    return a + b + c


@njit(inline="always")
def _stretch(stretches, w, j, e):
    """Column e of Σ wᵢ S_ij E_j."""
    p = q = r = 0.0
    for i in range(len(w)):
        p += w[i] * stretches[j, 0, e, i]
        q += w[i] * stretches[j, 1, e, i]
        r += w[i] * stretches[j, 2, e, i]
    return p, q, r


@njit(inline="always")
def _bumps_of(turning, j):
    """Σ_b φ_jb θ_b."""
    basis, turns, _ = turning
    x = y = z = 0.0
    for b in range(len(turns)):
        x += basis[j, b] * turns[b, 0]
        y += basis[j, b] * turns[b, 1]
        z += basis[j, b] * turns[b, 2]
    return x, y, z


@njit(inline="always")
def _write_rotation(j, turning, R):
    """R_j = Q exp(Σ_b φ_jb θ_b)."""
    Q = turning[2]
    x, y, z = _bumps_of(turning, j)
    a, b, _ = _coefficients(x * x + y * y + z * z)
    e = _exp_of(x, y, z, a, b)
    for i in range(3):
        for k in range(3):
            R[j, i, k] = Q[i, 0] * e[k] + Q[i, 1] * e[3 + k] + Q[i, 2] * e[6 + k]


@njit(inline="always")
def _write_blend(j, examples, turning, R, T):
    """R_j, and T_j = R_j T_j(w) E_j."""
    logs, stretches, w = examples
    _write_rotation(j, turning, R)
    x, y, z = theta_of(logs, w, j)
    a, b, _ = _coefficients(x * x + y * y + z * z)
    E, Rj = _exp_of(x, y, z, a, b), _entries(R, j)
    for e in range(T.shape[2]):
        p, q, r = _stretch(stretches, w, j, e)
        p, q, r = _applied(E, p, q, r)
        T[j, 0, e], T[j, 1, e], T[j, 2, e] = _applied(Rj, p, q, r)


@njit(inline="always")
def _plus(m, c, r):
    """m + c r, for nine entries each."""
    a = m[0] + c * r[0], m[1] + c * r[1], m[2] + c * r[2]
    b = m[3] + c * r[3], m[4] + c * r[4], m[5] + c * r[5]
    d = m[6] + c * r[6], m[7] + c * r[7], m[8] + c * r[8]
    return a + b + d


@njit(inline="always")
def _tie(j, ties):
    """Energy and torque (x, y, z) of the ties of element j; a pair counts half in each of its elements.

    With M = Σ_k c_jk R_k the energy is Σ_k c_jk ‖R_j − R_k‖² = 6 Σ_k c_jk − 2⟨R_j, M⟩, the torque that of M.
    """
    starts, neighbour, stiffness, R, W, U, factor, pull, _ = ties
    total = energy = x = y = z = 0.0
    m = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for at in range(starts[j], starts[j + 1]):
        k, c = neighbour[at], factor * stiffness[at]
        total += c
        m = _plus(m, c, _entries(R, k))
    along = 0.0
    for i in range(3):
        along += R[j, 0, i] * m[i] + R[j, 1, i] * m[3 + i] + R[j, 2, i] * m[6 + i]
    energy = 3.0 * total - along
    if pull != 0.0:
        c, along = pull * W[j], 0.0
        for i in range(3):
            along += R[j, 0, i] * U[0, 0, i] + R[j, 1, i] * U[0, 1, i] + R[j, 2, i] * U[0, 2, i]
        energy += c * (6.0 - 2.0 * along)
        m = _plus(m, c, _entries(U, 0))
    for i in range(3):
        x -= m[6 + i] * R[j, 1, i] - m[3 + i] * R[j, 2, i]
        y -= m[i] * R[j, 2, i] - m[6 + i] * R[j, 0, i]
        z -= m[3 + i] * R[j, 0, i] - m[i] * R[j, 1, i]
    return energy, x, y, z


@njit(cache=True, fastmath=FAST)
def _misfit_block(block, T, features, ties, r, sums):
    for j in range(block * BLOCK, min(len(T), (block + 1) * BLOCK)):
        square = 0.0
        for a in range(3):
            for e in range(T.shape[2]):
                missed = T[j, a, e] - features[j, a, e]
                square += missed * missed
                r[j, a, e] = ties.W[j] * missed
        energy, _, _, _ = _tie(j, ties)
        sums[block] += ties.W[j] * square + energy


@njit(inline="always")
def _element_slopes(j, examples, frame, W, given, out):
    """Add to out[0] (free,) the slopes of ½ W |T_j − features_j|² by the weights; returns energy and torques.

    frame: θ_j, its coefficients, exp(θ_j) and R_j; everything is seen before R_j turns it
    A change of the features, where there is one, adds its own slopes to out[1]: they are linear in it.
    """
    logs, stretches, w = examples
    theta, coefficients, E, R = frame
    features, change = given
    now, more = out
    energy = u0 = u1 = u2 = v0 = v1 = v2 = 0.0
    for e in range(features.shape[2]):
        t0, t1, t2 = _stretch(stretches, w, j, e)
        t0, t1, t2 = _applied(E, t0, t1, t2)
        a, b, c = _back(R, features[j, 0, e], features[j, 1, e], features[j, 2, e])
        a, b, c = t0 - a, t1 - b, t2 - c
        energy += W * (a * a + b * b + c * c)
        a, b, c = W * a, W * b, W * c
        u0 += t1 * c - t2 * b
        u1 += t2 * a - t0 * c
        u2 += t0 * b - t1 * a
        p, q, s = _back(E, a, b, c)
        for i in range(len(now)):
            now[i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
        if len(change):
            a, b, c = _back(R, -W * change[j, 0, e], -W * change[j, 1, e], -W * change[j, 2, e])
            v0 += t1 * c - t2 * b
            v1 += t2 * a - t0 * c
            v2 += t0 * b - t1 * a
            p, q, s = _back(E, a, b, c)
            for i in range(len(more)):
                more[i] += p * stretches[j, 0, e, i] + q * stretches[j, 1, e, i] + s * stretches[j, 2, e, i]
    p, q, s = _jacobian_transposed(theta, coefficients, (u0, u1, u2))
    for i in range(len(now)):
        now[i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]
    if len(change):
        p, q, s = _jacobian_transposed(theta, coefficients, (v0, v1, v2))
        for i in range(len(more)):
            more[i] += p * logs[j, 0, i] + q * logs[j, 1, i] + s * logs[j, 2, i]
    return energy, _applied(R, u0, u1, u2), _applied(R, v0, v1, v2)


@njit(inline="always")
def _add_turns(j, turning, bumps, torque, out):
    """Add φ_jb J(bumps)ᵀ Qᵀ torque to out (3B,): x of all bumps, then y, then z."""
    basis, _, Q = turning
    x, y, z = torque
    spun = (
        Q[0, 0] * x + Q[1, 0] * y + Q[2, 0] * z,
        Q[0, 1] * x + Q[1, 1] * y + Q[2, 1] * z,
        Q[0, 2] * x + Q[1, 2] * y + Q[2, 2] * z,
    )
    p, q, s = _jacobian_transposed(bumps[0], bumps[1], spun)
    B = basis.shape[1]
    for b in range(B):
        out[b] += basis[j, b] * p
        out[B + b] += basis[j, b] * q
        out[2 * B + b] += basis[j, b] * s


@njit(cache=True, fastmath=FAST)
def _slopes_block(block, examples, turning, given, ties, out):
    """out: energy, then (weights, turns, spin) for the positions, then how much more for the earlier ones."""
    features, change = given
    m, B, width = len(features), turning.basis.shape[1], len(out) // 2
    l = width - 3 * B - 3
    now, more = out[1 : 1 + width], out[1 + width :]
    now_w, now_turns, more_w, more_turns = now[:l], now[l : width - 3], more[:l], more[l : width - 3]
    for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
        x, y, z = theta_of(examples.logs, examples.w, j)
        a, b, c = _coefficients(x * x + y * y + z * z)
        frame = (x, y, z), (a, b, c), _exp_of(x, y, z, a, b), _entries(ties.R, j)
        energy, u, v = _element_slopes(j, examples, frame, ties.W[j], given, (now_w, more_w))
        held, t0, t1, t2 = _tie(j, ties)
        out[0] += energy + held
        x, y, z = _bumps_of(turning, j)
        bumps = (x, y, z), _coefficients(x * x + y * y + z * z)
        _add_turns(j, turning, bumps, (u[0] + t0, u[1] + t1, u[2] + t2), now_turns)
        now[width - 3] += u[0] + ties.whole * t0
        now[width - 2] += u[1] + ties.whole * t1
        now[width - 1] += u[2] + ties.whole * t2
        if len(change):
            _add_turns(j, turning, bumps, v, more_turns)
            for i in range(3):
                more[width - 3 + i] += v[i]


@njit(cache=True, parallel=True, fastmath=FAST)
def _blended(examples, turning, R, T):
    for j in prange(len(T)):
        _write_blend(j, examples, turning, R, T)


@njit(cache=True, fastmath=FAST)
def _blended_here(examples, turning, R, T):
    for j in range(len(T)):
        _write_blend(j, examples, turning, R, T)


@njit(cache=True, parallel=True, fastmath=FAST)
def _rotations(turning, R):
    for j in prange(len(R)):
        _write_rotation(j, turning, R)


@njit(cache=True, fastmath=FAST)
def _rotations_here(turning, R):
    for j in range(len(R)):
        _write_rotation(j, turning, R)


@njit(cache=True, parallel=True)
def _misfit(T, features, ties, r, sums):
    for block in prange(len(sums)):
        _misfit_block(block, T, features, ties, r, sums)


@njit(cache=True)
def _misfit_here(T, features, ties, r, sums):
    for block in range(len(sums)):
        _misfit_block(block, T, features, ties, r, sums)


@njit(cache=True, parallel=True)
def _slopes(examples, turning, given, ties, sums):
    for block in prange(len(sums)):
        _slopes_block(block, examples, turning, given, ties, sums[block])


@njit(cache=True)
def _slopes_here(examples, turning, given, ties, sums):
    for block in range(len(sums)):
        _slopes_block(block, examples, turning, given, ties, sums[block])
