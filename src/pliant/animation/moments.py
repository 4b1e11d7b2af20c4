"""A track on one mesh, frame by frame: where each item's points should be, and how firmly they are held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pliant.animation.track import Track, chunks
from pliant.core.arrays import Floats
from pliant.core.mesh import Mesh
from pliant.io.files import naming

# Frames whose keys are read at once: enough to make NumPy worth its while, little to keep.
AT_ONCE = 64


@dataclass(frozen=True, eq=False)
class Moment:
    """One frame.

    goals:   (p, 3) for each item, where its points are keyed
    weights: for each item, in 0 … 1
    """

    frame: int
    goals: tuple[Floats, ...]
    weights: tuple[float, ...]


def moments(track: Track, mesh: Mesh) -> Iterator[Moment]:
    """Every frame of the track, on this mesh at rest."""
    rests = []
    for item in track.items:
        with naming(f"item '{item.name}'"):
            rests.append(item.anchor.at(mesh.V, mesh))
    for frames in chunks(track.frames(), AT_ONCE):
        goals = [item.goals(rest, frames) for item, rest in zip(track.items, rests, strict=True)]
        weights = [item.weights(frames) for item in track.items]
        for i, frame in enumerate(frames):
            yield Moment(frame, tuple(goal[i] for goal in goals), tuple(float(w[i]) for w in weights))
