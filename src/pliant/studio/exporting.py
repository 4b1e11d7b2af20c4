"""Files to take away: pose, rig, mechanism, or a script of the session; each is fetched once, by a ticket."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from pliant.core.mechanism import Mechanism
from pliant.core.mesh import Mesh
from pliant.errors import FileFormatError
from pliant.io import write_mechanism, write_mesh
from pliant.methods.joints.rig import JointIK
from pliant.studio.caging import CagePoser, posed_cage
from pliant.studio.journal import Journal
from pliant.studio.opening import RIG, Source
from pliant.studio.past import read_past
from pliant.studio.posing import Shown
from pliant.studio.replay import script

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
        """Writes a file and gives the ticket for it."""
        number = secrets.token_urlsafe(16)
        path = self._folder / f"{secrets.token_hex(8)}{Path(name).suffix}"
        write(path)
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


def export(
    kind: str, source: Source, shown: Shown, journal: Journal, caged: CagePoser | None = None
) -> tuple[str, Callable[[Path], object]]:
    """The name of a file, and the function that writes it; caged: has the sequence of cages."""
    stem = stem_of(source)
    if kind == "rig":
        if shown.rig is None:
            raise FileFormatError("There is no rig to save yet; paint some parts first.")
        return f"{stem}{RIG}", shown.rig.save
    if kind in ("parts", "urdf"):
        return _mechanism(kind, stem, shown)
    if kind == "cage":
        cage = posed_cage(shown)
        return f"{stem}-cage.obj", lambda path: write_mesh(path, cage)
    if kind in ("cages", "frames"):
        if caged is None:
            raise FileFormatError("There is no sequence to export; choose Cage IK, and find the cages.")
        return caged.file(kind, stem)
    if kind == "script":
        return f"{stem}.py", lambda path: path.write_text(_replayed(journal, shown.mesh), encoding="utf-8")
    mesh = shown.mesh.moved(shown.positions())
    return f"{stem}-posed.{kind}", lambda path: write_mesh(path, mesh)


def stem_of(source: Source) -> str:
    """The name of a model as a part of files' names."""
    return re.sub(r"[^\w.-]+", "-", source.name).strip("-.") or "model"


def _mechanism(kind: str, stem: str, shown: Shown) -> tuple[str, Callable[[Path], object]]:
    """Parts and joints at rest: a glTF with a node for each part, or a URDF with its meshes in an archive."""
    if not isinstance(shown.rig, JointIK):
        raise FileFormatError("There are no joints to export; choose Joint IK first.")
    mechanism = shown.rig.mechanism
    if kind == "parts":
        return f"{stem}-parts.glb", lambda path: write_mechanism(path, mechanism)
    return f"{stem}-urdf.zip", lambda path: _packed(path, f"{stem}.urdf", mechanism)


def _packed(path: Path, name: str, mechanism: Mechanism) -> None:
    with TemporaryDirectory() as folder, ZipFile(path, "w", ZIP_DEFLATED) as archive:
        write_mechanism(Path(folder) / name, mechanism)
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())


def _replayed(journal: Journal, mesh: Mesh) -> str:
    journal.flush()
    past = read_past(journal.path)
    if past is None:
        raise FileFormatError(f"The journal {journal.path} cannot be read; there is nothing to replay.")
    return script(past, mesh)
