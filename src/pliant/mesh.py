"""A mesh in the user's vertex order, and a set of poses of one mesh.

Both are frozen and checked here, once; other code trusts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.appearance import BARE, Appearance
from pliant.arrays import Array, Faces, Floats, Ints, Poses, Vertices, frozen
from pliant.errors import CorrespondenceError, MeshError
from pliant.landmarks import checked_landmarks

if TYPE_CHECKING:
    from pliant.corner_normals import CornerNormals


@dataclass(frozen=True, eq=False)
class Polygons:
    """The faces as the user's file has them, with any number of corners.

    corners: (c,) vertex index of every corner, polygon after polygon
    starts:  (p+1,) polygon q has the corners starts[q] to starts[q+1]
    """

    corners: Ints
    starts: Ints

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, q: int) -> Ints:
        return self.corners[self.starts[q] : self.starts[q + 1]]

    def sides(self) -> Ints:
        """(e, 2) unique sides of all polygons, smaller vertex first, in ascending order."""
        following = np.arange(1, len(self.corners) + 1)
        following[self.starts[1:] - 1] = self.starts[:-1]
        low, high = np.sort([self.corners, self.corners[following]], axis=0)
        width = int(high.max(initial=0)) + 1
        return np.stack(np.divmod(np.unique(low * width + high), width), axis=1)

    @staticmethod
    def of(polygons: Sequence[Sequence[int]]) -> Polygons:
        """The polygons of a list of corner lists."""
        sizes = [len(polygon) for polygon in polygons]
        corners = [corner for polygon in polygons for corner in polygon]
        return Polygons(frozen(corners, np.int64), frozen(np.cumsum([0, *sizes]), np.int64))

    @staticmethod
    def of_triangles(F: Faces) -> Polygons:
        """The triangles F (m, 3) as polygons."""
        return Polygons(frozen(F.ravel(), np.int64), frozen(3 * np.arange(len(F) + 1), np.int64))


@dataclass(frozen=True, eq=False)
class Mesh:
    """Positions and triangles, with the polygons, texture coordinates, groups and materials of a file.

    V:          (n, 3) float64 positions, in the user's order
    F:          (m, 3) int64 triangles; for polygons, their triangulation
    polygons:   the faces as given; F[t] lies in polygon owner[t]
    owner:      (m,) polygon of each triangle
    uv:         (t, 2) texture coordinates, or None
    uv_corners: (c,) row of uv for every corner of polygons, -1 where there is none, or None
    groups:     name -> (g,) polygons of that group (an OBJ's `g` and `o`, a glTF's primitives)
    materials:  name -> (g,) polygons of that material
    landmarks:  name -> vertex, such as the nose; rigs take these names in place of numbers
    appearance: materials, images, normals, colours, nodes and parts of the file; `BARE` for none
    """

    V: Vertices
    F: Faces
    polygons: Polygons
    owner: Ints
    uv: Floats | None = None
    uv_corners: Ints | None = None
    groups: Mapping[str, Ints] = field(default_factory=lambda: MappingProxyType({}))
    materials: Mapping[str, Ints] = field(default_factory=lambda: MappingProxyType({}))
    appearance: Appearance = BARE
    landmarks: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @staticmethod
    def of(V: ArrayLike, F: ArrayLike) -> Mesh:
        """A triangle mesh of positions V (n, 3) and triangles F (m, 3), both copied.

        Raises MeshError for other shapes, numbers that are not finite and triangles with missing vertices.
        """
        positions = checked_positions(V, "positions")
        triangles = checked_faces(F, len(positions))
        owner = frozen(np.arange(len(triangles)), np.int64)
        return Mesh(positions, triangles, Polygons.of_triangles(triangles), owner)

    @staticmethod
    def of_polygons(
        V: ArrayLike,
        polygons: Polygons,
        *,
        uv: ArrayLike | None = None,
        uv_corners: ArrayLike | None = None,
        groups: Mapping[str, ArrayLike] | None = None,
        materials: Mapping[str, ArrayLike] | None = None,
    ) -> Mesh:
        """A polygon mesh of positions V (n, 3), with its triangulation in F and owner.

        The options are the fields of `Mesh`. Raises MeshError as `Mesh.of` does.
        """
        positions = checked_positions(V, "positions")
        check_polygons(polygons, len(positions))
        F, owner = triangulation(positions, polygons)
        return Mesh(
            positions,
            F,
            polygons,
            owner,
            None if uv is None else frozen(uv, np.float64),
            None if uv_corners is None else frozen(uv_corners, np.int64),
            _frozen_groups(groups),
            _frozen_groups(materials),
        )

    @property
    def n(self) -> int:
        """The number of vertices."""
        return len(self.V)

    @cached_property
    def diagonal(self) -> float:
        """The diagonal of the smallest box along the axes that holds its vertices."""
        return float(np.linalg.norm(np.ptp(self.V, axis=0)))

    @cached_property
    def triangle_corners(self) -> Ints:
        """(m, 3) the corner of a polygon for each corner of each triangle."""
        sizes = np.diff(self.polygons.starts)
        if (sizes == 3).all():
            return (self.polygons.starts[:-1, None] + np.arange(3))[self.owner]
        keys = np.repeat(np.arange(len(sizes)), sizes) * self.n + self.polygons.corners
        order = np.argsort(keys, kind="stable")
        found = np.searchsorted(keys[order], self.owner[:, None] * self.n + self.F)
        return order[found]

    @cached_property
    def corner_normals(self) -> CornerNormals | None:
        """How its normals and tangents follow a pose; None if it has no normals."""
        if "normal" not in self.appearance.layers:
            return None
        # Loaded when needed, since it loads compiled kernels.
        from pliant.corner_normals import CornerNormals

        corners = self.polygons.corners
        return CornerNormals(self.V, self.F, self.triangle_corners, corners, self.appearance)

    def moved(self, V: ArrayLike) -> Mesh:
        """The same mesh with other positions V (n, 3), in the same order; normals and tangents turn along.

        Raises MeshError as `Mesh.of` does.
        """
        positions = checked_positions(V, "positions")
        if positions.shape != self.V.shape:
            raise MeshError(
                f"{len(positions)} positions were given for a mesh of {self.n} vertices; "
                "give one position per vertex, in the mesh's own order."
            )
        if np.array_equal(positions, self.V) or self.corner_normals is None:
            return replace(self, V=positions)
        layers = {**self.appearance.layers, **self.corner_normals.posed(positions)}
        return replace(self, V=positions, appearance=replace(self.appearance, layers=layers))

    def with_appearance(self, appearance: Appearance) -> Mesh:
        """The same mesh with another appearance, whose layers have a row for every corner of its polygons.

        Raises MeshError for layers with another number of corners.
        """
        for name, layer in appearance.layers.items():
            if len(layer.corners) != len(self.polygons.corners):
                raise MeshError(
                    f"The layer '{name}' has {len(layer.corners)} corners where the mesh has "
                    f"{len(self.polygons.corners)}; give one row per corner."
                )
        return replace(self, appearance=appearance)

    def with_landmarks(self, landmarks: Mapping[str, int]) -> Mesh:
        """The same mesh with these names of vertices, in place of those that it has.

        Raises MeshError for vertices that it does not have, and for names that are numbers or empty.
        """
        return replace(self, landmarks=checked_landmarks(landmarks, self.n))


@dataclass(frozen=True, eq=False)
class PoseSet:
    """Poses of one mesh; pose 0 is the reference.

    mesh:  connectivity, polygons, texture coordinates and groups; mesh.V is pose 0
    V:     (k, n, 3) positions of every pose
    names: a name for each pose
    """

    mesh: Mesh
    V: Poses
    names: tuple[str, ...]

    @staticmethod
    def of(V: ArrayLike, F: ArrayLike, names: Sequence[str] | None = None) -> PoseSet:
        """The poses V (k, n, 3) of a mesh with the triangles F (m, 3).

        names: one for each pose; by default "pose 0", "pose 1" and so on
        Raises MeshError as `Mesh.of` does, and for another number of names.
        """
        poses = np.asarray(V)
        if poses.ndim != 3 or poses.shape[2] != 3 or len(poses) == 0:
            raise MeshError(
                f"The poses have the shape {poses.shape}; (k, n, 3) with at least one pose is needed."
            )
        mesh = Mesh.of(poses[0], F)
        return PoseSet.of_positions(mesh, poses, names)

    @staticmethod
    def of_positions(mesh: Mesh, V: ArrayLike, names: Sequence[str] | None = None) -> PoseSet:
        """The poses V (k, n, 3) of a mesh; its own positions are replaced by pose 0."""
        poses = np.atleast_1d(V)
        return PoseSet.of_frames(mesh, poses, pose_names(names, len(poses)))

    @staticmethod
    def of_frames(mesh: Mesh, frames: Iterable[ArrayLike], names: Sequence[str]) -> PoseSet:
        """The poses (n, 3) of a mesh that frames give one by one, as many as there are names.

        Memory holds each of them once, so that long animations need no more than their poses do.
        """
        titles, positions = tuple(names), np.empty((len(names), mesh.n, 3))
        for row, title, frame in zip(positions, titles, frames, strict=True):
            pose = checked_positions(frame, f"pose '{title}'")
            if len(pose) != mesh.n:
                raise MeshError(
                    f"Pose '{title}' has {len(pose)} positions for a mesh of {mesh.n} vertices; "
                    "give one position per vertex, in the mesh's own order."
                )
            row[:] = pose
        if not len(positions):
            raise MeshError("No pose was given; at least one is needed.")
        positions.flags.writeable = False
        return PoseSet(mesh.moved(positions[0]), positions, titles)

    @staticmethod
    def of_meshes(meshes: Sequence[Mesh], names: Sequence[str] | None = None) -> PoseSet:
        """The poses of meshes that share one connectivity.

        Raises CorrespondenceError, which names the first difference, where they do not.
        """
        if not meshes:
            raise MeshError("No pose was given; at least one mesh is needed.")
        titles = tuple(names) if names is not None else tuple(f"pose {i}" for i in range(len(meshes)))
        for mesh, title in zip(meshes[1:], titles[1:], strict=True):
            check_correspondence(meshes[0], mesh, titles[0], title)
        return PoseSet.of_frames(meshes[0], [mesh.V for mesh in meshes], titles)

    @property
    def F(self) -> Faces:
        """(m, 3) triangles, shared by all poses."""
        return self.mesh.F

    @property
    def n(self) -> int:
        """The number of vertices."""
        return self.V.shape[1]

    def __len__(self) -> int:
        return len(self.V)

    def with_landmarks(self, landmarks: Mapping[str, int]) -> PoseSet:
        """The same poses with these names of vertices; raises MeshError as `Mesh.with_landmarks` does."""
        return replace(self, mesh=self.mesh.with_landmarks(landmarks))

    def subset(self, poses: Sequence[int]) -> PoseSet:
        """The poses of these numbers only; the first of them becomes the reference."""
        rows = list(poses)
        if not rows:
            raise MeshError("No pose was chosen; at least one is needed.")
        return PoseSet.of_frames(self.mesh, (self.V[i] for i in rows), [self.names[i] for i in rows])


def pose_names(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """The names of `count` poses, by default "pose 0" and so on; raises MeshError for another number."""
    titles = tuple(names) if names is not None else tuple(f"pose {i}" for i in range(count))
    if len(titles) != count:
        raise MeshError(f"{len(titles)} names were given for {count} poses; give one per pose.")
    return titles


def checked_positions(V: ArrayLike, what: str) -> Vertices:
    """A frozen (n, 3) float64 copy; raises MeshError for other shapes and numbers that are not finite.

    what: the word for the positions in messages
    """
    positions = np.asarray(V)
    if positions.ndim != 2 or positions.shape[1] != 3 or len(positions) == 0:
        raise MeshError(
            f"The {what} have the shape {positions.shape}; (n, 3) with at least one vertex is needed."
        )
    positions = frozen(positions, np.float64)
    bad = np.flatnonzero(~np.isfinite(positions).all(axis=1))
    if len(bad):
        raise MeshError(
            f"{len(bad)} vertices of the {what} are not finite numbers, the first is vertex {bad[0]}; "
            "repair the file, or give positions without NaN and infinity."
        )
    return positions


def checked_faces(F: ArrayLike, n: int) -> Faces:
    """A frozen (m, 3) int64 copy; raises MeshError for other shapes, types and indices outside 0 … n-1."""
    faces = np.asarray(F)
    if faces.ndim != 2 or faces.shape[1] != 3 or len(faces) == 0:
        raise MeshError(f"The triangles have the shape {faces.shape}; (m, 3) with at least one is needed.")
    if not np.issubdtype(faces.dtype, np.integer):
        raise MeshError(f"The triangles have the type {faces.dtype}; integers are needed.")
    _check_indices(faces, n, "triangle")
    return frozen(faces, np.int64)


def check_polygons(polygons: Polygons, n: int) -> None:
    """Raise MeshError for polygons of fewer than three corners and indices outside 0 … n-1."""
    if len(polygons) == 0:
        raise MeshError("The mesh has no faces; at least one is needed.")
    short = np.flatnonzero(np.diff(polygons.starts) < 3)
    if len(short):
        raise MeshError(
            f"Polygon {short[0]} has {len(polygons[int(short[0])])} corners; at least 3 are needed."
        )
    _check_indices(polygons.corners, n, "polygon corner")


def check_correspondence(first: Mesh, other: Mesh, first_name: str, other_name: str) -> None:
    """Raise CorrespondenceError, which names the first difference, where two meshes differ in their faces."""
    if first.n != other.n:
        raise CorrespondenceError(
            f"'{other_name}' has {other.n} vertices where '{first_name}' has {first.n}; "
            "poses must be exported from one mesh with its vertex order kept."
        )
    if len(first.polygons) != len(other.polygons):
        raise CorrespondenceError(
            f"'{other_name}' has {len(other.polygons)} faces where '{first_name}' has "
            f"{len(first.polygons)}; poses must be exported from one mesh."
        )
    same_sizes = np.diff(first.polygons.starts) == np.diff(other.polygons.starts)
    different = np.flatnonzero(~same_sizes)
    if not len(different):
        corner = np.flatnonzero(first.polygons.corners != other.polygons.corners)
        different = np.searchsorted(first.polygons.starts, corner[:1], side="right") - 1
    if len(different):
        q = int(different[0])
        raise CorrespondenceError(
            f"Face {q} of '{other_name}' joins the vertices {other.polygons[q].tolist()} where "
            f"'{first_name}' joins {first.polygons[q].tolist()}; export the poses with the vertex order kept."
        )


def triangulation(V: Vertices, polygons: Polygons) -> tuple[Faces, Ints]:
    """F (m, 3) and owner (m,): the triangles of all polygons, in the polygons' order, and their polygons.

    A quad is cut along its shorter diagonal, a larger polygon as a fan.
    """
    sizes = np.diff(polygons.starts)
    if (sizes == 3).all():
        whole = polygons.corners[polygons.starts[0] : polygons.starts[-1]].reshape(-1, 3)
        return frozen(whole, np.int64), frozen(np.arange(len(polygons)), np.int64)
    owner = np.repeat(np.arange(len(polygons)), sizes - 2)
    step = np.arange(len(owner)) - np.repeat(np.cumsum(sizes - 2) - (sizes - 2), sizes - 2)
    first = polygons.starts[owner]
    local = np.stack([np.zeros_like(step), step + 1, step + 2], axis=1)
    a, b, c, d = (V[polygons.corners[polygons.starts[:-1][sizes == 4] + i]] for i in range(4))
    turned = np.zeros(len(polygons), dtype=bool)
    # Overflow compares as infinite, which is as good a choice of diagonal as any.
    with np.errstate(over="ignore", invalid="ignore"):
        turned[sizes == 4] = ((d - b) ** 2).sum(axis=1) < ((c - a) ** 2).sum(axis=1)
    shift = turned[owner].astype(np.int64)[:, None]
    local = np.where(shift == 1, (local + 1) % 4, local)
    return frozen(polygons.corners[first[:, None] + local], np.int64), frozen(owner, np.int64)


def _check_indices(indices: Array, n: int, what: str) -> None:
    bad = np.argwhere((indices < 0) | (indices >= n))
    if len(bad):
        raise MeshError(
            f"A {what} names vertex {indices[tuple(bad[0])]} (position {bad[0].tolist()}), "
            f"but there are {n} vertices, numbered 0 to {n - 1}."
        )


def _frozen_groups(groups: Mapping[str, ArrayLike] | None) -> Mapping[str, Ints]:
    return MappingProxyType({name: frozen(rows, np.int64) for name, rows in (groups or {}).items()})
