"""What a body stands on: the regions of its surface that touch the floor under it."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.geometry.surface_graph import SurfaceGraph

# All heights are shares of the body's. What is this near to the lowest point touches the floor…
TOUCHING = 0.03
# …or this near, where it would fall over otherwise: scans are not quite level.
TILTED = 0.06
# What hangs together this much above is one foot: heel and toe, or the toes of a claw.
ANKLE = 0.05
# Beside a larger one a foot has this share of its area at least; there are so many at most.
SMALLEST, MOST = 0.1, 8
# A body lies where what touches the floor is this much as long as the body, which is this flat.
LYING, FLAT = 0.7, 0.5


def standing_feet(graph: SurfaceGraph, up: Floats) -> list[Ints]:
    """The nodes of each foot that a body stands on, the largest first.

    up: (3,) unit vector along an axis
    None for what lies on its length, or hovers on its wing tips; a single one may stand beside the middle.
    """
    level, tilted = (feet(graph, up, touching) for touching in (TOUCHING, TILTED))
    for found in (level, tilted):
        if stable(graph, found, up):
            return found
    return level if len(level) == 1 else []


def feet(graph: SurfaceGraph, up: Floats, touching: float = TOUCHING) -> list[Ints]:
    """The nodes of each foot, the largest first; none for a body that lies on its length.

    up:       (3,) unit vector
    touching: how near to the floor they are, in heights of the body
    """
    height = graph.P @ up
    height = height - height.min()
    tall = float(height.max())
    low = height <= touching * tall
    found = [leg[low[leg]] for leg in graph.pieces(np.flatnonzero(height <= (touching + ANKLE) * tall))]
    found = [foot for foot in found if len(foot)]
    found.sort(key=lambda foot: -float(graph.area[foot].sum()))
    least = SMALLEST * float(graph.area[found[0]].sum())
    found = [foot for foot in found if float(graph.area[foot].sum()) >= least][:MOST]
    return [] if _lies(graph.P, found, up, tall) else found


def stable(graph: SurfaceGraph, found: list[Ints], up: Floats) -> bool:
    """Whether the centre of a surface lies above the box around its feet, nearly; not where it has none.

    up: (3,) unit vector along an axis
    """
    if not found:
        return False
    across, low = np.abs(up) < 0.5, np.concatenate(found)
    centre = np.average(graph.P, axis=0, weights=graph.area)[across]
    P, slack = graph.P[low][:, across], TOUCHING * float(np.ptp(graph.P @ up))
    return bool((centre >= P.min(axis=0) - slack).all() and (centre <= P.max(axis=0) + slack).all())


def _lies(P: Floats, found: list[Ints], up: Floats, tall: float) -> bool:
    """Whether a single region of contact goes along a flat body."""
    long = _span(P, up)
    return len(found) == 1 and tall < FLAT * long and _span(P[found[0]], up) > LYING * long


def _span(P: Floats, up: Floats) -> float:
    """The largest extent of points (c, 3) along the floor, to within a tenth: along 8 directions."""
    side = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    side /= np.linalg.norm(side)
    ahead = np.cross(side, up)
    angles = np.pi * np.arange(8) / 8
    directions = np.outer(np.cos(angles), side) + np.outer(np.sin(angles), ahead)
    return float(np.ptp(P @ directions.T, axis=0).max())
