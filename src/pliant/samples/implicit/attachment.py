"""Which bones move each point of a body's surface, and how much."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pliant.core.arrays import Floats, Vertices
from pliant.samples.implicit.body import Body, Part

# Parts farther than this from a point have no say in how it moves.
REACH = 0.08
# Of a joint, in mean radii: what keeps knees and elbows sharp and their skin smooth.
JOINT_WIDTH = 1.6


def solid(body: Body) -> list[int]:
    """The parts that are added, not cut out."""
    return [k for k, part in enumerate(body.parts) if not part.carves]


def bone_weights(
    body: Body, V: Vertices, joints: Mapping[str, Floats], *, joint_width: float = JOINT_WIDTH
) -> Floats:
    """(n, b) bone weights, which sum to one: those of the nearest parts, at the nearest place on each.

    joints:      bone -> the joint (3,) about which it turns against the bone before it
    joint_width: over how many mean radii, centred at the joint, a part's bones pass their weight on
    """
    kept = solid(body)
    distance, place = (found[:, kept] for found in body.distances(V, REACH))
    parts = [body.parts[k] for k in kept]
    fillet = np.array([part.fillet for part in parts])
    share = np.maximum(0.0, 1.0 - (distance - distance.min(axis=1, keepdims=True)) / fillet) ** 2
    share /= share.sum(axis=1, keepdims=True)
    W = np.zeros((len(V), len(joints)))
    for k, part in enumerate(parts):
        along = _weights_along(part, joints, joint_width)
        low = np.minimum(place[:, k].astype(np.int64), len(along) - 2)
        t = (place[:, k] - low)[:, None]
        W += share[:, k, None] * ((1.0 - t) * along[low] + t * along[low + 1])
    return W


def _weights_along(part: Part, joints: Mapping[str, Floats], joint_width: float) -> Floats:
    """(q, b) bone weights at the samples of a part's tube, passed on smoothly at each joint."""
    tube, index = part.tube, {bone: i for i, bone in enumerate(joints)}
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(tube.C, axis=0), axis=1))])
    W = np.zeros((len(arc), len(joints)))
    left = np.ones(len(arc))
    for bone, following in zip(part.bones, part.bones[1:], strict=False):
        joint = np.linalg.norm(tube.C - joints[following], axis=1).argmin()
        t = np.clip((arc - arc[joint]) / (joint_width * tube.radii[joint].mean()) + 0.5, 0.0, 1.0)
        passed = t * t * (3.0 - 2.0 * t)
        W[:, index[bone]] += left * (1.0 - passed)
        left = left * passed
    W[:, index[part.bones[-1]]] += left
    return W
