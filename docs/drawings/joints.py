"""Joint IK: joints found on mechanisms made by code, and pulls on them [Xu2009]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

import pliant
from pliant.arrays import Floats, Ints
from pliant.figures import Shot, View, render
from pliant.figures.mechanism import exploded_shot, mechanism_shot, part_colours
from pliant.mechanism.mechanism import Mechanism, Soft
from pliant.methods.joints.analysis import find_joints
from pliant.methods.joints.edits import softened
from pliant.samples import mechanism

# A part is held by this many of its vertices, as far out as they lie in as many directions.
HELD = 6
FRONT = View((0.75, 0.3, 1.0))
Vector = tuple[float, float, float]


class Pull(NamedTuple):
    """The point of a part that lies farthest in a direction, and where it is taken from there."""

    part: str
    direction: Vector
    shift: Vector


@cache
def jointed(name: str) -> Mechanism:
    """A sample with its joints found, not given."""
    model = replace(mechanism(name), joints=())
    return replace(model, joints=find_joints(model))


def lamp(path: Path) -> None:
    """The joints of a lamp, and its shade pulled while its base is held."""
    model = jointed("lamp")
    pull = Pull("shade", (0.2, -0.6, 1.0), (0.02, -0.1, 0.16))
    shots = [
        mechanism_shot(model, title="five joints found"),
        pulled_shot(model, "base", [pull._replace(shift=(0.0, 0.0, 0.0))], "at rest"),
        pulled_shot(model, "base", [pull], "base held, shade pulled"),
    ]
    render(shots, path, size=(1600, 640), view=View((0.45, 0.3, 1.0), centre="all"), columns=3)


def found(path: Path) -> None:
    """The joints of a chair and of a robot."""
    shots = [mechanism_shot(jointed(name), title=_counts(jointed(name), name)) for name in ("chair", "robot")]
    render(shots, path, size=(1600, 1000), view=FRONT, columns=2)


def exploded(path: Path) -> None:
    """The same, moved apart."""
    shots = [exploded_shot(jointed(name)) for name in ("chair", "robot")]
    render(shots, path, size=(1600, 1000), view=FRONT, columns=2)


def pulled(path: Path) -> None:
    """A chair whose back and armrests are pulled, and a robot that steps and waves."""
    up, down = (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)
    chair = [
        Pull("back", up, (0.0, -0.06, -0.25)),
        Pull("left armrest", up, (0.0, 0.06, 0.0)),
        Pull("right armrest", up, (0.0, -0.04, 0.0)),
    ]
    robot = [
        Pull("left hand", down, (0.28, 0.75, 0.25)),
        Pull("right foot", (0.0, -1.0, 0.2), (0.0, 0.3, 0.3)),
    ]
    shots = [
        pulled_shot(jointed("chair"), "foot", chair, "back and armrests pulled"),
        pulled_shot(jointed("robot"), "torso", robot, "a hand and a foot pulled"),
    ]
    render(shots, path, size=(1600, 1000), view=FRONT, columns=2)


def soft(path: Path) -> None:
    """The same pull on a rigid and on a soft back."""
    rigid = jointed("chair")
    bending = softened(rigid, _number(rigid, "back"), Soft(8))
    # One corner ahead, the other back: no turn of the hinge does both.
    pulls = [
        Pull("back", (1.0, 1.0, 0.0), (0.0, 0.0, -0.25)),
        Pull("back", (-1.0, 1.0, 0.0), (0.0, 0.0, 0.1)),
    ]
    shots = [
        pulled_shot(rigid, "seat", pulls, "rigid back"),
        pulled_shot(bending, "seat", pulls, "soft back"),
    ]
    render(shots, path, size=(1600, 900), view=View((0.9, 0.25, 0.7), centre="all"), columns=2)


def pulled_shot(model: Mechanism, held: str, pulls: Sequence[Pull], title: str) -> Shot:
    """One part held and points of others pulled."""
    rig = pliant.JointIK(model, model.joints)
    still = _outermost(model, held, _around(HELD))
    moving = np.concatenate([_outermost(model, pull.part, np.array([pull.direction])) for pull in pulls])
    grip = rig.grab([*still.tolist(), *moving.tolist()])
    shift = np.concatenate([np.zeros((len(still), 3)), [pull.shift for pull in pulls]])
    V = grip.drag(grip.held.rest + shift).V
    return Shot(model.mesh.moved(V), title, part_colours(model), pinned=V[still], dragged=V[moving])


def _outermost(model: Mechanism, name: str, directions: Floats) -> Ints:
    own = np.flatnonzero(model.component == _number(model, name))
    return np.unique(own[np.argmax(model.mesh.V[own] @ directions.T, axis=0)])


def _around(count: int) -> Floats:
    angles = 2 * np.pi * np.arange(count) / count
    return np.stack([np.cos(angles), 0.2 * np.ones(count), np.sin(angles)], axis=1)


def _number(model: Mechanism, name: str) -> int:
    return [part.name for part in model.components].index(name)


def _counts(model: Mechanism, name: str) -> str:
    return f"a {name}: {len(model.components)} parts, {len(model.joints)} joints"


PICTURES = {
    "joints-lamp.png": lamp,
    "joints-found.png": found,
    "joints-exploded.png": exploded,
    "joints-pulled.png": pulled,
    "joints-soft.png": soft,
}
