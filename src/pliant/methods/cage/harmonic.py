"""Harmonic coordinates [Joshi2007]: Laplace's equation inside the cage, the hat functions on its surface.

By boundary elements rather than a grid or tetrahedra: only the cage is cut, thin parts and points close to it
cost nothing, and linear functions are reproduced. Panels are cut until two rounds agree to the tolerance.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.errors import CageError
from pliant.methods.cage.flux import flux, refined
from pliant.methods.cage.non_negative import non_negative
from pliant.methods.cage.panels import Panels
from pliant.methods.cage.triangles import CageTriangles
from pliant.progress import Progress

# Points at which two rounds are compared.
PROBES = 400
# Size of the dense system, which then takes 400 MB and a few seconds.
MOST_UNKNOWNS = 7000
# Larger cages leave no room for a second round to compare with.
MOST_FACES = 2000


def harmonic_weights(
    points: Vertices, V: Floats, F: Faces, triangles: CageTriangles, tolerance: float, tell: Progress
) -> tuple[Floats, float]:
    """(n, c) harmonic coordinates of points (n, 3) in the cage (V, F), and their estimated largest error.

    The estimate is how far the last two rounds differ; it exceeds the tolerance where MOST_UNKNOWNS end them.
    Raises CageError for a cage with more than MOST_FACES triangles.
    """
    if len(F) > MOST_FACES:
        raise CageError(
            f"The cage has {len(F)} triangles; harmonic coordinates are made for up to {MOST_FACES}. "
            "Use a coarser cage, or kind='mean_value'."
        )
    probes = points[np.unique(np.linspace(0, len(points) - 1, PROBES).astype(np.int64))]
    most = MOST_UNKNOWNS // 3
    found = flux(Panels.of(triangles, most), F, len(V))
    values, accuracy = found.weights(probes), np.inf
    while accuracy > tolerance and len(found.panels) < most:
        unknowns = 3 * len(found.panels)
        tell(0.1 + 0.5 * min(1.0, unknowns / MOST_UNKNOWNS), f"harmonic coordinates: {unknowns} unknowns")
        found = flux(refined(found, most), F, len(V))
        before, values = values, found.weights(probes)
        accuracy = float(np.abs(values - before).max())
    tell(0.6, f"harmonic coordinates of {len(points)} points")
    return non_negative(found.weights(points), points, V), accuracy
