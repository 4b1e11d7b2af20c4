"""Surfaces for the tests of the core: irregular, with known topology."""

from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

from pliant.arrays import Faces, Vertices


def pebble(n: int = 60, seed: int = 0) -> tuple[Vertices, Faces]:
    """A closed, irregular surface around the origin: the hull of random points on an ellipsoid."""
    points = np.random.default_rng(seed).normal(size=(n, 3))
    V = points / np.linalg.norm(points, axis=1, keepdims=True) * [1.0, 0.8, 1.3]
    F = ConvexHull(V).simplices.astype(np.int64)
    inward = np.einsum("ja,ja->j", np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]]), V[F[:, 0]]) < 0
    F[inward] = F[inward][:, [0, 2, 1]]
    return V, F


def sheet(rows: int = 5, columns: int = 6, seed: int = 0) -> tuple[Vertices, Faces]:
    """An open, uneven sheet over a grid."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    z = 0.3 * np.random.default_rng(seed).normal(size=x.shape)
    V = np.stack([x, y, z], axis=2).reshape(-1, 3).astype(np.float64)
    at = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    return V, np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])


def symmetric_sheet(rows: int = 6, columns: int = 6, seed: int = 0) -> tuple[Vertices, Faces]:
    """An open, uneven sheet that is its own mirror image across x = 0, and across no other plane."""
    V, F = sheet(rows, columns, seed)
    inner = V[:, 0] == 0.0
    image = np.where(inner, np.arange(len(V)), len(V) + np.cumsum(~inner) - 1)
    V = np.concatenate([V, V[~inner] * [-1.0, 1.0, 1.0]])
    return V, np.concatenate([F, image[F][:, [0, 2, 1]]])
