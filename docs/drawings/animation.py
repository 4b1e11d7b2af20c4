"""Animations: a fox with and without follow-through, and shots of the other methods."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.animation import FollowThrough
from pliant.clip import Clip
from pliant.figures import Shot, View, render

from . import shots

# Frames of a row.
TILES = 8
SIDE = View((0.35, 0.25, 1.0), centre="all")
WOBBLY = FollowThrough(springiness=2.0, damping=0.25)


def fox(path: Path) -> None:
    """As keyed, and with the rest of the body swinging after."""
    scene = shots.fox()
    rows = [*row(scene.baked()), *row(scene.baked(WOBBLY))]
    render(rows, path, size=(1800, 560), view=SIDE, columns=TILES)


def others(path: Path) -> None:
    """The flag, the person and the lamp, each in a row of its own scale."""
    from PIL import Image

    strips = []
    for scene, view in (
        (shots.walking_flag(), View((0.35, 0.2, 1.0), centre="all")),
        (shots.handle_walk(), View((1.0, 0.15, 0.3), centre="all")),
        (shots.bowing_lamp(), View((0.45, 0.3, 1.0), centre="all")),
    ):
        strips.append(render(row(scene.baked()), size=(1800, 420), view=view, columns=TILES))
    Image.fromarray(np.vstack(strips)).save(path)


def row(clip: Clip) -> list[Shot]:
    """Frames at even distances, each under its number."""
    chosen = np.linspace(0, clip.count - 1, TILES).round().astype(int).tolist()
    return [Shot(clip.mesh.moved(V), str(clip.first + i)) for i, V in enumerate(clip) if i in chosen]


PICTURES = {"animation-fox.png": fox, "animation-shots.png": others}
