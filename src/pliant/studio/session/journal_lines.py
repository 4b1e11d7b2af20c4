"""The lines of a journal: JSON objects, each with a sum over its bytes that shows damage.

A line holds only what changed. A step tells what differs from the step before, and once more what that one
changed: a damaged line loses one step, and the documents after it are right again. The first two steps repeat
how the journal begins.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pliant.studio.session.document_fields import changed_fields, differing
from pliant.studio.wire.codec import plain, text_of
from pliant.studio.wire.messages import Commit, Document
from pliant.studio.wire.sessions import Look

# The format that is written, and an older one, without sums, that is read.
FORMAT, WITHOUT_SUMS = 4, 3
SUM = re.compile(rb',"sum":"([0-9a-f]{8})"\}\n\Z')
# Steps that repeat how the journal begins: the first one may get damaged together with the beginning.
REPEATS = 2
# How lines begin that later ones of the same kind replace.
LIVE, LOOK = b'{"live":', b'{"look":'


def line_of(entry: Mapping[str, Any]) -> bytes:
    """An entry as a line."""
    text = text_of(entry).encode()
    return text[:-1] + b',"sum":"%08x"}\n' % zlib.crc32(text)


def entry_of_line(line: bytes, *, summed: bool = True) -> dict[str, Any] | None:
    """The entry of a whole line; None where it is damaged. summed: whether a line without a sum is."""
    if not line.endswith(b"\n"):
        return None
    found = SUM.search(line)
    if found is None:
        return None if summed else _object(line)
    text = line[: found.start()] + b"}"
    return _object(text) if zlib.crc32(text) == int(found[1], 16) else None


def is_replaced(line: bytes) -> bool:
    """Whether a later line of its kind takes its place; in older journals later lines are told from it."""
    return line.startswith((LIVE, LOOK)) and SUM.search(line) is not None


def entry_of_head(line: bytes) -> dict[str, Any] | None:
    """What a journal's first line says, whatever its sum."""
    return _object(line)


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


@dataclass(frozen=True)
class Said:
    """Something to be written: an entry, with the document that it is about."""

    entry: dict[str, Any]
    document: Document | None = None
    commit: Commit | None = None


@dataclass(frozen=True)
class Encoder:
    """Turns what is said into lines; a new one comes with every line, so that a failed write changes nothing.

    last:    the document of the last step
    recent:  the fields that the last step changed
    shown:   the document that was written last, of a step or of a drag
    opening: the first two entries
    repeats: how many steps are still to repeat them
    number:  of the last Commit
    """

    last: Document | None = None
    recent: frozenset[str] = frozenset()
    shown: Document | None = None
    opening: dict[str, Any] = field(default_factory=dict)
    repeats: int = 0
    number: int = 0

    def line(self, said: Said) -> tuple[bytes, Encoder]:
        """The line, empty where there is nothing to write, and what encodes the next one."""
        entry, document = said.entry, said.document
        if document is None:
            opening = {"head": entry} if "journal" in entry else self.opening
            return line_of(entry), replace(self, opening=opening)
        if "live" in entry:
            if document == self.shown:
                return b"", self
            changes = changed_fields(self.last, document)
            return line_of({**entry, "changed": changes}), replace(self, shown=document)
        if said.commit is None or self.last is None:
            whole = plain(document)
            opening = {**self.opening, "begin": whole}
            next_one = replace(self, last=document, shown=document, opening=opening, repeats=REPEATS)
            return line_of({**entry, "changed": whole}), next_one
        return self._step(said.commit, self.last)

    def _step(self, commit: Commit, last: Document) -> tuple[bytes, Encoder]:
        own = differing(last, commit.document)
        entry: dict[str, Any] = {"step": commit.label}
        if commit.kind != "step":
            entry["kind"] = commit.kind
        if commit.number:
            entry["number"] = commit.number
        if commit.names:
            entry["names"] = list(commit.names)
        if commit.before is not None and (before := changed_fields(last, commit.before)):
            entry["before"] = before
        # What the last step changed is told again, for its line may get damaged.
        entry["changed"] = changed_fields(last, commit.document, self.recent)
        if self.repeats:
            entry["opening"] = self.opening
        next_one = replace(self, last=commit.document, recent=own, shown=commit.document)
        left = max(0, self.repeats - 1)
        return line_of(entry), replace(next_one, repeats=left, number=commit.number or self.number)


def look_entry(look: Look, search: dict[str, Any] | None) -> dict[str, Any]:
    """How a session is looked at, and where the search for its pose ended, as an entry."""
    return {"look": plain(look), **({"search": search} if search else {})}
