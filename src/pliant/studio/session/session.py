"""One model with its rigs, its document and its journal: what the studio does, without sockets or threads."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import FileFormatError, OptionError
from pliant.geometry.symmetry import mirror_map, symmetry_plane
from pliant.pose import Status
from pliant.progress import Progress
from pliant.studio.export.files import MESHES, Tickets, pose_file, script_file, stem_of
from pliant.studio.export.motion import clip_file, plan_file
from pliant.studio.opening.model import Opened, opened
from pliant.studio.opening.source import RIG, Source, discard_uploads
from pliant.studio.opening.surface import pictures_of
from pliant.studio.session.desk import Desk
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.method import StudioMethod, studio_method, studio_methods
from pliant.studio.session.overlay import DEFORMATION, deformation
from pliant.studio.session.playback import Plan, Playback, plan_of
from pliant.studio.session.poser import Poser, WrittenFile
from pliant.studio.session.regions import Marked, vertices_of
from pliant.studio.session.shown import Shown
from pliant.studio.session.track_import import track_sent
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import (
    Commit,
    Document,
    Example,
    ExportMotion,
    File,
    Mirror,
    Model,
    Ready,
    Region,
    Solve,
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
        self._document: Document | None = None
        self._journal: Journal | None = None
        self._posers: dict[str, Poser] = {}
        # Only methods whose rigs are built are here.
        self._ready: dict[str, Reply] = {}
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
        except BaseException:
            discard_uploads(source)
            raise
        document, regions = model.beginning(self._method)
        self._take(model, document, Journal.begin(self._state, source, document))
        for region in regions:
            self.mark(region)
        yield from self.resume(progress)

    def recover(self, past: Past, progress: Progress) -> Iterator[Reply]:
        """Model as an earlier session left it, then Ready of its method."""
        model = opened(past.source, progress)
        journal = Journal.resume(past.path, past.end, past.document)
        if journal is None:
            raise FileFormatError("Another studio has taken this session back already; go on there.")
        self._take(model, past.document, journal)
        self._regions.update(past.regions)
        self._kept = past.kept
        yield from self._model_replies()
        studio = studio_method(past.document.method)
        chosen = {} if studio.rig_in_document else past.chosen.get(studio.name, {})
        yield from self._built(studio.name, chosen, progress)

    def resume(self, progress: Progress) -> Iterator[Reply]:
        """Model and Ready again, for a page that comes anew."""
        if self._model is None or self._document is None:
            return
        yield from self._model_replies()
        method = self._document.method
        yield self._ready[method] if method in self._ready else next(self._built(method, {}, progress))

    def choose(self, method: str, options: Mapping[str, Any], progress: Progress) -> Iterator[Reply]:
        """Ready of a method; made already and asked for without options, it is there at once."""
        if method in self._ready and not options:
            yield self._ready[method]
        else:
            yield from self._built(method, options, progress)

    def note(self, message: Solve) -> None:
        """Keep the newest document of a drag, before it is solved; immediate."""
        studio_method(message.document.method)  # refuses what is not there
        self._document = message.document
        if self._journal is not None:
            self._journal.live(message.document)

    def commit(self, message: Commit) -> None:
        """Keep a step of the history; immediate."""
        journal = self._opened_journal()
        studio_method(message.document.method)  # refuses what is not there
        self._document = message.document
        journal.step(message.label, message.document)
        if journal.failure is not None:
            raise FileFormatError(journal.failure)

    def mark(self, region: Region) -> None:
        """Keep a region where it is shown; immediate. One that is known already stays as it was."""
        journal = self._opened_journal()
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
        yield from self._noted(document.method, self._posers[document.method].news())
        yield reply
        if message.beside is not None:
            other = self._beside(document, message.beside)
            beside = self._solved(message, other)[1]
            yield from self._noted(message.beside, self._posers[message.beside].news())
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
        frozen = document.frozen if self._poser(other).freezes else None
        # A rig that mixes no poses, or some of very many, has no weights that another method could take.
        rig = None if self._shown is None else self._shown.rig
        mixes = rig is not None and rig.names and rig.kept.every
        return replace(other, frozen=frozen, weights=document.weights if mixes else None)

    def _noted(self, method: str, told: Iterator[Reply]) -> Iterator[Reply]:
        """What a poser tells; Ready of another rig is what a page that comes anew gets."""
        for reply in told:
            if isinstance(reply.message, Ready):
                self._ready[method] = reply
            yield reply

    def _solved(self, message: Solve, document: Document) -> tuple[Shown, Reply]:
        began = time.perf_counter()
        shown = self._poser(document).shown(document, warm=message.start)
        return shown, shown.reply(message.turn, document.method, time.perf_counter() - began)

    def _keyed(self, message: Solve) -> tuple[Document, Reply]:
        """A document at its frame, by its keys, and its pose."""
        began = time.perf_counter()
        document, shown = self._playback.shown(self._plan(message.document))
        if shown is None:
            poser = self._poser(document)
            # Frames of a timeline do not flow from one to another.
            shown = poser.arrived(poser.shown(document, warm=message.start))
        self._shown = shown
        if self._journal is not None and self._document is message.document:
            self._document = document
            self._journal.live(document)
        targets = tuple(handle.target for handle in document.handles)
        seconds = time.perf_counter() - began
        return document, shown.reply(message.turn, document.method, seconds, targets)

    def _poser(self, document: Document) -> Poser:
        """The poser of a document's method, whose rig is built."""
        studio = studio_method(document.method)
        if studio.name not in self._ready:
            raise OptionError(f"{studio.title} is not ready; choose it first, and wait until it is built.")
        return self._posers[studio.name]

    def _working(self, studio: StudioMethod) -> Poser:
        """The poser of a method, made where it is not there yet; its rig may not be built."""
        if studio.name not in self._posers:
            journal = self._opened_journal()
            desk = Desk(
                self._opened(),
                self._regions,
                self._current,
                self._kept.get(studio.name, ()),
                partial(journal.kept, studio.name),
            )
            self._posers[studio.name] = studio.poser(desk)
        return self._posers[studio.name]

    def _plan(self, document: Document) -> Plan:
        return plan_of(document, self._poser(document), self._opened().source.name)

    def bake(self, number: int) -> Iterator[Reply]:
        """How far all frames of the newest document are solved, frame by frame."""
        yield from self._playback.bake(number, self._plan(self._current()))

    def frame(self, number: int, frame: int) -> Reply:
        """A frame that was baked, or one of a clip, or the word that it is not there; immediate."""
        return self._playback.frame(number, frame)

    def export_motion(self, message: ExportMotion, progress: Progress) -> Iterator[Reply]:
        """A file of the timeline or of the clip, to be fetched once."""
        playback, stem = self._playback, stem_of(self._opened().source)
        progress(0.0, f"making {stem}.{message.kind}")
        if message.clip:
            name, write = clip_file(message, playback.clip(), stem, progress)
        else:
            plan = self._plan(self._current())
            name, write = plan_file(message, plan, partial(playback.frames, plan), stem, progress)
        ticket = self._tickets.issue(name, write)
        yield Reply(File(ticket.number, ticket.name))

    def load_track(self, source: Source, progress: Progress) -> Iterator[Reply]:
        """The keys of a track file that was sent."""
        progress(0.0, f"reading {source.name}")
        yield track_sent(source, self._poser(self._current()).rig_of(self._current()))

    def load_clip(self, number: int, source: Source, progress: Progress) -> Iterator[Reply]:
        """The frames of a moving mesh whose files were sent."""
        yield self._playback.take(number, source, self._opened().mesh, progress)

    def example(self, index: int) -> Iterator[Reply]:
        """The positions of one of the poses that the document's method mixes."""
        model, document = self._opened(), self._current()
        built = document.method in self._ready
        V = self._poser(document).example(document, index) if built else model.example(index)
        yield Reply(Example(index), {"V": V.astype(np.float32)})

    def mirror(self) -> Iterator[Reply]:
        """The partners of all vertices across the model's mirror plane."""
        mesh = self._opened().mesh
        plane, residual = symmetry_plane(mesh.V, mesh.F)
        if plane is None:
            raise OptionError(
                f"The model has no mirror plane: the best one misses by {residual:.1%} of its size. "
                "Paint each side by itself."
            )
        partner = mirror_map(mesh.V, mesh.F, plane)
        yield Reply(Mirror(), {"partner": np.where(partner < 0, mesh.n, partner).astype(np.uint32)})

    def overlay(self, kind: str) -> Iterator[Reply]:
        """Colours for the mesh as it is shown."""
        shown = self._posed()
        if kind == DEFORMATION:
            yield deformation(shown)
            return
        refusal, poser = self._owner(kind, {name: each.overlays for name, each in studio_methods().items()})
        found = None if poser is None else poser.overlay(kind, shown)
        if found is None:
            raise OptionError(refusal)
        yield found

    def export(self, kind: str) -> Iterator[Reply]:
        """A file of the pose, the rig or the session, to be fetched once."""
        ticket = self._tickets.issue(*self._file(kind, self._posed()))
        yield Reply(File(ticket.number, ticket.name))

    def _file(self, kind: str, shown: Shown) -> WrittenFile:
        journal, stem = self._opened_journal(), stem_of(self._opened().source)
        if kind in MESHES:
            return pose_file(kind, stem, shown)
        if kind == "script":
            return script_file(stem, journal, shown.mesh)
        if kind == "rig":
            if shown.rig is None:
                raise FileFormatError(studio_method(self._current().method).without_rig)
            return f"{stem}{RIG}", shown.rig.save
        refusal, poser = self._owner(kind, {name: each.files for name, each in studio_methods().items()})
        file = None if poser is None else poser.file(kind, stem, shown)
        if file is None:
            raise FileFormatError(refusal)
        return file

    def _owner(self, kind: str, kinds: Mapping[str, Mapping[str, str]]) -> tuple[str, Poser | None]:
        """Which built method knows a kind of its own, and the words that refuse the kind."""
        for name, own in kinds.items():
            if kind in own:
                return own[kind], self._posers[name] if name in self._ready else None
        raise OptionError(f"'{kind[:40]}' is not known; no method offers it.")

    def act(self, message: MethodMessage, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """What a method answers to a message of its own; files: those that the message names."""
        for studio in studio_methods().values():
            if isinstance(message, studio.wire.from_page):
                yield from self._noted(studio.name, self._working(studio).act(message, files, progress))

    def close(self) -> None:
        """Let the journal go; what it holds can be taken back later."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _take(self, model: Opened, document: Document, journal: Journal) -> None:
        self.close()
        self._playback.close()
        self._model, self._document, self._journal = model, document, journal
        self._posers, self._ready, self._regions, self._shown = {}, {}, {}, None
        self._kept, self._playback = {}, Playback()

    def _opened(self) -> Opened:
        if self._model is None:
            raise FileFormatError("No model is open; open a sample or files first.")
        return self._model

    def _current(self) -> Document:
        if self._document is None:
            raise FileFormatError("No model is open; open a sample or files first.")
        return self._document

    def _opened_journal(self) -> Journal:
        self._opened()
        if self._journal is None:
            raise FileFormatError("This session is closed; reload the page.")
        return self._journal

    def _posed(self) -> Shown:
        """What is shown; before the first solve, the document's pose."""
        if self._shown is None and self._document is not None and self._document.method in self._ready:
            self._shown = self._poser(self._document).shown(self._document, warm=False)
        if self._shown is None:
            raise FileFormatError("Nothing is posed yet; open a model with several poses and pull a handle.")
        shown = self._shown.arrived
        if shown.pulled.status is not Status.OUT_OF_TIME:
            return shown
        return self._poser(self._current()).finished(self._shown)

    def _model_replies(self) -> Iterator[Reply]:
        """The model, then the images of its surface."""
        model, document = self._opened(), self._current()
        named = {document.frozen}
        for studio in studio_methods().values():
            named |= studio.regions_in(studio.slice_of(document))
        regions = tuple(marked.region for name, marked in self._regions.items() if name in named)
        surface, looks = model.surface
        message = Model(
            *(model.source.name, model.words(), model.diagonal, model.examples, model.fits()),
            *(document, regions, model.start(document.method), surface),
        )
        arrays = {"V": model.mesh.V.astype(np.float32), "F": model.mesh.F.astype(np.uint32), **looks}
        yield Reply(message, arrays)
        yield from pictures_of(model.mesh)

    def _built(self, method: str, options: Mapping[str, Any], progress: Progress) -> Iterator[Reply]:
        model, studio = self._opened(), studio_method(method)
        refused = studio.misfit(model)
        if refused:
            raise OptionError(f"{studio.title} does not fit {model.source.name}. {refused}")
        progress(0.0, f"building {studio.title}")
        poser = self._working(studio)
        poser.build(options, progress)
        self._ready[method] = poser.ready()
        if self._journal is not None:
            self._journal.chose(method, options)
        yield self._ready[method]
