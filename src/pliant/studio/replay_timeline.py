"""The keys of a session as code: the track, and the animation that the rig of the last step makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.animation.document import json_of_track
from pliant.core.mesh import Mesh
from pliant.studio.messages import Document
from pliant.studio.replay_cage import written_cage
from pliant.studio.timeline import track_of


def timeline_lines(document: Document, mesh: Mesh, name: str, held: str) -> Iterator[str]:
    """`track` and `animation`, for a document with keys; nothing for others.

    held: what every grip of the rig holds besides, as further arguments of its `grab`
    """
    if not document.timeline.rows or not document.handles:
        return
    yield ""
    yield "from pliant.animation import FollowThrough, bake"
    yield "from pliant.animation.document import track_of_json"
    yield ""
    yield f"track = track_of_json({json_of_track(track_of(document, mesh, name))!r})"
    follow = document.timeline.follow
    words = "None"
    if follow is not None:
        words = f"FollowThrough({follow.springiness!r}, {follow.damping!r}, {follow.response!r})"
    yield from _rig(document, held)
    yield f"animation = bake(rig, track, follow={words})"


def _rig(document: Document, held: str) -> Iterator[str]:
    """`rig`, as it stands at the end of the session."""
    at = written_cage(document.caged) if document.method == "cage" else None
    if held:
        yield "from copy import copy"
        yield "from functools import partial"
        yield ""
        yield f"rig = copy({document.method})"
        yield f"rig.grab = partial({document.method}.grab{held})"
    else:
        yield f"rig = {document.method if at is None else f'at_frame(cage, {at})'}"


def timeline_ending(document: Document) -> Iterator[str]:
    """Writes the animation beside the script."""
    if document.timeline.rows and document.handles:
        yield '    pliant.write_clip(Path(__file__).with_suffix(".animation.npz"), animation)'
