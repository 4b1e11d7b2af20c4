"""Anchors of a track: vertices that move as one, a named region, or a point on the surface."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.anchors import Anchors, Points
from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import AnchorError, TrackError
from pliant.geometry.patch import corners_of, patch
from pliant.mesh import Mesh
from pliant.rig import Rig


@dataclass(frozen=True)
class Anchor:
    """Points of a mesh that a track holds: vertices, a point on a triangle, or a region that the rig names.

    around: whether the vertices are the neighbourhood of the first, or of the point on the triangle, which is
            keyed instead of their mean
    Raises TrackError unless exactly one of the three is given, or a triangle with vertices around.
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
    def with_patch(triangle: int, barycentric: Sequence[float], vertices: Sequence[int]) -> Anchor:
        """An anchor on a point of a triangle that can turn, with the vertices around it."""
        return replace(Anchor.on(triangle, barycentric), vertices=tuple(map(int, vertices)), around=True)

    @staticmethod
    def named(region: str) -> Anchor:
        """An anchor by a name that the rig knows: a painted handle, a part or a mesh group as one handle, or
        a landmark.
        """
        return Anchor(region=region)

    def __post_init__(self) -> None:
        surface = self.triangle is not None and self.barycentric is not None
        alone = bool(self.vertices) and not (surface and self.around)
        if [alone, surface, self.region is not None].count(True) != 1:
            raise TrackError(
                f"An anchor has the vertices {list(self.vertices)}, the triangle {self.triangle} and the "
                f"region {self.region!r}; give one of them, a triangle with three barycentric coordinates."
            )

    def __len__(self) -> int:
        """Number of points that are held."""
        return max(1, len(self.vertices) + (self.triangle is not None))

    @property
    def turns(self) -> bool:
        """Whether it is more than a single point."""
        return (len(self.vertices) > 1 and not self.around) or self.region is not None

    def patch(self, mesh: Mesh, taken: Collection[int]) -> Anchor:
        """A single vertex with its neighbourhood, but for vertices that are taken; others are as they are."""
        if len(self.vertices) != 1 or self.triangle is not None:
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
        regions, landmarks = rig.regions(), rig.mesh.landmarks
        if self.region not in regions and self.region in landmarks:
            return Anchor.of(landmarks[self.region])
        if self.region not in regions:
            known = ", ".join(f"'{name}'" for name in (*regions, *landmarks)) or "none"
            raise AnchorError(
                f"The rig has no region '{self.region}'; it has {known}. Regions are painted handles, parts "
                "of mechanisms, groups of the mesh and landmarks."
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
        corners = np.repeat(np.array(self.vertices, dtype=np.int64)[:, None], 3, axis=1)
        weights = np.tile([1.0, 0.0, 0.0], (len(self.vertices), 1))
        if self.triangle is not None:
            _check_range(self.triangle, len(mesh.F), "triangle")
            corners = np.concatenate([mesh.F[[self.triangle]], corners])
            weights = np.concatenate([np.array([self.barycentric]), weights])
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
    faces, weights = [], []
    for anchor in anchors:
        if anchor.triangle is not None:
            faces.append(np.array([anchor.triangle]))
            weights.append(np.array([anchor.barycentric]))
        own = corners_of(anchor.vertices, mesh)
        faces.append(own[0])
        weights.append(own[1])
    items = np.repeat(np.arange(len(anchors)), [len(anchor) for anchor in anchors])
    return Anchors(np.concatenate(faces), np.concatenate(weights), items)


def _check_range(number: int, count: int, what: str) -> None:
    if not 0 <= number < count:
        raise AnchorError(
            f"A track holds {what} {number}, but the mesh has {count}, numbered 0 to {count - 1}; "
            "was the track made for another mesh? `retargeted` carries it over."
        )
