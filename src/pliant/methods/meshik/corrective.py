"""Corrective rotations: a smooth field R_j, so that outside the span the mesh turns instead of shearing.

minimise over R  Σ_j W_j ‖T_j(x) − R_j T_j(w)‖² + Σ_jk c_jk ‖R_j − R_k‖² + μ Σ_j W_j ‖R_j − Q‖²
Not in [Sumner2005], whose figure 5 D shows the shear; c → ∞ leaves one global rotation.
Triangles of one colour share no edge, so each takes its best rotation given its neighbours' (a polar
decomposition) all at once, colour after colour: the energy cannot rise, and threads cannot change the bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from pliant.core.arrays import Faces, Floats, Ints
from pliant.core.gather import Incidence
from pliant.core.rotations import polar3
from pliant.core.topology import colouring, face_pairs, neighbours


@dataclass(frozen=True, eq=False)
class RotationField:
    """The coupling of neighbouring triangles' rotations.

    starts (m+1,), others (2p,), stiffness (2p,): the neighbours of each triangle and their c_jk
    order (m,), colours (q+1,): triangles by colour; colour i is order[colours[i]:colours[i+1]]
    """

    starts: Ints
    others: Ints
    stiffness: Floats
    order: Ints
    colours: Ints

    @staticmethod
    def of(F: Faces, W: Floats, stiffness: float) -> RotationField:
        """For triangles F with the weights W (m,); c_jk is stiffness times the neighbours' mean weight."""
        adjacency = neighbours(face_pairs(F), len(F))
        own = np.repeat(np.arange(len(F)), np.diff(adjacency.indptr))
        others = adjacency.indices.astype(np.int64)
        colour = colouring(adjacency)
        order = np.argsort(colour, kind="stable")
        colours = np.searchsorted(colour[order], np.arange(colour.max() + 2))
        weights = stiffness * 0.5 * (W[own] + W[others])
        return RotationField(adjacency.indptr.astype(np.int64), others, weights, order, colours)

    def energy(self, R: Floats) -> float:
        """Σ_jk c_jk ‖R_j − R_k‖², each pair once."""
        out = np.empty(len(R))
        _coupling(self.starts, self.others, self.stiffness, R, out)
        return float(out.sum())

    def relaxed(self, around: Incidence, x: Floats, T: Floats, R: Floats, pull: Pull) -> tuple[Floats, Floats]:
        """R (m, 3, 3) after one round over all triangles, and T = R_j T_j(w) E_j turned along with it."""
        R, T = R.copy(), T.copy()
        for first, last in zip(self.colours[:-1], self.colours[1:], strict=True):
            some = self.order[first:last]
            _relax(
                some, (self.starts, self.others, self.stiffness), (around.F, around.g, x), pull.W, pull.target, T, R
            )
        return R, T


@dataclass(frozen=True, eq=False)
class Pull:
    """What a triangle's rotation is drawn to: its weight W (m,), and μ Q (3, 3), zero where turning is free."""

    W: Floats
    target: Floats

    def energy(self, R: Floats) -> float:
        """Σ_j W_j μ ‖R_j − Q‖²."""
        strength = float(np.linalg.norm(self.target)) / np.sqrt(3.0)
        if strength == 0.0:
            return 0.0
        inner = np.einsum("jab,ab->j", R, self.target)
        return float(self.W @ (6.0 * strength - 2.0 * inner))


@njit(cache=True, parallel=True)
def _coupling(starts, others, stiffness, R, out):
    for j in prange(len(R)):
        total = 0.0
        for at in range(starts[j], starts[j + 1]):
            k = others[at]
            square = 0.0
            for a in range(3):
                for b in range(3):
                    square += (R[j, a, b] - R[k, a, b]) ** 2
            total += stiffness[at] * square
        out[j] = 0.5 * total


@njit(cache=True, parallel=True)
def _relax(some, coupling, pose, W, target, T, R):
    starts, others, stiffness = coupling
    F, g, x = pose
    for block in prange((len(some) + 511) // 512):
        M = np.empty((3, 3))
        D = np.empty((3, 3))
        new = np.empty((3, 3))
        P = np.empty((3, 2))
        for at in range(block * 512, min(len(some), (block + 1) * 512)):
            j = some[at]
            for a in range(3):
                for e in range(2):
                    P[a, e] = (
                        x[F[j, 0], a] * g[j, 0, e] + x[F[j, 1], a] * g[j, 1, e] + x[F[j, 2], a] * g[j, 2, e]
                    )
            # W P T(w)ᵀ = W P (R_jᵀ T)ᵀ = (W P Tᵀ) R_j.
            for a in range(3):
                for b in range(3):
                    D[a, b] = W[j] * (P[a, 0] * T[j, b, 0] + P[a, 1] * T[j, b, 1])
            for a in range(3):
                for b in range(3):
                    M[a, b] = (
                        D[a, 0] * R[j, 0, b] + D[a, 1] * R[j, 1, b] + D[a, 2] * R[j, 2, b] + W[j] * target[a, b]
                    )
            for to in range(starts[j], starts[j + 1]):
                for a in range(3):
                    for b in range(3):
                        M[a, b] += stiffness[to] * R[others[to], a, b]
            polar3(M, new)
            for e in range(2):
                t0 = R[j, 0, 0] * T[j, 0, e] + R[j, 1, 0] * T[j, 1, e] + R[j, 2, 0] * T[j, 2, e]
                t1 = R[j, 0, 1] * T[j, 0, e] + R[j, 1, 1] * T[j, 1, e] + R[j, 2, 1] * T[j, 2, e]
                t2 = R[j, 0, 2] * T[j, 0, e] + R[j, 1, 2] * T[j, 1, e] + R[j, 2, 2] * T[j, 2, e]
                for a in range(3):
                    T[j, a, e] = new[a, 0] * t0 + new[a, 1] * t1 + new[a, 2] * t2
            for a in range(3):
                for b in range(3):
                    R[j, a, b] = new[a, b]
