"""The rotations of the cells: Newton's method on what is left of the energy when positions follow them.

For given rotations the best positions come from linear equations, so that the energy is a function f of the
rotations alone. With T_r = R_rᵀ, S_r what cell r turns to and Q = ∂S/∂T, turning T_r by exp(ω_r) gives

    f(ω) = f − 2 v·ω + ωᵀHω + …,   v_r = vec(T_rᵀS_r),
    H = diag(tr N_r − sym N_r) − [tr O_rs − O_rsᵀ],   N_r = T_rᵀS_r,  O_rs = T_rᵀQ_rs T_s,

where vec takes the axis of the skew part. A few steps converge: the energy is nearly quadratic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from pliant.arrays import Array, Floats
from pliant.geometry.rotations import closest_rotation, exp
from pliant.pose import Status

# A step turns no cell farther than this, in radians: beyond, the quadratic says little.
FARTHEST = 1.0
# Halvings of a step before the plain one is taken, which always lowers the energy.
HALVINGS = 6
# First shift of a matrix that is not positive, as a share of its mean diagonal, and its growth.
SHIFT, GROWTH = 1e-3, 4.0
# Cost of a turn of the whole, which one or two held points leave open, so that rounding turns nothing.
OPEN = 1e-7
# Energies that differ by less than this, per unit of the largest, are equal up to rounding.
ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class Turned:
    """Rotations of the cells with what follows from them.

    T:      (3g, 3) transposed rotations, one below the other
    S:      (3g, 3) what they turn to
    moves:  displacements of the level's unknowns from rest
    energy: with these
    """

    T: Floats
    S: Floats
    moves: Floats
    energy: float


class Level(Protocol):
    """Positions as a function of rotations, while held points are at their targets."""

    @property
    def Q(self) -> Floats:
        """(3g, 3g) how S follows T, or nearly so."""
        ...

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        ...


@dataclass(frozen=True, eq=False)
class Found:
    """The end of a search: its state, how it ended, and the energies before the first step and after each."""

    state: Turned
    status: Status
    energies: tuple[float, ...]


def minimised(level: Level, T: Floats, *, tolerance: float, most: int) -> Found:
    """The rotations of least energy near T (3g, 3).

    tolerance: radians of the last step
    most:      steps at most
    """
    state = level.at(T)
    energies = [state.energy]
    status = Status.OUT_OF_ITERATIONS
    for _ in range(most):
        new, largest = _step(level, state)
        if new is None:
            status = Status.CONVERGED if largest <= np.sqrt(tolerance) else Status.STALLED
            break
        state = new
        energies.append(min(state.energy, energies[-1]))
        if largest <= tolerance:
            status = Status.CONVERGED
            break
    return Found(state, status, tuple(energies))


def _step(level: Level, state: Turned) -> tuple[Turned | None, float]:
    """A state of lower energy and the largest turn on the way; None if there is none."""
    turn = _newton_turn(level.Q, state)
    largest = float(np.abs(turn).max())
    share = min(1.0, FARTHEST / max(largest, 1e-300))
    room = ROUNDING * max(abs(state.energy), float(np.abs(state.S).sum()))
    for _ in range(HALVINGS):
        new = level.at(_turned(state.T, share * turn))
        if new.energy <= state.energy + room:
            return new, share * largest
        share /= 2
    # The closest rotations minimise a bound of the energy, so that they never raise it.
    new = level.at(closest_rotation(state.S.reshape(-1, 3, 3)).reshape(-1, 3))
    return (new if new.energy <= state.energy + room else None), largest


def _newton_turn(Q: Floats, state: Turned) -> Floats:
    """(g, 3) the turns to the minimum of the quadratic, made positive where it is not."""
    v, H = _quadratic(Q, state.T, state.S)
    mean = float(np.abs(np.diagonal(H)).mean()) or 1.0
    shift = OPEN * mean
    while True:
        H[np.diag_indices_from(H)] += shift
        try:
            factor = cho_factor(H, lower=True, check_finite=False)
        except LinAlgError:
            shift = max(SHIFT * mean, GROWTH * shift)
            continue
        return cho_solve(factor, v, check_finite=False).reshape(-1, 3)


def _turned(T: Floats, turn: Floats) -> Floats:
    """(3g, 3) each T_r exp(turn_r)."""
    return np.einsum("rij,rjk->rik", T.reshape(-1, 3, 3), exp(turn)).reshape(-1, 3)


def _quadratic(Q: Floats, T: Floats, S: Floats) -> tuple[Floats, Floats]:
    """v (3g,) and H (3g, 3g) for the rotations T (3g, 3) and what they turn to, S (3g, 3)."""
    g = len(T) // 3
    blocks = T.reshape(g, 3, 3)
    half = np.matmul(np.swapaxes(blocks, 1, 2), Q.reshape(g, 3, 3 * g)).reshape(3 * g, g, 3)
    # [s, 3r + i, j] = O_rs[i, j]
    O = np.matmul(np.swapaxes(half, 0, 1), blocks).reshape(g, g, 3, 3)
    trace = np.trace(O, axis1=2, axis2=3)
    H = np.ascontiguousarray(O.transpose(1, 3, 0, 2))
    H[:, [0, 1, 2], :, [0, 1, 2]] -= trace.T
    N = np.matmul(np.swapaxes(blocks, 1, 2), S.reshape(g, 3, 3))
    own = np.trace(N, axis1=1, axis2=2)[:, None, None] * np.eye(3) - (N + np.swapaxes(N, 1, 2)) / 2
    r = np.arange(g)
    H[r, :, r, :] += own
    v = np.stack([N[:, 2, 1] - N[:, 1, 2], N[:, 0, 2] - N[:, 2, 0], N[:, 1, 0] - N[:, 0, 1]], axis=1)
    return v.ravel(), H.reshape(3 * g, 3 * g)


def resting(count: int) -> Array:
    """(3g, 3) rotations that turn nothing."""
    return np.tile(np.eye(3), (count, 1))
