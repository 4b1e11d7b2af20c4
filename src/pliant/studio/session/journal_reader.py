"""Reading journals: what earlier sessions left behind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pliant.errors import PliantError
from pliant.studio.opening.source import Source
from pliant.studio.session.journal import FORMAT, SUFFIX, discard
from pliant.studio.session.lock import locked
from pliant.studio.session.regions import Marked, marked_of
from pliant.studio.wire.codec import plain
from pliant.studio.wire.messages import Document, Found
from pliant.studio.wire.values import MessageError, of_json

# Journals that are kept, the newest.
MOST_KEPT = 20


@dataclass(frozen=True)
class JournalStep:
    """A step of the history, and the rigs that were made before it: method and options."""

    label: str
    document: Document
    chosen: tuple[tuple[str, Mapping[str, Any]], ...] = ()


@dataclass(frozen=True)
class Past:
    """A journal, read.

    end:      bytes of its whole lines
    document: the newest, of a step or of a drag in its middle
    chosen:   the options of each method's last rig
    regions:  by their names
    kept:     what each method kept, the oldest first
    left:     whether the user did not want it back
    """

    path: Path
    end: int
    source: Source
    when: str
    document: Document
    steps: tuple[JournalStep, ...] = ()
    chosen: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    regions: Mapping[str, Marked] = field(default_factory=dict)
    kept: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    touched: bool = False
    left: bool = False

    def found(self) -> Found:
        """What the page is told about it."""
        return Found(self.source.name, self.when, len(self.steps))


def read_past(path: Path) -> Past | None:
    """What a journal holds up to its first broken line; None where not even its beginning is whole."""
    lines = path.read_bytes().splitlines(keepends=True)
    entries = [_entry(line) for line in lines]
    if len(entries) < 2 or entries[0] is None or entries[1] is None:
        return None
    past, made = None, []
    try:
        past = _begun(path, entries[0], entries[1], len(lines[0]) + len(lines[1]))
        for line, entry in zip(lines[2:], entries[2:], strict=True):
            if entry is None:
                break
            past, made = _after(past, made, entry)
            past = replace(past, end=past.end + len(line))
    except (PliantError, KeyError, TypeError):
        return past
    return past


def newest_past(folder: Path) -> Past | None:
    """The newest journal worth taking back that no living session has."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True):
        if not _free(path):
            continue
        past = read_past(path)
        if past is not None and past.touched and not past.left:
            return past
    return None


def tidy(folder: Path) -> None:
    """Removes journals of nothing, those left behind, and all but the newest few.

    What this Pliant cannot read, such as edits by a method that is not installed, is kept like the others.
    """
    paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for i, path in enumerate(paths):
        if not _free(path):
            continue
        past = read_past(path)
        of_nothing = not _begins(path) if past is None else past.left or not past.touched
        if of_nothing or i >= MOST_KEPT:
            discard(path)


def _begins(path: Path) -> bool:
    """Whether the two lines that every journal begins with are whole."""
    lines = path.read_bytes().splitlines(keepends=True)[:2]
    return len(lines) == 2 and all(_entry(line) is not None for line in lines)


def _entry(line: bytes) -> dict[str, Any] | None:
    """The object of a whole line."""
    if not line.endswith(b"\n"):
        return None
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _begun(path: Path, head: dict[str, Any], begin: dict[str, Any], end: int) -> Past:
    if head["journal"] != FORMAT:
        raise MessageError(f"The journal {path} has the format {head['journal']}; {FORMAT} is read.")
    source = of_json(Source, head["source"], "source")
    return Past(path, end, source, str(head["when"]), of_json(Document, begin["changed"], "document"))


def _after(past: Any, made: list[Any], entry: dict[str, Any]) -> tuple[Past, list[Any]]:
    """The past with one entry more, and the rigs made since its last step."""
    if "choose" in entry:
        method, options = entry["choose"], entry["options"]
        return replace(past, chosen={**past.chosen, method: options}), [*made, (method, options)]
    if "left" in entry:
        return replace(past, left=True), made
    if "own" in entry:
        method = entry["own"]
        own = (*past.kept.get(method, ()), entry["entry"])
        return replace(past, kept={**past.kept, method: own}), made
    if "region" in entry:
        marked = marked_of(entry, len(past.steps))
        return replace(past, regions={**past.regions, marked.region.name: marked}), made
    document = _changed(past.document, entry["changed"])
    if "step" not in entry:
        return replace(past, document=document, touched=past.touched or document != past.document), made
    step = JournalStep(str(entry["step"]), document, tuple(made))
    return replace(past, document=document, steps=(*past.steps, step), touched=True), []


def _changed(document: Document, changes: dict[str, Any]) -> Document:
    before = plain(document)
    slices = {**before["slices"], **changes.get("slices", {})}
    kept = {name: part for name, part in slices.items() if part is not None}
    return of_json(Document, _as_parsed({**before, **changes, "slices": kept}), "document")


def _as_parsed(value: Any) -> Any:
    """Tuples as the lists that JSON has."""
    if isinstance(value, dict):
        return {name: _as_parsed(entry) for name, entry in value.items()}
    return [_as_parsed(entry) for entry in value] if isinstance(value, tuple | list) else value


def _free(path: Path) -> bool:
    """Whether no living session writes it."""
    try:
        with open(path, "r+b") as file:
            return locked(file)
    except OSError:
        return False
