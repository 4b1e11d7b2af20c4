"""What the figures of Handle IK show [Baerentzen, fig. 2 and 3]; its tests measure the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

import pliant
from pliant.arrays import Vertices
from pliant.methods.handles.handle import ringed
from pliant.samples import sample, sample_handles
from pliant.samples.bar import bar

# Of the bar: how far from its middle its two handles end, and by how many degrees it is
# bent, a little and far.
WIDE, NARROW = 0.3, 0.1
MIDDLE = (0.5, 0.0, 0.0)
BEND, FOLD = 60.0, 130.0

# Of the arm, in degrees; the shoulder goes along a little, as shoulders do.
AHEAD, UP, SHOULDER = -40.0, 30.0, 14.0

# Of the knee: the angle in degrees, and how far the lower leg and the thigh are moved then, in metres.
KNEE, BACK, FORTH = 130.0, (0.0, -0.02, -0.055), (0.0, 0.0, 0.015)


@cache
def character(name: str, vertices: int) -> tuple[pliant.Mesh, pliant.Handles]:
    """A sample with its own handles."""
    poses = sample(name, vertices=vertices)
    own = sample_handles(name, poses)
    return poses.mesh, pliant.Handles.of(
        poses.mesh,
        [
            pliant.Handle.of(one.name, one.vertices, rigidity=one.rigidity, centre=one.centre, colour=i)
            for i, one in enumerate(own)
        ],
    )


@cache
def bar_rig(vertices: int = 1_200, *, soft: float = WIDE, rings: int = 0) -> pliant.HandleIK:
    """A bar with a handle on either side, their borders hard or softened by rings, and bent."""
    mesh = bar(vertices).mesh
    x = mesh.V[:, 0]
    handles = [
        pliant.Handle.of("left", x < 0.5 - soft, centre=MIDDLE, colour=0),
        pliant.Handle.of("right", x > 0.5 + soft, centre=MIDDLE, colour=1),
    ]
    rigidities = [(i + 1) / (rings + 1) for i in range(rings)]
    named = pliant.Handles.of(mesh, [ringed(handle, mesh, rigidities) for handle in handles])
    bent = pliant.SculptedPose("bent").turned(named, "right", (0, 0, 1), BEND)
    return pliant.HandleIK(mesh, named, [bent])


@cache
def folded_rig() -> pliant.HandleIK:
    """The bar with one pose, bent far."""
    rig = bar_rig()
    return rig.resculpted([pliant.SculptedPose("folded").turned(rig.handles, "right", (0, 0, 1), FOLD)])


@cache
def arm_rig(vertices: int = 8_000) -> pliant.HandleIK:
    """A person with two poses of the left arm: ahead, and up."""
    mesh, handles = character("humanoid", vertices)
    arm = ["left upper arm", "left forearm", "left hand"]
    whole = ["left shoulder", *arm]
    ahead = pliant.SculptedPose("ahead").turned(handles, whole, (0, 1, 0), -SHOULDER)
    ahead = ahead.turned(handles, arm, (1, 0, 0), AHEAD)
    up = pliant.SculptedPose("up").turned(handles, whole, (0, 0, 1), SHOULDER)
    up = up.turned(handles, arm, (0, 0, 1), UP)
    return pliant.HandleIK(mesh, handles, [ahead, up])


def in_order(rig: pliant.HandleIK, order: list[int]) -> Vertices:
    """(n, 3) all poses in full, acting in an order."""
    return rig.deform(rig.matrices(np.ones(len(rig.sculpted)), np.array(order)))


@cache
def knees(vertices: int = 12_000) -> tuple[pliant.HandleIK, Vertices, Vertices]:
    """A person's rig, its right knee bent by one turn, and then mended by small moves."""
    mesh, handles = character("humanoid", vertices)
    lower = ["right shin", "right foot", "right toes"]
    bent = pliant.SculptedPose("bent").turned(handles, lower, (1, 0, 0), KNEE)
    mended = bent.moved(lower, BACK).moved("right thigh", FORTH)
    rig = pliant.HandleIK(mesh, handles, [bent, replace(mended, name="mended")])
    return rig, rig.blend([1, 0]), rig.blend([0, 1])
