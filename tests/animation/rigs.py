"""Small rigs of every method, a track for each, and a rig so simple that baking itself is what is seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from pliant.animation.anchor import Anchor
from pliant.animation.keys import Channel
from pliant.animation.track import Item, Track
from pliant.core.anchors import Held, Points, held_points
from pliant.core.arrays import Array
from pliant.core.gauss_newton import Status
from pliant.core.mesh import Mesh
from pliant.core.rig import Grip, Pose, Rig
from tests.conformance.cases import CASES

METHODS = ("meshik", "reduced", "handles", "joints", "cage")


@cache
def rig_of(method: str) -> Rig:
    """The conformance suite's rig of a method."""
    return CASES[method].make(CASES[method].poses)


def track_of(method: str, last: int, *, fps: float = 24.0) -> Track:
    """From rest at frame 1 to the suite's targets at frame 4, and there until the last."""
    case = CASES[method]
    rest = case.poses.mesh.V[case.points]
    places = [Channel.of([1, 4], np.stack([a, b])) for a, b in zip(rest, case.targets, strict=True)]
    items = [
        Item(f"point {i}", Anchor.of(int(vertex)), place, "place")
        for i, (vertex, place) in enumerate(zip(case.points, places, strict=True))
    ]
    return Track.of(items, last=last).at_rate(fps)


class Sliding(Rig):
    """Carries the whole mesh along with the mean of what is held."""

    method: ClassVar[str] = "sliding"

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh

    def grab(self, points: Points) -> SlidingGrip:
        return SlidingGrip(self.mesh, held_points(points, self.mesh.V, self.mesh.F))

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        return {}, {}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Rig:
        raise NotImplementedError


class SlidingGrip(Grip):
    """Its status says whether it was pulled far."""

    def __init__(self, mesh: Mesh, held: Held) -> None:
        self.mesh, self.held = mesh, held

    def drag(self, targets: ArrayLike, start: Any = None) -> Pose:
        move = (np.asarray(targets) - self.held.rest).mean(axis=0)
        status = Status.CONVERGED if np.linalg.norm(move) < 10.0 else Status.OUT_OF_ITERATIONS
        return Pose(status, 0, 0.0, (0.0,), 0.0, self.mesh.V + move)


class Trapped(Sliding):
    """Has energy where a search began more than a unit away from where it ended."""

    def grab(self, points: Points) -> TrappedGrip:
        return TrappedGrip(self.mesh, held_points(points, self.mesh.V, self.mesh.F))


class TrappedGrip(SlidingGrip):
    def drag(self, targets: ArrayLike, start: Any = None) -> Pose:
        pose = super().drag(targets)
        began = self.mesh.V if start is None else start.V
        return replace(pose, energy=float(np.abs(pose.V - began).max() > 1.0))


def grid(side: int) -> Mesh:
    """A flat sheet of side × side vertices, one unit apart."""
    x, y = np.meshgrid(np.arange(side, dtype=float), np.arange(side, dtype=float), indexing="ij")
    a = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)).ravel()
    F = np.concatenate([np.stack([a, a + side, a + 1], 1), np.stack([a + 1, a + side, a + side + 1], 1)])
    return Mesh.of(np.stack([x.ravel(), y.ravel(), np.zeros(side * side)], axis=1), F)
