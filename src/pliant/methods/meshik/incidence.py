"""Sums over the triangles and bars around each vertex: products with Gᵀ, and the residual of a pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Ints
from pliant.solve.threads import LIGHT


@dataclass(frozen=True, eq=False)
class Incidence:
    """The corners of elements around each vertex; elements are m triangles, then b bars.

    F:       (m, 3) triangles; g: (m, 3, 2) hat gradients
    bars:    (b, n) sparse rows of the bars
    starts:  (n+1,) where the corners of each vertex begin
    element: (c,) entries starts[v] to starts[v+1] are the elements at vertex v
    slopes:  (c, 2) the entries of the element's two rows of G there
    """

    F: Faces
    g: Floats
    bars: csr_array
    starts: Ints
    element: Ints
    slopes: Floats

    @staticmethod
    def of(F: Faces, g: Floats, n: int, bars: csr_array) -> Incidence:
        """The incidence of n vertices, triangles F (m, 3) of hat gradients g (m, 3, 2), and bars (b, n)."""
        m, b = len(F), len(bars.indptr) - 1
        vertex = np.concatenate([F.ravel(), bars.indices])
        element = np.repeat(np.arange(m + b), np.concatenate([np.full(m, 3), np.diff(bars.indptr)]))
        single = np.column_stack([bars.data, np.zeros(len(bars.data))])
        slopes = np.concatenate([g.reshape(-1, 2), single], dtype=np.float64)
        order = np.argsort(vertex, kind="stable")
        starts = np.searchsorted(vertex[order], np.arange(n + 1))
        return Incidence(F, g, bars, starts, element[order], slopes[order])

    def divergence(self, rows: Floats) -> Floats:
        """(n, …) Gᵀ rows, for rows (m, 2, …)."""
        flat = rows.reshape(len(rows), 2, -1)
        out = np.empty((len(self.starts) - 1, flat.shape[2]))
        _divergence(self.starts, self.element, self.slopes, flat, out)
        return out.reshape(-1, *rows.shape[2:])

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """(n, 3, B) Gᵀ of T (m, 3, 2) multiplied in turn by each column of weights (m, B)."""
        out = np.empty((len(self.starts) - 1, 3, weights.shape[1]))
        kernel = _spread_here if out[:, 0].size < LIGHT else _spread
        kernel(self.starts, self.element, self.slopes, T, weights, out)
        return out

    def gathered(self, T: Floats, W: Floats) -> Floats:
        """(n, 3) GᵀW of the tangents T (m, 3, 2), with the weights W (m,)."""
        out = np.empty((len(self.starts) - 1, 3))
        _gathered(self.starts, self.element, self.slopes, T, W, out)
        return out

    def residuals(self, x: Floats, T: Floats) -> Floats:
        """(m,) squared distance of the tangents (G x)_jᵀ of the pose x (n, 3) from T (m, 3, 2)."""
        missed = self.differences(x, T).reshape(len(T), -1)
        return np.einsum("ji,ji->j", missed, missed)

    def features(self, x: Floats) -> Floats:
        """(m, 3, 2) the tangents (G x)_jᵀ of the pose x (n, 3)."""
        m, b = len(self.F), len(self.bars.indptr) - 1
        out = np.zeros((m + b, 3, 2)) if b else np.empty((m, 3, 2))
        (_features_here if m < LIGHT else _features)(self.F, self.g, x, out)
        if b:
            out[m:, :, 0] = self.bars @ x
        return out

    def differences(self, x: Floats, T: Floats) -> Floats:
        """(m, 3, 2) the tangents T (m, 3, 2) less those of the pose x (n, 3)."""
        out, m = T.copy(), len(self.F)
        (_differences_here if m < LIGHT else _differences)(self.F, self.g, x, out)
        if m < len(T):
            out[m:, :, 0] -= self.bars @ x
        return out


@njit(cache=True, parallel=True)
def _divergence(starts, element, slopes, rows, out):
    columns = rows.shape[2]
    for v in prange(len(starts) - 1):
        for c in range(columns):
            out[v, c] = 0.0
        for at in range(starts[v], starts[v + 1]):
            j, a, b = element[at], slopes[at, 0], slopes[at, 1]
            for c in range(columns):
                out[v, c] += a * rows[j, 0, c] + b * rows[j, 1, c]


@njit(inline="always")
def _write_spread(v, around, T, weights, out):
    """out_v (3, B), the sum over the elements around vertex v."""
    starts, element, slopes = around
    columns = weights.shape[1]
    if columns == 1:
        x = y = z = 0.0
        for at in range(starts[v], starts[v + 1]):
            j, a, b = element[at], slopes[at, 0], slopes[at, 1]
            x += (a * T[j, 0, 0] + b * T[j, 0, 1]) * weights[j, 0]
            y += (a * T[j, 1, 0] + b * T[j, 1, 1]) * weights[j, 0]
            z += (a * T[j, 2, 0] + b * T[j, 2, 1]) * weights[j, 0]
        out[v, 0, 0], out[v, 1, 0], out[v, 2, 0] = x, y, z
        return
    for a in range(3):
        for c in range(columns):
            out[v, a, c] = 0.0
    for at in range(starts[v], starts[v + 1]):
        j = element[at]
        for a in range(3):
            value = slopes[at, 0] * T[j, a, 0] + slopes[at, 1] * T[j, a, 1]
            for c in range(columns):
                out[v, a, c] += value * weights[j, c]


@njit(cache=True, parallel=True)
def _spread(starts, element, slopes, T, weights, out):
    for v in prange(len(starts) - 1):
        _write_spread(v, (starts, element, slopes), T, weights, out)


@njit(cache=True)
def _spread_here(starts, element, slopes, T, weights, out):
    for v in range(len(starts) - 1):
        _write_spread(v, (starts, element, slopes), T, weights, out)


@njit(cache=True, parallel=True)
def _gathered(starts, element, slopes, T, W, out):
    for v in prange(len(starts) - 1):
        x = y = z = 0.0
        for at in range(starts[v], starts[v + 1]):
            j = element[at]
            a, b = W[j] * slopes[at, 0], W[j] * slopes[at, 1]
            x += a * T[j, 0, 0] + b * T[j, 0, 1]
            y += a * T[j, 1, 0] + b * T[j, 1, 1]
            z += a * T[j, 2, 0] + b * T[j, 2, 1]
        out[v, 0] = x
        out[v, 1] = y
        out[v, 2] = z


@njit(inline="always")
def _write_differences(j, F, g, x, out):
    """out_j (3, 2) less (G x)_jᵀ."""
    for c in range(3):
        p, q, r = x[F[j, 0], c], x[F[j, 1], c], x[F[j, 2], c]
        for e in range(2):
            out[j, c, e] = out[j, c, e] - p * g[j, 0, e] - q * g[j, 1, e] - r * g[j, 2, e]


@njit(cache=True, parallel=True)
def _differences(F, g, x, out):
    for j in prange(len(F)):
        _write_differences(j, F, g, x, out)


@njit(cache=True)
def _differences_here(F, g, x, out):
    for j in range(len(F)):
        _write_differences(j, F, g, x, out)


@njit(inline="always")
def _write_features(j, F, g, x, out):
    """out_j (3, 2) = (G x)_jᵀ."""
    for c in range(3):
        p, q, r = x[F[j, 0], c], x[F[j, 1], c], x[F[j, 2], c]
        for e in range(2):
            out[j, c, e] = p * g[j, 0, e] + q * g[j, 1, e] + r * g[j, 2, e]


@njit(cache=True, parallel=True)
def _features(F, g, x, out):
    for j in prange(len(F)):
        _write_features(j, F, g, x, out)


@njit(cache=True)
def _features_here(F, g, x, out):
    for j in range(len(F)):
        _write_features(j, F, g, x, out)
