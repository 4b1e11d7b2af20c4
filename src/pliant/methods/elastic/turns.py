"""The rotations of the cells: Newton's method on what is left of the energy when positions follow them.

For given rotations the best positions come from linear equations, so that the energy is a function f of the
rotations alone. With T_r = R_rᵀ, S_r what cell r turns to and Q = ∂S/∂T, turning T_r by exp(ω_r) gives

    f(ω) = f − 2 v·ω + ωᵀHω + …,   v_r = vec(T_rᵀS_r),
    H = diag(tr N_r − sym N_r) − [tr O_rs − O_rsᵀ],   N_r = T_rᵀS_r,  O_rs = T_rᵀQ_rs T_s,

where vec takes the axis of the skew part. A few steps converge: the energy is nearly quadratic.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

import numpy as np
from numba import njit

# Made when SciPy is built, and without type stubs.
from scipy.linalg.lapack import dpotrf, dpotrs  # pyright: ignore[reportAttributeAccessIssue]

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
# Steps that are remembered, and how far along a step v must fall, as a cosine, for it to tell anything.
WINDOW, SAFE = 12, 1e-4
# A step along which the energy falls by less than this share of what cells turn to is rounding, which turns
# the whole on and on where nothing holds it: up to 6e-11 with one held point of large meshes.
SLOPE_ROUNDING = 1e-10
# Energies that differ by less than this, per unit of the largest, are equal up to rounding.
ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class Turned:
    """Rotations of the cells with what follows from them.

    T:      (3g, 3) transposed rotations, one below the other
    S:      (3g, 3) what they turn to
    energy: with these
    moves:  (n, 3) displacements of the vertices; none where the level finds them at the end
    acting: (r,) which rows of loosely held points push or pull; None where there are none
    """

    T: Floats
    S: Floats
    energy: float
    moves: Floats = field(default_factory=lambda: np.empty((0, 3)))
    acting: Array | None = None


@dataclass(frozen=True, eq=False)
class Lead:
    """Where firmly held points are led.

    shift: (h, 3) how far from rest
    open:  (k, 3) orthonormal axes about which a turn of the whole then costs nothing
    """

    shift: Floats
    open: Floats = field(default_factory=lambda: np.empty((0, 3)))


class Level(Protocol):
    """Positions as a function of rotations, while held points are at their targets."""

    @property
    def Q(self) -> Floats:
        """(3g, 3g) how S follows T, or nearly so."""
        ...

    @property
    def nearly(self) -> bool:
        """Whether Q is only nearly right, so that steps tell more."""
        ...

    @property
    def lead(self) -> Lead:
        """Where firmly held points are led."""
        ...

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        ...

    def stiffening(self, state: Turned) -> Floats | None:
        """(3g, 3g) what loosely held points add to the curvature; None without any."""
        ...

    def positions(self, state: Turned) -> Floats:
        """(n, 3) where the vertices are."""
        ...


class Limited(Enum):
    """What the limit of strain has changed in a pose."""

    NOTHING = "nothing"
    MOVED = "positions"
    TURNED = "positions and turns"


@dataclass(frozen=True, eq=False)
class Found:
    """The end of a search: its state, how it ended, and the energies before the first step and after each.

    limited: what the limit of strain has changed
    """

    state: Turned
    status: Status
    energies: tuple[float, ...]
    limited: Limited = Limited.NOTHING


def minimised(level: Level, T: Floats, *, tolerance: float, most: int, factors: int = 1_000) -> Found:
    """The rotations of least energy near T (3g, 3).

    tolerance: radians of the last step
    most:      steps at most
    factors:   steps that make a factor of their own at most; the others take the last one
    """
    state = level.at(T)
    energies = [state.energy]
    status, factor, secants = Status.OUT_OF_ITERATIONS, None, Secants()
    for step in range(most):
        if factor is None or step < factors:
            H, more = _curvature(level.Q, state.T, state.S), level.stiffening(state)
            factor = _factor(H if more is None else H + more)
        new, turn, largest = _step(level, state, factor, secants)
        if new is None:
            status = Status.CONVERGED if largest <= np.sqrt(tolerance) else Status.STALLED
            break
        if level.nearly:
            secants = secants.after(turn, _downhill(level, state) - _downhill(level, new))
        state = new
        energies.append(min(state.energy, energies[-1]))
        if largest <= tolerance:
            status = Status.CONVERGED
            break
    return Found(state, status, tuple(energies))


@dataclass(frozen=True, eq=False)
class Secants:
    """The last steps (3g,), each with the change (3g,) of v on it, which correct an H that is nearly right.

    The inverse of H is corrected by them as in the method of Broyden, Fletcher, Goldfarb and Shanno.
    """

    pairs: tuple[tuple[Floats, Floats], ...] = ()

    def after(self, turn: Floats | None, change: Floats) -> Secants:
        """With one more step; none is left after a step of another kind, None."""
        if turn is None:
            return Secants()
        if turn @ change <= SAFE * np.linalg.norm(turn) * np.linalg.norm(change):
            return self
        return Secants((*self.pairs, (turn, change))[-WINDOW:])

    def solved(self, factor: Floats, v: Floats) -> Floats:
        """(3g,) the step for the slope v (3g,), with the factor of H."""
        shares = []
        for turn, change in reversed(self.pairs):
            shares.append(float(turn @ v) / float(turn @ change))
            v = v - shares[-1] * change
        step = dpotrs(factor, v)[0]
        for (turn, change), share in zip(self.pairs, reversed(shares), strict=True):
            step = step + (share - float(change @ step) / float(turn @ change)) * turn
        return step


def _step(
    level: Level, state: Turned, factor: Floats, secants: Secants
) -> tuple[Turned | None, Floats | None, float]:
    """A state of lower energy, None if there is none; the turns to it, and the largest of them."""
    down = _downhill(level, state)
    turn = secants.solved(factor, down).reshape(-1, 3)
    if _is_rounding(float(down @ turn.ravel()), turn, state.S):
        return None, None, 0.0
    largest = float(np.abs(turn).max())
    share = min(1.0, FARTHEST / max(largest, 1e-300))
    room = ROUNDING * max(abs(state.energy), float(np.abs(state.S).sum()))
    for _ in range(HALVINGS):
        new = level.at(_turned(state.T, share * turn))
        if new.energy <= state.energy + room:
            return new, share * turn.ravel(), share * largest
        share /= 2
    # The closest rotations minimise a bound of the energy, so that they never raise it.
    new = level.at(closest_rotation(state.S.reshape(-1, 3, 3)).reshape(-1, 3))
    return (new if new.energy <= state.energy + room else None), None, largest


def _is_rounding(fall: float, turn: Floats, S: Floats) -> bool:
    """Whether the fall of the energy along turns (g, 3) is nothing but the rounding of S (3g, 3)."""
    sizes = np.linalg.norm(S.reshape(-1, 9), axis=1)
    return fall <= SLOPE_ROUNDING * float(sizes @ np.linalg.norm(turn, axis=1))


def _factor(H: Floats) -> Floats:
    """The Cholesky factor of H (3g, 3g), whose lower half counts, made positive where it is not."""
    mean = float(np.abs(np.diagonal(H)).mean()) or 1.0
    shift = OPEN * mean
    while True:
        H[np.diag_indices_from(H)] += shift
        # The transpose of C order is what LAPACK takes as it is; the factor is a copy.
        factor, failed = dpotrf(H.T, lower=0, clean=0)
        if not failed:
            return factor
        shift = max(SHIFT * mean, GROWTH * shift)


def _turned(T: Floats, turn: Floats) -> Floats:
    """(3g, 3) each T_r exp(turn_r)."""
    return np.einsum("rij,rjk->rik", T.reshape(-1, 3, 3), exp(turn)).reshape(-1, 3)


def _downhill(level: Level, state: Turned) -> Floats:
    """v (3g,) less what it says about turns that cost nothing: rounding, which turned the whole on and on."""
    v, axes = _slope(state.T, state.S).reshape(-1, 3), level.lead.open
    return (v - (v.mean(axis=0) @ axes.T) @ axes).ravel()


def _slope(T: Floats, S: Floats) -> Floats:
    """v (3g,) for the rotations T (3g, 3) and what they turn to, S (3g, 3)."""
    N = np.matmul(np.swapaxes(T.reshape(-1, 3, 3), 1, 2), S.reshape(-1, 3, 3))
    return np.stack(
        [N[:, 2, 1] - N[:, 1, 2], N[:, 0, 2] - N[:, 2, 0], N[:, 1, 0] - N[:, 0, 1]], axis=1
    ).ravel()


def felt_by_rows(T: Floats, rows: Floats) -> Floats:
    """(r, 3g) how far small turns move rows that move by rows (r, 3g, 3) with T (3g, 3)."""
    N = np.einsum("sba,rsbc->rsac", T.reshape(-1, 3, 3), rows.reshape(len(rows), -1, 3, 3), optimize=True)
    felt = [N[:, :, 2, 1] - N[:, :, 1, 2], N[:, :, 0, 2] - N[:, :, 2, 0], N[:, :, 1, 0] - N[:, :, 0, 1]]
    return np.stack(felt, axis=2).reshape(len(rows), -1)


@njit(cache=True, inline="always")
def _add_block(left, right, block):
    """Add Oᵀ − tr O to a block (3, 3), where O is the product of left (3, 3) and right (3, 3)."""
    trace = 0.0
    for i in range(3):
        for j in range(3):
            O = left[i, 0] * right[0, j] + left[i, 1] * right[1, j] + left[i, 2] * right[2, j]
            block[j, i] += O
            if i == j:
                trace += O
    for i in range(3):
        block[i, i] -= trace


@njit(cache=True)
def _curvature(Q, T, S):
    """(3g, 3g) H for the rotations T (3g, 3) and what they turn to, S (3g, 3); only its lower half is set."""
    g = len(T) // 3
    H = np.zeros((3 * g, 3 * g))
    half = np.empty((3, 3 * g))
    for r in range(g):
        # T_rᵀ Q_rs for every s up to r, then times T_s.
        for i in range(3):
            a, b, c = T[3 * r, i], T[3 * r + 1, i], T[3 * r + 2, i]
            for k in range(3 * r + 3):
                half[i, k] = a * Q[3 * r, k] + b * Q[3 * r + 1, k] + c * Q[3 * r + 2, k]
        for s in range(r + 1):
            _add_block(
                half[:, 3 * s : 3 * s + 3], T[3 * s : 3 * s + 3], H[3 * r : 3 * r + 3, 3 * s : 3 * s + 3]
            )
        N = T[3 * r : 3 * r + 3].T @ S[3 * r : 3 * r + 3]
        trace = N[0, 0] + N[1, 1] + N[2, 2]
        for i in range(3):
            H[3 * r + i, 3 * r + i] += trace
            for j in range(3):
                H[3 * r + i, 3 * r + j] -= (N[i, j] + N[j, i]) / 2
    return H


def resting(count: int) -> Array:
    """(3g, 3) rotations that turn nothing."""
    return np.tile(np.eye(3), (count, 1))
