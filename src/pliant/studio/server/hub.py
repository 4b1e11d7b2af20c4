"""The sessions of a server, and which page has which.

A page that comes takes the session that was left last, or a new one: a reconnect resumes, a closed tab can
be opened again, and two tabs never share a session.
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
from pliant.studio.session.journal_reader import Past, newest_past, tidy
from pliant.studio.session.recents import Recents
from pliant.studio.session.session import Session
from pliant.studio.session.worker import Worker
from pliant.studio.wire.frames import Reply

# Sessions without a page that are kept in memory; older ones are in their journals.
MOST_LEFT = 4
# Seconds that a thread gets to end.
PATIENCE = 5.0


def unheard(reply: Reply) -> None:
    """What a worker says while no page listens; the next page asks for everything anew."""


@dataclass(eq=False)
class Room:
    """A session with its thread."""

    session: Session
    worker: Worker
    fresh: bool = True


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

    def enter(self, tell: Callable[[Reply], None]) -> Room:
        """The room of a page that comes."""
        room = self._left.pop() if self._left else self._new()
        room.worker.tell = tell
        self._taken.add(room)
        return room

    def leave(self, room: Room) -> None:
        """A page has gone; its room waits for the next."""
        room.worker.tell = unheard
        self._taken.discard(room)
        self._left.append(room)
        while len(self._left) > MOST_LEFT:
            _close(self._left.pop(0))

    def opening(self, room: Room, source: Source, progress: Progress) -> Iterator[Reply]:
        """The session's replies; what could be opened is among the recent models from then on."""
        for number, reply in enumerate(room.session.open(source, progress)):
            if number == 0:
                self.recents.add(source)
            yield reply

    def past(self) -> Past | None:
        """What an earlier session left behind."""
        return newest_past(self.state)

    def close(self) -> None:
        """Ends all sessions; their journals stay."""
        for room in [*self._left, *self._taken]:
            _close(room)

    def _new(self) -> Room:
        session = Session(self.state, self.tickets, self.method)
        return Room(session, Worker(session.solve, unheard, self._alone))


def _close(room: Room) -> None:
    room.worker.close()
    room.worker.join(PATIENCE)
    room.session.close()


def _turns() -> AbstractContextManager[Any]:
    """A lock where numba's threads bear one caller at a time only, else nothing."""
    get_num_threads()  # starts the threads, which decides on the layer
    return threading.Lock() if threading_layer() == "workqueue" else nullcontext()
