"""Green coordinates [Lipman2008]: v = Σ_k φ_k(v) c_k + Σ_t ψ_t(v) s_t n_t, quasi-conformal.

φ_k is the double layer potential of the hat function of vertex k, ψ_t the single layer potential of
triangle t, n_t its unit normal and s_t its stretch: Green's third identity for the positions themselves.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from pliant.arrays import Faces, Floats, Vertices
from pliant.mesh import Mesh
from pliant.methods.cage.potentials import layers
from pliant.methods.cage.triangles import CageTriangles


def green_weights(points: Vertices, F: Faces, triangles: CageTriangles, c: int) -> tuple[Floats, Floats]:
    """φ (n, c) and ψ (n, t) at points (n, 3) in a cage; on its surface φ is the mean of the two sides."""
    phi, psi = np.zeros((len(points), c)), np.empty((len(points), len(F)))
    _potentials(points, F, triangles, phi, psi)
    return phi, psi


def stretched_normals(cage: Mesh, posed: Floats) -> Floats:
    """(t, 3) s_t n_t: unit normals of a rest cage posed at (c, 3), times each face's stretch [Lipman2008]."""
    before, after = cage.V[cage.F], posed[cage.F]
    u, v = before[:, 1] - before[:, 0], before[:, 2] - before[:, 0]
    a, b = after[:, 1] - after[:, 0], after[:, 2] - after[:, 0]
    cross = np.cross(a, b)
    length = np.linalg.norm(cross, axis=1)
    # A triangle posed without area has no normal; its own part is left out.
    unit = np.divide(cross, length[:, None], out=np.zeros_like(cross), where=length[:, None] > 0.0)
    squared = _dots(a, a) * _dots(v, v) - 2.0 * _dots(a, b) * _dots(u, v) + _dots(b, b) * _dots(u, u)
    rest = np.linalg.norm(np.cross(u, v), axis=1)
    return unit * (np.sqrt(np.maximum(0.5 * squared, 0.0)) / rest)[:, None]


def _dots(a: Floats, b: Floats) -> Floats:
    return (a * b).sum(axis=1)


@njit(cache=True, parallel=True)
def _potentials(points, F, triangles, phi, psi):
    for i in prange(len(points)):
        for t in range(len(F)):
            single, a, b, c = layers(points[i], triangles, t)
            psi[i, t] = single
            phi[i, F[t, 0]] += a
            phi[i, F[t, 1]] += b
            phi[i, F[t, 2]] += c
