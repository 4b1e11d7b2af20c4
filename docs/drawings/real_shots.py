"""One track for a real horse and a real elephant, and the cage-edited gallop, for a look; no page shows them.

The feet's ways are those of the recorded gallop, keyed on the horse; the elephant's track is the horse's,
carried over. Beside each picture lie the shots as glTF, USD and films.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from pliant.animation import Anchor, Channel, Item, Track, retargeted
from pliant.animation.animate import play
from pliant.clip import Clip
from pliant.figures import render

from .animation import row
from .real import GALLOP_EXAMPLES, SIDE, feet, real_poses, tracks
from .real_caged import edited_cages, horses

NAMES = ("hind left", "hind right", "fore left", "fore right")
FRAMES = 24
COHERENCE = 0.01


def horse_track(rig: pliant.MeshIK) -> Track:
    """The four feet of the recorded gallop, over and over."""
    V = rig.mesh.V
    ways = tracks(FRAMES) * np.ptp(V[:, 1])
    items = [
        Item(name, Anchor.of(int(v)), Channel.of(np.arange(1, FRAMES + 1), ways[:, i], after="loop"))
        for i, (name, v) in enumerate(zip(NAMES, feet(V), strict=True))
    ]
    return Track.of(items, name="gallop")


def gallop(path: Path) -> None:
    """Both animals play one track."""
    rows = []
    horse, elephant = (
        pliant.MeshIK(real_poses(name, GALLOP_EXAMPLES))
        for name in ("sumner_horse_poses", "sumner_elephant_poses")
    )
    track = horse_track(horse)
    matches = {name: int(v) for name, v in zip(NAMES, feet(elephant.mesh.V), strict=True)}
    height = np.ptp(elephant.mesh.V[:, 1]) / np.ptp(horse.mesh.V[:, 1])
    other = retargeted(track, horse.mesh, elephant.mesh, matches, scale=float(height))
    for name, rig, own in (("horse", horse, track), ("elephant", elephant, other)):
        files = [path.with_name(f"gallop-{name}.{kind}") for kind in ("npz", "glb", "usdc", "mp4")]
        play(rig, own, files, coherence=COHERENCE)
        rows += row(pliant.read_clip(files[0]))
    render(rows, path, size=(1800, 560), view=SIDE, columns=8)


def edited(path: Path) -> None:
    """The gallop whose cages were edited, as a clip."""
    rig, cages = horses()[0], edited_cages()
    clip = Clip(rig.mesh, len(cages), 24.0, lambda: (rig.posed(C) for C in cages), name="edited gallop")
    for kind in ("glb", "abc", "pc2"):
        pliant.write_clip(path.with_name(f"gallop-edited.{kind}"), clip)
    render(row(clip), path, size=(1800, 320), view=SIDE, columns=8)


PICTURES = {"real-shots-gallop.png": gallop, "real-shots-edited.png": edited}
