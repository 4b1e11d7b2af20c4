"""The size of a set of points."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats


def box_diagonal(V: Floats) -> float:
    """The diagonal of the smallest box along the axes that holds the points V (n, 3)."""
    return float(np.linalg.norm(np.ptp(V, axis=0)))
