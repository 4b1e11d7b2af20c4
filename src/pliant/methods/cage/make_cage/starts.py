"""Fine surfaces around a mesh, from tight to wide, of which its cage is made by coarsening."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.topology import edges
from pliant.methods.cage.make_cage.body import Body
from pliant.methods.cage.make_cage.bridges import bridges
from pliant.methods.cage.make_cage.closing import closing
from pliant.methods.cage.make_cage.fit import Limits
from pliant.methods.cage.make_cage.grid import Grid, grid, outside
from pliant.methods.cage.make_cage.level_set import level_set_mesh
from pliant.methods.cage.make_cage.quadric import quadrics
from pliant.methods.cage.make_cage.surface import EditableSurface, editable_surface

# Grid nodes along the diagonal, per cube root of the wanted vertices; no face could follow finer detail.
NODES = 16.0
# How far the space grows around the mesh: at least so many spacings of the grid, and so many margins.
OFFSETS = (1.1, 1.6)
# Radii of the closing, in offsets, tried in turn while the cage has too many handles or vertices.
RADII = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
# Spacings in a radius, at least: a wide closing needs no fine grid.
WIDE = 6.0
# A cage may have one handle for each so many vertices.
VERTICES_PER_HANDLE = 40


def starts(held: Body, vertices: int, limits: Limits) -> Iterator[EditableSurface]:
    """Fine surfaces around the mesh, from tight to wide, with few enough handles for so many vertices."""
    finest = 1.0 / (NODES * np.cbrt(vertices))
    offset = max(OFFSETS[0] * finest, OFFSETS[1] * limits.margin)
    for radius in np.array(RADII) * offset:
        spacing = max(finest, radius / WIDE)
        apart = max(offset, OFFSETS[0] * spacing)
        values, around = _space(held, spacing, apart, float(radius), mirror=limits.mirror)
        V, F = level_set_mesh(values, around.low, spacing)
        if _handles(V, F, mirror=limits.mirror) <= vertices // VERTICES_PER_HANDLE:
            yield editable_surface(V, F, (V[:, 0] == 0.0) & limits.mirror, quadrics(V, F))


def _space(held: Body, spacing: float, offset: float, radius: float, *, mirror: bool) -> tuple[Floats, Grid]:
    """The closed space around the mesh in one piece, negative inside, and the grid of its values."""
    radius = max(radius, offset)
    around = grid(held.corners, spacing, radius + 3.0 * spacing, mirror=mirror)
    values = closing(around, offset, radius)
    joints = bridges(around, values < 0.0)
    if len(joints):
        around = grid(np.concatenate([held.corners, joints]), spacing, radius + 3.0 * spacing, mirror=mirror)
        values = closing(around, offset, radius)
    # Hollows that shrinking opened again inside are no part of the cage's surface.
    hollow = (values >= 0.0) & ~outside(values >= 0.0, mirror=mirror, corners=False)
    return np.where(hollow, -spacing, values), around


def _handles(V: Vertices, F: Faces, *, mirror: bool) -> int:
    """The number of handles (the genus); with a mirror, of both halves together."""
    euler = len(V) - len(edges(F)) + len(F)
    return 1 - euler if mirror else 1 - euler // 2
