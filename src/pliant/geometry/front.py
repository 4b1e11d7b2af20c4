"""Which way a model faces: along its mirror plane, to the side of its toes and of its head.

Feet reach farther forward than back from the ankle. The head of an animal on several feet is its highest part
and lies in front of its middle. Where neither tells, models face as their file format wants it.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Floats
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.feet import feet
from pliant.geometry.surface_graph import SurfaceGraph

# Directions of the mirror plane's normal along the floor that are tried: every 5°.
DIRECTIONS = 36
# Nodes that are mirrored; the mean distance of their images from the surface, in diagonals, of a model with a
# mirror plane (an animal in full run misses by 0.03); and what a direction must gain over those before it.
MIRRORED, ASYMMETRY, EQUAL = 400, 0.05, 0.002
# Heights, as shares of the body's: soles below the first, ankles between the others.
SOLE, ANKLE, SHIN = 0.04, 0.10, 0.16
# The head is the highest part with this share of the surface; a raised tail has less.
HEAD = 0.05
# Where the middle of the feet lies this far ahead of the ankles, in heights, toes tell all that they can;
# and so for the head and the middle.
TOES, AHEAD = 0.03, 0.15
# What the cues count. Two feet point forward; those of animals with more may point anywhere.
BIPED, QUADRUPED, HEADED = 2.0, 0.5, 1.0


def front(graph: SurfaceGraph, up: Floats, usual: Floats, trust: float) -> Floats:
    """(3,) the unit vector along the floor in which a model faces.

    up:    (3,) unit vector
    usual: (3,) unit vector in which models face where nothing else tells
    trust: what this counts; 2 outweighs the toes
    """
    side = np.cross(up, usual)
    normal = _mirror_normal(graph, side, usual)
    ahead = np.array([usual, -usual, side, -side]) if normal is None else _both(np.cross(normal, up), usual)
    scores = ahead @ (_toes(graph, up) + trust * usual)
    scores += [_headed(graph, up, each) for each in ahead]
    return ahead[int(np.argmax(scores))]


def _both(ahead: Floats, usual: Floats) -> Floats:
    """(2, 3) a direction and its opposite, the one nearer to the usual one first."""
    ahead = ahead if ahead @ usual >= 0 else -ahead
    return np.array([ahead, -ahead])


def _mirror_normal(graph: SurfaceGraph, side: Floats, usual: Floats) -> Floats | None:
    """(3,) the normal along the floor of the mirror plane through the middle; None where there is none."""
    centre = np.average(graph.P, axis=0, weights=graph.area)
    tree, size = KDTree(graph.P), box_diagonal(graph.P)
    some = graph.P[:: max(1, graph.count // MIRRORED)] - centre
    best, least = None, ASYMMETRY
    # The usual plane first, then ever farther from it.
    for step in sorted(range(DIRECTIONS), key=lambda i: min(i, DIRECTIONS - i)):
        angle = np.pi * step / DIRECTIONS
        normal = np.cos(angle) * side + np.sin(angle) * usual
        image = some - 2.0 * np.outer(some @ normal, normal) + centre
        missed = float(np.mean(tree.query(image)[0])) / size
        if missed < least - (EQUAL if best is not None else 0.0):
            best, least = normal, missed
    return best


def _toes(graph: SurfaceGraph, up: Floats) -> Floats:
    """(3,) in which direction feet reach beyond their ankles, and what that counts."""
    height = graph.P @ up
    height = height - height.min()
    tall = float(height.max())
    total, count = np.zeros(3), 0
    for leg in graph.pieces(np.flatnonzero(height <= SHIN * tall)):
        sole, ankle = leg[height[leg] <= SOLE * tall], leg[height[leg] >= ANKLE * tall]
        # Both have a width only where there are three points.
        if len(sole) >= 3 and len(ankle) >= 3:
            total += (_midst(graph.P[sole]) - _midst(graph.P[ankle])) / tall
            count += 1
    total -= (total @ up) * up
    length = float(np.linalg.norm(total)) / max(count, 1)
    if length == 0.0:
        return total
    weight = BIPED if count <= 2 else QUADRUPED
    return weight * min(1.0, length / TOES) * total / np.linalg.norm(total)


def _headed(graph: SurfaceGraph, up: Floats, ahead: Floats) -> float:
    """How much the highest part tells that a body on several feet looks ahead; negative for back."""
    if len(feet(graph, up)) < 2:
        return 0.0
    height = graph.P @ up
    tall, side = float(np.ptp(height)), np.cross(up, ahead)
    # An animal is longer than wide; a chair, whose back is its highest part, is not.
    if np.ptp(graph.P @ ahead) <= np.ptp(graph.P @ side):
        return 0.0
    order = np.argsort(-height, kind="stable")
    area = np.cumsum(graph.area[order])
    head = order[: int(np.searchsorted(area, HEAD * area[-1])) + 1]
    top = np.average(graph.P[head], axis=0, weights=graph.area[head] + np.finfo(np.float64).tiny)
    lead = float((top - np.average(graph.P, axis=0, weights=graph.area)) @ ahead) / tall
    return HEADED * float(np.clip(lead / AHEAD, -1.0, 1.0))


def _midst(P: Floats) -> Floats:
    """(3,) the middle of the box around points (c, 3)."""
    return (P.min(axis=0) + P.max(axis=0)) / 2
