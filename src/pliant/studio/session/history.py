"""The steps of a session that can be taken back and done again, as the page has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pliant.studio.session.document_fields import NAMES, changed_fields, differing
from pliant.studio.wire.codec import text_of
from pliant.studio.wire.messages import Commit, Document
from pliant.studio.wire.sessions import HistoryTold, Undoable

# Steps that can be taken back: as many as the page keeps.
MOST_STEPS = 1000
# Letters of JSON that a page is sent of a history; the oldest steps are left out beyond that.
MOST_LETTERS = 8 << 20


@dataclass(frozen=True)
class Step:
    """A step: its label, the documents around it, and the fields that taking it back brings back."""

    label: str
    before: Document
    after: Document
    names: frozenset[str]


@dataclass(frozen=True)
class History:
    """Steps that were done, the oldest first, and steps that were taken back, the next to be redone last."""

    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def after(self, commit: Commit, last: Document) -> History:
        """The history with what a page did; last: the document before, where the page does not tell."""
        if commit.kind == "undo":
            return History(self.done[:-1], (*self.undone, *self.done[-1:]))
        if commit.kind == "redo":
            return History((*self.done, *self.undone[-1:]), self.undone[:-1])
        if commit.kind == "refuse":
            return replace(self, done=self.done[:-1])
        before = last if commit.before is None else commit.before
        names = (frozenset(commit.names) & NAMES) or differing(before, commit.document)
        done = self.done[:-1] if commit.kind == "amend" else self.done
        return History((*done, Step(commit.label, before, commit.document, names))[-MOST_STEPS:])

    def documents(self) -> Iterator[Document]:
        """The documents that undo and redo can lead to."""
        for step in (*self.done, *self.undone):
            yield step.before
            yield step.after

    def told(self, document: Document) -> HistoryTold:
        """The history for the page; document: what the session shows, for a history without steps."""
        first = _from(self.done)
        done = self.done[first:]
        base = done[0].before if done else self.undone[-1].before if self.undone else document
        entries = list(_chain(base, (*done, *reversed(self.undone))))
        return HistoryTold(base, tuple(entries[: len(done)]), tuple(entries[len(done) :]))


def _from(steps: Sequence[Step]) -> int:
    """The first step that still fits into what a page is sent."""
    letters = 0
    for i in range(len(steps) - 1, -1, -1):
        letters += len(text_of(_after(steps[i].before, steps[i])))
        if letters > MOST_LETTERS:
            return i + 1
    return 0


def _chain(base: Document, steps: Sequence[Step]) -> Iterator[Undoable]:
    """Steps one after another, each by what differs from the document that the one before it left."""
    last = base
    for step in steps:
        before = changed_fields(last, step.before)
        yield Undoable(step.label, tuple(sorted(step.names)), before, _after(step.before, step))
        last = step.after


def _after(before: Document, step: Step) -> dict[str, Any]:
    return changed_fields(before, step.after)
