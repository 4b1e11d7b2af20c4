"""A walk made by alternately moving the feet's constraints [Baerentzen, fig. 3]; its tests measure it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Floats, Ints
from pliant.methods.handles.cli.script import read_script
from pliant.methods.handles.examples import travel
from pliant.methods.handles.grip import HandleGrip, HandlePose
from pliant.methods.handles.transforms import Move, Turn, composed

from .sculpted import character

SCRIPTS = Path(__file__).parents[2] / "examples" / "poses"
# Frames in which a foot is in the air, and steps; the first is half as long as the others.
FRAMES, STEPS = 6, 5
# κ of the continuity term, and the share of the lifting poses with which the search of a new step begins: a
# straight leg could bend either way.
COHERENCE, BEGINNING = 1e-5, 0.5
# Of a step's time, after which the heel of the foot behind rises, and a foot in the air points up again.
RISING, LEVEL = 0.5, 0.625


@dataclass(frozen=True)
class Gait:
    """How a character walks; the first of every pair is of the left foot, or the pair of legs with it.

    feet:  the handles that a step puts down; toes: those that stay on the ground while the foot rolls
    lifts: the poses that a step begins with
    ahead: the direction of walking, as a number of a coordinate; axis: to turn about it points toes down
    step, lift:        length and height, in the model's unit
    pitch, heel, roll: how far a foot in the air points down, then up, and how far it rolls before; degrees
    """

    feet: tuple[tuple[str, ...], tuple[str, ...]]
    toes: tuple[tuple[str, ...], tuple[str, ...]]
    lifts: tuple[tuple[str, ...], tuple[str, ...]]
    ahead: int
    axis: tuple[float, float, float]
    step: float
    lift: float
    pitch: float
    heel: float = 0.0
    roll: float = 0.0


GAITS = {
    "humanoid": Gait(
        feet=(("left foot",), ("right foot",)),
        toes=(("left toes",), ("right toes",)),
        lifts=(("left lift",), ("right lift",)),
        ahead=2,
        axis=(1, 0, 0),
        step=0.66,
        lift=0.11,
        pitch=38.0,
        heel=14.0,
        roll=22.0,
    ),
    "quadruped": Gait(
        feet=(("left forepaw", "right hindpaw"), ("right forepaw", "left hindpaw")),
        toes=((), ()),
        lifts=(("left fore lift", "right hind lift"), ("right fore lift", "left hind lift")),
        ahead=0,
        axis=(0, 0, -1),
        step=0.32,
        lift=0.055,
        pitch=24.0,
    ),
}


@dataclass(frozen=True, eq=False)
class Frame:
    """Of a walk: which foot (0 or 1) is in the air, where the held points should be, and the pose."""

    foot: int
    targets: Floats
    pose: HandlePose


@cache
def walk(name: str, vertices: int) -> tuple[HandleGrip, tuple[Frame, ...]]:
    """A sample walking: the grip on its feet, and the frames."""
    gait, rig = GAITS[name], walker(name, vertices)
    grip = rig.grab([rigid(rig, part).tolist() for pair in (gait.feet, gait.toes) for part in sum(pair, ())])
    pose, frames = _ready(rig, grip), []
    at = [0.0, 0.0]
    for i in range(STEPS):
        foot, length = i % 2, gait.step * (1.0 if i else 0.5)
        pose = replace(pose, weights=pose.weights + BEGINNING * _named(rig, gait.lifts[foot]))
        for u in np.arange(1, FRAMES + 1) / FRAMES:
            targets = grip.held.carried(_constraints(rig, gait, foot, u, at, length))
            pose = grip.drag(targets, pose, coherence=COHERENCE)
            frames.append(Frame(foot, targets, pose))
        at[foot] += length
    return grip, tuple(frames)


@cache
def walker(name: str, vertices: int) -> pliant.HandleIK:
    """The sample with the poses of its script, and one that carries it ahead for nothing."""
    mesh, handles = character(name, vertices)
    shelf = read_script(SCRIPTS / f"{name}.json", handles)
    return pliant.HandleIK(mesh, handles, [*shelf, travel(handles, 1.0)[GAITS[name].ahead]])


def rigid(rig: pliant.HandleIK, name: str) -> Ints:
    """The vertices that a handle carries exactly."""
    handle = rig.handles[rig.handles.index(name)]
    return handle.vertices[handle.rigidity == 1.0]


def _ready(rig: pliant.HandleIK, grip: HandleGrip) -> HandlePose:
    """The pose from which the walk starts: at rest, a person with arms lowered."""
    pose = grip.drag(grip.held.rest)
    return replace(pose, weights=_named(rig, ("arms down",)))


def _named(rig: pliant.HandleIK, names: tuple[str, ...]) -> Floats:
    """(P,) one for the poses of these names, zero for the others."""
    return np.array([float(name in names) for name in rig.sculpted.names])


def _constraints(
    rig: pliant.HandleIK, gait: Gait, foot: int, u: float, at: list[float], length: float
) -> Floats:
    """(g, 4, 4) what the feet's and toes' handles do at the share u of a step of one foot."""
    found = []
    for part in (gait.feet, gait.toes):
        for side in (0, 1):
            swings = side == foot
            move = np.zeros(3)
            move[gait.ahead] = at[side] + (length * u * u * (3.0 - 2.0 * u) if swings else 0.0)
            move[1] = gait.lift * np.sin(np.pi * u) * (1.0 - 0.35 * u) if swings else 0.0
            pitch = _pitch(gait, u, swings=swings)
            if part is gait.toes:
                pitch = 0.4 * pitch if swings and u < 1.0 else 0.0
            pivots = _pivots(rig, gait, side) if part[side] else []
            found += [composed([Turn(gait.axis, pitch, pivot), Move(move)]) for pivot in pivots]
    return np.stack(found)


def _pitch(gait: Gait, u: float, *, swings: bool) -> float:
    """Degrees by which a foot points down: in the air, or on the ground behind the other."""
    if not swings:
        return gait.roll * max(0.0, (u - RISING) / (1.0 - RISING)) ** 1.5
    down = gait.pitch * np.sin(np.pi * min(1.0, u / LEVEL))
    up = gait.heel * np.sin(np.pi * max(0.0, (u - LEVEL) / (1.0 - LEVEL)))
    return float(down - up + gait.roll * max(0.0, 1.0 - u / RISING) ** 1.5)


def _pivots(rig: pliant.HandleIK, gait: Gait, side: int) -> list[Floats]:
    """(3,) for each foot, about which it rolls: its toes' centre, or the ground below its front."""
    if gait.toes[side]:
        return [rig.handles[rig.handles.index(name)].centre for name in gait.toes[side]]
    pivots = []
    for name in gait.feet[side]:
        V = rig.mesh.V[rigid(rig, name)]
        pivot = V.mean(axis=0)
        pivot[1], pivot[gait.ahead] = 0.0, V[:, gait.ahead].max() - 0.03
        pivots.append(pivot)
    return pivots
