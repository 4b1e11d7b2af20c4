"""How far each triangle can be trusted: e_j, its part in what no mesh can follow of half-way blends.

The features of an example are those of a mesh; those of a blend are not quite. On scans and sharp poses a
few bad triangles hold nearly all of the difference, and wall every example off from its neighbours, so that
the search stops beside its start. They count W_j / (1 + e_j/τ) instead. Not in [Sumner2005].
"""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.features import Span
from pliant.core.gather import Incidence
from pliant.core.progress import Progress
from pliant.core.sparse import HeldLaplacian


def distrust(span: Span, around: Incidence, W: Floats, system: HeldLaplacian, progress: Progress) -> Floats:
    """e (m,): the largest squared residual of each triangle, half-way between reference and any example."""
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
