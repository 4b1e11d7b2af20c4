"""Elastic IK: pulls on meshes with nothing prepared [Sorkine2007, Jacobson2012]."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Floats
from pliant.figures import Shot, View, render
from pliant.samples import sample
from pliant.samples.bar import bar
from pliant.samples.quadruped import landmarks

EACH = View((0.55, 0.25, 1.0))
VERTICES = 8_000
# The studio's colours of what is stiff and of what is not.
HARD, CLAY = (213, 94, 0), (185, 182, 176)


def pulled(path: Path) -> None:
    """A fox whose nose and tail are pulled, a bar bent by 120 degrees and one twisted by 180."""
    poses = sample("quadruped", vertices=VERTICES)
    at = landmarks(poses)
    feet = [at[name] for name in ("left hindpaw", "right hindpaw", "left forepaw", "right forepaw")]
    grip = pliant.ElasticIK(poses.mesh).grab([*feet, at["nose"], at["tail tip"]])
    targets = np.array(grip.held.rest)
    targets[-2] += (-0.12, 0.18, 0.3)
    targets[-1] += (0.25, 0.45, 0.0)
    fox = Shot(poses.mesh.moved(grip.drag(targets).V), title="nose and tail pulled")
    bars = bar(VERTICES, bends=(120.0,), twists=(180.0,))
    words = ("bent by 120°", "twisted by 180°")
    shots = [fox, *(_ended(bars, V, title) for V, title in zip(bars.V[1:], words, strict=True))]
    render(shots, path, size=(1800, 600), view=EACH, columns=3)


def _ended(bars: pliant.PoseSet, V: Floats, title: str) -> Shot:
    """The bar with its caps as in a pose V (n, 3), and elastic between them."""
    rest = bars.mesh.V[:, 0]
    held = np.flatnonzero((rest <= 1e-9) | (rest >= 1.0 - 1e-9))
    pose = pliant.ElasticIK(bars.mesh).grab(held.tolist()).drag(V[held])
    return Shot(bars.mesh.moved(pose.V), title=title)


def stiffness(path: Path) -> None:
    """A bar with one end held and the other pulled: as it is, and with its far half stiff."""
    mesh = bar(VERTICES).mesh
    x = mesh.V[:, 0]
    hard = np.where(x > 0.5, 100.0, 1.0)
    colour = np.where(hard[:, None] > 1.0, HARD, CLAY) / 255.0
    held = np.flatnonzero(x <= 1e-9).tolist()
    tip = int(np.argmax(x))
    shots = []
    for words, values in (("all alike", None), ("the far half stiff", hard)):
        grip = pliant.ElasticIK(mesh, stiffness=values).grab([*held, tip])
        targets = np.array(grip.held.rest)
        targets[-1] += (-0.4, 0.5, 0.0)
        posed = mesh.moved(grip.drag(targets).V)
        shots.append(Shot(posed, title=words) if values is None else Shot(posed, title=words, colour=colour))
    render(shots, path, size=(1200, 500), view=EACH, columns=2)


PICTURES = {"elastic-pulled.png": pulled, "elastic-stiffness.png": stiffness}
