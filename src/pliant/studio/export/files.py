"""Files to take away: the pose, its rig, or a script of the session; each is fetched once, by a ticket."""

from __future__ import annotations

import os
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from pliant.errors import FileFormatError
from pliant.io import write_mesh
from pliant.io.kept import lost_line, not_found
from pliant.mesh import Mesh
from pliant.studio.export.script import script
from pliant.studio.opening.source import Source
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.poser import WrittenFile
from pliant.studio.session.shown import Shown
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import File

# Files of the posed mesh.
MESHES = ("obj", "ply", "glb")
# Files that nobody has fetched; the oldest goes first.
MOST_WAITING = 16


@dataclass(frozen=True)
class Ticket:
    """A file that waits to be fetched, the name it should have, and what there is to tell about it."""

    number: str
    path: Path
    name: str
    words: str = ""


class Tickets:
    """The files that wait in a private folder. Served by the event loop, filled by the sessions' threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._waiting: dict[str, Ticket] = {}

    def issue(self, name: str, write: Callable[[Path], object]) -> Ticket:
        """Writes a file and gives the ticket for it; with files beside it, such as images, as an archive."""
        number = secrets.token_urlsafe(16)
        path, name, words = _written(self._folder, name, write)
        with self._lock:
            self._waiting[number] = Ticket(number, path, name, words)
            surplus = list(self._waiting)[:-MOST_WAITING]
            dropped = [self._waiting.pop(old) for old in surplus]
        for ticket in dropped:
            ticket.path.unlink(missing_ok=True)
        return self._waiting[number]

    def redeem(self, number: str) -> Ticket | None:
        """The file of a ticket, once; the caller removes it."""
        with self._lock:
            return self._waiting.pop(number, None)


def _written(folder: Path, name: str, write: Callable[[Path], object]) -> tuple[Path, str, str]:
    """The file that was written to a folder under a name nobody guesses, the name it should have, and words.

    The words are those that the function returns; other results of it are not for people.
    """
    path = folder / f"{secrets.token_hex(8)}{Path(name).suffix}"
    with TemporaryDirectory(dir=folder) as inside:
        # Files that belong together know each other by their names.
        told = write(Path(inside) / name)
        words = told if isinstance(told, str) else ""
        files = sorted(file for file in Path(inside).rglob("*") if file.is_file())
        if len(files) == 1:
            os.replace(files[0], path)
            return path, name, words
        path = path.with_suffix(".zip")
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for file in files:
                archive.write(file, file.relative_to(inside))
    return path, f"{Path(name).stem}-{Path(name).suffix[1:]}.zip", words


def ticket_reply(ticket: Ticket) -> Reply:
    """The message that a file can be fetched."""
    return Reply(File(ticket.number, ticket.name, ticket.words))


def kept_words(mesh: Mesh, path: Path) -> str:
    """What a file does not keep of a mesh, and images that were not found, as sentences; or nothing."""
    lines = [lost_line(mesh, path)]
    missing = not_found(mesh)
    if missing:
        lines.append(f"not found: {', '.join(missing)}")
    return " ".join(f"{line[0].upper()}{line[1:]}." for line in lines if line)


def pose_file(kind: str, stem: str, shown: Shown) -> WrittenFile:
    """The posed mesh as a file of one of the kinds MESHES."""
    mesh = shown.mesh.moved(shown.positions())

    def write(path: Path) -> str:
        write_mesh(path, mesh)
        return kept_words(mesh, path)

    return f"{stem}-posed.{kind}", write


def script_file(stem: str, journal: Journal, mesh: Mesh) -> WrittenFile:
    """The session as a script."""
    return f"{stem}.py", lambda path: path.write_text(_replayed(journal, mesh), encoding="utf-8")


def stem_of(source: Source) -> str:
    """The name of a model as a part of files' names."""
    return re.sub(r"[^\w.-]+", "-", source.name).strip("-.") or "model"


def _replayed(journal: Journal, mesh: Mesh) -> str:
    journal.flush()
    past = read_past(journal.path)
    if past is None:
        raise FileFormatError(f"The journal {journal.path} cannot be read; there is nothing to replay.")
    return script(past, mesh)
