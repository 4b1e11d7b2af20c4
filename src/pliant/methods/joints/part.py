"""The surface of one component, ready for questions about distance, rays and normals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.extras import load
from pliant.mechanism.mechanism import Mechanism
from pliant.methods.joints.normals import corner_normals, face_normals
from pliant.methods.joints.orientation import outward
from pliant.methods.joints.roughness import Rough, noise_level, rough

# The size of a part as its tree has it. Rays of libigl miss triangles whose doubled area is below 1e-6, a
# number and not a share: at this size those are smaller than rounding.
ENLARGED = 2.0**20


@dataclass(frozen=True, eq=False)
class PartSurface:
    """The surface of one component.

    V, F:    its own vertices, welded where they coincide, and triangles with some area, facing outward
    n:       (m, 3) unit normals, without noise as far as that can be told
    corners: (m, 3, 3) a unit normal for each corner, smooth across the facets of a round surface
    area:    (m,) areas of the triangles
    rough:   the noise of its vertices; None where there is none that matters
    middle:  (3,) the centre of the surface
    size:    twice the largest distance of a vertex from it, which no turn changes
    zoom:    a power of two by which the vertices are enlarged for the tree
    zoomed:  (n, 3) the enlarged vertices
    tree:    their bounding boxes, for distances and rays
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
        """Standard deviation of the noise in every coordinate of its vertices."""
        return self.rough.noise if self.rough is not None else 0.0

    def closest(self, points: Array) -> tuple[Floats, Ints]:
        """(s,) distance of every point (s, 3) from the surface, and (s,) the nearest triangle."""
        squared, face, _ = self.tree.squared_distance(self.zoomed, self.F, self._enlarged(points))
        return np.sqrt(squared) / self.zoom, face

    def distance(self, points: Array) -> Floats:
        """(s,) distance of every point (s, 3) from the surface."""
        return self.closest(points)[0] if len(points) else np.zeros(0)

    def hit(self, origins: Array, directions: Array) -> tuple[Ints, Floats]:
        """(s,) the first triangle on each ray, −1 for none, and (s,) how far it is."""
        rays = (self._enlarged(origins), np.ascontiguousarray(directions))
        face, far, _ = self.tree.intersect_ray_first(self.zoomed, self.F, *rays)
        return face, np.where(face < 0, np.inf, far / self.zoom)

    def _enlarged(self, points: Array) -> Floats:
        return np.ascontiguousarray(self.zoom * points)

    def box(self) -> Floats:
        """(2, 3) the lowest and the highest corner of its box along the axes."""
        return np.stack([self.V.min(axis=0), self.V.max(axis=0)])


def part_of(mechanism: Mechanism, component: int) -> PartSurface | None:
    """The surface of a component, by its number; None where it has no triangle with an area."""
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
    return PartSurface(V, F, n, corners, area, found, centre, float(size), zoom, zoomed, tree)


def _normals(V: Vertices, F: Faces) -> tuple[Rough | None, Floats, Floats]:
    """The noise of a surface, and the normals of its triangles and of their corners."""
    noise = noise_level(V, F)
    if noise == 0.0:
        return None, face_normals(V, F)[0], corner_normals(V, F)
    found = rough(V, F, noise)
    return found, found.normals, np.repeat(found.normals[:, None], 3, axis=1)
