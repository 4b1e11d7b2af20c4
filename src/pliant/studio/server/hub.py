"""The sessions of a server, and which page has which.

A page that had a session takes it again: a reload and a reconnect resume. Another page takes the session that
was left last, or a new one: a closed tab can be opened again, and two tabs never share a session.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numba import get_num_threads
from numba.np.ufunc.parallel import threading_layer

from pliant.errors import FileFormatError
from pliant.progress import Progress
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.recents import Recents
from pliant.studio.session.session import Session
from pliant.studio.session.session_list import newest_past, tidy
from pliant.studio.session.worker import Job, Worker
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import ClipTaken, File, Trouble

# Sessions without a page that are kept in memory; older ones are in their journals.
MOST_LEFT = 4
# Seconds that a thread gets to end.
PATIENCE = 5.0
# What a page that has gone asked for and the next one of the session wants to hear; and the most of it.
LASTING = (File, ClipTaken, Trouble)
MOST_MISSED = 16


def unheard(reply: Reply) -> None:
    """What a worker says while no page listens; the next page asks for everything anew."""


@dataclass(eq=False)
class Room:
    """A session with its thread.

    fresh:   whether no page has come yet
    away:    whether its page went back to the start page: the session waits to be opened again
    opening: names of the models that are being opened, or wait for that
    missed:  what was said while no page was there
    taking:  the session that is being taken back, or looked for; None for none
    made:    makes the file of what moves that was asked for last
    """

    session: Session
    worker: Worker
    fresh: bool = True
    away: bool = False
    opening: list[str] = field(default_factory=list)
    missed: list[Reply] = field(default_factory=list)
    taking: str | None = None
    made: Job | None = None

    @property
    def id(self) -> str | None:
        """What pages call its session, also while it is being taken back; None where there is none."""
        return self.taking if self.session.path is None else self.session.path.stem

    def begin(self, name: str, job: Job, taking: str | None = None) -> None:
        """Posts a job that opens a model of this name, which a page that comes meanwhile hears of.

        taking: the session that it takes back
        """
        self.away = self.fresh = False
        self.taking = taking
        self.opening.append(name)

        def opening(progress: Progress) -> Iterator[Reply]:
            told = False
            try:
                for reply in job(progress):
                    if not told:
                        self.opening.remove(name)
                        told = True
                    yield reply
            finally:
                self.taking = None
                if not told:
                    self.opening.remove(name)

        self.worker.post(opening)

    def make(self, job: Job) -> None:
        """Posts a job that makes a file of what moves; a page that comes meanwhile need not ask again."""
        self.made = job
        self.worker.post(job)

    @property
    def making(self) -> bool:
        """Whether that file is still to come, or waits for the next page."""
        waits = any(isinstance(reply.message, File) for reply in self.missed)
        return waits or (self.made is not None and self.worker.has(self.made))

    def forward(self, reply: Reply) -> None:
        """What a page that has gone asked for: to the next one, or kept for it where that makes sense."""
        if not isinstance(reply.message, LASTING):
            return
        if self.worker.tell is unheard:
            self.missed = [*self.missed, reply][-MOST_MISSED:]
        else:
            self.worker.tell(reply)


@dataclass(eq=False)
class Hub:
    """state: the folder of journals; given: what the command line opens; all calls from the event loop."""

    state: Path
    tickets: Tickets
    given: Source | None = None
    method: str | None = None
    _left: list[Room] = field(default_factory=list)
    _taken: set[Room] = field(default_factory=set)
    _alone: AbstractContextManager[Any] = field(default_factory=lambda: _turns())

    def __post_init__(self) -> None:
        try:
            self.state.mkdir(parents=True, exist_ok=True, mode=0o700)
            tidy(self.state)
        except OSError as problem:
            raise FileFormatError(
                f"Journals cannot be kept in {self.state} ({problem.strerror}); choose a folder by --state."
            ) from problem
        self.recents = Recents(self.state)

    def enter(self, tell: Callable[[Reply], None], session: str | None = None) -> Room:
        """The room of a page that comes; session: the one that it had before."""
        room = self.waiting(session) if session else self._left[-1] if self._left else None
        if room is None:
            room = self._new()
            # While its journal is looked for, a page that is reloaded has to find this room.
            room.taking = session
        else:
            self._left.remove(room)
        room.worker.tell = tell
        self._taken.add(room)
        return room

    def waiting(self, session: str) -> Room | None:
        """The room of a session that no page has; None where there is none."""
        return next((room for room in self._left if room.id == session), None)

    def has_page(self, session: str) -> bool:
        """Whether a page has a session."""
        return any(room.id == session for room in self._taken)

    @property
    def journals(self) -> frozenset[Path]:
        """The journals of sessions that no page has."""
        return frozenset(room.session.path for room in self._left if room.session.path is not None)

    def end(self, room: Room) -> None:
        """Ends a session that no page has; its journal stays."""
        self._left.remove(room)
        _close(room)

    def leave(self, room: Room) -> None:
        """A page has gone; its room waits for the next."""
        room.worker.tell = unheard
        self._taken.discard(room)
        self._left.append(room)
        while len(self._left) > MOST_LEFT:
            _close(self._left.pop(0))

    def open(self, room: Room, source: Source) -> None:
        """Opens a model; one that could be opened is among the recent models from then on."""

        def job(progress: Progress) -> Iterator[Reply]:
            for number, reply in enumerate(room.session.open(source, progress)):
                if number == 0:
                    self.recents.add(source)
                yield reply

        room.begin(source.name, job)

    def past(self) -> Past | None:
        """What an earlier session left behind."""
        return newest_past(self.state)

    def close(self) -> None:
        """Ends all sessions; their journals stay."""
        for room in [*self._left, *self._taken]:
            _close(room)

    def _new(self) -> Room:
        session = Session(self.state, self.tickets, self.method)
        worker = Worker(session.solve, unheard, self._alone)
        session.hear(lambda kept: worker.tell(Reply(kept)))
        return Room(session, worker)


def _close(room: Room) -> None:
    room.worker.close()
    room.worker.join(PATIENCE)
    room.session.close()


def _turns() -> AbstractContextManager[Any]:
    """A lock where numba's threads bear one caller at a time only, else nothing."""
    get_num_threads()  # starts the threads, which decides on the layer
    return threading.Lock() if threading_layer() == "workqueue" else nullcontext()
