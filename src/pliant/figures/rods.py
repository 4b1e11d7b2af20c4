"""A wire frame of thin solid rods, which the mesh may hide, and which cast no shadows."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.figures.scene import Scene, balls, joined, outlines, plain
from pliant.mesh import Mesh

# In diagonals of the largest shot: the radius of rods, and of the balls that join them.
ROD, BALL = 0.0014, 0.003
SIDES = 8


def cage_edges(cage: Mesh) -> Ints:
    """(e, 2) the edges of the cage's polygons, each once; the cuts of quads do not count."""
    ends = np.sort(cage.F[:, [[1, 2], [2, 0], [0, 1]]], axis=2)
    return np.unique(ends[outlines(cage)], axis=0)


def rods(cage: Mesh, rgb: Floats) -> Scene:
    """A rod along every edge and a ball at every vertex of the cage, in one colour (3,)."""
    ends = cage.V[cage_edges(cage)]
    solids = [_prisms(ends[:, 0], ends[:, 1]), balls(cage.V, BALL, subdivisions=1)]
    return joined([plain(*solid, rgb, casts=False) for solid in solids])


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
