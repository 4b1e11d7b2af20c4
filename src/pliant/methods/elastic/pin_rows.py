"""Rows on points of a body beside those that are met exactly: soft pins, sliding ones, contacts with a floor.

minimise E(e) + Σ_r (t_r − D_r·Pe)²/σ_r over displacements e, with D_r·Pe = t_r where σ_r = 0, and
D_r·Pe ≥ t_r for contacts. P e are the displacements of some points, and a row D_r takes one number from them.
With W how far unit forces on these points move them, the forces λ of the rows solve
(D W Dᵀ + σ) λ = t − D·Pe₀, where e₀ is the best without rows; those of contacts are at least zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from pliant.arrays import Array, Floats

# Directions whose eigenvalue is below this share of the largest are rounding: equal rows share the work.
ALIKE = 1e-11
# A floor gives way by this share of what the softest contact does, which keeps its forces finite.
GIVES = 1e-9
# A contact that moves less than this share of the softest by the same force is held by pins.
STUCK = 1e-6


@dataclass(frozen=True, eq=False)
class PinRows:
    """Rows on e points.

    D:          (r, e, 3) what each takes from their displacements
    compliance: (r,) σ; 0 for rows that are met exactly
    one_sided:  (r,) the rows of contacts, which only push
    """

    D: Floats
    compliance: Floats
    one_sided: Array

    def at(self, moves: Floats) -> Floats:
        """(r,) what the rows take from displacements (e, 3)."""
        return np.tensordot(self.D, moves, 2)

    def spread(self, forces: Floats) -> Floats:
        """(e, 3) the forces on the points, from those of the rows (r,)."""
        return np.tensordot(forces, self.D, 1)


@dataclass(frozen=True, eq=False)
class Answer:
    """Forces (r,) of rows, the shift (3,) of the whole that goes with them, and which rows (r,) act."""

    forces: Floats
    shift: Floats
    acting: Array


class RowSystem:
    """The forces of rows.

    W:      (e, e) how far unit forces on the points move them
    floats: whether nothing else holds the whole, so that forces must balance, and a shift is free
    """

    def __init__(self, rows: PinRows, W: Floats, *, floats: bool) -> None:
        self.rows = rows
        r = len(rows.D)
        S = np.einsum("rac,ab,qbc->rq", rows.D, W, rows.D, optimize=True)
        border = rows.D.sum(axis=1) if floats else np.zeros((r, 0))
        self._border = border.shape[1]
        self._system = np.zeros((r + self._border,) * 2)
        self._system[:r, :r] = (S + S.T) / 2 + np.diag(rows.compliance)
        self._system[:r, r:], self._system[r:, :r] = border, border.T
        self._two_sided = self._inverse(~rows.one_sided)
        self._contacts, self._root = self._lifting()

    def answer(self, missing: Floats) -> Answer:
        """The forces for rows that miss (r,) of their values."""
        acting = ~self.rows.one_sided
        if len(self._contacts):
            acting[self._contacts] = self._pushed(missing)
        return self.correction(missing, acting)

    def correction(self, missing: Floats, acting: Array) -> Answer:
        """The forces of rows that act, as if all were two-sided."""
        own = np.flatnonzero(acting)
        inverse = self._two_sided if not acting[self.rows.one_sided].any() else self._inverse(acting)
        found = inverse @ np.concatenate([missing[own], np.zeros(self._border)])
        forces = np.zeros(len(missing))
        forces[own] = found[: len(own)]
        return Answer(forces, found[len(own) :] if self._border else np.zeros(3), acting)

    def stiffness(self, acting: Array) -> Floats:
        """(a, a) Λ of the rows that act: moving them by d costs dᵀΛd."""
        count = int(acting.sum())
        return self._inverse(acting)[:count, :count]

    def _pushed(self, missing: Floats) -> Array:
        """Which of the contacts push, where the rows miss (r,) of their values."""
        two = ~self.rows.one_sided
        felt = self._two_sided @ np.concatenate([missing[two], np.zeros(self._border)])
        depth = missing[self._contacts] - self._system[np.ix_(self._contacts, self._beside(two))] @ felt
        force = nnls(self._root.T, np.linalg.solve(self._root, depth), maxiter=30 * len(depth))[0]
        return force > 0.0

    def _lifting(self) -> tuple[Array, Floats]:
        """The contacts that pins leave free, and a root of how far forces on them lift them."""
        contacts = np.flatnonzero(self.rows.one_sided)
        if not len(contacts):
            return contacts, np.empty((0, 0))
        felt = self._system[np.ix_(self._beside(~self.rows.one_sided), contacts)]
        S = self._system[np.ix_(contacts, contacts)] - felt.T @ self._two_sided @ felt
        softest = float(np.diag(S).max())
        moves = np.flatnonzero(np.diag(S) > STUCK * softest)
        S = S[np.ix_(moves, moves)] + GIVES * softest * np.eye(len(moves))
        return contacts[moves], np.linalg.cholesky((S + S.T) / 2).astype(np.float64)

    def _beside(self, rows: Array) -> Array:
        """The numbers, in the system, of some rows (r,) and of the shift."""
        return np.concatenate([np.flatnonzero(rows), len(rows) + np.arange(self._border)])

    def _inverse(self, rows: Array) -> Floats:
        """The inverse for some rows (r,); scaled first, since forces and shifts differ in size."""
        own = self._beside(rows)
        system = self._system[np.ix_(own, own)]
        size = np.sqrt(np.maximum(np.abs(system).max(axis=1, initial=0.0), np.finfo(float).tiny))
        inverse = np.linalg.pinv(system / np.outer(size, size), rcond=ALIKE, hermitian=True)
        return inverse / np.outer(size, size)
