"""Held points on a surface: linear equations whose factor is made once, whatever is held."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csc_array, csr_array

from pliant.arrays import Array, Floats, Ints
from pliant.methods.elastic.pin_rows import Answer, PinRows, RowSystem
from pliant.solve.sparse import HeldLaplacian

# Beyond this many held points a new factor is cheaper than one more column for each.
MOST_COLUMNS = 192
# Held points whose singular values fall below this share of the largest cannot be told apart by a surface.
ALIKE = 1e-6


def independent(C: csr_array, n: int) -> csr_array:
    """(u, h) sums of rows of C (h, n) that are orthonormal, and say all that these say up to rounding."""
    used = np.bincount(C.indices, minlength=n) > 0
    if not used.any():
        return csr_array((0, 0))
    left, values, _ = np.linalg.svd(csr_array(C[:, used]).toarray(), full_matrices=False)
    told = values > ALIKE * values.max(initial=0.0)
    return csr_array((left[:, told] / values[told]).T)


def mean_of_equals(C: csr_array, n: int) -> csr_array:
    """(u, h) the mean over each set of equal rows of C (h, n), in the order of their first."""
    C = csr_array(C, copy=True)
    C.sum_duplicates()
    # Equal rows have the same product with any vector, and others have another one with this.
    product = C @ np.random.default_rng(0).normal(size=n)
    _, first, label = np.unique(product, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    label = rank[label]
    share = 1.0 / np.bincount(label)[label]
    return csr_array((share, (label, np.arange(len(label)))), shape=(len(first), len(label)))


class Resolution:
    """The matrix of full resolution with its factor.

    A:      (n, n) sparse, positive semi-definite
    stay:   (f,) vertices that are fixed
    moves:  (f, 3) their displacements
    floats: whether A leaves the whole free to shift; then one vertex is grounded in the factor
    """

    def __init__(self, A: csc_array, stay: Ints, moves: Floats, *, floats: bool) -> None:
        self.stay, self.moves, self.floats = stay, moves, floats and not len(stay)
        ground = np.zeros(1, dtype=np.int64) if self.floats else stay
        self.factor = HeldLaplacian(A, ground)
        self.fixed = self.factor.extension(moves) if len(stay) else None


class HeldSystem:
    """Solves A e = b + Cᵀμ, C e = δ for displacements e, where b sums to zero if the whole may shift.

    whole: the matrix, with what is fixed
    C:     (h, n) sparse: the positions of the held points; each row sums to one
    Then the forces μ of the held points sum to zero too, and the whole shifts by a constant. Points held
    twice, as both sides of a seam are, go to the mean of their places. Many held vertices are fixed in a
    factor of their own.
    """

    def __init__(
        self, whole: Resolution, C: csr_array, joined: Callable[[csr_array, int], csr_array] = mean_of_equals
    ) -> None:
        """joined: gives (u, h) sums of the rows of C that do not depend on each other."""
        self.mean = joined(C, whole.factor.n)
        self.C = csr_array(self.mean @ C)
        h = len(self.C.indptr) - 1
        self._own = h > MOST_COLUMNS and bool((np.diff(self.C.indptr) == 1).all())
        self.whole = whole
        if self._own:
            stay = np.concatenate([whole.stay, self.C.indices.astype(np.int64)])
            moves = np.concatenate([whole.moves, np.zeros((h, 3))])
            self.whole = Resolution(whole.factor.A, stay, moves, floats=False)
        factor, columns = self.whole.factor, 0 if self._own else h
        self._held = csr_array(self.C[:columns])
        self.answers = factor.solve(self._held.T.toarray())
        self._border = int(self.whole.floats and columns > 0)
        system = np.zeros((columns + self._border,) * 2)
        system[:columns, :columns] = self._held @ self.answers
        sums = np.asarray(self._held.sum(axis=1)).reshape(-1, 1)
        system[:columns, columns:], system[columns:, :columns] = sums, sums.T
        self.inverse = np.linalg.inv(system)

    @property
    def floats(self) -> bool:
        """Whether nothing hinders a shift of the whole."""
        return self.whole.floats and not self._border

    def extended(self, shift: Floats) -> Floats | None:
        """(n, 3) what fixed vertices alone do, where the held points go by shift (h, 3)."""
        if not self._own:
            return self.whole.fixed
        fixed = len(self.whole.stay) - len(self.mean.indptr) + 1
        return self.whole.factor.extension(np.concatenate([self.whole.moves[:fixed], self.mean @ shift]))

    def solve(self, b: Floats, shift: Floats, fixed: Floats | None) -> Floats:
        """(n, 3) displacements for b (n, 3), held points displaced by shift (h, 3) and what is `extended`."""
        e = self.whole.factor.solve(b)
        if fixed is not None:
            e += fixed
        if not len(self.inverse):
            return e
        shift = self.mean @ shift
        # Once more for the rounding of points that are near each other.
        for _ in range(2):
            forces = self.inverse @ np.concatenate([shift - self._held @ e, np.zeros((self._border, 3))])
            e += self.answers @ forces[: len(shift)]
            if self._border:
                e += forces[-1]
        return e

    def responses(self, P: csr_array) -> Floats:
        """(n, e) how far unit forces on points with the rows P (e, n) move everything, what is held staying.

        Where the whole floats, only forces that balance have a meaning.
        """
        Y = self.whole.factor.solve(P.T.toarray())
        if not len(self.inverse):
            return Y
        missing = np.concatenate([-(self._held @ Y), np.full((self._border, Y.shape[1]), -1.0)])
        forces = self.inverse @ missing
        Y += self.answers @ forces[: len(self.answers.T)]
        return Y + forces[-1] if self._border else Y


class LooseSystem:
    """A system with rows on top, for points of which some are held loosely.

    P:      (e, n) sparse: the points of the rows
    values: (r,) what the rows should have
    """

    def __init__(self, system: HeldSystem, P: csr_array, Y: Floats, rows: PinRows, values: Floats) -> None:
        self.system, self.P, self.rows, self.values = system, P, rows, values
        self.Y = Y
        self.own = RowSystem(rows, P @ Y, floats=system.floats)

    def moved(self, e: Floats) -> tuple[Floats, Answer]:
        """Displacements e (n, 3) of the system without rows, moved as these ask."""
        answer = self.own.answer(self.values - self.rows.at(self.P @ e))
        e = e + self.Y @ self.rows.spread(answer.forces) + answer.shift
        # Once more for rounding.
        missing = self.values - self.rows.at(self.P @ e) - self.rows.compliance * answer.forces
        more = self.own.correction(missing, answer.acting)
        e += self.Y @ self.rows.spread(more.forces) + more.shift
        return e, Answer(answer.forces + more.forces, more.shift, answer.acting)

    def springs(self, answer: Answer) -> float:
        """What soft rows cost."""
        return float((self.rows.compliance * answer.forces**2).sum())

    def strained(self, e: Floats, acting: Array) -> tuple[float, Floats]:
        """What soft rows that act cost at displacements e (n, 3), and the slope (n, 3) of it."""
        soft = acting & (self.rows.compliance > 0.0)
        missing = np.where(soft, self.values - self.rows.at(self.P @ e), 0.0)
        forces = missing / np.where(soft, self.rows.compliance, 1.0)
        return float(missing @ forces), -2.0 * (self.P.T @ self.rows.spread(forces))

    def unmoved(self, e: Floats, acting: Array) -> Floats:
        """Displacements e (n, 3) of the system without rows, if those that act ask for none."""
        forces = np.zeros(len(self.values))
        # Once more for rounding.
        for _ in range(2):
            answer = self.own.correction(-self.rows.at(self.P @ e) - self.rows.compliance * forces, acting)
            e = e + self.Y @ self.rows.spread(answer.forces) + answer.shift
            forces += answer.forces
        return e
