"""Looped tracks: after how many frames everything repeats, and shots whose frames then repeat too."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from pliant.animation.keys import Channel
from pliant.animation.moments import AT_ONCE, Moment, moments
from pliant.animation.passages import Frame, Passages, Stand, smooth_step
from pliant.animation.puller import Drag
from pliant.animation.track import Track, chunks
from pliant.io.files import naming
from pliant.mesh import Mesh

# How often the span of keys fits into the cycle of a channel.
TIMES = {"loop": 1, "ping-pong": 2, "offset": 1}
# Keys between frames are counted in thousandths of a frame.
FINENESS = 1000
# In diagonals: keys and poses one cycle apart that differ by less are the same, but for rounding.
SAME = 1e-9
# In diagonals: a pose one cycle later that is as near as this has come back.
CLOSED = 1e-6
# Cycles that are played at most until the poses repeat: a shot falls from minimum to minimum only so often.
MOST_TURNS = 3


def cycle_of(track: Track, mesh: Mesh) -> int | None:
    """After how many frames all keys of a track repeat; None where they do not, or not within the track."""
    keys = [channel for item in track.items for channel in (item.position, item.rotation, item.weight)]
    spans = [_cycle(channel) for channel in keys if channel is not None and channel.after in TIMES]
    spans = [span for span in spans if span > 0]
    if not spans:
        return None
    whole = Fraction(math.lcm(*(s.numerator for s in spans)), math.gcd(*(s.denominator for s in spans)))
    cycle = whole.numerator
    if cycle > track.last - track.first or not _repeats(track, mesh, cycle):
        return None
    return cycle


def _cycle(channel: Channel) -> Fraction:
    """The length of a channel's cycle, in frames."""
    span = Fraction(float(channel.times[-1] - channel.times[0])).limit_denominator(FINENESS)
    return TIMES[channel.after] * span


def _repeats(track: Track, mesh: Mesh, cycle: int) -> bool:
    """Whether all keys of a track are the same one cycle later."""
    rests = [item.anchor.at(mesh.V, mesh) for item in track.items]
    for frames in chunks(range(track.first, track.last - cycle + 1), AT_ONCE):
        later = [frame + cycle for frame in frames]
        for item, rest in zip(track.items, rests, strict=True):
            way = np.abs(item.goals(rest, later) - item.goals(rest, frames)).max()
            more = np.abs(item.weights(later) - item.weights(frames)).max()
            if max(way / mesh.diagonal, more) > SAME:
                return False
    return True


class Loop:
    """A shot whose keys repeat: every cycle goes on from the same stand, so that its frames are the same.

    The first cycles are played without being seen until they repeat. What is left then at the end of a cycle
    is shared out among its last frames.
    """

    def __init__(self, passages: Passages, track: Track, cycle: int) -> None:
        self._passages, self._mesh, self._cycle = passages, passages.puller.rig.mesh, cycle
        self._track = replace(track, last=track.first + cycle - 1)

    def drags(self, count: int) -> Iterator[Drag | None]:
        """The first `count` frames; None after a search that made no frame ready."""
        seam = stand = yield from self._settled()
        # What pends at the seam was played without being seen.
        unseen = len(seam.pending)
        while True:
            for moment in moments(self._track, self._mesh):
                stand = self._after(stand, moment)
                done, stand = stand.released(self._window(stand))
                seen = [frame.drag for frame in done[unseen:]][:count]
                yield from seen or [None]
                unseen, count = max(0, unseen - len(done)), count - len(seen)
                if count == 0:
                    return
            stand = self._closed(stand, seam)

    def _settled(self) -> Generator[None, None, Stand]:
        """The stand at the end of a cycle that repeats, or nearly does."""
        turn = moments(self._track, self._mesh)
        opening = next(turn)
        with naming(f"frame {opening.frame}"):
            stand = began = self._passages.begun(opening)
        stand = yield from self._played(stand, turn)
        for _ in range(MOST_TURNS):
            turn = moments(self._track, self._mesh)
            again = self._after(stand, next(turn))
            if again.passage is None and self._apart(began.shown, again.shown) <= CLOSED:
                return stand
            began, stand = again, (yield from self._played(again, turn))
        again = yield from self._played(stand, moments(self._track, self._mesh))
        return self._closed(again, stand)

    def _played(self, stand: Stand, turn: Iterator[Moment]) -> Generator[None, None, Stand]:
        for moment in turn:
            stand = self._after(stand, moment)
            _, stand = stand.released(self._window(stand))
            yield
        return stand

    def _after(self, stand: Stand, moment: Moment) -> Stand:
        with naming(f"frame {moment.frame}"):
            return self._passages.after(stand, moment, math.inf)

    def _window(self, stand: Stand) -> int:
        return min(self._passages.window(stand), self._cycle)

    def _apart(self, a: Drag, b: Drag) -> float:
        return b.grip.moved(a.pose, b.pose) / self._mesh.diagonal

    def _closed(self, stand: Stand, seam: Stand) -> Stand:
        """The seam again, with the frames before it led there from where a cycle has ended."""
        count = len(seam.pending)
        pairs = zip(stand.pending, seam.pending, strict=True)
        led = (self._led(mine, goal, smooth_step((i + 1) / count)) for i, (mine, goal) in enumerate(pairs))
        return replace(seam, pending=tuple(led))

    def _led(self, mine: Frame, goal: Frame, share: float) -> Frame:
        """A frame at a share of the way to the same frame of another cycle."""
        if share >= 1.0 or self._apart(mine.drag, goal.drag) <= SAME:
            return goal
        grip, targets = mine.drag.grip, mine.drag.targets
        pose = grip.posed(grip.between(targets, mine.drag.pose, goal.drag.pose, share))
        return Frame(mine.moment, replace(mine.drag, pose=replace(pose, status=mine.drag.pose.status)))
