"""Where a search starts: at the example that fits the pins best, or at an earlier pose.

An example is a mesh, so its own energy is zero, and what the pins demand beyond it costs rᵀΛr with r the
gap at the anchors and Λ their stiffness: comparing all examples takes no sparse solve.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats, Poses, Targets
from pliant.core.constraints import Constrained
from pliant.core.rotations import closest_rotation


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example turned by `turn` (3, 3) and bent to the held vertices: x (n, 3), and what the pins cost."""

    example: int
    turn: Floats
    x: Floats
    cost: float


def nearest_example(at: Constrained, V: Poses, *, may_turn: bool, grounded: bool) -> Candidate:
    """The example of V (k, n, 3) whose anchors fit the targets best."""
    make = _free if grounded else _bent
    candidates = [make(at, i, pose, may_turn) for i, pose in enumerate(V)]
    return min(candidates, key=lambda candidate: candidate.cost)


def _free(at: Constrained, i: int, pose: Floats, may_turn: bool) -> Candidate:
    """Nothing is held in place: r = d − turn·Cx, the best turn in closed form (Λ-weighted Procrustes)."""
    anchors = at.C @ pose
    turn = closest_rotation(at.targets.T @ at.stiffness @ anchors) if may_turn else np.eye(3)
    gap = at.targets - anchors @ turn.T
    return Candidate(i, turn, pose @ turn.T, _cost(gap, at.stiffness))


def _bent(at: Constrained, i: int, pose: Floats, may_turn: bool) -> Candidate:
    """Vertices are held at given places: the example is bent to them first."""
    held = at.system.held
    places = at.fixed[held]
    turn = _procrustes(pose[held], places) if may_turn else np.eye(3)
    x = pose @ turn.T
    bend = at.system.extension(places - x[held])
    gap = at.targets - at.C @ (x + bend)
    cost = float(np.einsum("va,va->", bend, at.system.A @ bend)) + _cost(gap, at.stiffness)
    return Candidate(i, turn, x + bend, cost)


def _cost(gap: Targets, stiffness: Floats) -> float:
    return float(np.einsum("ha,hg,ga->", gap, stiffness, gap))


def _procrustes(points: Floats, places: Floats) -> Floats:
    """The rotation that carries points (f, 3) nearest to places (f, 3), both around their means."""
    return closest_rotation((places - places.mean(axis=0)).T @ (points - points.mean(axis=0)))
