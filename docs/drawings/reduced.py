"""Reduced IK: what was learned of the fox, and the fox posed by its paws."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

import pliant
from drawings.fox import DIRECTION, poses
from drawings.parts import Part, Scene, both
from pliant.figures import Shot, View, render
from pliant.methods.reduced.figures.controls import controls_shot, draw_controls
from pliant.samples.quadruped import landmarks

UNEVEN = ("walk 1", "gallop extended", "looking left")
STILL = ("left hindpaw", "right hindpaw")
FEW = ("standing", "gallop gathered", "play bow", "sitting", "rearing")
TAILED = ("standing", "play bow", "tail up", "gallop gathered")
AT_REST = ("right forepaw", "left hindpaw", "right hindpaw", "withers", "croup", "chest", "nose")
LEFT = (0.3, 0.2, -1.0)
PULLED = {"left forepaw": (0.12, 0.36, 0.0), "right forepaw": (0.05, 0.26, 0.0)}


@cache
def rig() -> pliant.ReducedIK:
    return pliant.ReducedIK(poses())


def controls(path: Path) -> None:
    draw_controls(rig(), path, size=(1600, 700), view=DIRECTION)


def paws(path: Path) -> None:
    at = landmarks(poses())
    grip = rig().grab([at[name] for name in (*STILL, *PULLED)])
    shifts = np.array([(0.0, 0.0, 0.0)] * len(STILL) + list(PULLED.values()))
    posed = grip.drag(grip.held.rest + shifts).V
    shots = [
        replace(
            controls_shot(rig(), V, title),
            pinned=grip.held.on(V)[: len(STILL)],
            dragged=grip.held.on(V)[len(STILL) :],
        )
        for V, title in ((poses().mesh.V, "before"), (posed, "pulled by its paws"))
    ]
    render(shots, path, size=(1600, 800), view=View(DIRECTION, centre="all"))


def images(path: Path) -> None:
    """Poses that are not their own mirror images, and these below."""
    all_names = poses().names
    found = pliant.mirrored(poses().subset([0, *(all_names.index(name) for name in UNEVEN)]))
    rows = (*UNEVEN, *(f"{name} (mirrored)" for name in UNEVEN))
    shots = [Shot(found.mesh.moved(found.V[found.names.index(name)]), title=name) for name in rows]
    render(shots, path, size=(1600, 900), view=View(DIRECTION, centre="all"), columns=len(UNEVEN))


def scene(few: tuple[str, ...]) -> Scene:
    """A fox with few examples, all but its left foreleg and its tail held at rest."""
    chosen = poses().subset([poses().names.index(name) for name in few])
    at, (x, y, _) = landmarks(poses()), chosen.mesh.V.T
    trunk = np.flatnonzero((y > 0.42) & (x > -0.35) & (x < 0.3))
    return Scene(chosen, np.array([at[name] for name in AT_REST]), trunk)


def leg_and_tail(leg: str, tail: str) -> tuple[Part, Part]:
    """The left foreleg and the tail, with the examples that they shall follow."""
    at, (x, y, z) = landmarks(poses()), poses().mesh.V.T
    foreleg = np.flatnonzero((z < 0) & (x > 0.05) & (y < 0.36))
    return (
        Part("foreleg", foreleg, at["left forepaw"], leg),
        Part("tail", np.flatnonzero(x < -0.42), at["tail tip"], tail),
    )


def parts(path: Path) -> None:
    """The left foreleg of one example and the tail of another, all else at rest."""
    shown = scene(FEW)
    shots = shown.shots(both(shown.poses), leg_and_tail("play bow", "gallop gathered"))
    render(shots, path, size=(1600, 1000), view=View(LEFT, centre="all"), columns=2)


def leaders(path: Path) -> None:
    """Which example each part of a fox follows, in the example's colour."""
    shown = scene(TAILED)
    shots = shown.led(both(shown.poses), leg_and_tail("play bow", "tail up"))
    render(shots, path, size=(1600, 1000), view=View(LEFT, centre="all"), columns=2)


PICTURES = {
    "reduced-controls.png": controls,
    "reduced-paws.png": paws,
    "reduced-images.png": images,
    "reduced-parts.png": parts,
    "reduced-leaders.png": leaders,
}
