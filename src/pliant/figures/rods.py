"""A wire frame of thin solid rods: the mesh hides what lies behind it, and takes no shadow from them."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats, Ints
from pliant.core.mesh import Mesh
from pliant.figures.extra import load
from pliant.figures.scene import Scene, joined, outlines

# In diagonals of the largest shot: the radius of rods, and of the balls that join them.
ROD, BALL = 0.0014, 0.003
SIDES = 8


def cage_edges(cage: Mesh) -> Ints:
    """(e, 2) the edges of the cage's own polygons, each once; the cuts of quads are none."""
    ends = np.sort(cage.F[:, [[1, 2], [2, 0], [0, 1]]], axis=2)
    return np.unique(ends[outlines(cage)], axis=0)


def rods(cage: Mesh, rgb: Floats) -> Scene:
    """A rod along every edge and a ball at every vertex, in one colour (3,)."""
    ball = load("pyvista").Icosphere(nsub=1, radius=1.0)
    N, F = np.asarray(ball.points, np.float64), ball.regular_faces.astype(np.int64)
    balls = (cage.V[:, None] + BALL * N).reshape(-1, 3)
    faces = (F + len(N) * np.arange(cage.n)[:, None, None]).reshape(-1, 3)
    ends = cage.V[cage_edges(cage)]
    return joined(
        [_scene(*_prisms(ends[:, 0], ends[:, 1]), rgb), _scene(balls, faces, np.tile(N, (cage.n, 1)), rgb)]
    )


def _prisms(a: Floats, b: Floats) -> tuple[Floats, Ints, Floats]:
    """Open prisms from a (e, 3) to b (e, 3): positions, triangles, and the normals of round rods."""
    length = np.linalg.norm(b - a, axis=1, keepdims=True)
    along = (b - a) / np.where(length > 0.0, length, 1.0)
    # Any direction that is not nearly along the rod.
    u = np.cross(along, np.eye(3)[np.argmin(np.abs(along), axis=1)])
    u /= np.maximum(np.linalg.norm(u, axis=1, keepdims=True), 1e-12)
    v = np.cross(along, u)
    angle = 2.0 * np.pi * np.arange(SIDES) / SIDES
    ring = np.cos(angle)[:, None] * u[:, None] + np.sin(angle)[:, None] * v[:, None]
    V = np.concatenate([a[:, None] + ROD * ring, b[:, None] + ROD * ring], axis=1).reshape(-1, 3)
    N = np.concatenate([ring, ring], axis=1).reshape(-1, 3)
    i = np.arange(SIDES)
    j = (i + 1) % SIDES
    side = np.stack([i, j, j + SIDES, i, j + SIDES, i + SIDES], axis=1).reshape(-1, 3)
    return V, (side + 2 * SIDES * np.arange(len(a))[:, None, None]).reshape(-1, 3), N


def _scene(V: Floats, F: Ints, N: Floats, rgb: Floats) -> Scene:
    wired = np.zeros(F.shape, bool)
    return Scene(V, F, N, np.broadcast_to(rgb, V.shape), wired, np.zeros(len(F), bool))
