"""Near-convex parts of a component, and the volume that those of two components share [Xu2009].

A bearing with much clearance touches nowhere, but its pin lies within the hull of the part around it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.extras import load
from pliant.methods.joints.part import PartSurface

# How concave a part may be, over its size: parts, not details.
CONCAVITY = 0.1
# Parts at most; more only cost time.
MOST = 16
# Effort of the search for cuts, far below what a simulation would ask for: only the gross shape matters.
EFFORT = {
    "preprocess_resolution": 20,
    "resolution": 200,
    "mcts_nodes": 5,
    "mcts_iterations": 10,
    "mcts_max_depth": 1,
}


def hulls(part: PartSurface) -> list[Floats]:
    """Corners (c, 3) of the convex hull of each near-convex part of a surface."""
    coacd = load("coacd", "joints", "Near-convex parts")
    coacd.set_log_level("error")
    # The library's own tolerances are lengths, so it sees every part at the same size.
    centre = part.V.mean(axis=0)
    mesh = coacd.Mesh((part.V - centre) / part.size, part.F)
    found = coacd.run_coacd(mesh, threshold=CONCAVITY, max_convex_hull=MOST, seed=0, **EFFORT)
    return [centre + part.size * np.asarray(corners) for corners, _ in found]


def common_volume(first: list[Floats], second: list[Floats]) -> float:
    """The largest volume that a hull of the first list shares with a hull of the second."""
    manifold = load("manifold3d", "joints", "Hulls that meet").Manifold
    solids: list[list[Any]] = [
        [manifold.hull_points(corners) for corners in each] for each in (first, second)
    ]
    return max((float((a ^ b).volume()) for a in solids[0] for b in solids[1]), default=0.0)
