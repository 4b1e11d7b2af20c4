"""The triangles of one shot, with normals and colours, and spheres for marked points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.figures.extra import load
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
    """

    V: Vertices
    F: Faces
    N: Floats
    rgb: Floats
    wired: Array
    casts: Array


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
    """One scene with the triangles of several."""
    starts = np.cumsum([0, *(len(scene.V) for scene in scenes)])
    return Scene(
        np.concatenate([scene.V for scene in scenes]),
        np.concatenate([scene.F + start for scene, start in zip(scenes, starts[:-1], strict=True)]),
        np.concatenate([scene.N for scene in scenes]),
        np.concatenate([scene.rgb for scene in scenes]),
        np.concatenate([scene.wired for scene in scenes]),
        np.concatenate([scene.casts for scene in scenes]),
    )


def outlines(mesh: Mesh) -> Array:
    """(m, 3) whether the edge opposite to each corner bounds a polygon and is no cut inside it."""
    if len(mesh.polygons) == len(mesh.F):
        return np.ones(mesh.F.shape, bool)
    ends = np.sort(mesh.F[:, [[1, 2], [2, 0], [0, 1]]], axis=2)
    key = (ends[..., 0] * mesh.n + ends[..., 1]) * len(mesh.polygons) + mesh.owner[:, None]
    _, inverse, counts = np.unique(key, return_inverse=True, return_counts=True)
    return counts[inverse].reshape(mesh.F.shape) == 1
