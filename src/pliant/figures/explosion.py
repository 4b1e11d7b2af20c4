"""Exploded views: how far the parts of a mechanism move apart along their joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism

# Between parts: in diagonals of the model, but no more than this share of the smaller one.
GAP, OF_SMALLER = 0.06, 0.4
# Parts without a joint move away from the model's middle by this share of their distance to it.
SPREAD = 0.3
# The farthest that a part moves from the one that it is joined to, in diagonals.
FARTHEST = 0.45
# A hinged part moves along the axis if its middle lies within about 45° of it.
ALONG = 0.7

# Parts on these joints move along the axis, which for a plane is its normal.
AXIAL = (JointKind.CYLINDER, JointKind.PRISMATIC, JointKind.PLANE)


def offsets(mechanism: Mechanism) -> Floats:
    """(c, 3) the shift of each part; joined parts move away from the largest of them."""
    parts = [mechanism.mesh.V[mechanism.component == i] for i in range(len(mechanism.components))]
    boxes = mechanism.boxes()
    middles, low, high = boxes.mean(axis=1), boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    diagonal = float(np.linalg.norm(high - low))
    sizes = np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)
    shift = SPREAD * (middles - (low + high) / 2)
    for near, far, joint in _outward(mechanism.joints, np.argsort(-sizes, kind="stable").tolist()):
        way = _way(joint, middles[far] - middles[near], middles[far] - joint.origin)
        inside = float((parts[near] @ way).max() - (parts[far] @ way).min())
        gap = min(GAP * diagonal, OF_SMALLER * sizes[[near, far]].min())
        shift[far] = shift[near] + min(max(inside, 0.0) + gap, FARTHEST * diagonal) * way
    return shift


def _outward(joints: Sequence[Joint], roots: Sequence[int]) -> Iterator[tuple[int, int, Joint]]:
    """Triples (near, far, joint) of joined parts, from the roots outward; each part is `far` at most once."""
    seen: set[int] = set()
    for root in roots:
        queue = [] if root in seen else [root]
        seen.add(root)
        for near in queue:
            for joint in joints:
                far = joint.b if joint.a == near else joint.a if joint.b == near else near
                if far not in seen:
                    seen.add(far)
                    queue.append(far)
                    yield near, far, joint


def _way(joint: Joint, apart: Floats, reach: Floats) -> Floats:
    """(3,) the unit direction in which a part moves from the one it is joined to: along the axis, or away."""
    if joint.kind in AXIAL:
        return joint.axis if reach @ joint.axis >= 0 else -joint.axis
    for way in (apart, reach):
        length = np.linalg.norm(way)
        if length > 0:
            along = joint.axis @ way / length
            on_axis = joint.kind is JointKind.REVOLUTE and abs(along) > ALONG
            return np.sign(along) * joint.axis if on_axis else way / length
    return joint.axis
