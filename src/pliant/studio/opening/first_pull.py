"""A first pull that looks good: the limb swings about its root, the way the model's poses move it."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.geometry.extremities import Extremity
from pliant.geometry.rotations import exp
from pliant.studio.opening.body import Body

# Radians that a limb swings, and the longest limb that is thought to, in diagonals of the model.
SWING, LONGEST = 0.6, 0.3
# A limb that points up steeper than this cosine leans to the side; others are raised.
STEEP = 0.7
# Of a move that the poses make the pull goes this share: they are the ends of a motion.
SHARE = 0.7
# How much the motion of all the rest counts against a pose: a raised hand is better than a fall.
CALM = 3.0
# Points that stand for the whole body.
POINTS = 500
# Moves shorter than this, in diagonals, cannot be seen.
SEEN = 0.03


def first_pull(body: Body, end: Extremity, pins: Ints) -> Floats:
    """(3,) where to pull an end; pins: (p,) vertices that are held."""
    at, root = body.graph.P[end.node], body.graph.P[end.root]
    ways = _swings(body, at, root)
    if len(body.V) < 2:
        return at + ways[0]
    way, far = _as_posed(body, int(body.graph.vertex[end.node]), pins, ways)
    return at + far * ways[way] / np.linalg.norm(ways[way])


def _as_posed(body: Body, vertex: int, pins: Ints, ways: Floats) -> tuple[int, float]:
    """Which of some ways (w, 3) the poses move a vertex with the least else, and how far to pull it."""
    some = np.append(vertex, body.graph.vertex[:: max(1, body.graph.count // POINTS)])
    moves = body.moves(some, pins)
    size = np.linalg.norm(ways, axis=1)
    reach = np.clip(moves[:, 0] @ (ways / size[:, None]).T, 0.0, size)
    whole = np.sqrt((moves[:, 1:] ** 2).sum(axis=2).mean(axis=1))
    pose, way = np.unravel_index(np.argmax(reach / (size + CALM * whole[:, None])), reach.shape)
    return int(way), max(SHARE * float(reach[pose, way]), SEEN * _diagonal(body))


def _swings(body: Body, at: Floats, root: Floats) -> Floats:
    """(4, 3) how an end moves when its limb is raised, lowered or turned to either side; the best first."""
    limb = at - root
    length = float(np.linalg.norm(limb))
    limb *= min(1.0, LONGEST * _diagonal(body) / max(length, np.finfo(np.float64).tiny))
    steep = float(limb @ body.up) > STEEP * float(np.linalg.norm(limb))
    side = np.cross(body.up, body.front)
    across = np.cross(limb, body.up) if not steep else body.front
    across = across if np.linalg.norm(across) > 0 else side
    other = np.cross(limb, across)
    other = other if np.linalg.norm(other) > 0 else side
    axes = [across, -across, other, -other]
    return np.array([_turned(limb, axis) - limb for axis in axes])


def _turned(limb: Floats, axis: Floats) -> Floats:
    return exp(SWING * axis / np.linalg.norm(axis)) @ limb


def _diagonal(body: Body) -> float:
    return float(np.linalg.norm(np.ptp(body.graph.P, axis=0)))
