"""The keys of a session as code: the track, and the animation that the rig of the last step makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.animation.document import json_of_track
from pliant.mesh import Mesh
from pliant.studio.session.timeline_track import WEIGHTS, numbers_row, track_of
from pliant.studio.wire.messages import Document


def timeline_lines(document: Document, mesh: Mesh, name: str, rig: str) -> Iterator[str]:
    """`track` and `animation`, for a document with keys; nothing for others.

    rig: the rig that plays it, as an expression
    """
    if not _keyed(document):
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
    yield f"rig = {rig}"
    yield f"animation = bake(rig, track, follow={words})"


def _keyed(document: Document) -> bool:
    """Whether a document has keys that a track can hold."""
    row = numbers_row(document)
    return bool(document.timeline.rows and document.handles) if row is None else row.numbers == WEIGHTS


def timeline_ending(document: Document) -> Iterator[str]:
    """Writes the animation beside the script."""
    if _keyed(document):
        yield '    pliant.write_clip(Path(__file__).with_suffix(".animation.npz"), animation)'
