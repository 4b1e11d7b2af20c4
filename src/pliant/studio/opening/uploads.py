"""Files that the page sends: into a private folder, under names of our own, no larger than allowed."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import AsyncIterator, Sequence
from pathlib import Path, PurePosixPath

from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.clips import READABLE_CLIPS
from pliant.io.meshes import READABLE
from pliant.studio.opening.dropped import COMPANIONS, LINKAGES, gathered
from pliant.studio.opening.source import RIG, Source, uploaded_source

TRACK = ".json"
SUFFIXES = tuple(dict.fromkeys((*READABLE, *LINKAGES, RIG, *READABLE_CLIPS, TRACK)))
SENT = (*SUFFIXES, *COMPANIONS)
# Bytes of one file, and of all that were sent and not opened yet.
MOST_BYTES = 1 << 30
MOST_BYTES_WAITING = 4 << 30
LONGEST_NAME = 200


class Uploads:
    """What is being sent, or was sent and not opened yet. The page knows numbers; paths stay here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[str, tuple[Path, str]] = {}
        self._bytes = 0

    async def receive(self, name: str, body: AsyncIterator[bytes]) -> str:
        """Stores a file under a number, which is returned; a part of a file is never kept."""
        title = checked_name(name)
        number = secrets.token_hex(16)
        path = self._folder / f"{number}{PurePosixPath(title).suffix.lower()}"
        size, whole = 0, False
        try:
            with open(path, "xb") as file:
                async for part in body:
                    # Counted at once: other files may be coming at the same time.
                    size += len(part)
                    self._bytes += len(part)
                    if size > MOST_BYTES or self._bytes > MOST_BYTES_WAITING:
                        raise FileFormatError(
                            f"'{title}' is larger than the {MOST_BYTES >> 20:,} MB that the page may send; "
                            "name it on the command line: pliant studio FILE."
                        )
                    file.write(part)
            whole = True
        finally:
            if not whole:
                self._bytes -= size
                path.unlink(missing_ok=True)
        self._waiting[number] = (path, title)
        return number

    def take(self, numbers: Sequence[str]) -> Source:
        """The source of files that were sent; they are not offered again."""
        strange = [number for number in numbers if number not in self._waiting]
        if strange or not numbers or len(set(numbers)) < len(numbers):
            raise FileFormatError("These files were not sent, or were opened already; send them again.")
        files = [self._waiting.pop(number) for number in numbers]
        self._bytes -= sum(path.stat().st_size for path, _ in files)
        folder = self._folder / secrets.token_hex(16)
        try:
            return uploaded_source(gathered(files, folder))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            for path, _ in files:
                path.unlink(missing_ok=True)
            raise

    def place(self, suffix: str) -> Path:
        """Where a file can be put that is made here, to be opened as if it had been sent."""
        return self._folder / f"{secrets.token_hex(16)}{suffix}"


def checked_name(name: str) -> str:
    """A file's name with the folders that were dropped; refuses suffixes that no reader knows.

    Of a name that could lead elsewhere only the last part is kept.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    leads = path.is_absolute() or any(part == ".." or ":" in part for part in path.parts)
    title = path.name if leads else str(path)
    if path.suffix.lower() not in SENT:
        raise UnsupportedFormatError(
            f"'{title[:LONGEST_NAME]}' cannot be opened; files with one of {', '.join(SUFFIXES)} are needed."
        )
    if len(title) > LONGEST_NAME or not title.isprintable():
        raise FileFormatError("The file's name is too long or has letters that cannot be shown; rename it.")
    return title
