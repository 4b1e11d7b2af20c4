"""Volume, first and second moments of shapes, from which mass, centre and inertia follow.

A closed surface is integrated exactly, by the signed tetrahedra between its triangles and a point. An open
one is a wall of a given thickness: each triangle counts by its area.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Faces, Floats, Vertices


@dataclass(frozen=True, eq=False)
class Moments:
    """Integrals over a shape, in powers of the mesh's unit.

    volume: ∫ 1
    first:  (3,) ∫ x
    second: (3, 3) ∫ x xᵀ
    """

    volume: float
    first: Floats
    second: Floats

    def __add__(self, other: Moments) -> Moments:
        return Moments(
            self.volume + other.volume,
            np.asarray(self.first + other.first),
            np.asarray(self.second + other.second),
        )

    def times(self, factor: float) -> Moments:
        """The moments of a shape of another density; -1 for a cavity."""
        return Moments(factor * self.volume, factor * self.first, factor * self.second)

    def about(self, point: Floats) -> Moments:
        """The same integrals with x measured from a point (3,)."""
        across = np.outer(self.first, point)
        second = self.second - across - across.T + self.volume * np.outer(point, point)
        return Moments(self.volume, self.first - self.volume * point, second)

    @property
    def centre(self) -> Floats:
        """(3,) the centre of mass; needs a volume that is not zero."""
        return self.first / self.volume

    @property
    def inertia(self) -> Floats:
        """(3, 3) ∫ (xᵀx I - x xᵀ) about the centre of mass, for a density of 1."""
        S = self.about(self.centre).second
        return np.trace(S) * np.eye(3) - S


NOTHING = Moments(0.0, np.zeros(3), np.zeros((3, 3)))


def solid_moments(V: Vertices, F: Faces) -> Moments:
    """The moments of what a closed surface encloses; negative where its triangles face inward."""
    middle = V[F].mean(axis=(0, 1)) if len(F) else np.zeros(3)
    T = V[F] - middle
    # Signed volumes of the tetrahedra between the triangles and the middle.
    volume = np.einsum("ti,ti->t", T[:, 0], np.cross(T[:, 1], T[:, 2])) / 6.0
    return _gathered(T, volume, simplex=4).about(-middle)


def wall_moments(V: Vertices, F: Faces, thickness: float) -> Moments:
    """The moments of a thin wall along a surface; its extent across the surface is left out."""
    middle = V[F].mean(axis=(0, 1)) if len(F) else np.zeros(3)
    T = V[F] - middle
    area = np.linalg.norm(np.cross(T[:, 1] - T[:, 0], T[:, 2] - T[:, 0]), axis=1) / 2.0
    return _gathered(T, thickness * area, simplex=3).about(-middle)


def _gathered(T: Floats, volume: Floats, simplex: int) -> Moments:
    """The moments of simplices with the corners T (t, 3, 3), and the origin where they have a fourth.

    For a simplex of k corners c of a volume v, with s = Σ c: ∫x = v s/k, ∫x xᵀ = v (s sᵀ + Σ c cᵀ)/(k (k+1)).
    """
    total = T.sum(axis=1)
    weighted = volume[:, None] * total
    second = weighted.T @ total
    for corner in range(3):
        second = second + (volume[:, None] * T[:, corner]).T @ T[:, corner]
    share = 1.0 / (simplex * (simplex + 1))
    return Moments(float(volume.sum()), weighted.sum(axis=0) / simplex, share * second)
