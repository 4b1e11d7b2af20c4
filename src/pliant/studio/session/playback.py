"""Playing timelines: the pose at a frame, all frames baked ahead, and clips of files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pliant.animation import Channel, FollowThrough, Track
from pliant.animation.frames import searches
from pliant.animation.moments import Moment
from pliant.animation.puller import Puller
from pliant.arrays import Array, Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError, OptionError, PliantError
from pliant.io.clips import read_clip
from pliant.mesh import Mesh
from pliant.pose import Pose
from pliant.progress import Progress
from pliant.rig import Rig
from pliant.studio.opening.source import Source, discard_uploads
from pliant.studio.session.frame_store import FrameStore
from pliant.studio.session.pins import within
from pliant.studio.session.poser import Poser
from pliant.studio.session.shown import Shown, shown_again
from pliant.studio.session.timeline_track import (
    WEIGHTS,
    decisive,
    follow_of,
    keyed_at,
    numbers_of,
    numbers_row,
    track_of,
)
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document
from pliant.studio.wire.timeline import Baking, ClipTaken, Frame


@dataclass(frozen=True, eq=False)
class Plan:
    """A document with its track, the rig that plays it, and the poser of that rig.

    track:   None where numbers are keyed that only the method itself knows
    numbers: the keys of numbers in place of handles; None for handles
    """

    name: str
    document: Document
    track: Track | None
    rig: Rig
    poser: Poser
    numbers: Channel | None = None

    @property
    def frames(self) -> range:
        """The numbers of its frames."""
        return range(self.document.timeline.first, self.document.timeline.last + 1)

    @property
    def follow(self) -> FollowThrough | None:
        """The follow-through of its timeline; None for a rig of rigid parts only, which cannot swing."""
        return None if self.rig.rigid.all() else follow_of(self.document.timeline)

    def told(self, frame: int) -> tuple[float, ...] | None:
        """The numbers that are keyed at a frame; None for handles."""
        return None if self.numbers is None else tuple(self.numbers.at([frame])[0].tolist())

    def at(self, frame: int) -> Document:
        """The document with the numbers of a frame."""
        numbers = self.told(frame)
        there = replace(self.document, frame=frame)
        return there if numbers is None else self.poser.studio.with_numbers(there, numbers)

    def searches(self) -> Iterator[Shown | None]:
        """Every frame, with None after searches that made none ready."""
        if self.track is None:
            yield from (self.poser.shown(self.at(frame), warm=False) for frame in self.frames)
            return
        held = self.poser.held(self.document)
        for pose in searches(self.rig, self.track, follow=self.follow):
            yield None if pose is None else self.poser.played(self.rig, pose, held)


@dataclass(frozen=True, eq=False)
class Baked:
    """Frames of a document as they are baked.

    key:      what of the document decides them
    searches: the frames that are still to come, and None between them
    """

    key: Document
    rig: Rig
    store: FrameStore
    searches: Iterator[Shown | None]

    @staticmethod
    def of(plan: Plan) -> Baked:
        """Nothing baked yet."""
        store = FrameStore(0, plan.frames.start, len(plan.frames))
        return Baked(decisive(plan.document), plan.rig, store, plan.searches())

    def is_of(self, plan: Plan) -> bool:
        """Whether these are the frames of a plan."""
        return self.rig is plan.rig and self.key == decisive(plan.document)


class Playback:
    """The timeline of one model: its frames baked, the clip beside it, and a pose to start from."""

    def __init__(self) -> None:
        self._baked: Baked | None = None
        self._taken: tuple[FrameStore, Clip] | None = None
        self._puller: tuple[Document, Rig, Puller] | None = None
        self._last: Pose | None = None

    def close(self) -> None:
        """Baking that goes on meanwhile ends."""
        self._baked = self._taken = self._puller = self._last = None

    def shown(self, plan: Plan) -> tuple[Document, Shown | None]:
        """The document at its frame, with its pose: as it was baked, or with some handles half let go.

        None where the pose is simply that of the document.
        """
        track, baked = plan.track, self._frame(plan)
        document, weights = plan.at(plan.document.frame), (1.0,)
        if track is not None and plan.numbers is None:
            document, weights = keyed_at(plan.document, track, plan.rig.mesh)
        if baked is not None:
            return document, shown_again(plan.rig, baked)
        if track is None or min(weights) == 1.0:
            return document, None
        mesh, at = plan.rig.mesh, [document.frame]
        goals = tuple(item.goals(item.anchor.at(mesh.V, mesh), at)[0] for item in track.items)
        drag = self._pulling(plan, track).drag(Moment(document.frame, goals, weights), self._last)
        self._last = drag.pose
        return document, plan.poser.played(plan.rig, drag.pose, plan.poser.held(document))

    def bake(self, number: int, plan: Plan) -> Iterator[Reply]:
        """Solves what is not solved yet, one search at a time."""
        if self._baked is None or not self._baked.is_of(plan):
            self._baked = Baked.of(plan)
        baked, store = self._baked, self._baked.store
        store.number = number
        yield Reply(Baking(number, store.done, store.total))
        try:
            for shown in baked.searches:
                if self._baked is not baked:
                    return
                if shown is not None:
                    store.add({**shown.arrays(), "weights": shown.pulled.weights})
                yield Reply(Baking(store.number, store.done, store.total))
        except Exception:
            # What has failed cannot be gone on with.
            self._baked = None
            raise

    def baked_to(self, plan: Plan) -> Iterator[Reply | None]:
        """Solves the frames up to that of a plan, and gives None once it is there; nothing where it was."""
        if self._frame(plan) is not None or plan.document.frame not in plan.frames:
            return
        for told in self.bake(self._number, plan):
            if self._frame(plan) is not None:
                yield None
                return
            yield told

    def take(self, number: int, source: Source, mesh: Mesh, progress: Progress) -> Reply:
        """Keeps the frames of a moving mesh whose files were sent, which are not needed any more then."""
        try:
            paths = source.paths[0] if len(source.paths) == 1 else list(source.paths)
            clip = replace(read_clip(paths, mesh=mesh), name=source.name)
            store = FrameStore(number, clip.first, clip.count)
            for V in clip:
                store.add({"V": np.asarray(V, dtype=np.float32), "weights": np.empty(0)})
                progress(store.done / store.total, f"reading frame {store.done} of {store.total}")
        except PliantError as problem:
            raise FileFormatError(str(problem).replace(source.paths[0], source.titles[0])) from problem
        finally:
            discard_uploads(source)
        self._taken = store, clip
        return Reply(ClipTaken(number, clip.name, clip.first, clip.count, clip.fps))

    def clip(self) -> Clip:
        """The clip that was taken last."""
        if self._taken is None:
            raise OptionError("No clip is open; drop its files on the page.")
        store, clip = self._taken
        return replace(clip, stream=lambda: (arrays["V"].astype(np.float64) for arrays in store))

    def frames(self, plan: Plan, progress: Progress) -> Clip:
        """The timeline as a clip, with every frame solved."""
        for told in self.bake(self._number, plan):
            done, total = told.message.done, told.message.total
            progress(done / total, f"baking {done} of {total}")
        if self._baked is None:
            raise OptionError("Nothing was baked; key a handle first.")
        rig, store, fps = plan.rig, self._baked.store, plan.document.timeline.fps

        def stream() -> Iterator[Vertices]:
            return (shown_again(rig, arrays).positions() for arrays in store)

        return Clip(rig.mesh, store.total, fps, stream, store.first, plan.name)

    @property
    def _number(self) -> int:
        """The number by which the page knows what is baked; 0 for nothing."""
        return 0 if self._baked is None else self._baked.store.number

    def frame(self, number: int, frame: int) -> Reply:
        """A frame of what goes by this number, or the word that it is not there. From any thread."""
        baked = None if self._baked is None else self._baked.store
        taken = None if self._taken is None else self._taken[0]
        for store in (baked, taken):
            if store is not None and store.number == number:
                arrays = store.at(frame)
                if arrays is not None:
                    weights = tuple(arrays.pop("weights").tolist())
                    return Reply(Frame(number, frame, weights), arrays)
        return Reply(Frame(number, frame, None))

    def _frame(self, plan: Plan) -> dict[str, Array] | None:
        if self._baked is None or not self._baked.is_of(plan):
            return None
        return self._baked.store.at(plan.document.frame)

    def _pulling(self, plan: Plan, track: Track) -> Puller:
        key = decisive(plan.document)
        if self._puller is None or self._puller[0] != key or self._puller[1] is not plan.rig:
            self._puller, self._last = (key, plan.rig, Puller(plan.rig, track, 0.0)), None
        return self._puller[2]


def plan_of(document: Document, poser: Poser, name: str) -> Plan:
    """How a document is played."""
    row = numbers_row(document)
    rig = poser.rig_of(document) if row is None else poser.follow(document)
    own = row is not None and row.numbers != WEIGHTS
    track = None if own else track_of(within(document, poser.pins_can), rig.mesh, name)
    return Plan(name, document, track, rig, poser, None if row is None else numbers_of(row))
