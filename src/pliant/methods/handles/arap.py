"""As-rigid-as-possible refinement of the soft parts [Sorkine2007], spokes and rims as in libigl.

minimise Σ_k Σ_{f∋k} Σ_{e∈f} ½cot_e ‖e′ − R_k e‖² over positions and one rotation R_k per vertex, in turn: the
closest rotations, then one solve with a factor of the cotangent matrix. The sum over the edges of one
triangle is the Dirichlet energy of the difference, so no triangle's share is ever negative.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, prange
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Ints, Vertices, read_only
from pliant.geometry.closest_rotation import closest3
from pliant.geometry.solvable import flat_triangles
from pliant.methods.handles.free_system import FreeSystem
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.surface import WeldedSurface

# Corners of triangles without area count as corners of 60°: half a cotangent of 1/√3.
EQUILATERAL = 0.5 / np.sqrt(3.0)


class RestTriangles(NamedTuple):
    """The triangles at rest, as arrays for the compiled kernels.

    V:        (n, 3) positions; F: (m, 3) triangles
    half_cot: (m, 3) ½cot of each triangle's corner, the weight of the edge opposite to it
    starts:   (n+1,) vertex v is the corners corners[starts[v]] to corners[starts[v+1]]
    corners:  (3m,) corners by their vertex; corner i of triangle f has the number 3f + i
    """

    V: Vertices
    F: Faces
    half_cot: Floats
    starts: Ints
    corners: Ints

    @staticmethod
    def of(shape: WeldedSurface) -> RestTriangles:
        """The triangles of a surface."""
        order = np.argsort(shape.F.ravel(), kind="stable")
        starts = np.searchsorted(shape.F.ravel()[order], np.arange(shape.n + 1))
        half_cot = half_cotangents(shape.V, shape.F, shape.size)
        return RestTriangles(*map(read_only, (shape.V, shape.F, half_cot, starts, order)))


class Arap:
    """Refines poses of a surface whose handles hold it; made once for handles and rigidity."""

    def __init__(self, shape: WeldedSurface, hold: Hold) -> None:
        self.shape, self.hold = shape, hold
        self.rest = RestTriangles.of(shape)
        self.free = read_only(np.flatnonzero(hold.moved(shape) & ~hold.rigid))
        C = _cotangent_matrix(shape.F, self.rest.half_cot, shape.n)
        # Rows that pull count beside a vertex's own stiffness as they do in the umbrella operator.
        self.stiffness = hold.stiffness * C.diagonal().mean()
        self.system = FreeSystem(C, hold, self.stiffness, self.free)
        self._turning, self._faces = self._active()

    def _active(self) -> tuple[Ints, Ints]:
        """The vertices whose rotation matters to free ones, and the triangles around them."""
        F = self.shape.F
        is_free = np.zeros(self.shape.n, dtype=bool)
        is_free[self.free] = True
        turning = np.zeros(self.shape.n, dtype=bool)
        turning[F[is_free[F].any(axis=1)]] = True
        return np.flatnonzero(turning), np.flatnonzero(turning[F].any(axis=1))

    def energy(self, x: Vertices, goal: Vertices) -> float:
        """Energy of positions x (n, 3) with their best rotations, and of rows that pull to goal (n, 3)."""
        R = self._rotations(x)
        total = _energy(self._faces, self.rest, x, R, self._is_turning())
        return float(total + (self.stiffness[:, None] * (x - goal) ** 2).sum())

    def refined(self, x: Vertices, goal: Vertices, *, rounds: int, tolerance: float = 0.0) -> Vertices:
        """(n, 3) positions after some rounds of refinement.

        x:         (n, 3) where they start
        goal:      (n, 3) places of held vertices; other rows do not count
        tolerance: rounds end early once no vertex moves further, in sizes of the mesh
        """
        V, free = self.shape.V, self.free
        x = x.copy()
        x[self.hold.rigid] = goal[self.hold.rigid]
        if len(free) == 0:
            return x
        pull = self.system.pull(goal - V)
        for _ in range(rounds):
            R = self._rotations(x)
            b = np.empty((len(free), 3))
            _divergence(free, self.rest, R, b)
            new = V[free] + self.system.solve(b + pull)
            change = np.abs(new - x[free]).max()
            x[free] = new
            if change <= tolerance * self.shape.size:
                break
        return x

    def _rotations(self, x: Vertices) -> Floats:
        R = np.zeros((len(x), 3, 3))
        S = np.empty((len(self.shape.F), 3, 3))
        _scatter(self._faces, self.rest, x, S)
        _closest(self._turning, self.rest, S, R)
        return R

    def _is_turning(self) -> np.ndarray:
        mask = np.zeros(self.shape.n, dtype=bool)
        mask[self._turning] = True
        return mask


def half_cotangents(V: Vertices, F: Faces, size: float) -> Floats:
    """(m, 3) half the cotangent of each corner of the triangles; that of 60° where one has no area."""
    edge = [V[F[:, (i + 2) % 3]] - V[F[:, (i + 1) % 3]] for i in range(3)]
    double_area = np.linalg.norm(np.cross(edge[0], edge[1]), axis=1)
    flat = flat_triangles((V - V.min(axis=0)) / size, F)
    solid = np.where(flat, 1.0, double_area)
    cot = np.stack([-(edge[(i + 1) % 3] * edge[(i + 2) % 3]).sum(axis=1) / solid for i in range(3)], axis=1)
    return np.where(flat[:, None], EQUILATERAL, 0.5 * cot)


def _cotangent_matrix(F: Faces, half_cot: Floats, n: int) -> csr_array:
    """C (n, n) sparse, the cotangent Laplacian, positive semi-definite."""
    a = F[:, [1, 2, 0]].ravel()
    b = F[:, [2, 0, 1]].ravel()
    w = half_cot.ravel()
    rows = np.concatenate([a, b, a, b])
    columns = np.concatenate([b, a, a, b])
    return csr_array((np.concatenate([-w, -w, w, w]), (rows, columns)), shape=(n, n))


@njit(cache=True, parallel=True)
def _scatter(faces, rest, x, S):
    """Write S_f = Σ ½cot e′eᵀ of some triangles to S (m, 3, 3)."""
    V, F = rest.V, rest.F
    for at in prange(len(faces)):
        f = faces[at]
        S[f] = 0.0
        for i in range(3):
            p, q, w = F[f, (i + 1) % 3], F[f, (i + 2) % 3], rest.half_cot[f, i]
            for a in range(3):
                posed = w * (x[q, a] - x[p, a])
                for b in range(3):
                    S[f, a, b] += posed * (V[q, b] - V[p, b])


@njit(cache=True, parallel=True)
def _closest(turning, rest, S, R):
    """Write to R (n, 3, 3) the rotations closest to the sums of S (m, 3, 3) around some vertices."""
    starts, corners = rest.starts, rest.corners
    for at in prange(len(turning)):
        v = turning[at]
        M = np.empty((3, 3))
        m0 = m1 = m2 = m3 = m4 = m5 = m6 = m7 = m8 = 0.0
        for place in range(starts[v], starts[v + 1]):
            s = S[corners[place] // 3]
            m0, m1, m2 = m0 + s[0, 0], m1 + s[0, 1], m2 + s[0, 2]
            m3, m4, m5 = m3 + s[1, 0], m4 + s[1, 1], m5 + s[1, 2]
            m6, m7, m8 = m6 + s[2, 0], m7 + s[2, 1], m8 + s[2, 2]
        closest3((m0, m1, m2, m3, m4, m5, m6, m7, m8), M, R[v])


@njit(cache=True, parallel=True)
def _divergence(free, rest, R, out):
    """Write to out (f, 3) the divergence, at the free vertices, of what rotations change of the edges.

    Edges turn by the mean of their triangle's three rotations; the edges at rest are taken off.
    """
    V, F, half_cot, starts, corners = rest
    for at in prange(len(free)):
        v = free[at]
        a = b = c = 0.0
        for place in range(starts[v], starts[v + 1]):
            f, i = corners[place] // 3, corners[place] % 3
            j, k = (i + 1) % 3, (i + 2) % 3
            q, r = F[f, j], F[f, k]
            wq, wr = half_cot[f, k], half_cot[f, j]
            x = wq * (V[v, 0] - V[q, 0]) + wr * (V[v, 0] - V[r, 0])
            y = wq * (V[v, 1] - V[q, 1]) + wr * (V[v, 1] - V[r, 1])
            z = wq * (V[v, 2] - V[q, 2]) + wr * (V[v, 2] - V[r, 2])
            A, B, C = R[v], R[q], R[r]
            a += (A[0, 0] + B[0, 0] + C[0, 0]) * x + (A[0, 1] + B[0, 1] + C[0, 1]) * y
            a += (A[0, 2] + B[0, 2] + C[0, 2]) * z - 3.0 * x
            b += (A[1, 0] + B[1, 0] + C[1, 0]) * x + (A[1, 1] + B[1, 1] + C[1, 1]) * y
            b += (A[1, 2] + B[1, 2] + C[1, 2]) * z - 3.0 * y
            c += (A[2, 0] + B[2, 0] + C[2, 0]) * x + (A[2, 1] + B[2, 1] + C[2, 1]) * y
            c += (A[2, 2] + B[2, 2] + C[2, 2]) * z - 3.0 * z
        out[at, 0], out[at, 1], out[at, 2] = a / 3.0, b / 3.0, c / 3.0


@njit(cache=True)
def _energy(faces, rest, x, R, turning):
    """The energy of some triangles, as the mean over their corners: the scale of the cotangent matrix."""
    V, F, half_cot = rest.V, rest.F, rest.half_cot
    total = 0.0
    for f in faces:
        for k in range(3):
            if not turning[F[f, k]]:
                continue
            for i in range(3):
                p, q = F[f, (i + 1) % 3], F[f, (i + 2) % 3]
                for a in range(3):
                    value = x[q, a] - x[p, a]
                    for b in range(3):
                        value -= R[F[f, k], a, b] * (V[q, b] - V[p, b])
                    total += half_cot[f, i] * value * value / 3.0
    return total
