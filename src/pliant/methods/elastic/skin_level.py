"""The live level: positions that the skin can show, at a cost that does not depend on the mesh.

Displacements are M U y: M is the skin of the cells, each with an affine map, and U an orthonormal basis of
what it can move. All matrices of the energy are projected once: a drag touches no vertex [Jacobson2012].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import csr_array, diags_array

from pliant.arrays import Floats
from pliant.methods.elastic.body import Body
from pliant.methods.elastic.turns import Turned, resting
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

    M:    (n, 4g) sparse: positions M t of the controls t
    U:    (4g, k) an orthonormal basis, by area, of the controls
    A:    (k, k), K: (k, 3g) those of the body
    rest: (3g, 3) S at rest
    """

    M: csr_array
    U: Floats
    A: Floats
    K: Floats
    rest: Floats

    @staticmethod
    def of(body: Body, masses: Floats) -> Subspace:
        """The subspace of the cells of a body; masses (n,) are the areas of its vertices."""
        cells = body.cells
        M = blend_matrix(body.p, cells.influences, cells.weights, cells.count)
        gram = csr_array(M.T @ diags_array(masses) @ M).toarray()
        values, vectors = eigh(gram)
        kept = values > DEPENDENT * values[-1]
        U = vectors[:, kept] / np.sqrt(values[kept])
        A = U.T @ csr_array(M.T @ body.A @ M).toarray() @ U
        K = U.T @ csr_array(M.T @ body.K).toarray()
        return Subspace(M, U, (A + A.T) / 2, K, body.rest)


class SkinHold:
    """Held points in the subspace; C (h, n) sparse gives their positions.

    Controls move by X J + Y δ, where J = T − 1 and δ are the displacements of the held points from rest.
    """

    def __init__(self, space: Subspace, C: csr_array) -> None:
        self.space = space
        rows = csr_array(C @ space.M).toarray() @ space.U
        left, values, right = np.linalg.svd(rows, full_matrices=False)
        told = values > ALIKE * values[0]
        k, h = len(space.A), int(told.sum())
        system = np.zeros((k + h, k + h))
        system[:k, :k] = space.A
        system[:k, k:], system[k:, :k] = right[told].T, right[told]
        inverse = np.linalg.inv(system)
        X = inverse[:k, :k] @ space.K
        Y = inverse[:k, k:] @ (left[:, told] / values[told]).T
        self.Q = space.K.T @ X
        self.Q = (self.Q + self.Q.T) / 2
        self.P = space.K.T @ Y
        self.W = Y.T @ space.A @ Y
        self.X, self.Y = space.U @ X, space.U @ Y


class SkinLevel:
    """The level for held points that are displaced by δ (h, 3)."""

    def __init__(self, hold: SkinHold, shift: Floats) -> None:
        self.hold, self.Q = hold, hold.Q
        self._pull = hold.P @ shift
        self._shift = shift
        self._held = float((shift * (hold.W @ shift)).sum())
        self._one = resting(len(self.Q) // 3)

    def at(self, T: Floats) -> Turned:
        """What follows from rotations T (3g, 3)."""
        hold, J = self.hold, T - self._one
        QJ = hold.Q @ J
        rest = hold.space.rest
        energy = self._held - float((J * (QJ + 2.0 * (self._pull + rest))).sum())
        return Turned(T, rest + QJ + self._pull, energy)

    def controls(self, T: Floats) -> Floats:
        """(4g, 3) the controls t for rotations T (3g, 3)."""
        moves = self.hold.X @ (T - self._one) + self.hold.Y @ self._shift
        return resting_controls(len(moves) // 4) + moves
