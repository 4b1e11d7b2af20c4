"""Handle IK: figures 2 and 3 of [Baerentzen], on a bar, a person and a fox."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from pliant.arrays import Vertices
from pliant.figures import Look, Shot, View, render
from pliant.geometry.clip_triangles import clipped
from pliant.methods.handles.figures import handle_colours, handles_shot

from .sculpted import NARROW, arm_rig, bar_rig, character, folded_rig, in_order, knees
from .walking import FRAMES, GAITS, Frame, Gait, rigid, walk

# The person looks along z and is seen from its right; the fox looks along x.
PERSON, FOX = (-1.0, 0.12, 0.35), (0.35, 0.2, 1.0)
BAR = View((0.3, 0.35, 1.0), centre="all")
VERTICES = 8_000
# Of the leg that is shown alone, in metres: below the hip, on the right.
HIP = 0.86


def painted(path: Path) -> None:
    """The two samples with their handles."""
    person, fox = (pliant.HandleIK(*character(name, VERTICES)) for name in ("humanoid", "quadruped"))
    size = 1.15
    small = fox.mesh.moved(size * fox.mesh.V @ [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    shots = [
        handles_shot(person, title="a person: 21 handles"),
        Shot(small, "a fox: 20 handles", colour=handle_colours(fox)),
    ]
    render(shots, path, size=(1600, 900), view=(-0.75, 0.2, 1.0))


def orders(path: Path) -> None:
    """Figure 2, top: two poses do not commute."""
    rig = arm_rig()
    shots = [
        handles_shot(rig, rig.blend([1, 0]), "arm ahead"),
        handles_shot(rig, rig.blend([0, 1]), "arm up"),
        handles_shot(rig, in_order(rig, [0, 1]), "ahead, then up"),
        handles_shot(rig, in_order(rig, [1, 0]), "up, then ahead"),
    ]
    render(shots, path, size=(1600, 700), view=View((0.55, 0.12, 1.0), centre="all"), columns=4)


def rings(path: Path) -> None:
    """Figure 2, bottom left: rigidity that falls by 1, 2/3, 1/3, 0 over the borders, against hard borders."""
    hard, soft = bar_rig(500, soft=NARROW), bar_rig(500, soft=NARROW, rings=2)
    shots = [
        handles_shot(rig, V, title)
        for rig, V, title in (
            (hard, None, "hard borders"),
            (soft, None, "rings of 2/3 and 1/3"),
            (hard, hard.blend([1]), "bent, hard borders"),
            (soft, soft.blend([1]), "bent, rings"),
        )
    ]
    render(shots, path, size=(1600, 450), view=BAR, columns=4, look=Look(wires=True))


def halfway(path: Path) -> None:
    """Figure 2, bottom right: half of a pose, by vertices on straight lines and by half of its turns."""
    rig = folded_rig()
    whole = rig.blend([1])
    shots = [
        handles_shot(rig, title="rest"),
        handles_shot(rig, (rig.mesh.V + whole) / 2, "half-way, vertices"),
        handles_shot(rig, rig.blend([0.5]), "half-way, handles"),
        handles_shot(rig, whole, "pose"),
    ]
    render(shots, path, size=(1600, 450), view=BAR, columns=4)


def knee(path: Path) -> None:
    """Figure 3, top: the knee bent by one turn, then mended by small moves."""
    rig, bent, mended = knees()
    shots = [
        _leg(rig, V, title) for V, title in ((rig.mesh.V, "handles"), (bent, "one turn"), (mended, "mended"))
    ]
    render(shots, path, size=(1600, 700), view=View((-1.0, 0.1, 0.25)), columns=3)


def person_walk(path: Path) -> None:
    """Figure 3, bottom: a walk by alternately moving the feet's constraints."""
    _strip("humanoid", PERSON, path, (1600, 620), columns=FRAMES + 2)


def fox_walk(path: Path) -> None:
    """The same on four legs, in diagonal pairs."""
    _strip("quadruped", FOX, path, (1600, 800), columns=(FRAMES + 2) // 2)


def _strip(
    name: str, direction: tuple[float, float, float], path: Path, size: tuple[int, int], columns: int
) -> None:
    grip, frames = walk(name, VERTICES)
    # One step and a little more, once the walk repeats itself.
    shots = [
        _walking(grip.rig, GAITS[name], frame, direction) for frame in frames[2 * FRAMES - 1 : 3 * FRAMES + 1]
    ]
    render(shots, path, size=size, view=View(direction), columns=columns)


def _walking(rig: pliant.HandleIK, gait: Gait, frame: Frame, direction: tuple[float, float, float]) -> Shot:
    """The frame, with a ball on the side of each foot that is seen."""
    rest, V = rig.mesh.V, frame.pose.V
    groups = [[rigid(rig, name) for name in feet] for feet in gait.feet]
    balls = [[V[v[np.argmax(rest[v] @ direction)]] for v in group] for group in groups]
    still, moving = balls[1 - frame.foot], balls[frame.foot]
    return Shot(rig.mesh.moved(V), colour=handle_colours(rig), pinned=still, dragged=moving)


def _leg(rig: pliant.HandleIK, V: Vertices, title: str) -> Shot:
    """The right leg alone, cut off straight at rest."""
    rest = rig.mesh.V
    below = clipped(rig.mesh.F, HIP - rest[:, 1])
    X, rgb, at = (below.extended(values) for values in (V, handle_colours(rig), rest))
    used, F = np.unique(below.F[(at[below.F][:, :, 0] < 0.0).all(axis=1)], return_inverse=True)
    return Shot((X[used], F.reshape(-1, 3)), title, colour=rgb[used])


PICTURES = {
    "handles-painted.png": painted,
    "handles-orders.png": orders,
    "handles-rings.png": rings,
    "handles-halfway.png": halfway,
    "handles-knee.png": knee,
    "handles-walk.png": person_walk,
    "handles-walk-fox.png": fox_walk,
}
