"""The frames of a track, solved by a rig one after another; no memory grows with the length of a shot."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from pliant.animation.follow_through import FollowThrough
from pliant.animation.follower import follower
from pliant.animation.keys import Channel
from pliant.animation.moments import AT_ONCE, moments
from pliant.animation.puller import Puller
from pliant.animation.shot_drags import dragged
from pliant.animation.spring import Spring, Swing
from pliant.animation.track import Track, chunks
from pliant.arrays import Vertices
from pliant.clip import Clip
from pliant.errors import TrackError
from pliant.io.files import naming
from pliant.pose import NOTHING, Pose, Status
from pliant.progress import Progress, silent
from pliant.rig import Rig


@dataclass(frozen=True)
class Unsettled:
    """A frame whose search did not converge."""

    frame: int
    status: Status
    iterations: int
    energy: float


@dataclass(eq=False)
class BakeReport:
    """How the latest pass over a baked clip went; it begins anew with every pass.

    frames:    number of frames that were baked
    unsettled: the frames that did not converge
    passing:   the frames that pass over from one minimum to another; their points are held all the same
    farthest:  largest distance of a held point from its key, and its frame; a mechanism or a mixture of
               sculpted poses may not reach
    seconds:   time spent on solving
    """

    frames: int = 0
    unsettled: list[Unsettled] = field(default_factory=list)
    passing: list[int] = field(default_factory=list)
    farthest: tuple[float, int | None] = (0.0, None)
    seconds: float = 0.0

    def begin(self) -> None:
        """Forget the pass before and begin a new one."""
        self.frames, self.unsettled, self.passing = 0, [], []
        self.farthest, self.seconds = (0.0, None), 0.0

    def note(self, frame: int, keyed: Pose, seen: Pose, seconds: float) -> None:
        """Add a frame: the pose that was keyed, the pose that follow-through shows, and the time it took."""
        self.frames += 1
        self.seconds += seconds
        pose = keyed if keyed.status is not Status.CONVERGED else seen
        if pose.status is Status.FLOWING:
            self.passing.append(frame)
        elif pose.status is not Status.CONVERGED:
            self.unsettled.append(Unsettled(frame, pose.status, pose.iterations, pose.energy))
        gap = float(keyed.gaps.max(initial=0.0))
        if gap > self.farthest[0]:
            self.farthest = (gap, frame)


@dataclass(frozen=True, eq=False)
class Baked(Clip):
    """A clip that is solved as its frames are taken; taking them again solves them again.

    report: how the latest pass went
    """

    report: BakeReport = field(default_factory=BakeReport)


def bake(
    rig: Rig,
    track: Track,
    *,
    progress: Progress = silent,
    follow: FollowThrough | None = None,
    coherence: float = 0.0,
) -> Baked:
    """The clip of a track played by a rig; its frames are solved as they are taken, each from the one before.

    The first frame is led there from rest where that ends in a better pose than a search from afar. Where
    a frame falls into another minimum, the frames around it pass over; a track whose keys loop is a loop. So
    a frame is given when some of those after it are solved, of a loop a whole cycle.

    progress:  told after each search; if it raises, the pass ends with that error. Closing the iterator ends
               it too.
    follow:    follow-through; none by default
    coherence: strength that keeps blend weights together from frame to frame, for rigs that mix poses; 0
               lets each frame be the best by itself
    Raises TrackError, AnchorError or OptionError at once for what the first frame would refuse.
    """
    report, track = BakeReport(), track.on_rig(rig)

    def stream() -> Iterator[Vertices]:
        report.begin()
        with closing(_posed(rig, track, follow, coherence)) as frames:
            began = time.perf_counter()
            for ready in frames:
                frame = track.first + report.frames
                if ready is not None:
                    report.note(frame, *ready, time.perf_counter() - began)
                progress(report.frames / len(track), f"frame {frame} of {track.last}")
                if ready is not None:
                    yield ready[1].V
                    began = time.perf_counter()

    _check(rig, track, coherence)
    return Baked(rig.mesh, len(track), track.fps, stream, track.first, track.name, report)


def poses(
    rig: Rig, track: Track, *, follow: FollowThrough | None = None, coherence: float = 0.0
) -> Iterator[Pose]:
    """The pose of every frame, with the rig's own parameters; the arguments are those of `bake`."""
    return (pose for pose in searches(rig, track, follow=follow, coherence=coherence) if pose is not None)


def searches(
    rig: Rig, track: Track, *, follow: FollowThrough | None = None, coherence: float = 0.0
) -> Iterator[Pose | None]:
    """The same, with None after every search that made no frame ready: for those who must not wait long."""
    track = track.on_rig(rig)
    _check(rig, track, coherence)
    return (None if ready is None else ready[1] for ready in _posed(rig, track, follow, coherence))


def _check(rig: Rig, track: Track, coherence: float) -> None:
    """Refuse what the first frame would refuse."""
    if track.blend is None:
        Puller(rig, track, coherence)
        next(moments(track, rig.mesh))
    elif not rig.names:
        raise TrackError(
            f"The track '{track.name}' keys blend weights, but '{rig.method}' blends no examples; "
            "key points, or use a rig that learned from poses."
        )


def _posed(
    rig: Rig, track: Track, follow: FollowThrough | None, coherence: float
) -> Generator[tuple[Pose, Pose] | None]:
    """The pose of each frame as it is keyed, and as it is seen with follow-through; None as in `searches`."""
    if track.blend is not None:
        yield from _blended(rig, track, track.blend, follow)
        return
    after = follower(rig, follow, track.fps)
    for ready in dragged(Puller(rig, track, coherence), after.lead):
        if ready is None:
            yield None
            continue
        frame, drag = ready
        with naming(f"frame {frame}"):
            seen = after.followed(drag)
        yield (drag.pose, seen) if frame >= track.first else None


def _blended(
    rig: Rig, track: Track, blend: Channel, follow: FollowThrough | None
) -> Generator[tuple[Pose, Pose]]:
    """The same for keyed blend weights, which swing themselves."""
    spring = None if follow is None else Spring.of(follow, 1.0 / track.fps)
    swing: Swing | None = None
    for frames in chunks(track.frames(), AT_ONCE):
        for frame, w in zip(frames, blend.at(frames), strict=True):
            began = time.perf_counter()
            if spring is not None:
                swing = Swing.at_rest(w) if swing is None else spring.followed(swing, w)
                w = swing.y
            with naming(f"frame {frame}"):
                V = rig.blend(w)
            pose = Pose(
                status=Status.CONVERGED,
                iterations=0,
                energy=0.0,
                energies=(0.0,),
                seconds=time.perf_counter() - began,
                gaps=NOTHING,
                weights=w,
                V=V,
            )
            yield pose, pose
