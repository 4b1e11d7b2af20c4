"""Bones: their joints, and how much each moves the points of a body's surface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.samples.implicit.body import BodyPart, ImplicitBody

# Parts farther than this from a point have no say in how it moves.
REACH = 0.08
# Width of a joint in mean radii: it keeps knees and elbows sharp and their skin smooth.
JOINT_WIDTH = 1.6

# bone -> (its parent or "", the joint (3,) at rest about which it turns against that), parents first
Joints: TypeAlias = Mapping[str, tuple[str, Floats]]
Place: TypeAlias = tuple[float, float, float]


def joints_of_both_sides(
    middle: Mapping[str, tuple[str, Place]],
    side: Mapping[str, tuple[str, Place]],
    mirrors: Mapping[str, Place],
) -> dict[str, tuple[str, Floats]]:
    """Joints of a symmetric skeleton, parents first.

    middle:  bone -> (its parent, its joint), of the bones in the plane of symmetry
    side:    the same for one side
    mirrors: side -> factors that take a joint of `side` to that side; its name goes before the bone's
    """
    joints = {bone: (parent, np.array(at)) for bone, (parent, at) in middle.items()}
    for name, mirror in mirrors.items():
        for bone, (parent, at) in side.items():
            above = parent if parent in middle else f"{name} {parent}"
            joints[f"{name} {bone}"] = (above, np.array(at) * mirror)
    return joints


def added_parts(body: ImplicitBody) -> list[int]:
    """Numbers of the parts that are added, not cut out."""
    return [k for k, part in enumerate(body.parts) if not part.carves]


def bone_weights(
    body: ImplicitBody, V: Vertices, joints: Joints, *, joint_width: float = JOINT_WIDTH
) -> Floats:
    """(n, b) bone weights, which sum to one: those of the nearest parts, at the nearest place on each.

    joint_width: length in mean radii, centred at a joint, over which one bone hands its weight to the next
    """
    kept = added_parts(body)
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


def _weights_along(part: BodyPart, joints: Joints, joint_width: float) -> Floats:
    """(q, b) bone weights at the samples of a part's tube, handed on smoothly at each joint."""
    tube, index = part.tube, {bone: i for i, bone in enumerate(joints)}
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(tube.C, axis=0), axis=1))])
    W = np.zeros((len(arc), len(joints)))
    left = np.ones(len(arc))
    for bone, following in zip(part.bones, part.bones[1:], strict=False):
        joint = np.linalg.norm(tube.C - joints[following][1], axis=1).argmin()
        t = np.clip((arc - arc[joint]) / (joint_width * tube.radii[joint].mean()) + 0.5, 0.0, 1.0)
        passed = t * t * (3.0 - 2.0 * t)
        W[:, index[bone]] += left * (1.0 - passed)
        left = left * passed
    W[:, index[part.bones[-1]]] += left
    return W
