"""The fox: before and after a drag, its poses, and the ways to show it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Targets
from pliant.figures import Look, Shot, View, render, strip
from pliant.samples import sample
from pliant.samples.quadruped import landmarks

# The fox looks along x; seen from its right, a little from ahead.
DIRECTION = (0.62, 0.28, 1.0)
STILL = ("left hindpaw", "right hindpaw", "left forepaw", "right forepaw")
PULLED = {"nose": (0.0, -0.45, 0.12), "tail tip": (0.2, 0.45, 0.0)}


@cache
def poses() -> pliant.PoseSet:
    return sample("quadruped", vertices=8_000)


@cache
def dragged() -> tuple[pliant.Mesh, Targets]:
    """The posed fox, and where its held points are: the still ones, then the pulled ones."""
    at = landmarks(poses())
    grip = pliant.MeshIK(poses()).grab([at[name] for name in (*STILL, *PULLED)])
    shifts = np.array([(0.0, 0.0, 0.0)] * len(STILL) + list(PULLED.values()))
    pose = grip.drag(grip.held.rest + shifts)
    return poses().mesh.moved(pose.V), grip.held.on(pose.V)


def drag(path: Path) -> None:
    mesh, targets = dragged()
    at = landmarks(poses())
    rest = poses().mesh.V[[at[name] for name in (*STILL, *PULLED)]]
    split = len(STILL)
    before = Shot(poses().mesh, "before", pinned=rest[:split], dragged=rest[split:])
    after = Shot(mesh, "after", pinned=targets[:split], dragged=targets[split:], ghosts=[poses().V[0]])
    render([before, after], path, size=(1600, 800), view=View(DIRECTION, centre="all"))


def all_poses(path: Path) -> None:
    strip(poses(), path, view=DIRECTION)


def distance(path: Path) -> None:
    mesh, _ = dragged()
    moved = np.linalg.norm(mesh.V - poses().mesh.V, axis=1)
    look = Look(legend="distance from rest")
    render(Shot(mesh, colour=moved), path, size=(1200, 750), view=DIRECTION, look=look)


def wires(path: Path) -> None:
    small = sample("quadruped", vertices=2_000).mesh
    shots = [
        Shot(small, "2,000 vertices", colour="sage"),
        Shot(poses().mesh, "8,000 vertices", colour="sage"),
    ]
    render(shots, path, size=(1600, 750), view=DIRECTION, look=Look(wires=True))


PICTURES = {
    "fox-drag.png": drag,
    "fox-poses.png": all_poses,
    "fox-distance.png": distance,
    "fox-wires.png": wires,
}
