"""Corrective rotations: a smooth field R_j that lets the mesh turn, instead of shear, outside the span.

Σ_j W_j ‖T_j(x) − R_j T_j(w)‖² + Σ_jk c_jk ‖R_j − R_k‖² over neighbouring triangles
Not in [Sumner2005], whose figure 5 D shows the shear; c → ∞ leaves one global rotation.

A polar step per triangle, as in smooth-rotation ARAP, needs hundreds of rounds under a stiff coupling.
The field is smooth, so it is made of a few smooth bumps φ that sum to one: R_j = Q exp(Σ_b φ_jb θ_b) with
the attitude Q of the whole and a turn θ_b for each bump, unknowns of the Gauss–Newton step beside the
weights. Turns multiplied onto each other step by step would depend on the way: the same pins would end in
another pose after a detour. A bump costs three right-hand sides, as an example does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numba import njit, prange
from scipy.sparse import csc_array, csr_array, diags_array

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices, read_only
from pliant.examples.span import BLOCK
from pliant.geometry.farthest_points import farthest_cells
from pliant.geometry.gradient import areas, gradient, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.rotations import exp, exp3, left_jacobian3
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
    share:     (B,) share of the surface that each bump covers; they sum to one
    """

    basis: Floats
    pairs: Ints
    stiffness: Floats
    hessian: Floats
    share: Floats

    @property
    def corrects(self) -> bool:
        """Whether parts may turn against each other, and not only the whole."""
        return self.basis.shape[1] > 1

    def stiffened(self, factor: float) -> RotationField:
        """The field with its coupling multiplied by a factor."""
        return replace(self, stiffness=self.stiffness * factor, hessian=self.hessian * factor)

    def rotations(self, Q: Floats, turns: Floats) -> Floats:
        """(m, 3, 3) R_j = Q exp(Σ_b φ_jb θ_b), for the attitude Q (3, 3) and the turns θ (B, 3)."""
        out = np.empty((len(self.basis), 3, 3))
        (_rotations_here if len(out) < FEW else _rotations)(self.basis @ turns, read_only(Q), out)
        return out

    def centred(self, Q: Floats, turns: Floats) -> tuple[Floats, Floats]:
        """Q (3, 3) and turns θ (B, 3) whose mean is zero: the mean turn becomes part of the attitude."""
        mean = self.share @ turns
        return Q @ exp(mean), turns - mean

    def energy(self, R: Floats) -> float:
        """The energy of the coupling, Σ_jk c_jk ‖R_j − R_k‖², for rotations R (m, 3, 3)."""
        if len(self.pairs) == 0:
            return 0.0
        out = np.empty(len(self.pairs))
        (_coupling_here if len(R) < FEW else _coupling)(self.pairs, self.stiffness, R, out)
        return float(out.sum())

    def torques(self, R: Floats) -> Floats:
        """(m, 3) half the derivative of that energy by a turn of each element."""
        out = np.zeros((len(R), 3))
        if len(self.pairs):
            _coupling_torques(self.pairs, self.stiffness, R, out)
        return out

    def spins(self, Q: Floats, turns: Floats) -> Floats:
        """(m, 3, 3) Q J(θ_j): how fast each element turns with the turns of its bumps."""
        out = np.empty((len(self.basis), 3, 3))
        (_spins_here if len(out) < FEW else _spins)(self.basis @ turns, read_only(Q), out)
        return out

    def turned(self, spins: Floats, T: Floats) -> Floats:
        """(3, m, 3, d) how the columns T (m, 3, d) change with each coordinate of their element's turn."""
        out = np.empty((3, *T.shape))
        (_turned_here if len(T) < FEW else _turned)(spins, T, out)
        return out

    def moments(self, rows: Floats, T: Floats, spins: Floats) -> Floats:
        """(B, 3, l) inner products of the bumps' turns with the derivatives by the weights.

        Σ_j φ_jb spins_jᵀ Σ_e T_je × rows_jei, with rows as in `Linearised` and T (m, 3, d)
        """
        m, l = len(T), rows.shape[3]
        if m < FEW:
            axial = np.zeros((m, 3, l))
            _axial_here(rows, T, spins, axial)
            return (self.basis.T @ axial.reshape(m, -1)).reshape(-1, 3, l)
        out = np.zeros((-(-m // BLOCK), self.basis.shape[1], 3, l))
        _moments(self.basis, rows, T, spins, out)
        return out.sum(axis=0)

    def squares(self, T: Floats, W: Floats, spins: Floats) -> Floats:
        """(B, 3, B, 3) inner products of the bumps' turns, for element weights W (m,).

        Σ_j W_j φ_jb φ_jc spins_jᵀ Σ_e (|T_je|² − T_je T_jeᵀ) spins_j
        """
        m, B = self.basis.shape
        out = np.zeros((9 * B, B))
        for first in range(0, m, SQUARES_BLOCK):
            rows = slice(first, first + SQUARES_BLOCK)
            outer = T[rows] @ np.swapaxes(T[rows], 1, 2)
            inertia = np.trace(outer, axis1=1, axis2=2)[:, None, None] * np.eye(3) - outer
            inertia = np.swapaxes(spins[rows], 1, 2) @ (W[rows, None, None] * inertia) @ spins[rows]
            basis = self.basis[rows]
            out += (inertia.reshape(-1, 9, 1) * basis[:, None, :]).reshape(-1, 9 * B).T @ basis
        return out.reshape(3, 3, B, B).transpose(2, 0, 3, 1)


def global_turn(m: int) -> RotationField:
    """The field of m elements with one constant bump, so that only the whole can turn."""
    nothing = np.empty((0, 2), dtype=np.int64)
    return RotationField(np.ones((m, 1)), nothing, np.empty(0), np.zeros((1, 1)), np.ones(1))


def rotation_field(V: Poses, F: Faces, bumps: int) -> RotationField:
    """A field of stiffness 1 on the triangles F (m, 3), its bumps spread over the poses V (k, n, 3)."""
    pairs = face_pairs(F)
    # The sum of ‖R_j − R_k‖² over the pairs of an even mesh tends to ∫‖∇R‖² whatever its resolution,
    # so every pair counts the same.
    c = np.full(len(pairs), 1.0 / NOMINAL_TRIANGLES)
    basis = smooth_bumps(V, F, bumps)[F].mean(axis=1)
    difference = basis[pairs[:, 0]] - basis[pairs[:, 1]]
    hessian = 2.0 * difference.T @ (c[:, None] * difference)
    return RotationField(np.ascontiguousarray(basis), pairs, c, hessian, covered(basis, areas(V[0], F)))


def covered(basis: Floats, sizes: Floats) -> Floats:
    """(B,) share of the surface that each bump of basis (m, B) covers, for elements of the sizes (m,)."""
    share = sizes @ basis
    return share / share.sum()


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
def _coupling_torques(pairs, stiffness, R, out):
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
def _write_turned(j, spins, T, out):
    """out_aj (3, d) = column a of spins_j × T_j, for a of three."""
    for a in range(3):
        x, y, z = spins[j, 0, a], spins[j, 1, a], spins[j, 2, a]
        for e in range(T.shape[2]):
            p, q, r = T[j, 0, e], T[j, 1, e], T[j, 2, e]
            out[a, j, 0, e], out[a, j, 1, e], out[a, j, 2, e] = y * r - z * q, z * p - x * r, x * q - y * p


@njit(cache=True, parallel=True)
def _turned(spins, T, out):
    for j in prange(len(T)):
        _write_turned(j, spins, T, out)


@njit(cache=True)
def _turned_here(spins, T, out):
    for j in range(len(T)):
        _write_turned(j, spins, T, out)


@njit(cache=True, inline="always")
def _add_axial(j, rows, T, spins, axial):
    """axial (3, l) += spins_jᵀ Σ_e T_je × rows_jei."""
    for e in range(rows.shape[1]):
        for a in range(3):
            b, c = (a + 1) % 3, (a + 2) % 3
            for s in range(3):
                p, q = spins[j, a, s] * T[j, b, e], spins[j, a, s] * T[j, c, e]
                for i in range(axial.shape[1]):
                    axial[s, i] += p * rows[j, e, c, i] - q * rows[j, e, b, i]


@njit(cache=True, parallel=True)
def _moments(basis, rows, T, spins, out):
    m, l = len(rows), out.shape[3]
    for block in prange(len(out)):
        axial = np.empty((3, l))
        for j in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
            axial[:] = 0.0
            _add_axial(j, rows, T, spins, axial)
            for k in range(basis.shape[1]):
                for a in range(3):
                    for i in range(l):
                        out[block, k, a, i] += basis[j, k] * axial[a, i]


@njit(cache=True)
def _axial_here(rows, T, spins, out):
    for j in range(len(rows)):
        _add_axial(j, rows, T, spins, out[j])


@njit(cache=True, inline="always")
def _times(Q, e, out):
    """out (3, 3) = Q (3, 3) times the nine entries e, row by row."""
    for a in range(3):
        for b in range(3):
            out[a, b] = Q[a, 0] * e[b] + Q[a, 1] * e[3 + b] + Q[a, 2] * e[6 + b]


@njit(cache=True, parallel=True)
def _rotations(theta, Q, out):
    for j in prange(len(out)):
        _times(Q, exp3(theta[j, 0], theta[j, 1], theta[j, 2]), out[j])


@njit(cache=True)
def _rotations_here(theta, Q, out):
    for j in range(len(out)):
        _times(Q, exp3(theta[j, 0], theta[j, 1], theta[j, 2]), out[j])


@njit(cache=True, parallel=True)
def _spins(theta, Q, out):
    for j in prange(len(out)):
        _times(Q, left_jacobian3(theta[j, 0], theta[j, 1], theta[j, 2]), out[j])


@njit(cache=True)
def _spins_here(theta, Q, out):
    for j in range(len(out)):
        _times(Q, left_jacobian3(theta[j, 0], theta[j, 1], theta[j, 2]), out[j])
