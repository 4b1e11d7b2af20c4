"""Measures how far each triangle can be trusted, by its residual e_j in half-way blends.

The features of an example are those of a mesh; those of a blend are not quite. On scans and sharp poses a few
bad triangles hold nearly all of the difference. They make the energy high between an example and its
neighbours, so that the search stops near its start. They count W_j / (1 + e_j/τ) instead of W_j, but around
each vertex a share of the plain weight is kept: a pin among triangles that count for nothing would pull its
vertex alone out of the surface. Not in [Sumner2005].
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats
from pliant.examples.span import Span
from pliant.methods.meshik.incidence import Incidence
from pliant.progress import Progress
from pliant.solve.sparse import HeldLaplacian

# Share of the plain weight that the triangles around a vertex keep together.
KEPT = 0.15


def trust(e: Floats, tolerance: float, F: Faces, W: Floats) -> Floats:
    """(m,) the share of its weight that each triangle keeps.

    e:         (m,) its distrust; half of the weight is left where it is the tolerance
    F, W:      (m, 3) triangles and (m,) their plain weights
    """
    share = 1.0 / (1.0 + e / tolerance)
    around = np.bincount(F.ravel(), np.repeat(W * share, 3)) / np.bincount(F.ravel(), np.repeat(W, 3))
    lacking = np.maximum(KEPT - around, 0.0)
    return np.minimum(share + lacking[F].max(axis=1), 1.0)


def distrust(span: Span, around: Incidence, W: Floats, system: HeldLaplacian, progress: Progress) -> Floats:
    """e (m,): the largest squared residual of each triangle, half-way between the reference and any example.

    W:      (m,) weight of each triangle
    system: the Laplacian with these weights, factored
    """
    k = span.free
    still = np.broadcast_to(np.eye(3), (len(W), 3, 3)).copy()
    worst = np.zeros(len(W))
    for i in range(1, k):
        progress(i / k, "judging triangles")
        w = np.zeros(k)
        w[0] = w[i] = 0.5
        T = span.tangents(w, still)
        x = system.solve(around.gathered(T, W))
        np.maximum(worst, around.residuals(x, T), out=worst)
    return worst
