"""What a session did, on disk as it happens: JSON lines, appended, each batch synced.

One file per session, locked while the session lives, so that servers and tabs stay out of each other's way.
The first line names the model, the second the document to begin with; then every step of the history, and
between steps the newest document of a drag, the rigs that were made, the regions that were marked, how the
session is looked at, and what methods keep. What cannot be written waits and is tried again; what later lines
replace is taken out now and then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from pliant.arrays import Vertices
from pliant.errors import FileFormatError
from pliant.studio.opening.source import Source
from pliant.studio.session.journal_file import JournalFile, begun, opened_again, unwritable
from pliant.studio.session.journal_lines import FORMAT, LIVE, LOOK, Encoder, Said, look_entry
from pliant.studio.session.prop_shapes import PropShape, prop_entry
from pliant.studio.session.regions import Marked, entry_of
from pliant.studio.session.shapes import shape_entry
from pliant.studio.wire.codec import plain
from pliant.studio.wire.messages import Commit, Document
from pliant.studio.wire.sessions import Kept, Look

# Seconds between two lines of one drag.
LIVE_EVERY = 0.1
# Seconds until what could not be written is tried again; a new step is tried at once.
RETRY_EVERY = 1.0
# Bytes of lines that later ones replace, beyond which they are taken out, where they are more than the rest.
MOST_REPLACED = 64 << 10


class Journal:
    """An open, locked journal with a thread that writes it: callers never wait for the disk.

    failure: why the last write failed, in words; None after one that did not
    source:  of a new journal, where the model's files are now
    heard:   hears what is safe after steps, and when writing begins or ceases to fail; set by the owner
    """

    def __init__(self, path: Path, file: BinaryIO, encoder: Encoder) -> None:
        self.path = path
        self.failure: str | None = None
        self.heard: Callable[[Kept], None] = unheard
        self.source: Source | None = None
        self._file, self._encoder = JournalFile(path, file), encoder
        self._changed = threading.Condition()
        self._waiting: list[Said] = []
        self._live: Said | None = None
        self._look: Said | None = None
        self._live_at = -LIVE_EVERY
        self._retry_at, self._tries = 0.0, 0
        self._writing = self._closed = False
        self._thread = threading.Thread(target=self._run, name="pliant studio journal", daemon=True)
        self._thread.start()

    @staticmethod
    def begin(folder: Path, source: Source, document: Document) -> Journal:
        """A new journal; uploaded files move beside it, for they have no other home."""
        path, file, source = begun(folder, source)
        journal = Journal(path, file, Encoder())
        journal.source = source
        now = datetime.now(UTC).isoformat(timespec="seconds")
        journal._append(Said({"journal": FORMAT, "when": now, "source": plain(source)}))
        journal._append(Said({"begin": True}, document))
        return journal

    @staticmethod
    def resume(path: Path, end: int, last: Document, number: int = 0, *, old: bool = False) -> Journal | None:
        """Goes on with an earlier journal after its last whole line; None where another session has it.

        last: the document of its last step, number: of its last Commit, old: whether it is of an older format
        """
        file = opened_again(path, end)
        if file is None:
            return None
        journal = Journal(path, file, Encoder(last=last, number=number))
        if old:
            journal._append(Said({"format": FORMAT}))
        return journal

    @property
    def safe(self) -> Kept:
        """What is on disk."""
        return Kept(self._encoder.number, self.failure)

    def step(self, label: str, document: Document) -> None:
        """A step of the history is done."""
        self.commit(Commit(label, document))

    def commit(self, commit: Commit) -> None:
        """A step of the history is done, taken back or done again."""
        with self._changed:
            self._live = None
        self._append(Said({}, commit.document, commit))

    def live(self, document: Document, *, keyed: bool = False) -> None:
        """Where a drag or the timeline is now; at most every LIVE_EVERY seconds, the newest only."""
        with self._changed:
            self._live = Said({"live": True, **({"keyed": True} if keyed else {})}, document)
            self._changed.notify_all()

    def look(self, look: Look, search: dict[str, Any] | None = None) -> None:
        """How the session is looked at, and where the search for its pose ended; written like a drag."""
        with self._changed:
            self._look = Said(look_entry(look, search))
            self._changed.notify_all()

    def chose(self, method: str, options: Mapping[str, Any]) -> None:
        """A rig was made."""
        self._append(Said({"choose": method, "options": dict(options)}))

    def marked(self, region: Marked) -> None:
        """A region was marked; documents may name it from here on."""
        self._append(Said(entry_of(region)))

    def shaped(self, name: str, V: Vertices) -> None:
        """A shape was kept; documents may name it from here on."""
        self._append(Said(shape_entry(name, V)))

    def propped(self, name: str, shape: PropShape) -> None:
        """The shape of a prop was kept; documents may name it from here on."""
        self._append(Said(prop_entry(name, shape)))

    def kept(self, method: str, entry: Mapping[str, Any]) -> None:
        """A method keeps something that takes long to find or that documents name."""
        self._append(Said({"own": method, "entry": dict(entry)}))

    def name(self, title: str) -> None:
        """The user gave the session a name."""
        self._append(Said({"title": title}))

    def leave(self) -> None:
        """The user does not want this one back."""
        self._append(Said({"left": True}))

    def flush(self) -> None:
        """Returns when all that was said is on disk, or when writing it has failed once more."""
        with self._changed:
            self._live_at, self._retry_at, tries = -LIVE_EVERY, 0.0, self._tries
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._pending or self._closed or self._failed_since(tries))

    def close(self) -> None:
        """Writes what waits and lets the file go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()
        self._file.close()

    @property
    def _pending(self) -> bool:
        return bool(self._waiting or self._live or self._look or self._writing)

    def _failed_since(self, tries: int) -> bool:
        return self.failure is not None and self._tries > tries and not self._writing

    def _append(self, said: Said) -> None:
        with self._changed:
            if self._closed:
                raise FileFormatError("This session is closed; open the model again.")
            self._waiting.append(said)
            self._retry_at = 0.0
            self._changed.notify_all()

    def _run(self) -> None:
        ended = False
        while not ended:
            with self._changed:
                batch, ended = self._due()
                self._writing = True
            told = self._tried(batch)
            with self._changed:
                self._writing = False
                self._tries += 1
                self._changed.notify_all()
            if told:
                self.heard(self.safe)

    def _due(self) -> tuple[list[Said], bool]:
        """What should be written now, and whether it is the last."""
        while not self._closed:
            wait = self._wait()
            if wait is not None and wait <= 0:
                break
            self._changed.wait(wait)
        batch, self._waiting = self._waiting, []
        if self._live is not None:
            batch.append(self._live)
        if self._look is not None:
            batch.append(self._look)
        if self._live is not None or self._look is not None:
            self._live = self._look = None
            self._live_at = time.monotonic()
        return batch, self._closed

    def _wait(self) -> float | None:
        """Seconds until something should be written; None where nothing waits."""
        now, due = time.monotonic(), []
        if self._waiting:
            due.append(self._retry_at)
        if self._live is not None or self._look is not None:
            due.append(max(self._live_at + LIVE_EVERY, self._retry_at))
        return min(due) - now if due else None

    def _tried(self, batch: list[Said]) -> bool:
        """Writes a batch, or puts it back to be tried again; whether that is worth telling."""
        before = self.failure
        try:
            self._write(batch)
        except OSError as problem:
            self.failure = str(unwritable(self.path, problem))
            with self._changed:
                self._put_back(batch)
            return before is None or any(said.commit for said in batch)
        self.failure = None
        return before is not None or any(said.commit for said in batch)

    def _put_back(self, batch: list[Said]) -> None:
        """Steps stand before what was said meanwhile; of drags and looks only the newest counts."""
        self._retry_at = time.monotonic() + RETRY_EVERY
        self._waiting = [said for said in batch if not _replaced(said)] + self._waiting
        drags = [said for said in batch if "live" in said.entry]
        looks = [said for said in batch if "look" in said.entry]
        if looks and self._look is None:
            self._waiting.append(looks[-1])
        if drags and self._live is None and not any(said.commit for said in self._waiting):
            self._live = drags[-1]

    def _write(self, batch: list[Said]) -> None:
        encoder, lines = self._encoder, []
        for said in batch:
            line, encoder = encoder.line(said)
            lines.append(line)
        loose = sum(len(line) for line in lines if line.startswith((LIVE, LOOK)))
        self._file.append(b"".join(lines), loose)
        self._encoder = encoder
        if self._closed or self._file.replaced > max(MOST_REPLACED, self._file.size // 2):
            self._file.compact()


def _replaced(said: Said) -> bool:
    """Whether a later entry of its kind takes its place."""
    return "live" in said.entry or "look" in said.entry


def unheard(_: Kept) -> None:
    """Nobody listens."""
