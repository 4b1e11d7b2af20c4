"""The surface of one component, ready for questions about distance, rays and normals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.core.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.core.extra import load
from pliant.core.mechanism import Mechanism
from pliant.methods.joints.orientation import outward
from pliant.methods.joints.roughness import Rough, noise_level, rough
from pliant.methods.joints.shading import corner_normals, face_normals

# The size of a part as its tree has it. Rays of libigl miss triangles whose doubled area is below 1e-6, a
# number and not a share: at this size those are smaller than rounding.
ENLARGED = 2.0**20


@dataclass(frozen=True, eq=False)
class Part:
    """One component.

    V, F:    its own vertices, welded where they coincide, and triangles with some area, facing outward
    n:       (m, 3) unit normals, without noise as far as that can be told
    corners: (m, 3, 3) a unit normal for each corner, smooth across the facets of a round surface
    area:    (m,)
    rough:   the noise of its vertices; None where there is none that matters
    middle:  (3,) the centre of the surface
    size:    twice the largest distance from the centre of its surface: the same however it is turned
    zoom:    a power of two by which the tree's vertices are larger
    zoomed:  (n, 3) those vertices
    tree:    of them, for distances and rays
    """

    V: Vertices
    F: Faces
    n: Floats
    corners: Floats
    area: Floats
    rough: Rough | None
    middle: Floats
    size: float
    zoom: float
    zoomed: Vertices
    tree: Any

    @property
    def noise(self) -> float:
        """The standard deviation of every coordinate of its vertices."""
        return self.rough.noise if self.rough is not None else 0.0

    def closest(self, points: Array) -> tuple[Floats, Ints]:
        """The distance from every point (s, 3) to the surface, and the nearest triangle."""
        squared, face, _ = self.tree.squared_distance(self.zoomed, self.F, self._enlarged(points))
        return np.sqrt(squared) / self.zoom, face

    def distance(self, points: Array) -> Floats:
        """The distance from every point (s, 3) to the surface."""
        return self.closest(points)[0] if len(points) else np.zeros(0)

    def hit(self, origins: Array, directions: Array) -> tuple[Ints, Floats]:
        """The first triangle on each ray (-1: none) and how far it is."""
        rays = (self._enlarged(origins), np.ascontiguousarray(directions))
        face, far, _ = self.tree.intersect_ray_first(self.zoomed, self.F, *rays)
        return face, np.where(face < 0, np.inf, far / self.zoom)

    def _enlarged(self, points: Array) -> Floats:
        return np.ascontiguousarray(self.zoom * points)

    def box(self) -> Floats:
        """(2, 3) the corners of its box along the axes."""
        return np.stack([self.V.min(axis=0), self.V.max(axis=0)])


def part_of(mechanism: Mechanism, component: int) -> Part | None:
    """The surface of a component; None where it has no triangle with an area."""
    igl = load("igl", "joints", "Joint analysis")
    F = mechanism.mesh.F[mechanism.faces(component)]
    used, F = np.unique(F, return_inverse=True)
    V, same = np.unique(mechanism.mesh.V[used], axis=0, return_inverse=True)
    F = same[F.reshape(-1, 3)]
    area = face_normals(V, F)[1]
    F = F[area > 0]
    if not len(F):
        return None
    F = outward(V, F)
    area = face_normals(V, F)[1]
    centre = (V[F].mean(axis=1) * area[:, None]).sum(axis=0) / area.sum()
    size = 2 * np.linalg.norm(V - centre, axis=1).max()
    V, F = np.ascontiguousarray(V), np.ascontiguousarray(F, np.int64)
    zoom = 2.0 ** round(np.log2(ENLARGED / size))
    zoomed = zoom * V
    tree = igl.AABB()
    tree.init(zoomed, F)
    found, n, corners = _normals(V, F)
    return Part(V, F, n, corners, area, found, centre, float(size), zoom, zoomed, tree)


def _normals(V: Vertices, F: Faces) -> tuple[Rough | None, Floats, Floats]:
    """The noise, and the normals of triangles and of their corners."""
    noise = noise_level(V, F)
    if noise == 0.0:
        return None, face_normals(V, F)[0], corner_normals(V, F)
    found = rough(V, F, noise)
    return found, found.normals, np.repeat(found.normals[:, None], 3, axis=1)
