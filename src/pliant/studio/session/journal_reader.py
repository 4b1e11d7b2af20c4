"""Reading journals: what earlier sessions left behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pliant.arrays import Vertices
from pliant.errors import PliantError
from pliant.studio.opening.source import Source
from pliant.studio.session.document_fields import with_fields
from pliant.studio.session.history import History
from pliant.studio.session.journal_lines import FORMAT, WITHOUT_SUMS, entry_of_head, entry_of_line
from pliant.studio.session.prop_shapes import PropShape, prop_of
from pliant.studio.session.regions import Marked, marked_of
from pliant.studio.session.shapes import shape_of
from pliant.studio.wire.messages import Commit, CommitKind, Document, Found
from pliant.studio.wire.sessions import Look
from pliant.studio.wire.values import MessageError, of_json, value_of

# What a line that is damaged, or not ours, can raise; each is skipped by itself.
BROKEN = (PliantError, KeyError, TypeError, AttributeError, ValueError, RecursionError)


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
    history:  what can be taken back
    settled:  the newest document that no drag was in the middle of; None before the first step
    last:     the document of the last step; None before the first
    look:     how it was looked at last
    title:    the name that the user gave to it; empty for none
    number:   of the last Commit
    damaged:  how many lines could not be read
    left:     whether the user did not want it back
    old:      whether it is of an older format
    shapes:   that poses of the library name
    props:    shapes of companions and props
    search:   where the search for the last pose ended; None where nobody knows
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
    history: History = field(default_factory=History)
    settled: Document | None = None
    last: Document | None = None
    look: Look | None = None
    title: str = ""
    number: int = 0
    damaged: int = 0
    touched: bool = False
    left: bool = False
    old: bool = False
    shapes: Mapping[str, Vertices] = field(default_factory=dict)
    props: Mapping[str, PropShape] = field(default_factory=dict)
    search: Mapping[str, Any] | None = None

    @property
    def base(self) -> Document:
        """The document that the next line is told from."""
        return self.last or self.document

    def found(self) -> Found:
        """What the page is told about it."""
        return Found(self.title or self.source.name, self.when, len(self.steps))

    @property
    def words(self) -> str:
        """What of it could not be read, for the user; empty where all could."""
        if self.damaged == 0:
            return ""
        lines = "1 line was" if self.damaged == 1 else f"{self.damaged} lines were"
        return f"{lines} damaged in the journal {self.path.name}: steps may be missing. All others are here."


def read_past(path: Path) -> Past | None:
    """What a journal holds, without the lines that are damaged; None where nothing tells how it begins."""
    lines = path.read_bytes().splitlines(keepends=True)
    end = sum(len(line) for line in lines if line.endswith(b"\n"))
    whole = [line for line in lines if line.endswith(b"\n")]
    # What another version of Pliant wrote may look like damage, and is not to be guessed at.
    format_said = (entry_of_head(whole[0]) or {}).get("journal", FORMAT) if whole else FORMAT
    if format_said not in (FORMAT, WITHOUT_SUMS):
        return None
    old = format_said == WITHOUT_SUMS
    entries = [entry_of_line(line, summed=not old) for line in whole]
    opening = _opening(entries)
    if opening is None:
        return None
    try:
        reading = _Reading(opening, old=old)
    except BROKEN:
        return None
    for entry in entries:
        if entry is None or not entry.keys() & {"journal", "begin"}:
            reading.take(entry)
    return reading.past(path, end)


def _opening(entries: list[dict[str, Any] | None]) -> dict[str, Any] | None:
    """How a journal begins, from its first two lines or from the step that repeats them."""
    if len(entries) < 2:
        return None
    copies = [entry["opening"] for entry in entries if entry is not None and "opening" in entry]
    found = dict(copies[0]) if copies and isinstance(copies[0], dict) else {}
    head, begin = entries[:2]
    if head is not None and "journal" in head:
        found["head"] = head
    if begin is not None and "begin" in begin:
        found["begin"] = begin.get("changed")
    return found if {"head", "begin"} <= found.keys() else None


class _Reading:
    """The lines of one journal, taken one after another."""

    def __init__(self, opening: dict[str, Any], *, old: bool) -> None:
        head = opening["head"]
        self.source = of_json(Source, head["source"], "source")
        self.when = str(head["when"])
        self.document = of_json(Document, opening["begin"], "document")
        self.settled = self.base = self.document
        self.old = old
        self.steps: list[JournalStep] = []
        self.made: list[tuple[str, Mapping[str, Any]]] = []
        self.chosen: dict[str, Mapping[str, Any]] = {}
        self.regions: dict[str, Marked] = {}
        self.shapes: dict[str, Vertices] = {}
        self.props: dict[str, PropShape] = {}
        self.kept: dict[str, tuple[Mapping[str, Any], ...]] = {}
        self.history, self.look, self.title = History(), None, ""
        self.search: Mapping[str, Any] | None = None
        self.number = self.damaged = 0
        self.touched = self.left = False

    def take(self, entry: dict[str, Any] | None) -> None:
        """One line more; one that cannot be understood changes nothing and is counted."""
        try:
            if entry is None:
                raise MessageError("The line is damaged.")
            self._take(entry)
        except BROKEN:
            self.damaged += 1

    def _take(self, entry: dict[str, Any]) -> None:
        if "choose" in entry:
            method, options = value_of(str, entry["choose"], "choose"), _object(entry["options"])
            self.chosen = {**self.chosen, method: options}
            self.made.append((method, options))
        elif "left" in entry:
            self.left = True
        elif "format" in entry:
            # From here on it is written as today.
            self.old, self.base = False, self.document
        elif "title" in entry:
            self.title = value_of(str, entry["title"], "title")
        elif "look" in entry:
            self.look, self.search = of_json(Look, entry["look"], "look"), entry.get("search")
        elif "own" in entry:
            method, own = value_of(str, entry["own"], "own"), _object(entry["entry"])
            self.kept = {**self.kept, method: (*self.kept.get(method, ()), own)}
        elif "region" in entry:
            marked = marked_of(entry, len(self.steps))
            self.regions[marked.region.name] = marked
        elif "shape" in entry:
            name, shape = shape_of(entry)
            self.shapes[name] = shape
        elif "prop" in entry:
            name, prop = prop_of(entry)
            self.props[name] = prop
        else:
            self._show(entry)

    def _show(self, entry: dict[str, Any]) -> None:
        """A document: of a step, or of a drag or the timeline between steps."""
        before = self.document if self.old else self.base
        document = with_fields(before, entry["changed"])
        if "step" in entry:
            self._step(entry, document)
        else:
            self.touched = self.touched or document != self.document
            self.document = document
            self.base = document if self.old else self.base
            self.settled = document if "keyed" in entry else self.settled

    def _step(self, entry: dict[str, Any], document: Document) -> None:
        was = with_fields(self.base, entry["before"]) if "before" in entry else self.base
        names = value_of(tuple[str, ...], entry.get("names", []), "names")
        kind = value_of(CommitKind, entry.get("kind", "step"), "kind")
        number = value_of(int, entry.get("number", 0), "number")
        # Of an older journal nobody knows what a step was, and its drags stand between steps.
        before = None if self.old else was
        commit = Commit(str(entry["step"]), document, kind, number, before, names)
        self.history = self.history.after(commit, self.settled)
        self.steps.append(JournalStep(commit.label, document, tuple(self.made)))
        self.made, self.touched, self.number = [], True, number or self.number
        self.document = self.settled = self.base = document

    def past(self, path: Path, end: int) -> Past:
        """All of it."""
        return Past(
            *(path, end, self.source, self.when, self.document, tuple(self.steps)),
            *(self.chosen, self.regions, self.kept, self.history, self.settled, self.base),
            *(self.look, self.title),
            *(self.number, self.damaged, self.touched, self.left, self.old, self.shapes, self.props),
            self.search,
        )


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MessageError(f"The line has {type(value).__name__} where an object is needed.")
    return value
