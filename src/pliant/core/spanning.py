"""The joints of a mechanism as a tree: who hangs on whom, and which joints close loops."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.mechanism import Mechanism

ROOT = -1


@dataclass(frozen=True)
class Spanning:
    """A forest over all components.

    order:   components, parents before children; the roots of loose pieces follow each other's trees
    parents: of each component its parent, or ROOT
    joints:  of each component the number of the joint to its parent, or ROOT
    closing: numbers of the joints that the forest does not use
    """

    order: tuple[int, ...]
    parents: tuple[int, ...]
    joints: tuple[int, ...]
    closing: tuple[int, ...]


def spanning(mechanism: Mechanism) -> Spanning:
    """A forest that follows joints from a to b where it can, and cuts loops at joints that move freely.

    Its roots are components that are no joint's b, lowest number first, and in pieces without one the lowest.
    """
    count = len(mechanism.components)
    kept = _kept(mechanism)
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


def _kept(mechanism: Mechanism) -> list[int]:
    """The joints of a forest, ascending; of a loop that with the most freedom is left out, then the last."""
    joints = mechanism.joints
    group = list(range(len(mechanism.components)))
    kept = []
    for j in sorted(range(len(joints)), key=lambda j: (len(joints[j].freedoms), j)):
        a, b = group[joints[j].a], group[joints[j].b]
        if a != b:
            group = [a if g == b else g for g in group]
            kept.append(j)
    return sorted(kept)


def frame_origins(mechanism: Mechanism, tree: Spanning) -> Floats:
    """(components, 3) where each component's frame stands: at the joint to its parent; roots at 0."""
    origins = np.zeros((len(mechanism.components), 3))
    for i, j in enumerate(tree.joints):
        if j != ROOT:
            origins[i] = mechanism.joints[j].origin
    return origins
