"""Files of what a session shows: the pose, its rig, a script, what moves; each is fetched once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.progress import Progress, within
from pliant.studio.export.files import MESHES, Tickets, pose_file, script_file, stem_of, ticket_reply
from pliant.studio.export.motion import SOLVING, clip_file, plan_file
from pliant.studio.export.original import original_file
from pliant.studio.opening.model import Opened
from pliant.studio.opening.source import RIG
from pliant.studio.session.library import Library
from pliant.studio.session.method import studio_method
from pliant.studio.session.playback import Plan, Playback
from pliant.studio.session.poser import WrittenFile
from pliant.studio.session.posers import Posers
from pliant.studio.session.props import Props
from pliant.studio.session.record import Record
from pliant.studio.session.shapes import save_with_library
from pliant.studio.session.shown import Shown
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import ExportInto, ExportMotion


@dataclass(frozen=True, eq=False)
class Exports:
    """What can be taken away of one model.

    posed: gives what is shown; plan: gives the timeline of the newest document
    """

    tickets: Tickets
    model: Opened
    record: Record
    library: Library
    props: Props
    posers: Posers
    playback: Playback
    posed: Callable[[], Shown]
    plan: Callable[[], Plan]

    def file(self, kind: str) -> Iterator[Reply]:
        """A file of the pose, the rig or the session."""
        yield ticket_reply(self.tickets.issue(*self._file(kind, self.posed())))

    def motion(self, message: ExportMotion, progress: Progress) -> Iterator[Reply]:
        """A file of the timeline or of the clip."""
        stem, beside = self._stem, self.props.placed(self.record.document.props)
        progress(0.0, f"making {stem}.{message.kind}")
        if message.clip:
            name, write = clip_file(message, self.playback.clip(), stem, progress, beside=beside)
        else:
            plan = self.plan()
            frames = partial(self.playback.frames, plan)
            name, write = plan_file(message, plan, frames, stem, progress, beside=beside)
        yield ticket_reply(self.tickets.issue(name, write))

    def into(self, message: ExportInto, progress: Progress) -> Iterator[Reply]:
        """A copy of the model's own file with what moves as one animation more."""
        clip = self._moving(message.what, within(progress, 0.0, SOLVING))
        file = original_file(message, self.record.source_of(self.model), clip, within(progress, SOLVING, 1.0))
        yield ticket_reply(self.tickets.issue(*file))

    @property
    def _stem(self) -> str:
        return stem_of(self.model.source)

    def _moving(self, what: str, progress: Progress) -> Clip:
        """The pose that is shown, the timeline or the clip that was taken, as a clip."""
        if what == "clip":
            return self.playback.clip()
        if what == "timeline":
            return self.playback.frames(self.plan(), progress)
        shown = self.posed()
        return Clip.of(shown.mesh, shown.positions()[None], name="pose")

    def _file(self, kind: str, shown: Shown) -> WrittenFile:
        if kind in MESHES:
            return pose_file(kind, self._stem, shown)
        if kind == "script":
            return script_file(self._stem, self.record.journal, shown.mesh)
        if kind == "rig":
            document = self.record.document
            if shown.rig is None:
                raise FileFormatError(studio_method(document.method).without_rig)
            return f"{self._stem}{RIG}", partial(
                save_with_library, shown.rig, document.poses, self.library.shapes
            )
        return self.posers.file(kind, self._stem, shown)
