"""Which vertex a pixel of a picture shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.errors import OptionError
from pliant.figures.look import Look
from pliant.figures.picture import camera_of, check_page, page_of, staged
from pliant.figures.shots import Shot, subjects
from pliant.figures.views import View
from pliant.mesh import Mesh

# In barycentric coordinates: no ray slips through between two triangles.
SLACK = 1e-9


def vertex_at(
    mesh: Mesh,
    pixel: tuple[float, float],
    *,
    size: tuple[int, int] = (1600, 900),
    view: View | str | Sequence[float] = "three-quarter",
) -> int | None:
    """The vertex nearest to what a pixel shows in the picture that `render` draws of the mesh alone.

    pixel:      columns from the left and rows from the top
    size, view: as for `render`
    Returns None where the pixel shows no part of the mesh; raises OptionError for one outside the picture.
    """
    column, row = pixel
    if not (0 <= column < size[0] and 0 <= row < size[1]):
        raise OptionError(f"The pixel {column:g},{row:g} is outside a picture of {size[0]} × {size[1]}.")
    check_page(size, None, None)
    view = view if isinstance(view, View) else View(view)
    shown = staged(subjects(Shot(mesh), Look()), view)
    page = page_of(shown, view, size)
    left, top = page.corner(0)
    across, upward = np.array([column - left]), np.array([page.tile[1] - 1 - (row - top)])
    origins, directions = camera_of(shown, page, view).rays(across, upward, page.tile)
    V = shown[0].mesh.V
    hit = first_hit(V, mesh.F, origins[0], directions[0])
    if hit is None:
        return None
    triangle, place = hit
    corners = mesh.F[triangle]
    return int(corners[np.linalg.norm(V[corners] - place, axis=1).argmin()])


def first_hit(V: Vertices, F: Faces, origin: Floats, direction: Floats) -> tuple[int, Floats] | None:
    """The first triangle that a ray meets, from either side, and where (3,); None for a miss."""
    a, b, c = (V[F[:, i]] for i in range(3))
    along, aside = b - a, c - a
    across = np.cross(direction, aside)
    volume = (along * across).sum(axis=1)
    flat = volume == 0.0
    inverse = 1.0 / np.where(flat, 1.0, volume)
    u = ((origin - a) * across).sum(axis=1) * inverse
    normal = np.cross(origin - a, along)
    v = normal @ direction * inverse
    far = (aside * normal).sum(axis=1) * inverse
    met = ~flat & (u >= -SLACK) & (v >= -SLACK) & (u + v <= 1 + SLACK) & (far > 0)
    if not met.any():
        return None
    triangle = int(np.where(met, far, np.inf).argmin())
    return triangle, origin + far[triangle] * direction
