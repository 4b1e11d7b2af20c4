"""The fox in motion: its nose goes round, its paws stay, its tail swings after."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from drawings.fox import DIRECTION, STILL, poses
from pliant.animation import Anchor, Channel, FollowThrough, Item, Track, bake
from pliant.figures import View
from pliant.figures.film import Filming, write_film

FRAMES, FPS = 36, 18
# Half the width and half the height of the nose's way, ahead and up.
REACH = np.array([0.16, 0.2])


def pull(path: Path) -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, FRAMES // 4 + 1)
    way = np.stack(
        [-REACH[0] * (1.0 - np.cos(turn)), REACH[1] * np.sin(turn), 0.1 * np.sin(2 * turn)], axis=1
    )
    keys = Channel.of(np.linspace(1, FRAMES + 1, len(turn)).tolist(), way.tolist(), after="loop")
    items = [Item("nose", Anchor.named("nose"), keys), *(Item(name, Anchor.named(name)) for name in STILL)]
    track = Track.of(items, fps=FPS, first=1, last=FRAMES, name="pull")
    clip = bake(pliant.ReducedIK(poses()), track, follow=FollowThrough(springiness=1.5, damping=0.4))
    write_film(path, clip, Filming(size=(640, 400), view=View(DIRECTION)))


PICTURES = {"fox-pull.webp": pull}
