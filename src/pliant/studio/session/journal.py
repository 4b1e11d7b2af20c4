"""What a session did, on disk as it happens: JSON lines, appended, each batch synced.

One file per session, locked while the session lives, so that servers and tabs stay out of each other's way.
The first line names the model, the second the document to begin with; then every step of the history, and
between steps the newest document of a drag, the rigs that were made, the regions that were marked and what
methods keep. A line holds only the fields and slices of the document that changed.
"""

from __future__ import annotations

import os
import secrets
import shutil
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from pliant.errors import FileFormatError
from pliant.studio.opening.dropped import MODEL, is_description
from pliant.studio.opening.source import Source
from pliant.studio.session.lock import locked
from pliant.studio.session.regions import Marked, entry_of
from pliant.studio.wire.codec import plain, text_of
from pliant.studio.wire.messages import Document
from pliant.studio.wire.method_wire import Slices

FORMAT = 3
SUFFIX = ".jsonl"
FILES = ".files"
# Seconds between two lines of one drag.
LIVE_EVERY = 0.1


class Journal:
    """An open, locked journal with a thread that writes it: callers never wait for the disk.

    source: of a new journal, where the model's files are now
    """

    def __init__(self, path: Path, file: BinaryIO, last: Document | None) -> None:
        self.path = path
        self.failure: str | None = None
        self.source: Source | None = None
        self._file, self._last = file, last
        self._changed = threading.Condition()
        self._waiting: list[tuple[dict[str, Any], Document | None]] = []
        self._live: Document | None = None
        self._live_at = -LIVE_EVERY
        self._writing = self._closed = False
        self._thread = threading.Thread(target=self._run, name="pliant studio journal", daemon=True)
        self._thread.start()

    @staticmethod
    def begin(folder: Path, source: Source, document: Document) -> Journal:
        """A new journal; uploaded files move beside it, for they have no other home."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
        path = folder / f"{name}{SUFFIX}"
        try:
            file = open(path, "xb", opener=_private)  # noqa: SIM115 - the journal closes it
            # Locked first: files without a journal that somebody has would be tidied away.
            if not locked(file):
                raise FileFormatError(f"{path} cannot be locked; choose another folder by --state.")
            if source.titles:
                source = _kept(source, folder / f"{name}{FILES}")
        except OSError as problem:
            raise _unwritable(path, problem) from problem
        journal = Journal(path, file, None)
        journal.source = source
        now = datetime.now(UTC).isoformat(timespec="seconds")
        journal._append({"journal": FORMAT, "when": now, "source": plain(source)})
        journal._append({"begin": True}, document)
        return journal

    @staticmethod
    def resume(path: Path, end: int, last: Document) -> Journal | None:
        """Goes on with an earlier journal after its last whole line; None where another session has it."""
        try:
            file = open(path, "r+b")  # noqa: SIM115 - the journal closes it
        except OSError as problem:
            raise _unwritable(path, problem) from problem
        if not locked(file):
            file.close()
            return None
        file.truncate(end)
        file.seek(end)
        return Journal(path, file, last)

    def step(self, label: str, document: Document) -> None:
        """A step of the history is done."""
        with self._changed:
            self._live = None
        self._append({"step": label}, document)

    def live(self, document: Document) -> None:
        """Where a drag is now; written at most every LIVE_EVERY seconds, the newest only."""
        with self._changed:
            self._live = document
            self._changed.notify_all()

    def chose(self, method: str, options: Mapping[str, Any]) -> None:
        """A rig was made."""
        self._append({"choose": method, "options": dict(options)})

    def marked(self, region: Marked) -> None:
        """A region was marked; documents may name it from here on."""
        self._append(entry_of(region))

    def kept(self, method: str, entry: Mapping[str, Any]) -> None:
        """A method keeps something that takes long to find or that documents name."""
        self._append({"own": method, "entry": dict(entry)})

    def leave(self) -> None:
        """The user does not want this one back."""
        self._append({"left": True})

    def flush(self) -> None:
        """Returns when all that was said is on disk."""
        with self._changed:
            self._live_at = -LIVE_EVERY
            self._changed.notify_all()
            self._changed.wait_for(lambda: not (self._waiting or self._live or self._writing) or self._closed)

    def close(self) -> None:
        """Writes what waits and lets the file go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()
        self._file.close()

    def _append(self, entry: dict[str, Any], document: Document | None = None) -> None:
        with self._changed:
            if self._closed:
                raise FileFormatError("This session is closed; open the model again.")
            self._waiting.append((entry, document))
            self._changed.notify_all()

    def _run(self) -> None:
        ended = False
        while not ended:
            with self._changed:
                entries, ended = self._due()
                self._writing = True
            try:
                self._write(entries)
            except OSError as problem:
                self.failure = str(_unwritable(self.path, problem))
            with self._changed:
                self._writing = False
                self._changed.notify_all()

    def _due(self) -> tuple[list[tuple[dict[str, Any], Document | None]], bool]:
        """The entries that should be written now, and whether they are the last."""
        while not self._waiting and not self._closed:
            wait = None if self._live is None else self._live_at + LIVE_EVERY - time.monotonic()
            if wait is not None and wait <= 0:
                break
            self._changed.wait(wait)
        entries, self._waiting = self._waiting, []
        if self._live is not None:
            entries.append(({"live": True}, self._live))
            self._live, self._live_at = None, time.monotonic()
        return entries, self._closed

    def _write(self, entries: list[tuple[dict[str, Any], Document | None]]) -> None:
        if not entries:
            return
        for entry, document in entries:
            whole = entry
            if document is not None:
                changes = _changes(self._last, document)
                if "live" in entry and not changes:
                    continue
                whole, self._last = {**entry, "changed": changes}, document
            self._file.write(text_of(whole).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def discard(path: Path) -> None:
    """Removes a journal and the files that were kept for it."""
    shutil.rmtree(path.with_suffix(FILES), ignore_errors=True)
    path.unlink(missing_ok=True)


def _changes(before: Document | None, after: Document) -> dict[str, Any]:
    """The fields of a document that are not as before; of its slices only those, and None for those gone."""
    if before is None:
        return plain(after)
    old, new = vars(before), vars(after)
    changed = {name: plain(new[name]) for name in new if old[name] != new[name]}
    if "slices" in changed:
        gone = {name: None for name in before.slices if name not in after.slices}
        others = {n: part for n, part in after.slices.items() if before.slices.get(n) != part}
        changed["slices"] = {**gone, **plain(Slices(others))}
    return changed


def _kept(source: Source, folder: Path) -> Source:
    """The files in a folder; those that a description names stay where they are as seen from it."""
    folder.mkdir(mode=0o700)
    described, kept = is_description(source.paths[0]), []
    for path, title in zip(source.paths, source.titles, strict=True):
        place = folder / (Path(MODEL, title) if described else Path(path).name)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept.append(str(shutil.move(path, place)))
    return replace(source, paths=tuple(kept))


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _unwritable(path: Path, problem: OSError) -> FileFormatError:
    return FileFormatError(
        f"The journal {path} cannot be written ({problem.strerror or problem}), so edits would be lost in a "
        "crash; make room there, or choose another folder by --state."
    )
