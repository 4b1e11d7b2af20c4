"""The live level: positions that the skin can show, at a cost that does not depend on the mesh.

Displacements are M U y: M is the skin of the cells, each with an affine map, and U an orthonormal basis of
what it can move. All matrices of the energy are projected once: a drag touches no vertex [Jacobson2012].
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import csr_array, diags_array, eye_array

from pliant.arrays import Floats, Ints
from pliant.methods.elastic.body import Body
from pliant.methods.elastic.cells import Cells
from pliant.methods.elastic.dense_product import projected
from pliant.methods.elastic.pin_rows import Answer, PinRows, RowSystem
from pliant.methods.elastic.turns import Lead, Turned, felt_by_rows, resting
from pliant.skin import blend_matrix
from pliant.skin import resting as resting_controls

# Combinations of controls that move vertices less than this, against the one that moves them most, are left
# out: the square of their share.
DEPENDENT = 1e-12
# Held points whose singular values fall below this share of the largest cannot be told apart by the skin.
ALIKE = 1e-6


@dataclass(frozen=True, eq=False)
class Subspace:
    """What the skin can move, with the energy's matrices there.

    M:      (n, 4g) sparse: positions M t of the controls t
    U:      (4g, k) an orthonormal basis, by area, of the controls
    A:      (k, k), K: (k, 3g) those of the body
    rest:   (3g, 3) S at rest
    load:   (k, 3) forces on what is held still, and
    held:   the energy that goes with them
    floats: whether nothing hinders a shift of the whole
    """

    M: csr_array
    U: Floats
    A: Floats
    K: Floats
    rest: Floats
    load: Floats
    held: float = 0.0
    floats: bool = True

    @staticmethod
    def of(body: Body) -> Subspace:
        """The subspace of the cells of a body."""
        cells, g = body.cells, body.cells.count
        M = blend_matrix(body.p, cells.influences, cells.weights, cells.count)
        gram = projected(M, csr_array(diags_array(body.masses)), M, (4 * g, 4 * g))
        values, vectors = eigh(gram)
        kept = values > DEPENDENT * values[-1]
        U = vectors[:, kept] / np.sqrt(values[kept])
        A = U.T @ projected(M, csr_array(body.A), M, (4 * g, 4 * g)) @ U
        K = U.T @ projected(M, csr_array(eye_array(len(body.p))), body.K, (4 * g, 3 * g))
        return Subspace(M, U, (A + A.T) / 2, K, body.rest, np.zeros((len(A), 3)))

    def carrying(self, p: Floats, cells: Cells) -> Subspace:
        """The same controls on other vertices p (n, 3), with their weights."""
        return replace(self, M=blend_matrix(p, cells.influences, cells.weights, cells.count))

    def tied(self, firmness: float) -> Subspace:
        """With every vertex tied to its rest place, as `Body.tied` does; the basis is orthonormal by area."""
        if not firmness:
            return self
        return replace(self, A=self.A + firmness * np.eye(len(self.A)), floats=False)

    def holding(self, vertices: Ints, moves: Floats, stiffness: Floats) -> Subspace:
        """With springs of some stiffness (f,) that hold vertices (f,) displaced by moves (f, 3)."""
        rows = csr_array(self.M[vertices]) @ self.U
        return replace(
            self,
            A=self.A + rows.T @ (stiffness[:, None] * rows),
            load=self.load + rows.T @ (stiffness[:, None] * moves),
            held=self.held + float((stiffness[:, None] * moves**2).sum()),
            floats=False,
        )


class SkinHold:
    """Held points in the subspace; C (h, n) sparse gives their positions.

    Controls move by X J + Y δ + Z, where J = T − 1 and δ are the displacements of the held points from rest.
    Z is what forces of the subspace do, which hold vertices still.
    """

    def __init__(self, space: Subspace, C: csr_array) -> None:
        self.space = space
        self.floats = space.floats and len(C.indptr) == 1
        left, values, right = _told_apart(csr_array(C @ space.M) @ space.U)
        k, h = len(space.A), len(values)
        system = np.zeros((k + h, k + h))
        system[:k, :k] = space.A
        system[:k, k:], system[k:, :k] = right.T, right
        if self.floats:
            # A shift of the whole is free: it is taken out, and comes back with the rows of loose pins.
            system += np.multiply.outer(shift := self.shift, shift)
        inverse = np.linalg.inv(system)
        self.inverse = inverse[:k, :k]
        X, Y, Z = self.inverse @ space.K, inverse[:k, k:] @ (left / values).T, self.inverse @ space.load
        self.Q = space.K.T @ X
        self.Q = (self.Q + self.Q.T) / 2
        self.P = space.K.T @ Y
        self.W = Y.T @ space.A @ Y
        self.offset, self.lent = space.K.T @ Z, Y.T @ space.load
        self.held = space.held - float((space.load * Z).sum())
        self.X, self.Y, self.Z = space.U @ X, space.U @ Y, space.U @ Z

    @property
    def shift(self) -> Floats:
        """(k,) a direction in which a shift of the whole lies, of unit length."""
        whole = np.linalg.lstsq(self.space.U, np.tile([0.0, 0.0, 0.0, 1.0], len(self.space.U) // 4))[0]
        return whole / np.linalg.norm(whole)


def _told_apart(rows: Floats) -> tuple[Floats, Floats, Floats]:
    """The singular vectors and values of rows (h, k), less what the skin cannot tell apart."""
    if not len(rows):
        return np.empty((0, 0)), np.empty(0), np.empty((0, rows.shape[1]))
    left, values, right = np.linalg.svd(rows, full_matrices=False)
    told = values > ALIKE * values[0]
    return left[:, told], values[told], right[told]


class LooseSkin:
    """Rows on top of held points of the skin, for points of which some are held loosely.

    P:      (e, 4g) the points of the rows, as the controls move them
    Y:      (k, e) how far unit forces on them move everything
    values: (r,) what the rows should have
    """

    def __init__(self, hold: SkinHold, P: Floats, Y: Floats, rows: PinRows, values: Floats) -> None:
        self.hold, self.P, self.Y, self.rows, self.values = hold, P, hold.space.U @ Y, rows, values
        self.own = RowSystem(rows, P @ self.Y, floats=hold.floats)
        self.seen = np.einsum("ge,rec->rgc", hold.space.K.T @ Y, rows.D, optimize=True)

    @staticmethod
    def responses(hold: SkinHold, points: csr_array) -> tuple[Floats, Floats]:
        """P (e, 4g) and Y (k, e) of points (e, n)."""
        P = csr_array(points @ hold.space.M).toarray()
        return P, hold.inverse @ (P @ hold.space.U).T

    def pulled(self, answer: Answer) -> Floats:
        """(3g, 3) what forces of the rows add to S."""
        return np.einsum("r,rgc->gc", answer.forces, self.seen)

    def missing(self, moves: Floats) -> Floats:
        """(r,) what the rows miss for displacements of the controls (4g, 3)."""
        return self.values - self.rows.at(self.P @ moves)

    def moved(self, moves: Floats, answer: Answer) -> Floats:
        """(4g, 3) displacements of the controls, moved by forces of the rows."""
        moves = moves + self.Y @ self.rows.spread(answer.forces)
        moves[3::4] += answer.shift
        return moves


class SkinLevel:
    """The level for held points that are led somewhere, with rows of what is held loosely."""

    nearly = False

    def __init__(self, hold: SkinHold, lead: Lead, loose: LooseSkin | None = None) -> None:
        self.hold, self.Q, self.lead, self.loose = hold, hold.Q, lead, loose
        shift = lead.shift
        self._pull = hold.P @ shift + hold.offset
        self._held = float((shift * (hold.W @ shift - 2.0 * hold.lent)).sum()) + hold.held
        self._one = resting(len(self.Q) // 3)

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        hold, J = self.hold, T - self._one
        QJ = hold.Q @ J
        rest = hold.space.rest
        energy = self._held - float((J * (QJ + 2.0 * (self._pull + rest))).sum())
        S = rest + QJ + self._pull
        if self.loose is None:
            return Turned(T, S, energy)
        missing = self.loose.missing(self._moves(T))
        answer = self.loose.own.answer(missing)
        S = S + self.loose.pulled(answer)
        return Turned(T, S, energy + float(answer.forces @ missing), acting=answer.acting)

    def stiffening(self, state: Turned) -> Floats | None:
        """(3g, 3g) what the rows that act add to the curvature."""
        if self.loose is None or state.acting is None or not state.acting.any():
            return None
        U = felt_by_rows(state.T, self.loose.seen[state.acting])
        return U.T @ self.loose.own.stiffness(state.acting) @ U

    def controls(self, T: Floats) -> Floats:
        """(4g, 3) the controls t for rotations T (3g, 3)."""
        moves = self._moves(T)
        if self.loose is not None:
            missing = self.loose.missing(moves)
            answer = self.loose.own.answer(missing)
            moves = self.loose.moved(moves, answer)
            # Once more for rounding.
            missing = self.loose.missing(moves) - self.loose.rows.compliance * answer.forces
            moves = self.loose.moved(moves, self.loose.own.correction(missing, answer.acting))
        return resting_controls(len(moves) // 4) + moves

    def positions(self, state: Turned) -> Floats:
        """(n, 3) where the vertices are."""
        return self.hold.space.M @ self.controls(state.T)

    def _moves(self, T: Floats) -> Floats:
        """(4g, 3) displacements of the controls without the rows."""
        return self.hold.X @ (T - self._one) + self.hold.Y @ self.lead.shift + self.hold.Z
