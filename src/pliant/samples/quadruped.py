"""A fox with seventeen poses, at any resolution, made from a smooth body over a skeleton.

It stands on y = 0 and looks along x; it is 1.6 long and 1 high. The mesh is closed, of one piece and
without holes, finer on the face, the ears and the paws; all poses share it.
"""

from __future__ import annotations

import numpy as np

from pliant.errors import OptionError
from pliant.mesh import PoseSet
from pliant.samples.fox.anatomy import fox
from pliant.samples.fox.postures import POSTURES
from pliant.samples.fox.skeleton import JOINTS, SIDES, bone_motion
from pliant.samples.fox.skin import FoxSkin
from pliant.samples.handles import PaintedHandle, handles_of_bones
from pliant.samples.implicit.surface_mesh import surface_mesh

FEWEST, MOST = 2_000, 200_000

# Places of the named points on the standing fox; z points to its right.
LANDMARKS = {
    "nose": (0.695, 0.750, 0.0),
    "forehead": (0.500, 0.870, 0.0),
    "left ear": (0.433, 1.005, -0.090),
    "right ear": (0.433, 1.005, 0.090),
    "withers": (0.210, 0.650, 0.0),
    "chest": (0.370, 0.490, 0.0),
    "croup": (-0.300, 0.640, 0.0),
    "belly": (-0.060, 0.430, 0.0),
    "tail tip": (-0.955, 0.430, 0.0),
    "left elbow": (0.170, 0.340, -0.087),
    "right elbow": (0.170, 0.340, 0.087),
    "left stifle": (-0.150, 0.360, -0.093),
    "right stifle": (-0.150, 0.360, 0.093),
    "left hock": (-0.375, 0.175, -0.083),
    "right hock": (-0.375, 0.175, 0.083),
    "left forepaw": (0.302, 0.015, -0.081),
    "right forepaw": (0.302, 0.015, 0.081),
    "left hindpaw": (-0.250, 0.015, -0.082),
    "right hindpaw": (-0.250, 0.015, 0.082),
}

# handle -> the bones that it moves with; it turns about the joint of the first
MIDDLE_HANDLES = {
    "hips": ("pelvis",),
    "loin": ("loin",),
    "chest": ("thorax",),
    "neck": ("neck", "nape"),
    "head": ("head", "left ear", "right ear"),
    "tail root": ("tail 1", "tail 2"),
    "tail middle": ("tail 3", "tail 4"),
    "tail tip": ("tail 5", "tail 6"),
}
SIDE_HANDLES = {
    "shoulder": ("scapula", "humerus"),
    "forearm": ("radius",),
    "forepaw": ("metacarpus", "forepaw"),
    "thigh": ("femur",),
    "shin": ("tibia",),
    "hindpaw": ("metatarsus", "hindpaw"),
}


def quadruped(vertices: int = 8_000) -> PoseSet:
    """A fox of about this many vertices (2,000 to 200,000), in seventeen poses; it stands in pose 0.

    Raises OptionError for a number outside this range.
    """
    if not FEWEST <= vertices <= MOST:
        raise OptionError(
            f"A quadruped of {vertices} vertices was asked for; choose between {FEWEST:,} and {MOST:,}. "
            "With fewer, ears and paws would lose their shape."
        )
    body = fox()
    V, F = surface_mesh(body, vertices)
    skin = FoxSkin.of(body, V, F)
    moved = [skin.moved(bone_motion(posture)) for posture in POSTURES.values()]
    # The bones' rest motion reproduces V only to rounding.
    poses = PoseSet.of(np.stack([V, *moved[1:]]), F, tuple(POSTURES))
    return poses.with_landmarks(landmarks(poses))


def landmarks(poses: PoseSet) -> dict[str, int]:
    """Vertices of a quadruped by name: the nose, the paws, the tip of the tail…"""
    V = poses.V[0]
    return {name: int(((V - np.array(at)) ** 2).sum(axis=1).argmin()) for name, at in LANDMARKS.items()}


def handles(poses: PoseSet) -> tuple[PaintedHandle, ...]:
    """Painted handles of a quadruped: trunk, neck, head and tail, and three of each leg."""
    bones = dict(MIDDLE_HANDLES)
    for side in SIDES:
        for name, own in SIDE_HANDLES.items():
            bones[f"{side} {name}"] = tuple(f"{side} {bone}" for bone in own)
    return handles_of_bones(fox(), poses.V[0], JOINTS, bones)
