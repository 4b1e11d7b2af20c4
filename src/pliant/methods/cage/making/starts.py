"""Fine surfaces around a mesh from which its cage is coarsened, from close to wide."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.core.arrays import Faces, Floats, Vertices
from pliant.core.topology import edges
from pliant.methods.cage.making.body import Body
from pliant.methods.cage.making.bridges import bridges
from pliant.methods.cage.making.closing import closing
from pliant.methods.cage.making.fit import Limits
from pliant.methods.cage.making.grid import Grid, grid, outside
from pliant.methods.cage.making.level_set import level_set_mesh
from pliant.methods.cage.making.quadric import quadrics
from pliant.methods.cage.making.surface import Surface, surface

# Grid nodes along the diagonal, per cube root of the wanted vertices: what is finer, no face can follow.
NODES = 16.0
# The space grown around the mesh: in nodes' spacings, and in margins.
OFFSETS = (1.1, 1.6)
# Radii of the closing, in offsets, tried in turn while the cage has too many handles or vertices.
RADII = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
# Spacings in a radius, at least: what is closed widely needs no fine grid.
WIDE = 6.0
# A handle takes so many vertices.
VERTICES_PER_HANDLE = 40


def starts(held: Body, vertices: int, limits: Limits) -> Iterator[Surface]:
    """Fine surfaces around the mesh, from close to wide, without those of too many handles."""
    finest = 1.0 / (NODES * np.cbrt(vertices))
    offset = max(OFFSETS[0] * finest, OFFSETS[1] * limits.margin)
    for radius in np.array(RADII) * offset:
        spacing = max(finest, radius / WIDE)
        values, around = _space(
            held, spacing, max(offset, OFFSETS[0] * spacing), float(radius), limits.mirror
        )
        V, F = level_set_mesh(values, around.low, spacing)
        if _handles(V, F, limits.mirror) <= vertices // VERTICES_PER_HANDLE:
            yield surface(V, F, (V[:, 0] == 0.0) & limits.mirror, quadrics(V, F))


def _space(held: Body, spacing: float, offset: float, radius: float, mirror: bool) -> tuple[Floats, Grid]:
    """The closed space around the mesh in one piece, negative inside, and the grid that it is given on."""
    radius = max(radius, offset)
    around = grid(held.corners, spacing, radius + 3.0 * spacing, mirror)
    values = closing(around, offset, radius)
    joints = bridges(around, values < 0.0)
    if len(joints):
        around = grid(np.concatenate([held.corners, joints]), spacing, radius + 3.0 * spacing, mirror)
        values = closing(around, offset, radius)
    # What shrinking opened again inside is no part of the cage's surface.
    hollow = (values >= 0.0) & ~outside(values >= 0.0, mirror, corners=False)
    return np.where(hollow, -spacing, values), around


def _handles(V: Vertices, F: Faces, mirror: bool) -> int:
    """The genus; of a half, that of both halves together."""
    euler = len(V) - len(edges(F)) + len(F)
    return 1 - euler if mirror else 1 - euler // 2
