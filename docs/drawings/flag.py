"""Figure 7 of [Sumner2005]: a flag posed by its corners, and walking on two of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Floats, Ints
from pliant.figures import Shot, View, render, strip
from pliant.samples import sample

FRONT = View((0.35, 0.2, 1.0), centre="all")


@cache
def rig() -> pliant.MeshIK:
    return pliant.MeshIK(sample("flag"))


def corners(V: Floats) -> Ints:
    """The four corners: low and high at the pole, low and high at the free end."""
    signs = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)])
    return np.argmax(signs @ (V[:, :2] - V[:, :2].mean(axis=0)).T, axis=1)


def moved(shift: list[tuple[float, float, float]], title: str) -> Shot:
    held = corners(rig().mesh.V)
    goal = rig().mesh.V[held] + np.array(shift)
    pose = rig().grab(held.tolist()).drag(goal)
    return Shot(rig().mesh.moved(pose.V), title, dragged=goal)


def posed(path: Path) -> None:
    still = (0.0, 0.0, 0.0)
    shots = [
        Shot(rig().mesh, "reference", "sage"),
        moved([still, still, (-0.3, 0.1, 0.35), (-0.35, 0.0, 0.3)], "free end forward"),
        moved([still, still, (-0.2, 0.35, -0.2), (-0.25, 0.3, 0.2)], "lifted and turned"),
        moved([(0.1, 0.0, 0.2), still, (-0.45, 0.1, 0.2), (-0.45, -0.1, -0.2)], "pushed together"),
    ]
    render(shots, path, size=(1600, 480), view=FRONT, columns=4)


def steps(count: int) -> Floats:
    """(count, 4, 3) key-framed corners of a walk: the two low corners step in turn, the high ones sway."""
    V = rig().mesh.V
    held = corners(V)
    stride = 0.35 * float(np.ptp(V[:, 0]))
    frames = []
    for t in np.linspace(0.0, 1.0, count, endpoint=False) * 2.0 * np.pi:
        goal = V[held].copy()
        squeeze = 0.35 * np.ptp(V[:, 0])
        goal[2:, 0] -= squeeze
        for foot, phase in ((0, 0.0), (2, np.pi)):
            goal[foot] += [0.0, 0.5 * stride * max(0.0, np.sin(t + phase)), stride * np.cos(t + phase)]
        goal[[1, 3], 2] += 0.15 * stride * np.sin(2.0 * t)
        frames.append(goal)
    return np.array(frames)


def walk(path: Path) -> None:
    """Each frame starts from the one before, and coherence keeps the blend together."""
    grip = rig().grab(corners(rig().mesh.V).tolist())
    shots, pose = [], None
    for i, goal in enumerate(steps(8)):
        pose = grip.drag(goal, pose, coherence=0.0 if pose is None else 0.01)
        shots.append(Shot(rig().mesh.moved(pose.V), f"frame {i}", dragged=goal))
    render(shots, path, size=(1600, 900), view=FRONT, columns=4)


def examples(path: Path) -> None:
    strip(rig().poses, path, view=FRONT)


PICTURES = {"flag-examples.png": examples, "flag-posed.png": posed, "flag-walks.png": walk}
