"""How the surface about each vertex turns from rest to a pose, for normals that follow."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.rotations import closest_rotation


class VertexTurns:
    """The rotations of a mesh's vertices; vertices that rest at one place, as along seams, turn together."""

    def __init__(self, rest: Vertices, F: Faces) -> None:
        """rest: (n, 3) positions; F: (m, 3) triangles."""
        self._F = F
        _, place = np.unique(rest, axis=0, return_inverse=True)
        self._place: Ints = place.ravel()
        self._frames, self._areas = _frames(rest, F)

    def at(self, V: Vertices) -> Floats:
        """(n, 3, 3) the rotation nearest to those of the triangles about each vertex, weighted by area."""
        frames, _ = _frames(V, self._F)
        turns = self._areas[:, None, None] * (frames @ self._frames.transpose(0, 2, 1))
        sums = np.zeros((int(self._place.max()) + 1, 3, 3))
        for corner in range(3):
            np.add.at(sums, self._place[self._F[:, corner]], turns)
        lone = ~sums.any(axis=(1, 2))
        sums[lone] = np.eye(3)
        return closest_rotation(sums)[self._place]


def _frames(V: Vertices, F: Faces) -> tuple[Floats, Floats]:
    """(m, 3, 3) columns: the first side, across it, and the normal of each triangle; and (m,) areas."""
    side = V[F[:, 1]] - V[F[:, 0]]
    normal = np.cross(side, V[F[:, 2]] - V[F[:, 0]])
    area = np.linalg.norm(normal, axis=1)
    x, z = _unit(side), _unit(normal)
    return np.stack([x, np.cross(z, x), z], axis=2), area


def _unit(v: Floats) -> Floats:
    length = np.linalg.norm(v, axis=1, keepdims=True)
    return v / np.where(length > 0, length, 1)
