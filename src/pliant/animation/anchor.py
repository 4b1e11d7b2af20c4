"""Anchors of a track: vertices that move as one, a named region, or a point on the surface."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from pliant.anchors import Anchors, Points
from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import AnchorError, TrackError
from pliant.geometry.patch import patch
from pliant.mesh import Mesh
from pliant.rig import Rig


@dataclass(frozen=True)
class Anchor:
    """Points of a mesh that a track holds: vertices, a point on a triangle, or a region that the rig names.

    around: whether the vertices are the neighbourhood of the first, which is keyed instead of their mean
    Raises TrackError unless exactly one of the three is given.
    """

    vertices: tuple[int, ...] = ()
    triangle: int | None = None
    barycentric: tuple[float, float, float] | None = None
    region: str | None = None
    around: bool = False

    @staticmethod
    def of(vertices: int | Sequence[int]) -> Anchor:
        """An anchor on a vertex, or on a group of vertices as one rigid handle."""
        members = [vertices] if isinstance(vertices, int | np.integer) else vertices
        return Anchor(tuple(int(vertex) for vertex in members))

    @staticmethod
    def on(triangle: int, barycentric: Sequence[float]) -> Anchor:
        """An anchor on a point of a triangle."""
        a, b, c = (float(weight) for weight in barycentric)
        return Anchor((), int(triangle), (a, b, c))

    @staticmethod
    def named(region: str) -> Anchor:
        """An anchor on a region of the rig as one handle: a painted handle, a part, or a mesh group."""
        return Anchor(region=region)

    def __post_init__(self) -> None:
        surface = self.triangle is not None and self.barycentric is not None
        if [bool(self.vertices), surface, self.region is not None].count(True) != 1:
            raise TrackError(
                f"An anchor has the vertices {list(self.vertices)}, the triangle {self.triangle} and the "
                f"region {self.region!r}; give one of them, a triangle with three barycentric coordinates."
            )

    def __len__(self) -> int:
        """Number of points that are held."""
        return max(1, len(self.vertices))

    @property
    def turns(self) -> bool:
        """Whether it is more than a single point."""
        return (len(self.vertices) > 1 and not self.around) or self.region is not None

    def patch(self, mesh: Mesh, taken: Collection[int]) -> Anchor:
        """A single vertex with its neighbourhood, but for vertices that are taken; others are as they are."""
        if len(self.vertices) != 1:
            return self
        own = [vertex for vertex in patch(mesh, self.vertices[0])[1:] if vertex not in taken]
        return Anchor((*self.vertices, *own), around=True)

    def centre(self, rest: Vertices) -> Floats:
        """(3,) the point that keys move, of those that it holds, at rest (p, 3)."""
        return rest[0] if self.around else rest.mean(axis=0)

    def on_rig(self, rig: Rig) -> Anchor:
        """The same anchor with its region's vertices in this rig; raises AnchorError where it has none."""
        if self.region is None:
            return self
        regions = rig.regions()
        if self.region not in regions:
            known = ", ".join(f"'{name}'" for name in regions) or "none"
            raise AnchorError(
                f"The rig has no region '{self.region}'; it has {known}. Regions are painted handles, parts "
                "of mechanisms and groups of the mesh."
            )
        if not len(regions[self.region]):
            raise AnchorError(f"The region '{self.region}' has no rigid vertex that could be held.")
        return Anchor.of(regions[self.region].tolist())

    def on_mesh(self, mesh: Mesh) -> tuple[Ints, Floats]:
        """corners (p, 3) and weights (p, 3) of each held point as a mean of three vertices.

        Raises AnchorError for vertices or triangles that the mesh does not have.
        """
        if self.region is not None:
            raise AnchorError(f"The region '{self.region}' is known to a rig only; take on_rig(rig) first.")
        if self.triangle is None:
            corners = np.repeat(np.array(self.vertices, dtype=np.int64)[:, None], 3, axis=1)
            weights = np.tile([1.0, 0.0, 0.0], (len(self), 1))
        else:
            _check_range(self.triangle, len(mesh.F), "triangle")
            corners, weights = mesh.F[[self.triangle]], np.array([self.barycentric])
        for vertex in (int(corners.min()), int(corners.max())):
            _check_range(vertex, mesh.n, "vertex")
        return corners, weights

    def at(self, V: Vertices, mesh: Mesh) -> Floats:
        """(p, 3) positions of the held points where the mesh has the positions V (n, 3)."""
        corners, weights = self.on_mesh(mesh)
        return np.einsum("pi,pic->pc", weights, V[corners])


def grabbed(anchors: Sequence[Anchor], mesh: Mesh) -> Points:
    """The anchors as `rig.grab` takes them: groups of vertices, or Anchors where one is on a triangle."""
    if all(anchor.triangle is None for anchor in anchors):
        return [list(anchor.vertices) for anchor in anchors]
    # Backwards, so that of a vertex's corners the first is kept.
    corner = np.full(mesh.n, -1, dtype=np.int64)
    corner[mesh.F.ravel()[::-1]] = np.arange(mesh.F.size)[::-1]
    faces, weights = [], []
    for anchor in anchors:
        if anchor.triangle is not None:
            faces.append(anchor.triangle)
            weights.append(anchor.barycentric)
        for vertex in anchor.vertices:
            if corner[vertex] < 0:
                raise AnchorError(
                    f"Vertex {vertex} lies on no triangle, so that it cannot be held beside points on the "
                    "surface; hold vertices only, or leave it out."
                )
            faces.append(int(corner[vertex]) // 3)
            weights.append(np.eye(3)[corner[vertex] % 3])
    return Anchors(faces, np.array(weights))


def _check_range(number: int, count: int, what: str) -> None:
    if not 0 <= number < count:
        raise AnchorError(
            f"A track holds {what} {number}, but the mesh has {count}, numbered 0 to {count - 1}; "
            "was the track made for another mesh? `retargeted` carries it over."
        )
