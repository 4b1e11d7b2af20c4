"""One model with its rigs, its document and its journal: what the studio does, without sockets or threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Vertices
from pliant.errors import FileFormatError, OptionError
from pliant.pose import Status
from pliant.progress import Progress
from pliant.studio.export.files import Tickets
from pliant.studio.opening.model import Opened, opened
from pliant.studio.opening.source import Source, discard_uploads
from pliant.studio.session.desk import Desk
from pliant.studio.session.exports import Exports
from pliant.studio.session.introduction import introduction
from pliant.studio.session.journal import Journal, unheard
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.library import Library
from pliant.studio.session.method import studio_method
from pliant.studio.session.mirror import mirror_reply
from pliant.studio.session.overlay import OVERLAYS
from pliant.studio.session.playback import Plan, Playback, plan_of
from pliant.studio.session.posers import Posers
from pliant.studio.session.props import Props
from pliant.studio.session.record import Record
from pliant.studio.session.regions import Marked, vertices_of
from pliant.studio.session.session_list import copied
from pliant.studio.session.shapes import fitting, library_of
from pliant.studio.session.shown import Shown
from pliant.studio.session.track_import import track_sent
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import (
    Commit,
    Document,
    Example,
    Kept,
    Look,
    OpenExamples,
    Region,
    SessionNamed,
    Solve,
    Unbuilt,
)
from pliant.studio.wire.method_wire import MethodMessage

# Regions of one session; each stroke of the brush makes one.
MOST_REGIONS = 10_000


class Session:
    """What one page works on. All but `note`, `commit` and `mark` may take long and runs on one thread.

    state: the folder of journals; method: what to begin with, where it fits
    """

    def __init__(self, state: Path, tickets: Tickets, method: str | None = None) -> None:
        self._state, self._tickets, self._method = state, tickets, method
        self._model: Opened | None = None
        self._record: Record | None = None
        self._heard: Callable[[Kept], None] = unheard
        self._posers = Posers(self._desk)
        self._regions: dict[str, Marked] = {}
        self._kept: Mapping[str, tuple[Mapping[str, Any], ...]] = {}
        self._shown: Shown | None = None
        self._playback = Playback()
        self._turn = 0

    @property
    def name(self) -> str | None:
        """The name of the model that is open."""
        return None if self._model is None else self._model.source.name

    def open(self, source: Source, progress: Progress) -> Iterator[Reply]:
        """Model, then Ready of the method that suits it."""
        try:
            model = opened(source, progress)
            poses, shapes = library_of(source.paths[0], model.mesh.n) if source.is_rig else ((), {})
        except BaseException:
            discard_uploads(source)
            raise
        document, regions = model.beginning(self._method)
        document = replace(document, poses=poses)
        self._take(model, Record(Journal.begin(self._state, source, document), document))
        for region in regions:
            self.mark(region)
        self.library.take(shapes)
        yield from self.resume(progress)

    def open_examples(self, message: OpenExamples, file: Path, progress: Progress) -> Iterator[Reply]:
        """The model with poses of the library as examples; file: where these can be written."""
        yield from self.open(self.library.examples_in(file, message, self._current()), progress)

    def recover(self, past: Past, progress: Progress) -> Iterator[Reply]:
        """Model as an earlier session left it, then Ready of its method."""
        model = opened(past.source, progress)
        self._take(model, Record.of_past(past))
        self._regions.update(past.regions)
        self.library.shapes.update(fitting(past.shapes, model.mesh.n))
        self.props.shapes.update(past.props)
        self._kept = past.kept
        yield from self.introduced()
        studio = studio_method(past.document.method)
        chosen = {} if studio.rig_in_document else past.chosen.get(studio.name, {})
        yield from self._built(studio.name, chosen, progress)
        self._posers.begin_at(studio.name, past.search)

    def resume(self, progress: Progress) -> Iterator[Reply]:
        """Model and Ready; nothing where no model is open."""
        yield from self.introduced()
        yield from self.made(progress)

    def made(self, progress: Progress) -> Iterator[Reply]:
        """Ready of the document's method, which is made where it is not there, or the word that it is not."""
        if self._record is None:
            return
        method = self._record.document.method
        if method in self._posers.ready:
            yield self._posers.ready[method]
        elif method in self._posers.unbuilt:
            yield Reply(Unbuilt(method))
        else:
            yield from self._built(method, {}, progress)

    def choose(self, method: str, options: Mapping[str, Any], progress: Progress) -> Iterator[Reply]:
        """Ready of a method; made already and asked for without options, it is there at once."""
        if method in self._posers.ready and not options:
            yield self._posers.ready[method]
        else:
            yield from self._built(method, options, progress)

    def note(self, message: Solve) -> None:
        """Keep the newest document of a drag, before it is solved; immediate."""
        self.record.note(message.document)

    def commit(self, message: Commit) -> None:
        """Keep a step of the history; immediate. What is safe on disk is heard by `hear`."""
        self.record.commit(message)

    def looked(self, look: Look) -> None:
        """Keep how the session is looked at, and where the search for its pose ended; immediate."""
        self.record.looked(look, self._posers.search_state(self._current().method))

    def hear(self, heard: Callable[[Kept], None]) -> None:
        """Who hears what of this session is safe on disk."""
        self._heard = heard
        if self._record is not None:
            self._record.hear(heard)

    def mark(self, region: Region) -> None:
        """Keep a region where it is shown; immediate. One that is known already stays as it was."""
        journal = self.record.journal
        if region.name in self._regions:
            return
        if len(self._regions) >= MOST_REGIONS:
            raise OptionError(f"{MOST_REGIONS:,} regions were marked; save the pose and open the model anew.")
        mesh, shown = self._opened().mesh, self._shown
        vertices = vertices_of(region.runs, mesh.n)
        marked = Marked(region, mesh.V[vertices] if shown is None else shown.arrived.places(vertices))
        self._regions[region.name] = marked
        journal.marked(marked)

    def solve(self, message: Solve) -> Iterator[Reply]:
        """The pose of a document, then the one beside it where one is wanted."""
        document, self._turn = message.document, message.turn
        if message.keyed:
            document, reply = self._keyed(message)
        else:
            self._shown, reply = self._solved(message, document)
        yield from self._posers.news(document.method)
        yield reply
        if message.beside is not None:
            other = self._beside(document, message.beside)
            beside = self._solved(message, other)[1]
            yield from self._posers.news(message.beside)
            yield beside

    def settled(self, message: Solve) -> Iterator[Reply]:
        """The frame of a keyed document as it is baked, in place of the one that was found quickly."""
        plan = self._plan(message.document)
        for told in self._playback.baked_to(plan):
            if self._turn != message.turn:
                return
            yield self._keyed(message)[1] if told is None else told

    def _beside(self, document: Document, method: str) -> Document:
        """A document for another method, with what that one can do of it."""
        other = replace(document, method=method)
        frozen = document.frozen if self._posers.of(other).freezes else None
        # A rig that mixes no poses, or some of very many, has no weights that another method could take.
        rig = None if self._shown is None else self._shown.rig
        mixes = rig is not None and rig.names and rig.kept.every
        return replace(other, frozen=frozen, weights=document.weights if mixes else None)

    def _solved(self, message: Solve, document: Document) -> tuple[Shown, Reply]:
        began = time.perf_counter()
        shown = self._posers.of(document).shown(document, warm=message.start)
        return shown, shown.reply(message.turn, document.method, time.perf_counter() - began)

    def _keyed(self, message: Solve) -> tuple[Document, Reply]:
        """A document at its frame, by its keys, and its pose."""
        began = time.perf_counter()
        plan = self._plan(message.document)
        document, shown = self._playback.shown(plan)
        if shown is None:
            poser = self._posers.of(document)
            # Frames of a timeline do not flow from one to another.
            shown = poser.arrived(poser.shown(document, warm=message.start))
        self._shown = shown
        if self._record is not None:
            self._record.moved(message.document, document)
        targets = tuple(handle.target for handle in document.handles)
        seconds, numbers = time.perf_counter() - began, plan.told(document.frame)
        return document, shown.reply(message.turn, document.method, seconds, targets=targets, numbers=numbers)

    def _desk(self, method: str) -> Desk:
        """What a method works on."""
        return Desk(
            self._opened(),
            self._regions,
            self._current,
            self._kept.get(method, ()),
            lambda entry: self.record.journal.kept(method, entry),
        )

    def _plan(self, document: Document) -> Plan:
        return plan_of(document, self._posers.of(document), self._opened().source.name)

    def bake(self, number: int) -> Iterator[Reply]:
        """How far all frames of the newest document are solved, frame by frame."""
        yield from self._playback.bake(number, self._plan(self._current()))

    def frame(self, number: int, frame: int) -> Reply:
        """A frame that was baked, or one of a clip, or the word that it is not there; immediate."""
        return self._playback.frame(number, frame)

    def load_track(self, source: Source, progress: Progress) -> Iterator[Reply]:
        """The keys of a track file that was sent."""
        progress(0.0, f"reading {source.name}")
        yield track_sent(source, self._posers.of(self._current()).rig_of(self._current()))

    def load_clip(self, number: int, source: Source, progress: Progress) -> Iterator[Reply]:
        """The frames of a moving mesh whose files were sent."""
        yield self._playback.take(number, source, self._opened().mesh, progress)

    def example(self, index: int) -> Iterator[Reply]:
        """The positions of one of the poses that the document's method mixes."""
        yield Reply(Example(index), {"V": self._example(index).astype(np.float32)})

    def _example(self, index: int) -> Vertices:
        model, document = self._opened(), self._current()
        built = document.method in self._posers.ready
        return self._posers.of(document).example(document, index) if built else model.example(index)

    @property
    def exports(self) -> Exports:
        """Files of what is shown; raises FileFormatError where no model is open."""
        return Exports(
            *(self._tickets, self._opened(), self.record, self.library, self.props, self._posers),
            *(self._playback, self._posed, lambda: self._plan(self._current())),
        )

    @property
    def props(self) -> Props:
        """Companions and things to stand on, beside the model; raises FileFormatError where none is open."""
        self._opened()
        return self._props

    @property
    def library(self) -> Library:
        """The library of poses of the model that is open; raises FileFormatError where none is."""
        self._opened()
        return self._library

    def mirror(self) -> Iterator[Reply]:
        """The partners of all vertices across the model's mirror plane."""
        yield mirror_reply(self._opened().mesh)

    def overlay(self, kind: str) -> Iterator[Reply]:
        """Colours for the mesh as it is shown."""
        shown = self._posed()
        yield OVERLAYS[kind](shown) if kind in OVERLAYS else self._posers.overlay(kind, shown)

    def act(self, message: MethodMessage, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """What a method answers to a message of its own; files: those that the message names."""
        yield from self._posers.act(message, files, progress)

    def close(self) -> None:
        """Let the journal go; what it holds can be taken back later."""
        if self._record is not None:
            self._record.close()
            self._record = None

    def _take(self, model: Opened, record: Record) -> None:
        self.close()
        self._playback.close()
        self._model, self._record = model, record
        self._library = Library(model, record.journal, lambda: self._posed().positions(), self._example)
        self._props = Props(model.mesh, record.journal, lambda: self._posed().positions())
        record.hear(self._heard)
        self._posers, self._playback = Posers(self._desk), Playback()
        self._regions, self._kept, self._shown = {}, {}, None

    def _opened(self) -> Opened:
        if self._model is None:
            raise FileFormatError("No model is open; open a sample or files first.")
        return self._model

    def _current(self) -> Document:
        return self.record.document

    @property
    def record(self) -> Record:
        """What is kept of the model that is open; raises FileFormatError where none is."""
        self._opened()
        if self._record is None:
            raise FileFormatError("This session is closed; reload the page.")
        return self._record

    @property
    def path(self) -> Path | None:
        """The file of the journal; None where no model is open."""
        return None if self._record is None else self._record.path

    def _posed(self) -> Shown:
        """What is shown; before the first solve, the document's pose."""
        if self._shown is None and self._record is not None and self._current().method in self._posers.ready:
            self._shown = self._posers.of(self._current()).shown(self._current(), warm=False)
        if self._shown is None:
            raise FileFormatError("Nothing is posed yet; open a model with several poses and pull a handle.")
        shown = self._shown.arrived
        if shown.pulled.status is not Status.OUT_OF_TIME:
            return shown
        return self._posers.of(self._current()).finished(self._shown)

    def introduced(self, *, making: bool = False) -> Iterator[Reply]:
        """The model with all that a page needs to go on; nothing where none is open. From any thread.

        making: whether a file of it is made that was asked for
        """
        if self._model is not None and self._record is not None:
            yield from introduction(self._model, self._record, self._regions, making=making)

    def save_as(self, title: str) -> Iterator[Reply]:
        """Go on in a copy of the journal under a name; the journal so far stays as it is."""
        before = self.record
        copy = copied(self._state, before.journal, title)
        self._record = Record.of_past(copy)
        self._record.hear(self._heard)
        self.library.journal = self.props.journal = self._record.journal
        before.close()
        yield Reply(SessionNamed(copy.path.stem, title))

    def _built(self, method: str, options: Mapping[str, Any], progress: Progress) -> Iterator[Reply]:
        model, studio = self._opened(), studio_method(method)
        refused = studio.misfit(model)
        if refused:
            raise OptionError(f"{studio.title} does not fit {model.source.name}. {refused}")
        progress(0.0, f"building {studio.title}")
        ready = self._posers.build(studio, options, progress)
        self.record.journal.chose(method, options)
        yield ready
