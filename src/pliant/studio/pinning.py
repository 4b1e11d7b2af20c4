"""Pins that stay: a mechanism pulled farther than it reaches must not drag along what holds it.

Joint IK shares what cannot be reached among all held points alike. So a pull goes by short ways, after each
of which the whole is moved back onto its pins as one, which no joint feels; it ends where it comes no nearer.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Array, Floats
from pliant.core.rotations import closest_rotation
from pliant.methods.joints.grip import JointGrip, Pulled
from pliant.methods.joints.tree import Posture
from pliant.studio.posing import carried

# A pull's way at once, in diagonals of the model: so far out of reach pins hardly feel it.
WAY = 0.05
# A way that brings less than this, in diagonals, brings nothing; and the most ways of one pull.
NEARER, MOST = 1e-4, 64


def pulled(grip: JointGrip, targets: ArrayLike, pinned: ArrayLike, start: Pulled | None = None) -> Pulled:
    """The pull of a grip toward targets (h, 3), of which those that are pinned (h,) are met first."""
    goal, pins = np.asarray(targets, np.float64), np.asarray(pinned, bool)
    if not pins.any() or pins.all():
        return grip.pull(goal, start)
    diagonal = grip.rig.model.frame.diagonal
    best = held_back(grip, grip.pull(grip.held.rest) if start is None else start, goal, pins)
    for _ in range(MOST):
        next_ = held_back(grip, grip.pull(_ahead(grip, best, goal, pins), best), goal, pins)
        if next_.gaps.sum() > best.gaps.sum() - NEARER * diagonal:
            return min(next_, best, key=lambda pose: pose.gaps.sum())
        best = next_
    return best


def _ahead(grip: JointGrip, pose: Pulled, goal: Floats, pins: Array) -> Floats:
    """(h, 3) the goals, those of pulled points no farther than WAY from where these are."""
    reached = points(grip, pose)
    gap = goal - reached
    length = np.linalg.norm(gap, axis=1, keepdims=True)
    share = np.minimum(1.0, WAY * grip.rig.model.frame.diagonal / np.maximum(length, np.finfo(float).tiny))
    return np.where(pins[:, None], goal, reached + share * gap)


def held_back(grip: JointGrip, pose: Pulled, goal: Floats, pins: Array) -> Pulled:
    """The pose moved as one, so that its pins are as near to their goals as they can be."""
    reached = points(grip, pose)
    middle, wanted = reached[pins].mean(axis=0), goal[pins].mean(axis=0)
    # With one or two pins the smallest turn that does it is taken: what is left open stays.
    R = closest_rotation(_moments(goal[pins] - wanted, reached[pins] - middle))
    t = wanted - R @ middle
    frame, posture = grip.rig.model.frame, pose.posture
    inward = (R @ frame.middle + t - frame.middle) / frame.diagonal
    moved = Posture(R @ posture.R, posture.t @ R.T + inward, posture.spin, posture.value)
    palette = np.concatenate([R @ pose.palette[:, :, :3], R @ pose.palette[:, :, 3:] + t[:, None]], axis=2)
    gaps = np.linalg.norm(reached @ R.T + t - goal, axis=1)
    return replace(pose, palette=palette, posture=moved, gaps=gaps)


def points(grip: JointGrip, pose: Pulled) -> Floats:
    """(h, 3) where the held points are."""
    return carried(grip.rig.model.skin, pose.palette, grip.held)


def _moments(a: Floats, b: Floats) -> Floats:
    """(3, 3) whose closest rotation takes the vectors b (p, 3) to a; what they leave open stays."""
    M = a.T @ b
    return M + 1e-9 * max(float(np.trace(b.T @ b)), np.finfo(np.float64).tiny) * np.eye(3)
