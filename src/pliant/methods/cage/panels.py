"""Panels: the faces of a cage cut into quadrilaterals, each with an affine density on it.

A face starts as three quadrilaterals around its centroid; cuts in two, across either direction, grade them
toward the edges, where the flux of a harmonic function bends most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.methods.cage.triangles import CageTriangles

# Gauss–Legendre's two places on [0, 1].
GAUSS = np.array([0.5 - 0.5 / np.sqrt(3.0), 0.5 + 0.5 / np.sqrt(3.0)])


@dataclass(frozen=True, eq=False)
class Panels:
    """p quadrilaterals on the faces of a cage.

    faces:   the cage's triangles
    face:    (p,) the triangle of each panel
    corners: (p, 4, 3) barycentric coordinates of the corners in it, counter-clockwise
    """

    faces: CageTriangles
    face: Ints
    corners: Floats

    @staticmethod
    def of(faces: CageTriangles, most: int) -> Panels:
        """The first panels: three on every face, one at each of its corners.

        most: number of panels up to which they will be cut; one panel per face where three leave no room
        """
        t = len(faces.corners)
        a, centre = np.eye(3), np.full((3, 3), 1.0 / 3.0)
        b, c = np.roll(a, -1, axis=0), np.roll(a, -2, axis=0)
        each = np.stack([a, 0.5 * (a + b), centre, 0.5 * (a + c)], axis=1)
        if 6 * t > most:
            each = np.array([[a[0], a[1], a[2], 0.5 * (a[2] + a[0])]])
        return Panels(faces, np.repeat(np.arange(t), len(each)), np.tile(each, (t, 1, 1)))

    def __len__(self) -> int:
        return len(self.face)

    def cut(self, which: Array, first: Array) -> Panels:
        """The panels with those of `which` (p,) halved, across the first side where `first` (p,) is set."""
        a, b, c, d = np.moveaxis(self.corners[which], 1, 0)
        ab, bc, cd, da = 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + d), 0.5 * (d + a)
        halved = first[which][:, None, None]
        one = np.where(halved, np.stack([a, ab, cd, d], axis=1), np.stack([a, b, bc, da], axis=1))
        two = np.where(halved, np.stack([ab, b, c, cd], axis=1), np.stack([da, bc, c, d], axis=1))
        face = np.concatenate([self.face[~which], self.face[which], self.face[which]])
        return Panels(self.faces, face, np.concatenate([self.corners[~which], one, two]))

    def places(self, u: Floats, v: Floats) -> Floats:
        """(p, q, 3) barycentric coordinates of q places (u, v) in [0, 1]² on every panel."""
        shares = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
        return np.einsum("qi,pij->pqj", shares, self.corners)

    def points(self, barycentric: Floats) -> Floats:
        """(p, q, 3) positions of barycentric coordinates (p, q, 3)."""
        return barycentric @ self.faces.corners[self.face]

    @cached_property
    def gauss(self) -> tuple[Floats, Floats, Floats]:
        """Gauss's 2 × 2 rule: barycentric coordinates (p, 4, 3), positions (p, 4, 3) and weights (p, 4)."""
        u, v = (grid.ravel() for grid in np.meshgrid(GAUSS, GAUSS, indexing="ij"))
        barycentric = self.places(u, v)
        a, b, c, d = np.moveaxis(self.points(self.corners), 1, 0)
        along = (1 - v)[:, None] * (b - a)[:, None] + v[:, None] * (c - d)[:, None]
        aside = (1 - u)[:, None] * (d - a)[:, None] + u[:, None] * (c - b)[:, None]
        weights = 0.25 * np.linalg.norm(np.cross(along, aside), axis=2)
        return barycentric, self.points(barycentric), weights

    @cached_property
    def areas(self) -> Floats:
        """(p,) area of each panel."""
        return self.gauss[2].sum(axis=1)

    @cached_property
    def axes(self) -> tuple[Floats, Floats]:
        """Middle (p, 3) and axes (p, 2, 3) of each panel.

        The densities are 1, axis 0·(y − middle) and axis 1·(y − middle). Axis 0 runs along the first side;
        on the corners neither term exceeds 1.
        """
        corners = self.points(self.corners)
        middle = corners.mean(axis=1)
        along = corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        pair = np.stack([along, np.cross(self.faces.normals[self.face], along)], axis=1)
        reach = np.abs((corners - middle[:, None]) @ np.swapaxes(pair, 1, 2)).max(axis=1)
        return middle, pair / reach[:, :, None]

    def densities(self, points: Floats) -> Floats:
        """(p, 3, q) values of each panel's three densities at points (p, q, 3) on it."""
        middle, axes = self.axes
        affine = axes @ np.swapaxes(points - middle[:, None], 1, 2)
        return np.concatenate([np.ones_like(affine[:, :1]), affine], axis=1)
