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
from pliant.mesh import Mesh
from pliant.studio.export.script import script
from pliant.studio.opening.source import Source
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.poser import WrittenFile
from pliant.studio.session.shown import Shown

# Files of the posed mesh.
MESHES = ("obj", "ply", "glb")
# Files that nobody has fetched; the oldest goes first.
MOST_WAITING = 16


@dataclass(frozen=True)
class Ticket:
    """A file that waits to be fetched, and the name it should have."""

    number: str
    path: Path
    name: str


class Tickets:
    """The files that wait in a private folder. Served by the event loop, filled by the sessions' threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._waiting: dict[str, Ticket] = {}

    def issue(self, name: str, write: Callable[[Path], object]) -> Ticket:
        """Writes a file and gives the ticket for it; with files beside it, such as images, as an archive."""
        number = secrets.token_urlsafe(16)
        path, name = _written(self._folder, name, write)
        with self._lock:
            self._waiting[number] = Ticket(number, path, name)
            surplus = list(self._waiting)[:-MOST_WAITING]
            dropped = [self._waiting.pop(old) for old in surplus]
        for ticket in dropped:
            ticket.path.unlink(missing_ok=True)
        return self._waiting[number]

    def redeem(self, number: str) -> Ticket | None:
        """The file of a ticket, once; the caller removes it."""
        with self._lock:
            return self._waiting.pop(number, None)


def _written(folder: Path, name: str, write: Callable[[Path], object]) -> tuple[Path, str]:
    """The file that was written to a folder under a name nobody guesses, and the name it should have."""
    path = folder / f"{secrets.token_hex(8)}{Path(name).suffix}"
    with TemporaryDirectory(dir=folder) as inside:
        # Files that belong together know each other by their names.
        write(Path(inside) / name)
        files = sorted(Path(inside).iterdir())
        if len(files) == 1:
            os.replace(files[0], path)
            return path, name
        path = path.with_suffix(".zip")
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for file in files:
                archive.write(file, file.name)
    return path, f"{Path(name).stem}-{Path(name).suffix[1:]}.zip"


def pose_file(kind: str, stem: str, shown: Shown) -> WrittenFile:
    """The posed mesh as a file of one of the kinds MESHES."""
    mesh = shown.mesh.moved(shown.positions())
    return f"{stem}-posed.{kind}", lambda path: write_mesh(path, mesh)


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
