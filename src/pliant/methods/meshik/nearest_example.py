"""Finds the example that fits the pins best, where a search starts without an earlier pose.

An example is a mesh, so its own energy is zero. To move its anchors to the pins costs rᵀΛr with r the gap at
the anchors and Λ their stiffness: comparing all examples takes no sparse solve.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Poses
from pliant.examples.search import best_turns
from pliant.geometry.rigid_placement import placing_rotation
from pliant.methods.meshik.constraints import Constrained


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example by its index, turned by `turn` (3, 3), and the energy that the pins cost from there."""

    example: int
    turn: Floats
    cost: float


def nearest_example(at: Constrained, V: Poses, *, may_turn: bool, grounded: bool) -> Candidate:
    """The example of V (k, n, 3) whose anchors fit the targets best.

    at:       the anchors with their targets
    may_turn: whether examples are turned as a whole
    grounded: whether no vertices are held at given places
    """
    if grounded:
        anchors = np.stack([at.C @ pose for pose in V])
        turns, costs = best_turns(anchors, at.targets, at.stiffness, may_turn=may_turn)
        best = int(np.argmin(costs))
        return Candidate(best, turns[best], float(costs[best]))
    candidates = [_bent(at, i, pose, may_turn=may_turn) for i, pose in enumerate(V)]
    return min(candidates, key=lambda candidate: candidate.cost)


def _bent(at: Constrained, i: int, pose: Floats, *, may_turn: bool) -> Candidate:
    """Example i after its held vertices were bent to their given places."""
    held = at.system.held
    places = at.fixed[held]
    turn = placing_rotation(pose[held], places) if may_turn else np.eye(3)
    x = pose @ turn.T
    bend = at.system.extension(places - x[held])
    gap = at.targets - at.C @ (x + bend)
    cost = np.einsum("va,va->", bend, at.system.A @ bend) + np.einsum("ha,hg,ga->", gap, at.stiffness, gap)
    return Candidate(i, turn, float(cost))
