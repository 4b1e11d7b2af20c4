"""A body's hide at rest: a mesh of its surface with a wanted number of vertices."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Faces, Floats, Vertices
from pliant.samples.implicit.body import Body
from pliant.samples.implicit.halves import MIRROR, mirrored_half, partners
from pliant.samples.implicit.level_set import level_set_mesh
from pliant.samples.implicit.remesh import polished, remeshed

# The first grid catches ears, which are 0.03 thick, and fingers, whatever the wanted number of vertices.
GRID = 0.010
# Edge lengths go with the square root of the radius; away from a finer part they grow at this rate,
# in the same units: square roots of lengths per length.
GRADATION = 3.5
# A part farther than this makes nothing finer.
REACH = 0.08
# Newton steps that bring all but a few vertices in creases onto the surface to 1e-5.
LANDINGS = 4


def hide(body: Body, count: int) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3): a closed mesh of about `count` well-shaped vertices on the body's surface."""
    low, high = body.box()
    margin = 4.0 * GRID
    V, F = level_set_mesh(lambda P: body.level(P)[0], low - margin, high + margin, GRID)
    V, F = remeshed(V, F, edge_sizes(V, body), count, body.projected)
    return _landed(V, body), F


def symmetric_hide(body: Body, count: int) -> tuple[Vertices, Faces]:
    """The same for a body that is its own mirror image in x = 0: so is its mesh, to the last bit."""
    V, F = mirrored_half(*hide(body, count))
    # Flips mend the triangles that the cut left; they know no symmetry, so the half is taken once more.
    V, F = mirrored_half(*polished(V, F, lambda P: edge_sizes(P, body), body.projected))
    partner = partners(V)
    V = _landed(V, body)
    return 0.5 * (V + V[partner] * MIRROR), F


def edge_sizes(P: Vertices, body: Body) -> Floats:
    """(p,) wanted edge lengths at P, up to a common factor: finer on thin and detailed parts."""
    distance, place = body.distances(P, REACH)
    size = np.full(len(P), np.inf)
    for k, part in enumerate(body.parts):
        thin = np.sqrt(part.tube.radii.min(axis=1))
        here = part.detail * np.interp(place[:, k], np.arange(len(thin)), thin)
        size = np.minimum(size, here + GRADATION * np.abs(distance[:, k]))
    return size


def _landed(V: Vertices, body: Body) -> Vertices:
    for _ in range(LANDINGS):
        V = body.projected(V)
    return V
