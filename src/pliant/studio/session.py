"""One model with its rigs, its document and its journal: what the studio does, without sockets or threads."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pliant.core.mechanism import Joint
from pliant.core.mechanism_record import joint_of_record
from pliant.core.painting.symmetry import mirror_map, symmetry_plane
from pliant.core.progress import Progress
from pliant.errors import FileFormatError, OptionError
from pliant.methods.cage.rig import CageIK
from pliant.methods.joints.rig import JointIK
from pliant.studio.building import chosen_options, example_ready, example_rig, found_joints, plain_record
from pliant.studio.cages import Cage, Cages, came_with, entry_of
from pliant.studio.caging import CagePoser
from pliant.studio.exporting import Tickets, export, stem_of
from pliant.studio.exporting_motion import clip_file, plan_file
from pliant.studio.filming import Film
from pliant.studio.frames import Reply
from pliant.studio.jointing import JointPoser
from pliant.studio.journal import Journal
from pliant.studio.messages import (
    Commit,
    Document,
    Example,
    ExportMotion,
    File,
    Method,
    Mirror,
    Model,
    OverlayKind,
    Ready,
    Region,
    Solve,
)
from pliant.studio.motion import Motion, Plan, plan_of, rig_of
from pliant.studio.opening import TITLES, Opened, Source, discard_uploads, opened
from pliant.studio.overlay import overlay
from pliant.studio.past import Past
from pliant.studio.posing import Poser, Shown
from pliant.studio.regions import Marked, vertices_of
from pliant.studio.sculpting import HANDLE_FACTS, HandlePoser
from pliant.studio.taking import track_sent
from pliant.studio.wire_cage import Caged, CageTaken, Coordinates

# Regions of one session; each stroke of the brush makes one.
MOST_REGIONS = 10_000


class Session:
    """What one page works on. All but `note`, `commit` and `mark` may take long and runs on one thread.

    state: the folder of journals; method: what to begin with, where it fits
    """

    def __init__(self, state: Path, tickets: Tickets, method: Method | None = None) -> None:
        self._state, self._tickets = state, tickets
        self._method: Method | None = method
        self._model: Opened | None = None
        self._document: Document | None = None
        self._journal: Journal | None = None
        self._posers: dict[Method, Poser | HandlePoser | JointPoser | CagePoser] = {}
        self._ready: dict[Method, Reply] = {}
        self._regions: dict[str, Marked] = {}
        self._joints: tuple[Joint, ...] | None = None
        self._cages: Cages | None = None
        self._shown: Shown | None = None
        self._motion = Motion()

    @property
    def name(self) -> str | None:
        """Of the model that is open."""
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
        self._joints = None if past.joints is None else tuple(joint_of_record(one) for one in past.joints)
        self._cages = self._caging(past.cages)
        yield self._model_reply()
        method = past.document.method
        # A document says itself which cage it has.
        chosen = {} if method == "cage" else past.chosen.get(method, {})
        yield from self._built(method, chosen, progress)

    def resume(self, progress: Progress) -> Iterator[Reply]:
        """Model and Ready again, for a page that comes anew."""
        if self._model is None or self._document is None:
            return
        yield self._model_reply()
        method = self._document.method
        yield self._ready[method] if method in self._ready else next(self._built(method, {}, progress))

    def choose(self, method: Method, options: Mapping[str, Any], progress: Progress) -> Iterator[Reply]:
        """Ready of a method; made already and asked for without options, it is there at once."""
        if method in self._ready and not options:
            yield self._ready[method]
        else:
            yield from self._built(method, options, progress)

    def note(self, message: Solve) -> None:
        """Keep the newest document of a drag, before it is solved; immediate."""
        self._document = message.document
        if self._journal is not None:
            self._journal.live(message.document)

    def commit(self, message: Commit) -> None:
        """Keep a step of the history; immediate."""
        journal = self._opened_journal()
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
        marked = Marked(region, mesh.V[vertices] if shown is None else shown.places(vertices))
        self._regions[region.name] = marked
        journal.marked(marked)

    def solve(self, message: Solve) -> Iterator[Reply]:
        """The pose of a document, then the one beside it where one is wanted."""
        document = message.document
        if message.keyed:
            document, reply = self._keyed(message)
        else:
            self._shown, reply = self._solved(message, document)
        yield from self._news(document.method)
        yield reply
        if message.beside is not None:
            frozen = document.frozen if message.beside == "meshik" else None
            # Without handles that pull, a cage has no weights that another method could take.
            weights = None if document.method == "cage" else document.weights
            other = replace(document, method=message.beside, frozen=frozen, weights=weights)
            beside = self._solved(message, other)[1]
            yield from self._news(message.beside)
            yield beside

    def _news(self, method: Method) -> Iterator[Reply]:
        """Ready again, where a document's edits made another rig: its poses have another palette."""
        poser = self._posers[method]
        told = poser.news() if isinstance(poser, JointPoser | CagePoser) else ()
        for news in told:
            if isinstance(news.message, Ready):
                self._ready[method] = news
            yield news

    def _solved(self, message: Solve, document: Document) -> tuple[Shown, Reply]:
        began = time.perf_counter()
        shown = self._poser(document).shown(document, warm=message.start)
        return shown, shown.reply(message.turn, document.method, time.perf_counter() - began)

    def _keyed(self, message: Solve) -> tuple[Document, Reply]:
        """A document at its frame, by its keys, and its pose."""
        began = time.perf_counter()
        document, shown = self._motion.shown(self._plan(message.document))
        if shown is None:
            shown = self._poser(document).shown(document, warm=message.start)
        self._shown = shown
        if self._journal is not None and self._document is message.document:
            self._document = document
            self._journal.live(document)
        targets = tuple(handle.target for handle in document.handles)
        seconds = time.perf_counter() - began
        return document, shown.reply(message.turn, document.method, seconds, targets)

    def _poser(self, document: Document) -> Poser | HandlePoser | JointPoser | CagePoser:
        method = document.method
        if method not in self._posers:
            raise OptionError(f"{TITLES[method]} is not ready; choose it first, and wait until it is built.")
        return self._posers[method]

    def _plan(self, document: Document) -> Plan:
        return plan_of(document, self._poser(document), self._opened().source.name)

    def bake(self, number: int) -> Iterator[Reply]:
        """How far all frames of the newest document are solved, frame by frame."""
        yield from self._motion.bake(number, self._plan(self._current()))

    def frame(self, number: int, frame: int) -> Reply | None:
        """A frame that was baked, or one of a clip, if it is there; immediate."""
        return self._motion.frame(number, frame)

    def export_motion(self, message: ExportMotion, progress: Progress) -> Iterator[Reply]:
        """A file of the timeline or of the clip, to be fetched once."""
        motion, stem = self._motion, stem_of(self._opened().source)
        progress(0.0, f"making {stem}.{message.kind}")
        if message.clip:
            name, write = clip_file(message, motion.clip(), stem, progress)
        else:
            plan = self._plan(self._current())
            name, write = plan_file(message, plan, partial(motion.frames, plan), stem, progress)
        ticket = self._tickets.issue(name, write)
        yield Reply(File(ticket.number, ticket.name))

    def load_track(self, source: Source, progress: Progress) -> Iterator[Reply]:
        """The keys of a track file that was sent."""
        progress(0.0, f"reading {source.name}")
        yield track_sent(source, rig_of(self._current(), self._poser(self._current())))

    def load_clip(self, number: int, source: Source, progress: Progress) -> Iterator[Reply]:
        """The frames of a moving mesh whose files were sent."""
        yield self._motion.take(number, source, self._opened().mesh, progress)

    def example(self, index: int) -> Iterator[Reply]:
        """The positions of an example."""
        model, sculptor = self._opened(), self._sculptor
        V = model.example(index) if sculptor is None else sculptor.sculpture(self._current(), index)
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

    def overlay(self, kind: OverlayKind) -> Iterator[Reply]:
        """Colours for the mesh as it is shown."""
        yield overlay(kind, self._posed())

    def export(self, kind: str) -> Iterator[Reply]:
        """A file of the pose, the rig or the session, to be fetched once."""
        journal = self._opened_journal()
        poser = self._posers.get("cage")
        film = poser if isinstance(poser, CagePoser) else None
        ticket = self._tickets.issue(*export(kind, self._opened().source, self._posed(), journal, film))
        yield Reply(File(ticket.number, ticket.name))

    def make_cage(
        self, vertices: int, symmetric: bool | None, coordinates: Coordinates, progress: Progress
    ) -> Iterator[Reply]:
        """A new cage, to which the mesh is bound."""
        yield Reply(CageTaken(*self._caging().make(vertices, symmetric, coordinates, progress)))

    def load_cage(self, source: Source, coordinates: Coordinates, progress: Progress) -> Iterator[Reply]:
        """A cage of a file that was sent, which is not needed any more then."""
        path, title = source.paths[0], source.titles[0]
        try:
            yield Reply(CageTaken(*self._caging().load(Path(path), title, coordinates, progress)))
        finally:
            discard_uploads(source)

    def recover_cages(self, progress: Progress) -> Iterator[Reply]:
        """The cages of the model's poses."""
        poser = self._posers.get("cage")
        if not isinstance(poser, CagePoser):
            raise OptionError("Cage IK is not ready; choose it first, and wait until the cage is there.")
        yield from poser.recovered(progress)

    def close(self) -> None:
        """Let the journal go; what it holds can be taken back later."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _take(self, model: Opened, document: Document, journal: Journal) -> None:
        self.close()
        self._motion.close()
        self._model, self._document, self._journal = model, document, journal
        self._posers, self._ready, self._regions, self._shown = {}, {}, {}, None
        self._joints, self._cages, self._motion = None, None, Motion()

    def _opened(self) -> Opened:
        if self._model is None:
            raise FileFormatError("No model is open; open a sample or files first.")
        return self._model

    @property
    def _sculptor(self) -> HandlePoser | None:
        """The poser of Handle IK, while that is the document's method."""
        poser = None if self._document is None else self._posers.get(self._document.method)
        return poser if isinstance(poser, HandlePoser) else None

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
        if self._shown is None and self._document is not None and self._document.method in self._posers:
            self._shown = self._posers[self._document.method].shown(self._document, warm=False)
        if self._shown is None:
            raise FileFormatError("Nothing is posed yet; open a model with several poses and pull a handle.")
        return self._shown

    def _model_reply(self) -> Reply:
        model, document = self._opened(), self._current()
        named = {document.frozen, document.painted, *(part.region for part in document.parts)}
        regions = tuple(marked.region for name, marked in self._regions.items() if name in named)
        message = Model(
            model.source.name, model.words(), model.diagonal, model.examples, model.fits(), document, regions
        )
        arrays = {"V": model.mesh.V.astype(np.float32), "F": model.mesh.F.astype(np.uint32)}
        return Reply(message, arrays)

    def _built(self, method: Method, options: Mapping[str, Any], progress: Progress) -> Iterator[Reply]:
        model = self._opened()
        refused = [fit for fit in model.fits() if fit.method == method and not fit.fits]
        if refused:
            raise OptionError(f"{TITLES[method]} does not fit {model.source.name}. {refused[0].why}")
        progress(0.0, f"building {TITLES[method]}")
        if method == "handles":
            self._posers[method] = HandlePoser(model.mesh, self._regions)
            self._ready[method] = Reply(Ready(method, 0, HANDLE_FACTS))
        elif method == "joints":
            self._posers[method], self._ready[method] = self._jointed(model, progress)
        elif method == "cage":
            self._posers[method] = poser = self._caged(model, options, progress)
            self._ready[method] = poser.ready()
        else:
            rig = example_rig(model, method, options, progress)
            self._posers[method] = Poser(rig, self._regions)
            self._ready[method] = example_ready(rig, method)
        if self._journal is not None:
            self._journal.chose(method, options)
        yield self._ready[method]

    def _jointed(self, model: Opened, progress: Progress) -> tuple[JointPoser, Reply]:
        """The poser of the model's mechanism; joints that nobody gave are found, once."""
        base = model.mechanism
        if not base.joints and not isinstance(model.rig, JointIK) and len(base.components) > 1:
            if self._joints is None:
                self._joints = found_joints(model, progress)
                self._opened_journal().found([plain_record(joint) for joint in self._joints])
            base = replace(base, joints=self._joints)
        progress(0.9, "making cells")
        own = model.rig if isinstance(model.rig, JointIK) else None
        poser = JointPoser(base, own, self._regions)
        if self._document is not None:
            poser.take(self._document.edits)
        return poser, poser.ready()

    def _caged(self, model: Opened, options: Mapping[str, Any], progress: Progress) -> CagePoser:
        """The poser of the cage that the options name, or else the document."""
        own = Caged() if self._document is None else self._document.caged
        caged = chosen_options(Caged, options, "cage") if options else own
        poser = self._posers.get("cage")
        if isinstance(poser, CagePoser):
            poser.take(caged, progress)
            return poser
        return CagePoser(self._caging(), Film(model.poses), caged, progress)

    def _caging(self, known: Mapping[str | None, Cage] | None = None) -> Cages:
        """The cages of this model, beside those that an earlier session had."""
        if self._cages is None:
            model = self._opened()
            journal = self._opened_journal()
            self._cages = Cages(
                model.mesh,
                model.rig if isinstance(model.rig, CageIK) else None,
                {**({} if model.cage is None else {None: came_with(model.cage)}), **(known or {})},
                lambda name, cage: journal.caged(entry_of(name, cage)),
            )
        return self._cages
