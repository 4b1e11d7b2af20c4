"""Small rigs of every method, a track for each, and a rig so simple that baking itself is what is seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, Points, held_points
from pliant.animation.anchor import Anchor
from pliant.animation.keys import Channel
from pliant.animation.track import Item, Track
from pliant.arrays import Array, Vertices
from pliant.mesh import Mesh
from pliant.pose import Pose, Pulled, Status
from pliant.rig import Grip, Rig
from tests.conformance.cases import CASES

METHODS = ("meshik", "reduced", "handles", "joints", "cage", "elastic")


@cache
def rig_of(method: str) -> Rig:
    """The conformance suite's rig of a method."""
    return CASES[method].make(CASES[method].poses)


def track_of(method: str, last: int, *, fps: float = 24.0) -> Track:
    """From rest at frame 1 to the suite's targets at frame 4, and there until the last; of 24 a second.

    At another rate the same seconds have other frames.
    """
    case = CASES[method]
    rest = case.poses.mesh.V[case.points]
    scale = fps / 24.0
    times = [1.0, 1.0 + 3.0 * scale]
    places = [Channel.of(times, np.stack([a, b])) for a, b in zip(rest, case.targets, strict=True)]
    items = [
        Item(f"point {i}", Anchor.of(int(vertex)), place, "place")
        for i, (vertex, place) in enumerate(zip(case.points, places, strict=True))
    ]
    return Track.of(items, fps=fps, last=1 + int(scale * (last - 1)))


class Sliding(Rig):
    """Carries the whole mesh along with the mean of what is held."""

    method: ClassVar[str] = "sliding"

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh

    def grab(self, points: Points, *, firm: ArrayLike | None = None) -> SlidingGrip:
        return SlidingGrip(self, held_points(points, self.mesh.V, self.mesh.F))

    def carried(self, pulled: Pulled) -> Vertices:
        return cast("Pose", pulled).V

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        return {}, {}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Rig:
        raise NotImplementedError


class SlidingGrip(Grip):
    """Its status says whether it was pulled far."""

    def __init__(self, rig: Rig, held: Held) -> None:
        self.rig, self.held = rig, held

    def pull(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> Pose:
        move = (np.asarray(targets) - self.held.rest).mean(axis=0)
        return Pose(
            status=Status.CONVERGED if np.linalg.norm(move) < 10.0 else Status.OUT_OF_ITERATIONS,
            iterations=0,
            energy=0.0,
            energies=(0.0,),
            seconds=0.0,
            gaps=np.linalg.norm(self.held.rest + move - targets, axis=1),
            V=self.rig.mesh.V + move,
        )

    def drag(self, targets: ArrayLike, start: Any = None, **options: Any) -> Pose:
        return self.pull(targets, start, **options)

    def warm(self) -> None:
        pass


class Trapped(Sliding):
    """Has energy where a search began more than a unit away from where it ended."""

    def grab(self, points: Points, *, firm: ArrayLike | None = None) -> TrappedGrip:
        return TrappedGrip(self, held_points(points, self.mesh.V, self.mesh.F))


class TrappedGrip(SlidingGrip):
    def pull(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> Pose:
        pose = super().pull(targets)
        began = self.rig.mesh.V if start is None else start.V
        return replace(pose, energy=float(np.abs(pose.V - began).max() > 1.0))


def grid(side: int) -> Mesh:
    """A flat sheet of side × side vertices, one unit apart."""
    x, y = np.meshgrid(np.arange(side, dtype=float), np.arange(side, dtype=float), indexing="ij")
    a = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)).ravel()
    F = np.concatenate([np.stack([a, a + side, a + 1], 1), np.stack([a + 1, a + side, a + side + 1], 1)])
    return Mesh.of(np.stack([x.ravel(), y.ravel(), np.zeros(side * side)], axis=1), F)


class Buckling(Sliding):
    """Slides with what is held, and stands up or hangs down: a height that snaps where the slide is long.

    The height y of all that is not held is a minimum of (y² − 1)² − 1.6 x y, x the slide along one axis. One
    of the two minima vanishes where |x| is about 0.96. A search begins below, unless it has a start.
    """

    def grab(self, points: Points, *, firm: ArrayLike | None = None) -> BucklingGrip:
        return BucklingGrip(self, held_points(points, self.mesh.V, self.mesh.F))


class BucklingGrip(SlidingGrip):
    """Its poses have the height as their weight."""

    pose_type = Pose
    flows = True

    def pull(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> Pose:
        x = (np.asarray(targets) - self.held.rest).mean(axis=0)[0]
        y = -1.0 if start is None else float(start.weights[0])
        for _ in range(500):
            slope, bend = 4.0 * y * (y * y - 1.0) - 1.6 * x, 12.0 * y * y - 4.0
            y -= slope / max(bend, 4.0)
        return self._at(targets, y)

    def between(self, targets: ArrayLike, a: Any, b: Any, share: float) -> Pose:
        y = (1.0 - share) * a.weights[0] + share * b.weights[0]
        return replace(self._at(targets, float(y)), status=Status.FLOWING)

    def _at(self, targets: ArrayLike, y: float) -> Pose:
        pose = super().pull(targets)
        V = pose.V + np.array([0.0, 0.0, y])
        V[self.held.corners[:, 0]] -= [0.0, 0.0, y]
        x = (np.asarray(targets) - self.held.rest).mean(axis=0)[0]
        return replace(pose, V=V, weights=np.array([y]), energy=(y * y - 1.0) ** 2 - 1.6 * x * y + 9.0)
