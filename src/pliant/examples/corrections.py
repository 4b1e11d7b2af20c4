"""Corrective rotations: a smooth field R_j that lets the mesh turn, instead of shear, outside the span.

Σ_j W_j ‖T_j(x) − R_j T_j(w)‖² + Σ_jk c_jk ‖R_j − R_k‖² over neighbouring triangles
Not in [Sumner2005], whose figure 5 D shows the shear; c → ∞ leaves one global rotation.

A polar step per triangle, as in smooth-rotation ARAP, needs hundreds of rounds under a stiff coupling.
The field is smooth, so its steps are taken in a smooth basis instead: R_j ← exp(Σ_b φ_jb δ_b) R_j with a
few dozen bumps φ that sum to one, as unknowns of the Gauss–Newton step beside the weights. A bump costs
three right-hand sides, as an example does; the turn of the whole is the sum of all bumps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from scipy.sparse import csc_array, csr_array, diags_array

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.examples.span import BLOCK
from pliant.geometry.farthest_points import farthest_cells
from pliant.geometry.gradient import areas, gradient, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.rotations import exp3
from pliant.geometry.topology import face_pairs
from pliant.solve.sparse import HeldLaplacian
from pliant.solve.threads import FEW

# Stiffness 1 couples neighbours as strongly as one triangle's weight on a mesh of this many triangles.
NOMINAL_TRIANGLES = 10_000
# Elements whose squares are summed at once: their products with the bumps stay in the cache.
SQUARES_BLOCK = 2048


@dataclass(frozen=True, eq=False)
class RotationField:
    """A smooth basis for rotations, and the coupling that keeps them smooth.

    basis:     φ (m, B), each row sums to one
    pairs:     (p, 2) neighbouring triangles, coupled by stiffness (p,)
    stiffness: c_jk
    hessian:   (B, B) half the second derivative of the coupling by one coordinate of the bumps' turns
    """

    basis: Floats
    pairs: Ints
    stiffness: Floats
    hessian: Floats

    @property
    def corrects(self) -> bool:
        """Whether parts may turn against each other, and not only the whole."""
        return self.basis.shape[1] > 1

    def stiffened(self, factor: float) -> RotationField:
        """The field with its coupling multiplied by a factor."""
        return RotationField(self.basis, self.pairs, self.stiffness * factor, self.hessian * factor)

    def energy(self, R: Floats) -> float:
        """The energy of the coupling, Σ_jk c_jk ‖R_j − R_k‖², for rotations R (m, 3, 3)."""
        if len(self.pairs) == 0:
            return 0.0
        out = np.empty(len(self.pairs))
        (_coupling_here if len(R) < FEW else _coupling)(self.pairs, self.stiffness, R, out)
        return float(out.sum())

    def gradient(self, R: Floats) -> Floats:
        """(B, 3) half the derivative of that energy by the bumps' turns."""
        out = np.zeros((len(R), 3))
        _coupling_gradient(self.pairs, self.stiffness, R, out)
        return self.basis.T @ out

    def moments(self, rows: Floats, T: Floats) -> Floats:
        """(B, 3, l) inner products of the bumps' turns with the derivatives: Σ_j φ_jb Σ_e T_je × rows_jei.

        rows, T: as in `Linearised`
        """
        m, l = len(T), rows.shape[3] - 1
        if m < FEW:
            axial = np.zeros((m, 3, l))
            _axial_here(rows, T, axial)
            return (self.basis.T @ axial.reshape(m, -1)).reshape(-1, 3, l)
        out = np.zeros((-(-m // BLOCK), self.basis.shape[1], 3, l))
        _moments(self.basis, rows, T, out)
        return out.sum(axis=0)

    def squares(self, T: Floats, W: Floats) -> Floats:
        """(3, B, 3, B) inner products of the bumps' turns: Σ_j W_j φ_jb φ_jc T_j T_jᵀ, for W (m,)."""
        B = self.basis.shape[1]
        if len(T) < FEW:
            small = np.zeros((3, B, 3, B))
            _squares_here(self.basis, T, W, small)
            for a, c in ((1, 0), (2, 0), (2, 1)):
                small[c, :, a] = small[a, :, c]
            return small
        out = np.zeros((9 * B, B))
        for first in range(0, len(T), SQUARES_BLOCK):
            rows = slice(first, first + SQUARES_BLOCK)
            outer = (W[rows, None, None] * T[rows]) @ np.swapaxes(T[rows], 1, 2)
            basis = self.basis[rows]
            out += (outer.reshape(-1, 9, 1) * basis[:, None, :]).reshape(-1, 9 * B).T @ basis
        return out.reshape(3, 3, B, B).transpose(0, 2, 1, 3)

    def turned(self, R: Floats, turns: Floats) -> Floats:
        """(m, 3, 3) rotations exp(Σ_b φ_jb turns_b) R_j, for turns (B, 3)."""
        out = np.empty_like(R)
        (_turned_here if len(R) < FEW else _turned)(self.basis @ turns, R, out)
        return out


def global_turn(m: int) -> RotationField:
    """The field of m elements with one constant bump, so that only the whole can turn."""
    return RotationField(np.ones((m, 1)), np.empty((0, 2), dtype=np.int64), np.empty(0), np.zeros((1, 1)))


def rotation_field(V: Poses, F: Faces, bumps: int) -> RotationField:
    """A field of stiffness 1 on the triangles F (m, 3), its bumps spread over the poses V (k, n, 3)."""
    pairs = face_pairs(F)
    # The sum of ‖R_j − R_k‖² over the pairs of an even mesh tends to ∫‖∇R‖² whatever its resolution,
    # so every pair counts the same.
    c = np.full(len(pairs), 1.0 / NOMINAL_TRIANGLES)
    basis = smooth_bumps(V, F, bumps)[F].mean(axis=1)
    difference = basis[pairs[:, 0]] - basis[pairs[:, 1]]
    hessian = 2.0 * difference.T @ (c[:, None] * difference)
    return RotationField(np.ascontiguousarray(basis), pairs, c, hessian)


def smooth_bumps(V: Poses, F: Faces, count: int) -> Floats:
    """(n, B) functions on the vertices that sum to one: cells of spread points, diffused by their size."""
    n = V.shape[1]
    cell, radius = farthest_cells(V, count)
    mass = vertex_areas(V[0], F)
    heat = _positive_laplacian(V[0], F) * (radius * radius) + diags_array(mass)
    indicator = np.zeros((n, cell.max() + 1))
    indicator[np.arange(n), cell] = mass
    bumps = HeldLaplacian(csc_array(heat), np.empty(0, dtype=np.int64)).solve(indicator)
    return bumps / bumps.sum(axis=1, keepdims=True)


def _positive_laplacian(V: Vertices, F: Faces) -> csr_array:
    """(n, n) cotangent Laplacian without its negative weights, so that diffusion stays positive."""
    L = weighted_laplacian(gradient(V, F), areas(V, F)).tocoo()
    off = L.row != L.col
    entries = np.asarray(L.data, dtype=np.float64)
    weight = np.maximum(-entries[off], 0.0)
    A = csr_array((weight, (L.row[off], L.col[off])), shape=L.shape)
    total = np.bincount(L.row[off], weight, minlength=len(V))
    return csr_array(diags_array(total) - A)


@njit(cache=True, inline="always")
def _coupled(p, pairs, stiffness, R):
    """The energy of pair p."""
    j, k = pairs[p, 0], pairs[p, 1]
    square = 0.0
    for a in range(3):
        for b in range(3):
            square += (R[j, a, b] - R[k, a, b]) ** 2
    return stiffness[p] * square


@njit(cache=True, parallel=True)
def _coupling(pairs, stiffness, R, out):
    for p in prange(len(pairs)):
        out[p] = _coupled(p, pairs, stiffness, R)


@njit(cache=True)
def _coupling_here(pairs, stiffness, R, out):
    for p in range(len(pairs)):
        out[p] = _coupled(p, pairs, stiffness, R)


@njit(cache=True)
def _coupling_gradient(pairs, stiffness, R, out):
    for p in range(len(pairs)):
        j, k = pairs[p, 0], pairs[p, 1]
        for a in range(3):
            b, c = (a + 1) % 3, (a + 2) % 3
            axial = 0.0
            for i in range(3):
                axial += R[k, c, i] * R[j, b, i] - R[k, b, i] * R[j, c, i]
            out[j, a] -= stiffness[p] * axial
            out[k, a] += stiffness[p] * axial


@njit(cache=True, inline="always")
def _add_axial(j, rows, T, axial):
    """axial (3, l) += Σ_e T_je × rows_jei."""
    for e in range(rows.shape[1]):
        for a in range(3):
            b, c = (a + 1) % 3, (a + 2) % 3
            for i in range(axial.shape[1]):
                axial[a, i] += T[j, b, e] * rows[j, e, c, i] - T[j, c, e] * rows[j, e, b, i]


@njit(cache=True, parallel=True)
def _moments(basis, rows, T, out):
    m, l = len(rows), out.shape[3]
    for block in prange(len(out)):
        axial = np.empty((3, l))
        for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
            axial[:] = 0.0
            _add_axial(j, rows, T, axial)
            for k in range(basis.shape[1]):
                for a in range(3):
                    for i in range(l):
                        out[block, k, a, i] += basis[j, k] * axial[a, i]


@njit(cache=True)
def _axial_here(rows, T, out):
    for j in range(len(rows)):
        _add_axial(j, rows, T, out[j])


@njit(cache=True, fastmath={"contract"})
def _squares_here(basis, T, W, out):
    """Add the squares to out (3, B, 3, B), its lower half only: the blocks a, c with a ≥ c."""
    m, B = basis.shape
    for j in range(m):
        for a in range(3):
            for c in range(a + 1):
                outer = 0.0
                for e in range(T.shape[2]):
                    outer += W[j] * T[j, a, e] * T[j, c, e]
                for b in range(B):
                    share = outer * basis[j, b]
                    for k in range(B):
                        out[a, b, c, k] += share * basis[j, k]


@njit(cache=True, inline="always")
def _turned_one(j, turns, R, out):
    """out_j = exp(turns_j) R_j."""
    q = exp3(turns[j, 0], turns[j, 1], turns[j, 2])
    for a in range(3):
        for b in range(3):
            out[j, a, b] = q[3 * a] * R[j, 0, b] + q[3 * a + 1] * R[j, 1, b] + q[3 * a + 2] * R[j, 2, b]


@njit(cache=True, parallel=True)
def _turned(turns, R, out):
    for j in prange(len(R)):
        _turned_one(j, turns, R, out)


@njit(cache=True)
def _turned_here(turns, R, out):
    for j in range(len(R)):
        _turned_one(j, turns, R, out)
