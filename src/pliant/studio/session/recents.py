"""The models that were opened last from files of the user's own, kept for the start page.

Only what the command line named gets into the list, and a page opens from it by place, never by path.
"""

from __future__ import annotations

import glob
import json
import os
import threading
from dataclasses import asdict
from pathlib import Path

from pliant.atomic import atomic_write
from pliant.studio.opening.source import Source
from pliant.studio.wire.messages import Recent
from pliant.studio.wire.values import MessageError, of_json

FILE = "recent.json"
MOST = 8


class Recents:
    """The list in a state folder, newest first. Servers may share the folder: the file is replaced whole."""

    def __init__(self, state: Path) -> None:
        self._path = state / FILE
        self._alone = threading.Lock()

    def add(self, source: Source) -> None:
        """Puts files of the user's own at the front; samples and uploads have no place here."""
        if not _own(source):
            return
        with self._alone:
            others = [other for other in self._read() if other.paths != source.paths]
            self._write([source, *others][:MOST])

    def there(self) -> tuple[Source, ...]:
        """The recent models whose files still exist."""
        return tuple(source for source in self._read() if all(_exists(path) for path in source.paths))

    def _read(self) -> list[Source]:
        """What the file holds; nothing where it is missing or was spoilt."""
        try:
            entries = json.loads(self._path.read_bytes())
            sources = [of_json(Source, entry, "recent model") for entry in entries]
        except (OSError, ValueError, TypeError, MessageError):
            return []
        return [source for source in sources if _own(source)]

    def _write(self, sources: list[Source]) -> None:
        with atomic_write(self._path) as file:
            os.chmod(file.name, 0o600)
            file.write(json.dumps([asdict(source) for source in sources], indent=1).encode())


def shown(source: Source) -> Recent:
    """What the page is told: the name, and the folder that holds it, the user's own shortened to ~."""
    folder, home = Path(source.paths[0]).parent, Path.home()
    inside = folder.is_relative_to(home)
    return Recent(source.name, str(Path("~") / folder.relative_to(home)) if inside else str(folder))


def _own(source: Source) -> bool:
    return source.kind == "files" and bool(source.paths) and not source.titles


def _exists(path: str) -> bool:
    """Whether a path is there, or a pattern finds something."""
    return Path(path).exists() or (glob.has_magic(path) and any(glob.iglob(path)))
