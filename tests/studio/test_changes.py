from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given

from pliant.methods.cage.studio.wire import CageSlice, FrameEdit
from pliant.studio.wire.changes import changed
from pliant.studio.wire.codec import parsed, plain, text_of
from pliant.studio.wire.messages import Document, Handle, Solve
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.timeline import Key, Row, Timeline
from pliant.studio.wire.values import MessageError
from tests.studio.test_codec import DOCUMENTS

EDITS = tuple(FrameEdit(frame, (0.0,) * 9, 4.0) for frame in range(5))
BEFORE = Document(
    "cage",
    handles=tuple(Handle(i, i, (1.0, 0.0, 0.0), (0.0, 0.0, float(i))) for i in range(4)),
    slices=Slices(cage=CageSlice(edits=EDITS)),
    timeline=Timeline(rows=(Row("a", (1,), (Key(1, (0.0, 0.0, 0.0)),)),)),
)


def written(before: Any, after: Any) -> Any:
    """What a page writes of `after`: the changes, as web/src/wire/changes.ts makes them."""
    if isinstance(after, Slices):
        return {name: written(before[name], part) for name, part in after.items() if part != before[name]}
    if is_dataclass(after):
        names = [field.name for field in fields(after)]
        return {
            name: written(getattr(before, name), getattr(after, name))
            for name in names
            if getattr(before, name) != getattr(after, name)
        }
    if isinstance(after, tuple) and before and is_dataclass(before[0]):
        was = [before.index(entry) if entry in before else -1 for entry in after]
        return {"was": was, "new": [plain(e) for e, place in zip(after, was, strict=True) if place < 0]}
    return plain(after)


@given(DOCUMENTS, DOCUMENTS)
def test_a_document_and_its_changes_are_the_next_document(before: Document, after: Document) -> None:
    changes = json.loads(text_of(written(before, after)))
    assert changed(before, changes, "changes") == after


def test_only_what_changed_is_written_and_the_rest_is_the_same_object() -> None:
    moved = replace(BEFORE.handles[2], target=(1.0, 2.0, 3.0))
    edit = replace(EDITS[1], reach=9.0)
    after = replace(
        BEFORE,
        handles=(BEFORE.handles[0], moved, BEFORE.handles[3]),
        slices=Slices(cage=replace(BEFORE.slices["cage"], edits=(EDITS[0], edit, *EDITS[2:]), frame=1)),
    )
    changes = written(BEFORE, after)
    assert set(changes) == {"handles", "slices"}
    assert changes["handles"]["was"] == [0, -1, 3]
    assert changes["slices"]["cage"]["edits"]["was"] == [0, -1, 2, 3, 4]
    found = changed(BEFORE, json.loads(text_of(changes)), "changes")
    assert found == after
    assert found.timeline is BEFORE.timeline
    assert found.slices["cage"].edits[2] is EDITS[2]


def test_a_message_with_changes_is_the_message_with_the_document() -> None:
    text = json.dumps({"type": "Solve", "turn": 3, "changes": {"frame": 7}})
    assert parsed(text, BEFORE) == Solve(3, replace(BEFORE, frame=7))


def test_changes_of_a_document_that_is_not_here_are_refused() -> None:
    with pytest.raises(MessageError, match="send the whole document"):
        parsed(json.dumps({"type": "Solve", "turn": 3, "changes": {"frame": 7}}))


def test_a_slice_that_was_not_there_comes_whole() -> None:
    found = changed(BEFORE, {"slices": {"joints": {"painted": "arm"}}}, "changes")
    assert found.slices["joints"].painted == "arm"
    assert found.slices["cage"] is BEFORE.slices["cage"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([], "an object is needed"),
        ({"strange": 1}, "'strange'"),
        ({"frame": "one"}, "an integer is needed"),
        ({"slices": {"strange": {}}}, "'strange'"),
        ({"slices": {"cage": 3}}, "an object is needed"),
        ({"timeline": {"strange": 1}}, "'strange'"),
        ({"handles": {"was": [0]}}, "'was' and 'new'"),
        ({"handles": {"was": [4], "new": []}}, "places below 4"),
        ({"handles": {"was": [-2], "new": []}}, "places below 4"),
        ({"handles": {"was": [0, -1], "new": []}}, "as many −1"),
        ({"handles": {"was": [0] * 1001, "new": []}}, "as many −1"),
        ({"handles": {"was": [0.5], "new": []}}, "an integer is needed"),
        ({"handles": {"was": [-1], "new": [{"id": 1}]}}, "lacks the field"),
    ],
)
def test_changes_that_do_not_fit_are_refused_in_words(changes: Any, words: str) -> None:
    with pytest.raises(MessageError, match=words):
        changed(BEFORE, changes, "changes")
