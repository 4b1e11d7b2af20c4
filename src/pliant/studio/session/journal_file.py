"""The file of a journal: begun, appended whole or not at all, and rid of lines that later ones replace."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from pliant.errors import FileFormatError
from pliant.studio.opening.dropped import MODEL, is_description
from pliant.studio.opening.source import Source
from pliant.studio.session.journal_lines import LIVE, LOOK, is_replaced
from pliant.studio.session.lock import locked

SUFFIX = ".jsonl"
# Beside a journal: uploaded files, its picture, and the file that is to take its place.
FILES, PICTURE, REWRITTEN = ".files", ".picture", ".rewritten"


class JournalFile:
    """A locked file that only grows by whole batches of lines.

    size:     its bytes
    replaced: bytes of lines of drags and looks, of which only the newest count
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        file.seek(0)
        lines = file.read().splitlines(keepends=True)
        self.size = sum(map(len, lines))
        self.replaced = sum(len(line) for line in lines if is_replaced(line))

    def append(self, data: bytes, loose: int) -> None:
        """Writes and syncs; after a failure the file is as it was. loose: how much of it will be replaced."""
        if not data:
            return
        try:
            self._file.seek(self.size)
            _write_all(self._file, data)
            os.fsync(self._file.fileno())
        except OSError:
            # A part of a line would be taken for damage, and the next batch is written in its place.
            with suppress(OSError):
                self._file.truncate(self.size)
            raise
        self.size += len(data)
        self.replaced += loose

    def compact(self) -> None:
        """Takes out what later lines replace; where that cannot be done the file stays as it is."""
        if self.replaced == 0:
            return
        self._file.seek(0)
        whole = _without_replaced(self._file.read().splitlines(keepends=True))
        temporary = self.path.with_suffix(REWRITTEN)
        try:
            # Locked before it has its name: nobody may take it for a journal without a session.
            new = open(temporary, "w+b", buffering=0, opener=private)  # noqa: SIM115 - lives with the journal
        except OSError:
            return
        try:
            _write_all(new, whole)
            os.fsync(new.fileno())
            if not locked(new):
                raise OSError("the file cannot be locked")
            os.replace(temporary, self.path)
        except OSError:
            new.close()
            temporary.unlink(missing_ok=True)
            return
        self._file.close()
        self._file, self.size, self.replaced = new, len(whole), 0

    def close(self) -> None:
        """Lets the file and its lock go."""
        self._file.close()


def begun(folder: Path, source: Source) -> tuple[Path, BinaryIO, Source]:
    """A new, locked, empty journal, and the source with uploaded files moved beside it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{new_name()}{SUFFIX}"
    try:
        file = open(path, "x+b", buffering=0, opener=private)  # noqa: SIM115 - the journal closes it
        # Locked first: files without a journal that somebody has would be tidied away.
        if not locked(file):
            raise FileFormatError(f"{path} cannot be locked; choose another folder by --state.")
        if source.titles:
            source = _kept(source, path.with_suffix(FILES))
    except OSError as problem:
        raise unwritable(path, problem) from problem
    return path, file, source


def opened_again(path: Path, end: int) -> BinaryIO | None:
    """An earlier journal, locked; None where another session has it.

    end: bytes of its whole lines. A part of a line after them, which a crash left, goes; nothing else does.
    """
    try:
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 - the journal closes it
    except OSError as problem:
        raise unwritable(path, problem) from problem
    if not locked(file):
        file.close()
        return None
    if b"\n" not in _after(file, end):
        file.truncate(end)
    return file


def new_name() -> str:
    """A name that no other session has; in the order of time."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


def discard(path: Path) -> None:
    """Removes a journal and what was kept beside it."""
    shutil.rmtree(path.with_suffix(FILES), ignore_errors=True)
    for suffix in (PICTURE, REWRITTEN, SUFFIX):
        path.with_suffix(suffix).unlink(missing_ok=True)


def private(path: str, flags: int) -> int:
    """Opens a file that only the user can read."""
    return os.open(path, flags, 0o600)


def unwritable(path: Path, problem: OSError) -> FileFormatError:
    """The error for a journal that cannot be written."""
    return FileFormatError(
        f"The journal {path} cannot be written ({problem.strerror or problem}), so edits would be lost in a "
        "crash; make room there, or choose another folder by --state."
    )


def _after(file: BinaryIO, end: int) -> bytes:
    file.seek(end)
    return file.read()


def _write_all(file: BinaryIO, data: bytes) -> None:
    """Unbuffered files may take a part only."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _without_replaced(lines: list[bytes]) -> bytes:
    """Lines without drags that ended in a step, and with the last drag and look only; damaged ones stay."""
    live = look = None
    for i, line in enumerate(lines):
        if line.startswith(LIVE):
            live = i
        elif line.startswith(LOOK):
            look = i
        elif line.startswith(b'{"step":'):
            live = None
    return b"".join(line for i, line in enumerate(lines) if i in (live, look) or not is_replaced(line))


def _kept(source: Source, folder: Path) -> Source:
    """The files in a folder; those that a description names stay where they are as seen from it."""
    folder.mkdir(mode=0o700)
    described, kept = is_description(source.paths[0]), []
    for path, title in zip(source.paths, source.titles, strict=True):
        place = folder / (Path(MODEL, title) if described else Path(path).name)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept.append(str(shutil.move(path, place)))
    return replace(source, paths=tuple(kept))
