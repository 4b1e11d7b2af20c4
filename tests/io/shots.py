"""Clips that are small, long, or mostly still."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.clip import Clip
from pliant.mesh import Mesh
from tests.io.samples import dressed


def waving(count: int = 9) -> Clip:
    """Seams, groups and materials; a few vertices move, and every fourth frame is the same."""
    mesh = dressed()
    mesh = mesh.moved(np.clip(mesh.V, -2, 2))
    moves = np.arange(mesh.n)[:, None] < 3
    V = np.stack([mesh.V + moves * np.sin(mesh.V[:, ::-1] / 7 + i % 4) for i in range(count)])
    return Clip.of(mesh, V, 25.0, first=5, name="wave")


def grid(n: int) -> Mesh:
    """A sheet of n vertices, n a multiple of 10."""
    rows = n // 10
    i, j = (a.ravel() for a in np.meshgrid(np.arange(rows - 1), np.arange(9), indexing="ij"))
    corner = 10 * i + j
    F = np.concatenate(
        [np.stack([corner, corner + 10, corner + 1], 1), np.stack([corner + 1, corner + 10, corner + 11], 1)]
    )
    V = np.stack([np.arange(n) // 10, np.arange(n) % 10, np.zeros(n)], axis=1) / rows
    return Mesh.of(V, F)


def long(count: int, n: int) -> Clip:
    """A sheet whose frames are made when they are asked for; all of it moves."""
    mesh = grid(n)

    def stream() -> Iterator[np.ndarray]:
        for i in range(count):
            yield mesh.V + np.array([0, 0, 0.001 * i + 0.001])

    return Clip(mesh, count, 24.0, stream)
