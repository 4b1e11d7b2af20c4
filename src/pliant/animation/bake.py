"""Track × rig → animation, one frame after another: nothing grows with the length of a shot."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np

from pliant.animation.follow import FollowThrough
from pliant.animation.following import follower
from pliant.animation.moments import AT_ONCE, moments
from pliant.animation.pulling import Puller
from pliant.animation.spring import Spring, Swing
from pliant.animation.track import Track, chunks
from pliant.core.arrays import Floats, Vertices
from pliant.core.blend_rig import BlendRig
from pliant.core.clip import Clip
from pliant.core.gauss_newton import Status
from pliant.core.progress import Progress, silent
from pliant.core.rig import Pose, Rig
from pliant.errors import TrackError
from pliant.io.files import naming


@dataclass(frozen=True, eq=False)
class BlendedPose(Pose):
    """A pose that keyed blend weights made; weights (e,)."""

    weights: Floats


@dataclass(frozen=True)
class Unsettled:
    """A frame whose search did not converge."""

    frame: int
    status: Status
    iterations: int
    energy: float


@dataclass(eq=False)
class Report:
    """What the latest pass over a baked clip met; begins anew with every pass.

    frames:    how many were baked
    unsettled: those that did not converge
    farthest:  the largest distance of a held point from where it was keyed, as far as the rig tells, and in
               which frame; a mechanism or a mixture of sculpted poses may not reach
    seconds:   spent on solving
    """

    frames: int = 0
    unsettled: list[Unsettled] = field(default_factory=list)
    farthest: tuple[float, int | None] = (0.0, None)
    seconds: float = 0.0

    def begin(self) -> None:
        """Forget the pass before."""
        self.frames, self.unsettled, self.farthest, self.seconds = 0, [], (0.0, None), 0.0

    def note(self, frame: int, keyed: Pose, seen: Pose, seconds: float) -> None:
        """One frame more: the pose that was keyed, and as follow-through shows it."""
        self.frames += 1
        self.seconds += seconds
        pose = keyed if keyed.status is not Status.CONVERGED else seen
        if pose.status is not Status.CONVERGED:
            self.unsettled.append(Unsettled(frame, pose.status, pose.iterations, pose.energy))
        gap = float(np.max(getattr(keyed, "gaps", 0.0)))
        if gap > self.farthest[0]:
            self.farthest = (gap, frame)


@dataclass(frozen=True, eq=False)
class Baked(Clip):
    """A clip that is solved as its frames are taken; taking them again solves them again."""

    report: Report = field(default_factory=Report)


def bake(
    rig: Rig,
    track: Track,
    *,
    progress: Progress = silent,
    follow: FollowThrough | None = None,
    coherence: float = 0.0,
) -> Baked:
    """The track played by a rig, solved frame by frame as the clip is read; each starts from the one before.

    The first is led there from rest where that ends in a better pose than a search from afar.

    progress:  told after each frame; if it raises, the pass ends with that. So does closing the iterator.
    follow:    follow-through, where wanted
    coherence: of blend weights from frame to frame, as in the drags of rigs that blend examples; 0 lets each
               frame be the best by itself
    """
    report, track = Report(), track.on_rig(rig)

    def stream() -> Iterator[Vertices]:
        report.begin()
        with closing(_posed(rig, track, follow, coherence)) as frames:
            began = time.perf_counter()
            for frame, (keyed, seen) in zip(track.frames(), frames, strict=True):
                report.note(frame, keyed, seen, time.perf_counter() - began)
                progress(report.frames / len(track), f"frame {frame} of {track.last}")
                yield seen.V
                began = time.perf_counter()

    _check(rig, track, coherence)
    return Baked(rig.mesh, len(track), track.fps, stream, track.first, track.name, report)


def poses(
    rig: Rig, track: Track, *, follow: FollowThrough | None = None, coherence: float = 0.0
) -> Iterator[Pose]:
    """The poses of every frame, with the rig's own parameters, for those who export these."""
    track = track.on_rig(rig)
    _check(rig, track, coherence)
    return (seen for _, seen in _posed(rig, track, follow, coherence))


def _check(rig: Rig, track: Track, coherence: float) -> None:
    """Refuses at once what the first frame would refuse."""
    if track.blend is None:
        Puller(rig, track, coherence)
        next(moments(track, rig.mesh))
    elif not isinstance(rig, BlendRig):
        raise TrackError(
            f"The track '{track.name}' keys blend weights, but '{rig.method}' blends no examples; "
            "key points, or use a rig that learned from poses."
        )


def _posed(
    rig: Rig, track: Track, follow: FollowThrough | None, coherence: float
) -> Generator[tuple[Pose, Pose]]:
    """Each frame as it is keyed, and as it is seen with follow-through."""
    if track.blend is not None and isinstance(rig, BlendRig):
        yield from _blended(rig, track, follow)
        return
    puller, after = Puller(rig, track, coherence), follower(rig, follow, track.fps)
    before: Pose | None = None
    for moment in moments(track, rig.mesh):
        with naming(f"frame {moment.frame}"):
            drag = puller.first(moment) if before is None else puller.drag(moment, before)
            seen = after.followed(drag)
        before = drag.pose
        yield drag.pose, seen


def _blended(rig: BlendRig, track: Track, follow: FollowThrough | None) -> Generator[tuple[Pose, Pose]]:
    spring = None if follow is None else Spring.of(follow, 1.0 / track.fps)
    swing: Swing | None = None
    for frame, w in _weights(track):
        began = time.perf_counter()
        if spring is not None:
            swing = Swing.at_rest(w) if swing is None else spring.followed(swing, w)
            w = swing.y
        with naming(f"frame {frame}"):
            V = rig.blend(w)
        pose = BlendedPose(Status.CONVERGED, 0, 0.0, (0.0,), time.perf_counter() - began, V, w)
        yield pose, pose


def _weights(track: Track) -> Iterator[tuple[int, Floats]]:
    """Frames with their blend weights (e,)."""
    for frames in chunks(track.frames(), AT_ONCE):
        rows = np.empty((0, 0)) if track.blend is None else track.blend.at(frames)
        yield from zip(frames, rows, strict=True)
