"""Poses of learned rigs on the real meshes beside the repository, for a look; no page shows them.

[Der2006, fig. 3–7]: a horse steps and gallops by its hooves, an elephant charges by feet and trunk, a human
is posed by hands and feet, a tail of many controls curls.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from drawings.parts import Part, Scene, both
from drawings.real import SIDE, feet, real_poses, tracks
from pliant.arrays import Floats, Ints
from pliant.figures import Shot, View, render
from pliant.geometry.farthest_points import farthest_points

# Where the tail's tip goes, in diagonals.
TAIL = ((0, 0, 0), (0, 0.15, 0.05), (0.15, 0.2, 0.1), (-0.15, 0.05, 0.15), (0, 0.3, 0.2), (0, -0.1, 0.1))
RIGHT = View((-1.0, 0.2, 0.35), centre="all")
FRONT = View((1.0, 0.2, 0.3), centre="all")


def horse(path: Path) -> None:
    """Stepping: one hoof after the other lifted; then galloping along a track."""
    rig = pliant.ReducedIK(real_poses("sumner_horse_poses"))
    V = rig.mesh.V
    held = feet(V)
    tall = np.ptp(V[:, 1])
    grip, pose, shots = rig.grab(held.tolist()), None, []
    for lifted in range(4):
        goal = V[held].copy()
        goal[lifted] += tall * np.array([0.0, 0.15, 0.15])
        shots.append(Shot(rig.mesh.moved(grip.drag(goal).V), dragged=goal))
    for frame in tracks(4):
        goal = V[held] + frame * tall
        pose = grip.drag(goal, pose, coherence=0.0 if pose is None else 0.01)
        shots.append(Shot(rig.mesh.moved(pose.V), dragged=goal))
    render(shots, path, size=(1600, 800), view=SIDE, columns=4)


def elephant(path: Path) -> None:
    """Feet along the gallop's track, and the trunk up."""
    rig = pliant.ReducedIK(real_poses("sumner_elephant_poses"))
    V = rig.mesh.V
    tall = np.ptp(V[:, 1])
    ahead = np.flatnonzero(V[:, 2] > V[:, 2].max() - 0.25 * np.ptp(V[:, 2]))
    trunk = int(ahead[np.argmin(V[ahead, 1])])
    held = [*feet(V).tolist(), trunk]
    grip, pose, shots = rig.grab(held), None, []
    for i, frame in enumerate(tracks(6)):
        goal = V[held] + np.append(frame, [[0.0, 0.1 + 0.06 * i, 0.05 * i]], axis=0) * tall
        pose = grip.drag(goal, pose, coherence=0.0 if pose is None else 0.01)
        shots.append(Shot(rig.mesh.moved(pose.V), dragged=goal))
    render(shots, path, size=(1800, 700), view=SIDE, columns=3)


def human(path: Path) -> None:
    """Hands and feet of the dancer."""
    rig = pliant.ReducedIK(real_poses("vlasic_samba"))
    V = rig.mesh.V
    held = ends(V)
    tall = np.ptp(V[:, 1])
    grip = rig.grab(held.tolist())
    shots = [Shot(rig.mesh, "reference", dragged=held.tolist())]
    for what, changes in {
        "a hand up": {0: (0.0, 0.3, 0.0)},
        "both hands up": {0: (0.0, 0.3, 0.1), 1: (0.0, 0.3, -0.1)},
        "a foot forward": {2: (0.2, 0.05, 0.0)},
        "stride": {2: (0.15, 0.0, 0.0), 3: (-0.15, 0.0, 0.0)},
        "crouch": {2: (0.0, 0.2, 0.0), 3: (0.0, 0.2, 0.0)},
    }.items():
        goal = V[held].copy()
        for i, change in changes.items():
            goal[i] += tall * np.array(change)
        shots.append(Shot(rig.mesh.moved(grip.drag(goal).V), what, dragged=goal))
    render(shots, path, size=(1500, 900), view=FRONT, columns=3)


def parts(path: Path) -> None:
    """The right foreleg of one example and the tail of another, all else at rest."""
    poses = real_poses("sumner_horse_poses")
    V = poses.mesh.V
    x, y, z = V.T
    leg = np.flatnonzero((x < 0) & (y < 0.40) & (z > -0.08) & (z < 0.3))
    tail = np.flatnonzero((z < -0.42) & (np.abs(x) < 0.08) & (y < 0.62))
    trunk = np.flatnonzero((y > 0.42) & (y < 0.75) & (z > -0.3) & (z < 0.15))
    apart = np.full(poses.n, np.inf)
    for v in (*leg, *tail):
        apart = np.minimum(apart, np.linalg.norm(V - V[v], axis=1))
    far = np.flatnonzero(apart > 0.11)
    held = np.union1d(far[farthest_points(V[far], 10)], feet(V)[:3])
    scene, rigs, shots = Scene(poses, held, trunk), both(poses), []
    hoof, tip = (int(part[np.argmin(y[part])]) for part in (leg, tail))
    for ahead, behind in (("horse-02", "horse-10"), ("horse-07", "horse-04")):
        wanted = Part("leg", leg, hoof, ahead), Part("tail", tail, tip, behind)
        shots += scene.shots(rigs, wanted)
    render(shots, path, size=(1800, 900), view=RIGHT, columns=4)


def ends(V: Floats) -> Ints:
    """Hands (the lowest of what is widest) and feet (the lowest) of a standing figure, right and left."""
    y = (V[:, 1] - V[:, 1].min()) / np.ptp(V[:, 1])
    flat = V[:, [0, 2]] - np.median(V[:, [0, 2]], axis=0)
    # Across is where the shoulders are widest.
    shoulders = flat[(y > 0.7) & (y < 0.85)]
    x = flat @ np.linalg.svd(shoulders - shoulders.mean(axis=0), full_matrices=False)[2][0]
    found = []
    for low, high in ((0.4, 0.55), (0.0, 0.1)):
        for side in (x, -x):
            within = np.flatnonzero((y >= low) & (y <= high) & (side > 0))
            found.append(within[np.argmax(side[within] - (y[within] if high < 0.2 else 0.0))])
    return np.array(found)


def tail(path: Path) -> None:
    """The lion's tail, with many controls, pulled by its tip."""
    options = pliant.ReducedOptions(controls=60)
    rig = pliant.ReducedIK(real_poses("sumner_lion_poses"), options=options)
    V = rig.mesh.V
    size = np.linalg.norm(np.ptp(V, axis=0))
    tip = int(np.argmin(V[:, 2]))
    held = [*feet(V).tolist(), tip]
    grip = rig.grab(held)
    shots = []
    for change in TAIL:
        goal = V[held].copy()
        goal[-1] += size * np.array(change)
        shots.append(Shot(rig.mesh.moved(grip.drag(goal).V), dragged=goal))
    render(shots, path, size=(1800, 900), view=SIDE, columns=3)


PICTURES = {
    "reduced-horse.png": horse,
    "reduced-elephant.png": elephant,
    "reduced-human.png": human,
    "reduced-tail.png": tail,
    "reduced-horse-parts.png": parts,
}
