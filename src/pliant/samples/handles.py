"""Painted handles of a sample: named groups of vertices, how rigid each is, and where it turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints, Vertices, frozen
from pliant.samples.implicit.attachment import Joints, bone_weights
from pliant.samples.implicit.body import ImplicitBody

# Width of the soft belt around a joint, in mean radii of the limb there.
JOINT_WIDTH = 2.0
# Rigidity rises from 0 to 1 between these shares of a handle's own bones in the motion of a point, the
# largest share counting as 1: a short thick piece, whose joints reach over all of it, has a rigid middle too.
SOFT, RIGID = 0.65, 0.95


@dataclass(frozen=True, eq=False)
class PaintedHandle:
    """A part of the surface that moves as one piece.

    vertices: (v,) its vertices, ascending
    rigidity: (v,) in (0, 1]: 1 in its middle, falling towards the joints
    centre:   (3,) the point about which it turns against its parent
    parent:   name of the handle that carries it; "" for the one that carries all others
    """

    name: str
    vertices: Ints
    rigidity: Floats
    centre: Floats
    parent: str


def handles_of_bones(
    body: ImplicitBody, V: Vertices, joints: Joints, bones: Mapping[str, tuple[str, ...]]
) -> tuple[PaintedHandle, ...]:
    """Painted handles of a body whose surface at rest has the vertices V (n, 3).

    bones: handle -> the bones that it moves with; it turns about the joint of the first
    """
    W = bone_weights(body, V, joints, joint_width=JOINT_WIDTH)
    index = {bone: i for i, bone in enumerate(joints)}
    owner = {bone: handle for handle, own in bones.items() for bone in own}
    shares = np.stack([W[:, [index[bone] for bone in own]].sum(axis=1) for own in bones.values()], axis=1)
    nearest = shares.argmax(axis=1)
    handles = []
    for k, (name, own) in enumerate(bones.items()):
        t = np.clip((shares[:, k] / shares[:, k].max() - SOFT) / (RIGID - SOFT), 0.0, 1.0)
        rigidity = np.where(nearest == k, t * t * (3.0 - 2.0 * t), 0.0)
        vertices = np.flatnonzero(rigidity > 0.0)
        parent, centre = joints[own[0]]
        handles.append(
            PaintedHandle(
                name,
                frozen(vertices, np.int64),
                frozen(rigidity[vertices], np.float64),
                frozen(centre, np.float64),
                owner.get(parent, ""),
            )
        )
    return tuple(handles)
