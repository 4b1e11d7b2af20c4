"""The flux of the harmonic coordinates through the cage, by a Galerkin boundary element method.

Inside the cage u_k(x) = φ_k(x) + Σ_j ψ_j(x) q_jk: the double layer of the hat function (Green's φ, exact)
and the single layer of the flux, affine on panels. On the surface V q_k = ½ hat_k − K hat_k. Linear functions
have a constant flux on each face, so that they are reproduced. What V q lacks there is a boundary value that
u misses: by the maximum principle it bounds the error inside. Panels are cut where the miss is large, across
the direction in which it bends.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from scipy.linalg import lu_factor, lu_solve

from pliant.arrays import Array, Faces, Floats, Ints
from pliant.methods.cage.panels import Panels
from pliant.methods.cage.potentials import layers
from pliant.methods.cage.single_layer import single_layer
from pliant.methods.cage.triangles import CageTriangles

# Places on a panel's sides at which the miss is sampled: near both ends, and in the middle.
SAMPLES = np.array([0.08, 0.5, 0.92])
# The share of the panels cut in a round, those of the largest miss.
CUT_SHARE = 0.7
# Two misses are compared by their logarithms, rounded to so many decimals.
DECIDING = 5
# Smaller misses are rounding errors.
ROUNDING = 1e-12
# Each solve with the factor of single precision gains some four digits.
SOLVES = 3
# Panels worked on together, which bounds the memory.
BLOCK = 128


@dataclass(frozen=True, eq=False)
class Flux:
    """The flux of c harmonic coordinates through the panels of their cage.

    panels:  the cage's faces, cut into p panels
    density: (3p, c) row d·p + j belongs to density d of panel j
    F, c:    the cage's triangles and number of vertices
    """

    panels: Panels
    density: Floats
    F: Faces
    c: int

    def weights(self, points: Floats) -> Floats:
        """(n, c) harmonic coordinates at points (n, 3) inside the cage; finer panels are more accurate."""
        result = double_layer(points, self.F, self.panels.faces, self.c, np.full(len(points), -1))
        for start in range(0, len(points), 4 * BLOCK):
            rows = slice(start, start + 4 * BLOCK)
            result[rows] += single_layer(points[rows], self.panels) @ self.density
        return result


def flux(panels: Panels, F: Faces, c: int) -> Flux:
    """The flux of the harmonic coordinates of a cage with c vertices and triangles F through its panels."""
    p = len(panels)
    barycentric, places, weights = panels.gauss
    tests = panels.densities(places) * (weights / panels.areas[:, None])[:, None]
    matrix, right = np.empty((3, p, 3 * p)), np.empty((3, p, c))
    for start in range(0, p, BLOCK):
        rows = slice(start, start + BLOCK)
        known = boundary_values(panels, rows, barycentric[rows], F, c)
        potentials = single_layer(places[rows].reshape(-1, 3), panels).reshape(-1, 4, 3 * p)
        matrix[:, rows] = (tests[rows] @ potentials).transpose(1, 0, 2)
        right[:, rows] = (tests[rows] @ known).transpose(1, 0, 2)
    return Flux(panels, _solution(matrix.reshape(3 * p, 3 * p), right.reshape(3 * p, c)), F, c)


def _solution(matrix: Floats, right: Floats) -> Floats:
    """(N, c) solution of the dense system, factored in single precision for speed and then refined."""
    factor = lu_factor(matrix.T.astype(np.float32, order="F"), overwrite_a=True, check_finite=False)
    x, residual = np.zeros_like(right), right
    for _ in range(SOLVES):
        x += lu_solve(factor, residual.astype(np.float32), trans=1, check_finite=False)
        residual = right - matrix @ x
    return x


def refined(found: Flux, most: int) -> Panels:
    """The panels with those of the largest misses cut in two, up to `most` panels."""
    panels = found.panels
    bend = np.empty((len(panels), 2))
    u, v = (grid.ravel() for grid in np.meshgrid(SAMPLES, SAMPLES, indexing="ij"))
    barycentric = panels.places(u, v)
    for start in range(0, len(panels), BLOCK):
        rows = slice(start, start + BLOCK)
        places = panels.points(barycentric)[rows].reshape(-1, 3)
        miss = (single_layer(places, panels) @ found.density).reshape(-1, 9, found.c)
        miss -= boundary_values(panels, rows, barycentric[rows], found.F, found.c)
        grid = miss.reshape(-1, 3, 3, found.c)
        bend[rows, 0] = _size(grid[:, 0] - 2.0 * grid[:, 1] + grid[:, 2])
        bend[rows, 1] = _size(grid[:, :, 0] - 2.0 * grid[:, :, 1] + grid[:, :, 2])
    # A miss counts by how far it is felt: with the size of its panel. Digits that a turned cage would round
    # otherwise do not decide.
    bend = np.log(np.maximum(bend, ROUNDING))
    order = np.argsort(-np.round(bend.max(axis=1) + 0.5 * np.log(panels.areas), DECIDING), kind="stable")
    which = np.zeros(len(panels), dtype=bool)
    which[order[: min(int(CUT_SHARE * len(panels)), most - len(panels))]] = True
    return panels.cut(which, np.round(bend[:, 0] - bend[:, 1], DECIDING) > 0.0)


def boundary_values(panels: Panels, rows: slice, barycentric: Floats, F: Faces, c: int) -> Floats:
    """(p', q, c) ½ hat_k − K hat_k on the panels in rows, at the barycentric places (p', q, 3)."""
    p, q = barycentric.shape[:2]
    face = np.repeat(panels.face[rows], q)
    flat = barycentric.reshape(-1, 3)
    points = (barycentric @ panels.faces.corners[panels.face[rows]]).reshape(-1, 3)
    values = -double_layer(points, F, panels.faces, c, face)
    np.add.at(values, (np.arange(p * q)[:, None], F[face]), 0.5 * flat)
    return values.reshape(p, q, c)


def double_layer(points: Floats, F: Faces, faces: CageTriangles, c: int, on: Ints) -> Floats:
    """(n, c) double layer potentials of the c hat functions at points (n, 3).

    on: (n,) the face on which each point lies, where the mean of its two sides is taken; −1 for none
    """
    values = np.zeros((len(points), c))
    _double_layer(points, F, faces, on, values)
    return values


def _size(bends: Array) -> Floats:
    """(p,) size of second differences (p, 3, c): root mean square over a panel, of the worst coordinate."""
    return np.sqrt((bends**2).mean(axis=1)).max(axis=1)


@njit(cache=True, parallel=True)
def _double_layer(points, F, faces, on, values):
    for i in prange(len(points)):
        for t in range(len(F)):
            if t == on[i]:
                continue
            _, a, b, c = layers(points[i], faces, t)
            values[i, F[t, 0]] += a
            values[i, F[t, 1]] += b
            values[i, F[t, 2]] += c
