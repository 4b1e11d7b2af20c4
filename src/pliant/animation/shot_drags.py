"""The drags of a shot: each from the one before, without cuts, and as a loop where the keys loop."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.animation.loops import Loop, cycle_of
from pliant.animation.moments import moments
from pliant.animation.passages import Passages
from pliant.animation.puller import Drag, Puller
from pliant.io.files import naming


def dragged(puller: Puller, lead: int) -> Iterator[tuple[int, Drag] | None]:
    """The frames of the puller's track with their drags; None after a search that made no frame ready.

    lead: at least so many frames come before the first one of a loop
    """
    track, mesh = puller.track, puller.rig.mesh
    cycle, passages = cycle_of(track, mesh), Passages(puller)
    if cycle is None:
        frame, drags = track.first, _once(passages)
    else:
        before = cycle * -(-lead // cycle)
        frame, drags = track.first - before, Loop(passages, track, cycle).drags(before + len(track))
    for drag in drags:
        yield None if drag is None else (frame, drag)
        frame += drag is not None


def _once(passages: Passages) -> Iterator[Drag | None]:
    """The drags of a track that does not repeat."""
    track = passages.puller.track
    stand = None
    for moment in moments(track, passages.puller.rig.mesh):
        with naming(f"frame {moment.frame}"):
            if stand is None:
                stand = passages.begun(moment)
            else:
                stand = passages.after(stand, moment, track.last - moment.frame)
        done, stand = stand.released(passages.window(stand))
        yield from [frame.drag for frame in done] or [None]
    if stand is not None:
        yield from (frame.drag for frame in stand.pending)
