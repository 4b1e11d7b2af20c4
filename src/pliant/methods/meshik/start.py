"""Where a search starts: at the example that fits the pins best, or at an earlier pose.

An example is a mesh, so its own energy is zero, and what the pins demand beyond it costs rᵀΛr with r the
gap at the anchors and Λ their stiffness: comparing all examples takes no sparse solve.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats, Poses
from pliant.core.constraints import Constrained
from pliant.core.example_search import best_turns
from pliant.core.rotations import closest_rotation


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example turned by `turn` (3, 3), and what the pins cost beyond it."""

    example: int
    turn: Floats
    cost: float


def nearest_example(at: Constrained, V: Poses, *, may_turn: bool, grounded: bool) -> Candidate:
    """The example of V (k, n, 3) whose anchors fit the targets best."""
    if grounded:
        anchors = np.stack([at.C @ pose for pose in V])
        turns, costs = best_turns(anchors, at.targets, at.stiffness, may_turn=may_turn)
        best = int(np.argmin(costs))
        return Candidate(best, turns[best], float(costs[best]))
    candidates = [_bent(at, i, pose, may_turn) for i, pose in enumerate(V)]
    return min(candidates, key=lambda candidate: candidate.cost)


def _bent(at: Constrained, i: int, pose: Floats, may_turn: bool) -> Candidate:
    """Vertices are held at given places: the example is bent to them first."""
    held = at.system.held
    places = at.fixed[held]
    turn = _procrustes(pose[held], places) if may_turn else np.eye(3)
    x = pose @ turn.T
    bend = at.system.extension(places - x[held])
    gap = at.targets - at.C @ (x + bend)
    cost = np.einsum("va,va->", bend, at.system.A @ bend) + np.einsum("ha,hg,ga->", gap, at.stiffness, gap)
    return Candidate(i, turn, float(cost))


def _procrustes(points: Floats, places: Floats) -> Floats:
    """The rotation that carries points (f, 3) nearest to places (f, 3), both around their means."""
    return closest_rotation((places - places.mean(axis=0)).T @ (points - points.mean(axis=0)))
