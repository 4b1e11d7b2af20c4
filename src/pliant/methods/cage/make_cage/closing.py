"""The space that a cage should hold: the mesh grown by d, with everything narrower than R closed.

Asymmetric closing [Calderon2017]: grown by R, its cavities filled, and shrunk by R − d. Gaps, holes and
handles that a ball of radius R cannot enter from outside vanish; all else keeps the distance d.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.methods.cage.make_cage.grid import Grid, nearest_nodes, outside


def closing(grid: Grid, offset: float, radius: float) -> Floats:
    """(p, q, r) the space closed with d = offset, R = radius: negative inside, near it about the distance."""
    far = outside(grid.distance >= radius, mirror=grid.mirror)
    if radius <= offset:
        filled = ~far & (grid.distance >= offset)
        return np.where(filled, -grid.spacing, grid.distance - offset)
    nearest = nearest_nodes(far)
    steps = np.stack(nearest) - np.indices(far.shape)
    # The nearest outside node lies beyond the grown surface by this much itself.
    beyond = grid.distance[nearest] - radius
    depth = grid.spacing * np.sqrt((steps**2).sum(axis=0)) - beyond
    return np.minimum(radius - offset - depth, grid.distance - offset)
