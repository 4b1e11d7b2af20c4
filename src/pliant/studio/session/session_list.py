"""The sessions in a state folder: which are offered, listed, copied, and tidied away.

A page names a session by its id; a path is only ever one of those that the folder holds.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pliant.atomic import atomic_write
from pliant.errors import FileFormatError
from pliant.studio.opening.source import Source
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_file import (
    FILES,
    PICTURE,
    REWRITTEN,
    SUFFIX,
    discard,
    new_name,
    private,
)
from pliant.studio.session.journal_lines import entry_of_line, line_of
from pliant.studio.session.journal_reader import Past, read_past
from pliant.studio.session.lock import locked
from pliant.studio.wire.codec import plain
from pliant.studio.wire.sessions import SessionCard
from pliant.studio.wire.values import MessageError

# Journals without a name that are kept, the newest.
MOST_KEPT = 20
# Seconds that a session nobody has edited is kept for the page that still shows it.
LOOKED_AT = 24 * 3600.0
# A picture as pages send it.
PICTURES = re.compile(r"data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*")


def newest_past(folder: Path) -> Past | None:
    """The newest journal worth taking back that no living session has."""
    for path in _paths(folder):
        past = read_past(path) if _free(path) else None
        if past is not None and past.touched and not past.left:
            return past
    return None


def path_of(folder: Path, session: str) -> Path | None:
    """The journal of a session by its id; None where there is none."""
    return next((path for path in _paths(folder) if path.stem == session), None)


def past_of(folder: Path, session: str) -> Past:
    """A session by its id; raises FileFormatError where it is gone, cannot be read, or somebody has it."""
    path = path_of(folder, session)
    if path is None:
        raise FileFormatError("This session is gone; it was removed. Open the model again.")
    if not _free(path):
        raise FileFormatError("This session is open in another page or studio; go on there, or close it.")
    past = read_past(path)
    if past is None:
        raise FileFormatError(f"The journal {path} cannot be read; the model's own files are untouched.")
    return past


def cards(folder: Path, here: Path | None, ours: frozenset[Path]) -> tuple[SessionCard, ...]:
    """The sessions worth a card, the newest first.

    here: the journal of the page that asks; ours: those of sessions that wait here for a page
    """
    found = []
    for path in _paths(folder):
        past = read_past(path)
        if past is None or past.left or not (past.touched or past.title):
            continue
        taken = path != here and path not in ours and not _free(path)
        found.append(_card(past, here=path == here, taken=taken))
    return tuple(found)


def copied(folder: Path, journal: Journal, title: str) -> Past:
    """A copy of a journal that a session has open, under a name; raises FileFormatError where that fails."""
    past = duplicated(folder, past_in(journal), title)
    copy = read_past(past)
    if copy is None:
        raise FileFormatError(f"The copy {past} cannot be read; go on in the session as it is.")
    return copy


def past_in(journal: Journal) -> Past:
    """What a journal holds that a session has open."""
    journal.flush()
    past = read_past(journal.path)
    if past is None:
        raise FileFormatError(f"The journal {journal.path} cannot be read; there is nothing to copy.")
    return past


def duplicated(folder: Path, past: Past, title: str) -> Path:
    """A copy of a journal with its files, under a name."""
    path = folder / f"{new_name()}{SUFFIX}"
    files, source = past.path.with_suffix(FILES), past.source
    try:
        if files.is_dir():
            shutil.copytree(files, path.with_suffix(FILES))
            source = _moved(source, files, path.with_suffix(FILES))
        lines = past.path.read_bytes()[: past.end].splitlines(keepends=True)
        with open(path, "xb", opener=private) as file:
            file.write(b"".join([_rehomed(line, source) for line in lines]))
            file.write(line_of({"title": title}))
        with suppress(FileNotFoundError):
            shutil.copy(past.path.with_suffix(PICTURE), path.with_suffix(PICTURE))
    except OSError as problem:
        discard(path)
        raise FileFormatError(
            f"The session cannot be copied to {folder} ({problem.strerror}); make room there."
        ) from problem
    return path


def renamed(past: Past, title: str) -> None:
    """Gives a journal a name that no session has open."""
    journal = Journal.resume(past.path, past.end, past.base, past.number, old=past.old)
    if journal is None:
        raise FileFormatError("This session is open in another page or studio; rename it there.")
    journal.name(title)
    journal.close()


def keep_picture(journal: Path, picture: str) -> None:
    """Keeps the picture of a session; raises MessageError for what is none."""
    if PICTURES.fullmatch(picture) is None:
        raise MessageError("The picture is no data URL of a PNG, JPEG or WebP image.")
    try:
        base64.b64decode(picture.partition(",")[2], validate=True)
    except ValueError as problem:
        raise MessageError(f"The picture cannot be decoded: {problem}.") from problem
    with atomic_write(journal.with_suffix(PICTURE)) as file:
        file.write(picture.encode("ascii"))


def tidy(folder: Path) -> None:
    """Removes journals of nothing, those left behind, and all without a name but the newest few.

    What this Pliant cannot read, such as edits by a method that is not installed, is kept like the others.
    """
    for temporary in folder.glob(f"*{REWRITTEN}"):
        if _free(temporary):
            temporary.unlink(missing_ok=True)
    for i, path in enumerate(_paths(folder)):
        if not _free(path):
            continue
        past = read_past(path)
        if past is None:
            of_nothing = not _begins(path)
        else:
            of_nothing = past.left or not (past.touched or past.title or _looked_at(past))
        if of_nothing or (i >= MOST_KEPT and not (past and past.title)):
            discard(path)


def _paths(folder: Path) -> list[Path]:
    """Journals, the newest first."""
    return [path for _, path in sorted(_dated(folder), reverse=True)]


def _dated(folder: Path) -> Iterator[tuple[float, Path]]:
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(FileNotFoundError):  # another server has just removed it
            yield path.stat().st_mtime, path


def _card(past: Past, *, here: bool, taken: bool) -> SessionCard:
    when = datetime.fromtimestamp(past.path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    picture = ""
    with suppress(OSError, ValueError):
        picture = past.path.with_suffix(PICTURE).read_text("ascii")
    name = past.source.name
    return SessionCard(
        *(past.path.stem, past.title or name, name, when, len(past.history.done)),
        *(bool(past.title), here, taken, picture),
    )


def _looked_at(past: Past) -> bool:
    """Whether a page may still show a session that nobody has edited."""
    return past.look is not None and time.time() - past.path.stat().st_mtime < LOOKED_AT


def _begins(path: Path) -> bool:
    """Whether a journal has the two lines that every one begins with, whatever they hold."""
    lines = path.read_bytes().splitlines(keepends=True)[:2]
    return len(lines) == 2 and all(line.endswith(b"\n") for line in lines)


def _moved(source: Source, old: Path, new: Path) -> Source:
    paths = tuple(str(new / Path(path).relative_to(old)) for path in source.paths)
    return replace(source, paths=paths)


def _rehomed(line: bytes, source: Source) -> bytes:
    """A line with the place of the files that it names."""
    entry = entry_of_line(line, summed=False)
    if entry is None or not ("journal" in entry or "opening" in entry):
        return line
    head = entry if "journal" in entry else entry["opening"]["head"]
    head["source"] = json.loads(json.dumps(plain(source)))
    entry.pop("sum", None)
    return line_of(entry)


def _free(path: Path) -> bool:
    """Whether no living session writes it."""
    try:
        with open(path, "r+b") as file:
            return locked(file)
    except OSError:
        return False
