"""Passages of a shot from one minimum to another, over several frames instead of a cut.

Each frame is searched from the one before. Where a minimum vanishes, the search falls into another one. That
one is followed backward from there, and the shot passes over where the two are nearest, with its points held
in every frame. As many frames are kept as a passage may reach back, and no more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.animation.moments import Moment
from pliant.animation.puller import Drag, Puller
from pliant.flow import REACH, SLOW, nearer
from pliant.pose import Pose

# Frames that a passage reaches back at most…
WINDOW = 24
# …and bytes of poses that may be kept for it, of both minima together.
MEMORY = 256 * 2**20
# Frames of a passage at least: shorter ones look like a cut.
LEAST = 8
# The largest slope of the smooth step that a passage takes, against its mean.
STEEPEST = 1.5


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame that may still change: its moment, and the drag that is seen."""

    moment: Moment
    drag: Drag


@dataclass(frozen=True, eq=False)
class Passage:
    """A passage that goes on: the pose that it left, the frame where it began, and for how many frames."""

    base: Pose
    began: int
    frames: int

    def share(self, frame: int) -> float:
        """The share of the way at a frame, by a smooth step."""
        return smooth_step((frame - self.began + 1) / (self.frames + 1))


@dataclass(frozen=True, eq=False)
class Stand:
    """Where a shot stands.

    count:   number of frames so far
    found:   what the search found last; the next one goes on from there
    shown:   the drag that is seen last
    pending: the latest frames, which may still change
    passage: the passage that goes on
    """

    count: int
    found: Drag
    shown: Drag
    pending: tuple[Frame, ...]
    passage: Passage | None = None

    def released(self, keep: int) -> tuple[tuple[Frame, ...], Stand]:
        """The frames that will not change any more, and the stand with at most `keep` that may."""
        done = max(0, len(self.pending) - keep)
        return self.pending[:done], replace(self, pending=self.pending[done:])


class Passages:
    """The frames of a shot, one after another; every stand is a value, and can be gone on from again.

    puller: drags the rig
    """

    def __init__(self, puller: Puller) -> None:
        self.puller, self.diagonal = puller, puller.rig.mesh.diagonal

    def window(self, stand: Stand) -> int:
        """How many frames are kept, as far as memory allows; none where there are no poses between two."""
        if not stand.found.grip.flows:
            return 0
        arrays = [array for array in vars(stand.found.pose).values() if isinstance(array, np.ndarray)]
        each = sum(array.nbytes for array in arrays)
        return max(1, min(WINDOW, MEMORY // (2 * each)))

    def begun(self, moment: Moment) -> Stand:
        """The stand after the first frame of a shot."""
        drag = self.puller.first(moment)
        return Stand(1, drag, drag, (Frame(moment, drag),))

    def after(self, stand: Stand, moment: Moment, left: float) -> Stand:
        """The stand one frame later; left: number of frames that the shot still has then."""
        found = self.puller.drag(moment, stand.found.pose)
        if found.grip.flows and self._is_jump(stand.found, found):
            stand = self._passing(stand, found, left)
        drag, passage = self._seen(stand, found)
        return Stand(stand.count + 1, found, drag, (*stand.pending, Frame(moment, drag)), passage)

    def _is_jump(self, before: Drag, after: Drag) -> bool:
        return after.grip.moved(before.pose, after.pose) > self._limit(before, after)

    def _limit(self, before: Drag, after: Drag) -> float:
        """How far a vertex may move between two frames."""
        same = before.grip is after.grip
        places = before.targets if same else after.grip.reached(before.pose)
        step = np.linalg.norm(after.targets - places, axis=1).max()
        return max(REACH * float(step), SLOW * self.diagonal)

    def _seen(self, stand: Stand, found: Drag) -> tuple[Drag, Passage | None]:
        """What is seen of a frame, and the passage as it goes on."""
        passage = stand.passage
        if passage is None:
            return found, None
        ends = replace(found, pose=passage.base), found
        drag = self._between(stand.shown, ends, passage.share(stand.count))
        return drag, None if drag is found else passage

    def _between(self, before: Drag, ends: tuple[Drag, Drag], share: float) -> Drag:
        """A share of the way between two drags of a frame, or as much of it as the limit allows.

        before: what is seen in the frame before
        """
        a, b = ends
        grip, targets, limit = b.grip, b.targets, self._limit(before, b)
        wanted = b.pose if share >= 1.0 else grip.between(targets, a.pose, b.pose, share)
        seen = nearer(grip, targets, (before.pose, wanted), limit)
        return b if seen is b.pose else replace(b, pose=grip.posed(seen))

    def _passing(self, stand: Stand, found: Drag, left: float) -> Stand:
        """The stand before a frame that fell into another minimum, with a passage to that one begun."""
        pending = stand.pending
        other = self._followed_back(pending, found)
        both = list(zip(pending[len(pending) - len(other) :], other, strict=True))
        costs, ways = _costs(both), [self._apart(frame.drag, drag) for frame, drag in both]
        ways.append(self._apart(stand.shown, found))
        best = int(np.argmin(np.add(ways, [*costs, 0.0])))
        if stand.count == len(pending) == len(other) and costs[0] < ways[best]:
            return self._on_one(stand, other)
        way, middle = ways[best] * self.diagonal, stand.count - len(other) + best
        frames = max(LEAST, math.ceil(STEEPEST * way / self._limit(stand.found, found)))
        # What was released cannot lead into a passage, so that the first frame that is kept stays.
        first, latest = stand.count - len(pending) + 1, stand.count + left - frames
        passage = Passage(stand.shown.pose, int(max(first, min(middle - frames // 2, latest))), frames)
        return self._rewritten(stand, passage, other or [found])

    def _followed_back(self, pending: Sequence[Frame], found: Drag) -> list[Drag]:
        """The minimum that was found, in the frames before as far as it lives there, in their order."""
        back: list[Drag] = []
        latest = found
        for frame in reversed(pending):
            earlier = self.puller.drag(frame.moment, latest.pose)
            if self._is_jump(latest, earlier):
                break
            back.insert(0, earlier)
            latest = earlier
        return back

    def _apart(self, a: Drag, b: Drag) -> float:
        """How far the poses of two drags are apart, in diagonals."""
        return b.grip.moved(a.pose, b.pose) / self.diagonal

    def _on_one(self, stand: Stand, other: Sequence[Drag]) -> Stand:
        """The stand with the other minimum in all frames, which needs no passage."""
        pending = tuple(Frame(f.moment, drag) for f, drag in zip(stand.pending, other, strict=True))
        return replace(stand, pending=pending, shown=other[-1], passage=None)

    def _rewritten(self, stand: Stand, passage: Passage, other: Sequence[Drag]) -> Stand:
        """The stand with the passage in those of its frames that come after its beginning."""
        pending = list(stand.pending)
        offset = stand.count - len(pending)
        for i in range(passage.began - offset, len(pending)):
            old = pending[i]
            # Before its life began the other minimum is taken as it was then, with the points of this frame.
            at = max(0, i - len(pending) + len(other))
            ends = old.drag, replace(old.drag, pose=other[at].pose)
            drag = self._between(pending[i - 1].drag, ends, passage.share(offset + i))
            pending[i] = Frame(old.moment, drag)
        return replace(stand, pending=tuple(pending), shown=pending[-1].drag, passage=passage)


def smooth_step(share: float) -> float:
    """A share from 0 to 1 that sets out and comes to rest slowly."""
    x = min(max(share, 0.0), 1.0)
    return x * x * (3.0 - 2.0 * x)


def _costs(both: Sequence[tuple[Frame, Drag]]) -> list[float]:
    """What it costs to be in the other minimum from each frame on: its strain beyond that of the first."""
    strain = [max(0.0, _strain(drag.pose) - _strain(frame.drag.pose)) for frame, drag in both]
    return [float(np.mean(strain[i:])) for i in range(len(strain))]


def _strain(pose: Pose) -> float:
    return math.sqrt(max(0.0, pose.energy))
