"""What one session keeps: the document, its history, how it is looked at, and the journal of all that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pliant.errors import FileFormatError
from pliant.studio.session.document_fields import changed_fields, differing
from pliant.studio.session.history import History
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.method import studio_method
from pliant.studio.wire.messages import Commit, Document
from pliant.studio.wire.sessions import Kept, Look, SessionState

if TYPE_CHECKING:
    from pliant.studio.opening.model import Opened
    from pliant.studio.opening.source import Source

# A field of the document that moves without a step: nobody takes a look at another frame back.
PASSING = frozenset({"frame"})


class Record:
    """The document of a session and all that is kept of it. Immediate: the journal writes on its own thread.

    document: the newest
    settled:  the newest that no gesture is in the middle of
    """

    def __init__(self, journal: Journal, document: Document) -> None:
        self.journal = journal
        self.document = self.settled = document
        self.history, self.look, self.title = History(), None, ""
        self.number, self.words = 0, ""
        self._moved: tuple[Document, Document] | None = None

    @staticmethod
    def of_past(past: Past) -> Record:
        """Goes on with what a journal holds; raises FileFormatError where another session has it."""
        journal = Journal.resume(past.path, past.end, past.base, past.number, old=past.old)
        if journal is None:
            raise FileFormatError("Another studio has taken this session back already; go on there.")
        record = Record(journal, past.document)
        record.settled = past.settled or past.document
        record.history, record.look, record.title = past.history, past.look, past.title
        record.number, record.words = past.number, past.words
        return record

    @property
    def path(self) -> Path:
        """The journal's file."""
        return self.journal.path

    def source_of(self, model: Opened) -> Source:
        """Where the model's files are now: uploaded ones have moved beside a new journal."""
        return self.journal.source or model.source

    def hear(self, heard: Callable[[Kept], None]) -> None:
        """Who hears what is safe on disk."""
        self.journal.heard = heard

    def note(self, document: Document) -> None:
        """The newest document of a gesture, or one that follows a step."""
        studio_method(document.method)  # refuses what is not there
        self.document = document
        self.journal.live(document)

    def moved(self, asked: Document, there: Document) -> None:
        """The document where the timeline has it, unless another one came since it was asked for; no step."""
        if self.document != asked:
            return
        self._moved = asked, there
        self.document = self.settled = there
        self.journal.live(there, keyed=True)

    def commit(self, commit: Commit) -> None:
        """A step of the history; one that was kept already is not kept again."""
        studio_method(commit.document.method)  # refuses what is not there
        if commit.number and commit.number <= self.number:
            return
        self.number = commit.number or self.number
        self.history = self.history.after(commit, self.settled)
        self.document = self.settled = commit.document
        self.journal.commit(commit)
        if self._moved is not None and self._moved[0] == commit.document:
            # The page asks for the pose before it tells the step, and may have had its answer.
            self.moved(*self._moved)

    def looked(self, look: Look, search: dict[str, Any] | None = None) -> None:
        """How the session is looked at; search: where the one for its pose ended."""
        self.look = look
        self.journal.look(look, search)

    def name(self, title: str) -> None:
        """A name by the user."""
        self.title = title
        self.journal.name(title)

    def state(self, told: tuple[tuple[float, float, float], ...], *, making: bool) -> SessionState:
        """What a page needs to go on.

        told: where the timeline has the handles, making: whether a file is made that was asked for
        """
        document, settled = self.document, self.settled
        cut_off = bool(differing(document, settled) - PASSING)
        return SessionState(
            *(self.path.stem, self.title, self.history.told(settled)),
            *(changed_fields(document, settled) if cut_off else None, told, self.look),
            *(self.number, making, self.words),
        )

    def close(self) -> None:
        """Let the journal go; what it holds can be taken back later."""
        self.journal.close()
