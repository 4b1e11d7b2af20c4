"""Example poses of a character without animations, made by turning its bones as a body can."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose
from pliant.armature.gestures import Gesture, gestures_of
from pliant.armature.limbs import Carried, body_of, chains_of, main_joints
from pliant.arrays import Array, Floats
from pliant.errors import FileFormatError
from pliant.geometry.rotations import closest_rotation

# Share of the poses in which several limbs move at once.
_COMBINED = 0.3
# In such a pose, the chance that a limb takes part, and how far it goes at least.
_TAKES_PART, _LEAST = 0.7, 0.4


def example_poses(armature: Armature, count: int, chance: np.random.Generator) -> list[tuple[str, BonePose]]:
    """Names and poses: one limb at a time, then several at once, which chance decides.

    Raises FileFormatError if no joint carries enough of the mesh to be worth turning.
    """
    carried = Carried.of(armature)
    main = main_joints(armature, carried)
    if not main.any():
        raise FileFormatError("No joint of the skeleton carries a limb of its own; give poses instead.")
    body = body_of(armature, carried, main)
    limbs = []
    for chain in chains_of(armature, carried, main, body):
        title = armature.names[int(chain.joints[0 if chain.hinge is None else chain.hinge - 1])]
        limbs.append([_titled(title, gesture) for gesture in gestures_of(chain, body)])
    # The largest gesture of every limb, then the next of every limb.
    alone = [gesture for row in zip_longest(*limbs) for gesture in row if gesture is not None]
    singles = alone[: max(count - int(_COMBINED * count), 1)]
    combined = [_combined(limbs, i, chance) for i in range(count - len(singles))]
    above = _parent_rotations(armature)
    return [(gesture.name, _turned(armature, above, gesture)) for gesture in [*singles, *combined]]


def _titled(title: str, gesture: Gesture) -> Gesture:
    return Gesture(f"{title} {gesture.name}", gesture.turns)


def _combined(limbs: Sequence[Sequence[Gesture]], number: int, chance: np.random.Generator) -> Gesture:
    """A gesture of several limbs at once."""
    turns: dict[int, Floats] = {}
    for gestures in limbs:
        part = gestures[int(chance.integers(len(gestures)))].scaled(chance.uniform(_LEAST, 1.0))
        if chance.random() < _TAKES_PART:
            turns |= part.turns
    return Gesture(f"together {number + 1}", turns)


def _parent_rotations(armature: Armature) -> Floats:
    """(k, 3, 3) how the parent of each node is turned at rest."""
    globals_ = armature.global_matrices(armature.rest)
    above = np.where(armature.parents[:, None, None] >= 0, globals_[armature.parents], np.eye(4))
    return closest_rotation(above[:, :3, :3])


def _turned(armature: Armature, above: Array, gesture: Gesture) -> BonePose:
    """The rest pose with a gesture; turns are about axes that follow the joints above."""
    turn = np.zeros((len(armature.parents), 3))
    for joint, vector in gesture.turns.items():
        turn[joint] = above[joint].T @ vector
    still = np.zeros_like(turn)
    return armature.rest.stepped(turn, still, still)
