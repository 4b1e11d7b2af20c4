"""Figures 6 and 8 of [Sumner2005] on the real meshes beside the repository, for a look; no page shows them.

The folder is ../shared/data, or what PLIANT_DATA names.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Floats, Ints
from pliant.figures import Shot, View, render

DATA = Path(os.environ.get("PLIANT_DATA", Path(__file__).parents[3] / "shared" / "data"))
SIDE = View((1.0, 0.25, 0.35), centre="all")
# The poses taken as examples for the gallop, as few as in the paper.
GALLOP_EXAMPLES = (0, 3, 5, 8)


def real_poses(name: str, chosen: tuple[int, ...] | None = None) -> pliant.PoseSet:
    poses = pliant.read_poses(DATA / "poses" / f"{name}.npz")
    return poses if chosen is None else poses.subset(chosen)


def feet(V: Floats) -> Ints:
    """The lowest vertex in each quarter of the ground plan: hind left, hind right, fore left, fore right."""
    low = V[:, 1] < V[:, 1].min() + 0.06 * np.ptp(V[:, 1])
    x, _, z = (V - (V[low].min(axis=0) + V[low].max(axis=0)) / 2).T
    quarters = [(z < 0) & (x > 0), (z < 0) & (x < 0), (z > 0) & (x > 0), (z > 0) & (x < 0)]
    return np.array([np.flatnonzero(low & quarter)[np.argmin(V[low & quarter, 1])] for quarter in quarters])


def lion(path: Path) -> None:
    """Two paws, then one leg alone with the body frozen."""
    rig = pliant.MeshIK(real_poses("sumner_lion_poses"))
    V = rig.mesh.V
    hind, fore = feet(V)[[0, 2]]
    grip = rig.grab([fore, hind])
    goal = V[[fore, hind]] + [[0.0, 0.0, 0.3], [0.0, 0.0, 0.0]]
    stretched = grip.drag(goal)
    body = (V[:, 2] < 0.1) | (V[:, 0] < -0.02) | (V[:, 1] > 0.3)
    raised = stretched.V[[fore]] + [[0.0, 0.15, 0.0]]
    alone = rig.holding(body, stretched.V).grab([fore]).drag(raised)
    shots = [
        Shot(rig.mesh, "two handles", pinned=[hind], dragged=[fore]),
        Shot(rig.mesh.moved(stretched.V), "pulled forward", pinned=goal[1:], dragged=goal[:1]),
        Shot(rig.mesh.moved(alone.V), "body frozen", np.where(body, 1.0, 0.0), dragged=raised),
    ]
    render(shots, path, size=(1600, 500), view="three-quarter", columns=3)


def tracks(count: int) -> Floats:
    """(count, 4, 3) paths of the four feet in a gallop, in heights of the animal, from their own means."""
    gallop = real_poses("sumner_horse_gallop")
    held = feet(gallop.mesh.V)
    frames = np.linspace(1, len(gallop) - 1, count).astype(int)
    paths = gallop.V[frames][:, held] - gallop.V[frames].mean(axis=1, keepdims=True)
    return (paths - paths.mean(axis=0)) / np.ptp(gallop.mesh.V[:, 1])


def gallop(path: Path) -> None:
    """One set of key-framed feet makes the horse and the elephant gallop."""
    shots = []
    for name in ("sumner_horse_poses", "sumner_elephant_poses"):
        rig = pliant.MeshIK(real_poses(name, GALLOP_EXAMPLES))
        V = rig.mesh.V
        held = feet(V)
        grip, pose = rig.grab(held.tolist()), None
        for frame in tracks(6):
            goal = V[held] + frame * np.ptp(V[:, 1])
            pose = grip.drag(goal, pose, coherence=0.0 if pose is None else 0.01)
            shots.append(Shot(rig.mesh.moved(pose.V), dragged=goal))
    render(shots, path, size=(1800, 700), view=SIDE, columns=6)


PICTURES = {"real-lion.png": lion, "real-gallop.png": gallop}
