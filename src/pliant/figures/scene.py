"""The triangles of one shot, with normals and colours, and spheres for marked points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.figures.extra import load
from pliant.figures.paint import Paint
from pliant.geometry.split_surface import grouped_normals, shading_normals, split_surface
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class Scene:
    """Triangles to be drawn.

    V:     (n, 3) positions
    F:     (m, 3) triangles
    N:     (n, 3) unit normals
    rgb:   (n, 3) colours, linear light
    wired: (m, 3) whether the edge opposite to each corner is drawn in a wire frame
    casts: (m,) whether the triangle casts a shadow
    paint: the materials of the first triangles, which take the place of rgb there; None for none
    """

    V: Vertices
    F: Faces
    N: Floats
    rgb: Floats
    wired: Array
    casts: Array
    paint: Paint | None = None


def painted(mesh: Mesh, paint: Paint, crease: float) -> Scene:
    """The mesh in the colours of its own materials, with hard edges where its file has them.

    crease: for a mesh whose file has no normals, as for `surface`
    """
    given = mesh.appearance.layers.get("normal")
    if given is None:
        plainly = surface(mesh, mesh.V, np.ones((mesh.n, 3)), crease)
        return replace(plainly, casts=paint.casts, paint=paint)
    split = split_surface(mesh, [given])
    _, groups = shading_normals(mesh, split, given)
    V = mesh.V[split.source]
    N = grouped_normals(V, split.F, groups)
    return Scene(V, split.F, N, np.ones_like(V), outlines(mesh), paint.casts, paint)


def surface(mesh: Mesh, V: Vertices, rgb: Floats, crease: float) -> Scene:
    """The mesh at positions V (n, 3) with colours rgb (n, 3); edges beyond crease degrees stay sharp."""
    poly = load("pyvista").PolyData.from_regular_faces(V, mesh.F)
    poly.point_data["rgb"] = rgb
    smooth = poly.compute_normals(
        cell_normals=False, split_vertices=True, consistent_normals=False, feature_angle=crease
    )
    F = smooth.regular_faces.astype(np.int64)
    N = smooth.point_data["Normals"].astype(np.float64)
    positions, painted = np.asarray(smooth.points, np.float64), smooth.point_data["rgb"]
    return Scene(positions, F, N, painted, outlines(mesh), np.ones(len(F), bool))


def spheres(centres: Vertices, radius: float, rgb: Floats) -> Scene:
    """A sphere about each of the centres (h, 3), in one colour (3,)."""
    return plain(*balls(centres, radius, subdivisions=3), rgb, casts=True)


def balls(centres: Vertices, radius: float, *, subdivisions: int) -> tuple[Floats, Ints, Floats]:
    """Positions, triangles and unit normals of subdivided icosahedra about the centres (h, 3)."""
    ball = load("pyvista").Icosphere(nsub=subdivisions, radius=1.0)
    N, F = np.asarray(ball.points, np.float64), ball.regular_faces.astype(np.int64)
    V = (centres[:, None] + radius * N).reshape(-1, 3)
    faces = (F + len(N) * np.arange(len(centres))[:, None, None]).reshape(-1, 3)
    return V, faces, np.tile(N, (len(centres), 1))


def plain(V: Floats, F: Ints, N: Floats, rgb: Floats, *, casts: bool) -> Scene:
    """Triangles of one colour (3,) without a wire frame; casts: whether they cast shadows."""
    wired, shadows = np.zeros(F.shape, bool), np.full(len(F), casts)
    return Scene(V, F, N, np.broadcast_to(rgb, V.shape), wired, shadows)


def joined(scenes: Sequence[Scene]) -> Scene:
    """One scene with the triangles of several; only the first may be painted."""
    starts = np.cumsum([0, *(len(scene.V) for scene in scenes)])
    return Scene(
        np.concatenate([scene.V for scene in scenes]),
        np.concatenate([scene.F + start for scene, start in zip(scenes, starts[:-1], strict=True)]),
        np.concatenate([scene.N for scene in scenes]),
        np.concatenate([scene.rgb for scene in scenes]),
        np.concatenate([scene.wired for scene in scenes]),
        np.concatenate([scene.casts for scene in scenes]),
        scenes[0].paint,
    )


def outlines(mesh: Mesh) -> Array:
    """(m, 3) whether the edge opposite to each corner bounds a polygon and is no cut inside it."""
    if len(mesh.polygons) == len(mesh.F):
        return np.ones(mesh.F.shape, bool)
    ends = np.sort(mesh.F[:, [[1, 2], [2, 0], [0, 1]]], axis=2)
    key = (ends[..., 0] * mesh.n + ends[..., 1]) * len(mesh.polygons) + mesh.owner[:, None]
    _, inverse, counts = np.unique(key, return_inverse=True, return_counts=True)
    return counts[inverse].reshape(mesh.F.shape) == 1
