"""Sums over the triangles around each vertex: products with Gᵀ, and the residual of a pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from pliant.arrays import Faces, Floats, Ints


@dataclass(frozen=True, eq=False)
class Incidence:
    """The corners around each vertex.

    F:       (m, 3) triangles; g: (m, 3, 2) hat gradients
    starts:  (n+1,) where the corners of each vertex begin
    corners: (3m,) entries starts[v] to starts[v+1] are those at vertex v; 3j+i is corner i of triangle j
    """

    F: Faces
    g: Floats
    starts: Ints
    corners: Ints

    @staticmethod
    def of(F: Faces, g: Floats, n: int) -> Incidence:
        """The incidence of n vertices with the triangles F (m, 3), whose hat gradients are g (m, 3, 2)."""
        order = np.argsort(F.ravel(), kind="stable")
        starts = np.searchsorted(F.ravel()[order], np.arange(n + 1))
        return Incidence(F, g, starts, order)

    def divergence(self, rows: Floats) -> Floats:
        """(n, …) Gᵀ rows, for rows (m, 2, …)."""
        flat = rows.reshape(len(rows), 2, -1)
        out = np.empty((len(self.starts) - 1, flat.shape[2]))
        _divergence(self.starts, self.corners, self.g, flat, out)
        return out.reshape(-1, *rows.shape[2:])

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """(n, 3, B) Gᵀ of T (m, 3, 2) multiplied in turn by each column of weights (m, B)."""
        out = np.empty((len(self.starts) - 1, 3, weights.shape[1]))
        _spread(self.starts, self.corners, self.g, T, weights, out)
        return out

    def gathered(self, T: Floats, W: Floats) -> Floats:
        """(n, 3) GᵀW of the tangents T (m, 3, 2), with the weights W (m,)."""
        out = np.empty((len(self.starts) - 1, 3))
        _gathered(self.starts, self.corners, self.g, T, W, out)
        return out

    def residuals(self, x: Floats, T: Floats) -> Floats:
        """(m,) squared distance of the tangents (G x)_jᵀ of the pose x (n, 3) from T (m, 3, 2)."""
        return (self.differences(x, T) ** 2).sum(axis=(1, 2))

    def differences(self, x: Floats, T: Floats) -> Floats:
        """(m, 3, 2) the tangents T (m, 3, 2) less those of the pose x (n, 3)."""
        out = np.empty_like(T)
        _differences(self.F, self.g, x, T, out)
        return out


@njit(cache=True, parallel=True)
def _divergence(starts, corners, g, rows, out):
    columns = rows.shape[2]
    for v in prange(len(starts) - 1):
        for c in range(columns):
            out[v, c] = 0.0
        for at in range(starts[v], starts[v + 1]):
            j, i = corners[at] // 3, corners[at] % 3
            a, b = g[j, i, 0], g[j, i, 1]
            for c in range(columns):
                out[v, c] += a * rows[j, 0, c] + b * rows[j, 1, c]


@njit(cache=True, parallel=True)
def _spread(starts, corners, g, T, weights, out):
    columns = weights.shape[1]
    for v in prange(len(starts) - 1):
        for a in range(3):
            for c in range(columns):
                out[v, a, c] = 0.0
        for at in range(starts[v], starts[v + 1]):
            j, i = corners[at] // 3, corners[at] % 3
            for a in range(3):
                value = g[j, i, 0] * T[j, a, 0] + g[j, i, 1] * T[j, a, 1]
                for c in range(columns):
                    out[v, a, c] += value * weights[j, c]


@njit(cache=True, parallel=True)
def _gathered(starts, corners, g, T, W, out):
    for v in prange(len(starts) - 1):
        x = y = z = 0.0
        for at in range(starts[v], starts[v + 1]):
            j, i = corners[at] // 3, corners[at] % 3
            a, b = W[j] * g[j, i, 0], W[j] * g[j, i, 1]
            x += a * T[j, 0, 0] + b * T[j, 0, 1]
            y += a * T[j, 1, 0] + b * T[j, 1, 1]
            z += a * T[j, 2, 0] + b * T[j, 2, 1]
        out[v, 0] = x
        out[v, 1] = y
        out[v, 2] = z


@njit(cache=True, parallel=True)
def _differences(F, g, x, T, out):
    for j in prange(len(F)):
        for c in range(3):
            p, q, r = x[F[j, 0], c], x[F[j, 1], c], x[F[j, 2], c]
            for e in range(2):
                out[j, c, e] = T[j, c, e] - p * g[j, 0, e] - q * g[j, 1, e] - r * g[j, 2, e]
