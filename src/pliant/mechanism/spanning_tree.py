"""The joints of a mechanism as a tree: the parent of each component, and the joints that close loops."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind, Mechanism

ROOT = -1


@dataclass(frozen=True)
class Spanning:
    """A forest over all components.

    order:   components, tree after tree, parents before children
    parents: the parent of each component, or ROOT
    joints:  the number of the joint to each component's parent, or ROOT
    closing: numbers of the joints that the forest does not use
    """

    order: tuple[int, ...]
    parents: tuple[int, ...]
    joints: tuple[int, ...]
    closing: tuple[int, ...]


def spanning(mechanism: Mechanism, cut_first: Collection[JointKind] = ()) -> Spanning:
    """A forest that follows joints from a to b where possible, and cuts loops at the joints of most freedom.

    cut_first: kinds of joints at which loops are cut before all others
    Its roots are the components that are no joint's b; a tree without one begins at its lowest number.
    """
    count = len(mechanism.components)
    kept = _kept(mechanism, cut_first)
    ends: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for j in kept:
        joint = mechanism.joints[j]
        ends[joint.a].append((j, joint.b))
        ends[joint.b].append((j, joint.a))
    below = {mechanism.joints[j].b for j in kept}
    parents, joints, order = [ROOT] * count, [ROOT] * count, []
    seen: set[int] = set()
    for root in sorted(range(count), key=lambda i: (i in below, i)):
        waiting = deque([] if root in seen else [root])
        while waiting:
            here = waiting.popleft()
            seen.add(here)
            order.append(here)
            for j, other in ends[here]:
                if other not in seen:
                    parents[other], joints[other] = here, j
                    waiting.append(other)
    closing = tuple(sorted(set(range(len(mechanism.joints))) - set(kept)))
    return Spanning(tuple(order), tuple(parents), tuple(joints), closing)


def _kept(mechanism: Mechanism, cut_first: Collection[JointKind]) -> list[int]:
    """Joints of a forest, ascending; of each loop it leaves out the joint of most freedom, or the last."""
    joints = mechanism.joints
    group = list(range(len(mechanism.components)))
    kept = []
    for j in sorted(
        range(len(joints)), key=lambda j: (joints[j].kind in cut_first, len(joints[j].freedoms), j)
    ):
        a, b = group[joints[j].a], group[joints[j].b]
        if a != b:
            group = [a if g == b else g for g in group]
            kept.append(j)
    return sorted(kept)


def frame_origins(mechanism: Mechanism, tree: Spanning) -> Floats:
    """(components, 3) the origin of each component's frame: the joint to its parent; 0 for roots."""
    origins = np.zeros((len(mechanism.components), 3))
    for i, j in enumerate(tree.joints):
        if j != ROOT:
            origins[i] = mechanism.joints[j].origin
    return origins
