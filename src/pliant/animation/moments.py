"""The moments of a track on one mesh: where each item's points should be in a frame, and its weight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pliant.animation.track import Track, chunks
from pliant.arrays import Floats
from pliant.io.files import naming
from pliant.mesh import Mesh

# Frames whose keys are read at once: enough for NumPy to be fast, and little to keep.
AT_ONCE = 64


@dataclass(frozen=True, eq=False)
class Moment:
    """One frame of a track.

    goals:   for each item (p, 3), where its points are keyed
    weights: for each item, from 0 to 1
    """

    frame: int
    goals: tuple[Floats, ...]
    weights: tuple[float, ...]


def moments(track: Track, mesh: Mesh) -> Iterator[Moment]:
    """The moment of every frame of a track, for a mesh at rest."""
    rests = []
    for item in track.items:
        with naming(f"item '{item.name}'"):
            rests.append(item.anchor.at(mesh.V, mesh))
    for frames in chunks(track.frames(), AT_ONCE):
        goals = [item.goals(rest, frames) for item, rest in zip(track.items, rests, strict=True)]
        weights = [item.weights(frames) for item in track.items]
        for i, frame in enumerate(frames):
            yield Moment(frame, tuple(goal[i] for goal in goals), tuple(float(w[i]) for w in weights))
