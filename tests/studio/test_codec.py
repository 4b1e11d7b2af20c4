from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliant.methods.cage.studio.wire import CagePin, CageSlice
from pliant.methods.joints.studio.wire import JointsSlice
from pliant.studio.wire.codec import MOST_LETTERS, parsed, plain, text_of, to_json
from pliant.studio.wire.messages import FROM_PAGE, Choose, Commit, Document, Handle, Hello, Recover, Solve
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.values import LARGEST, MessageError, of_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
TRIPLES = st.tuples(FINITE, FINITE, FINITE)
WHOLE = st.integers(-LARGEST, LARGEST)
HANDLES = st.builds(
    Handle,
    id=WHOLE,
    face=WHOLE,
    barycentric=TRIPLES,
    target=TRIPLES,
    pinned=st.booleans(),
    group=st.none() | WHOLE,
)
DOCUMENTS = st.builds(
    Document,
    method=st.sampled_from(["meshik", "reduced"]),
    handles=st.lists(HANDLES, max_size=3).map(tuple),
    weights=st.none() | st.lists(FINITE, max_size=4).map(tuple),
    frozen=st.none() | st.text(max_size=6),
    slices=st.builds(
        lambda painted, vertex: Slices(
            joints=JointsSlice(painted=painted), cage=CageSlice(pins=(CagePin(vertex),))
        ),
        st.none() | st.text(max_size=6),
        WHOLE,
    ),
)
HANDLE = {"id": 0, "face": 1, "barycentric": [1, 0, 0], "target": [0, 0, 0]}


def solve(**changes: Any) -> str:
    """A Solve whose handle is changed."""
    document = {"method": "meshik", "handles": [{**HANDLE, **changes}]}
    return json.dumps({"type": "Solve", "turn": 1, "document": document})


def with_slices(**slices: Any) -> str:
    """A Commit of a document with these slices."""
    return json.dumps({"type": "Commit", "label": "", "document": {"method": "meshik", "slices": slices}})


@given(DOCUMENTS, WHOLE, st.booleans())
def test_what_is_written_is_read_again_the_same(document: Document, turn: int, start: bool) -> None:
    message = Solve(turn, document, start)
    assert parsed(text_of(to_json(message))) == message


@given(JSON)
def test_any_json_is_a_message_or_refused_in_words(value: Any) -> None:
    with pytest.raises(MessageError):
        parsed(json.dumps(value))


@given(st.sampled_from(FROM_PAGE), st.data())
def test_any_values_in_the_known_fields_give_a_message_of_the_right_types_or_are_refused(
    kind: Any, data: st.DataObject
) -> None:
    value = {"type": kind.__name__}
    for field in fields(kind):
        value[field.name] = data.draw(JSON | st.text(max_size=4) | st.integers() | st.booleans())
    try:
        message = parsed(json.dumps(value))
    except MessageError:
        return
    assert type(message) is kind
    for name, hint in get_type_hints(kind).items():
        if hint in (int, bool, str):
            assert type(getattr(message, name)) is hint


@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_refused_in_words(text: str) -> None:
    with pytest.raises(MessageError):
        parsed(text)


@given(st.integers(0, 200), DOCUMENTS)
def test_a_message_cut_anywhere_is_refused(cut: int, document: Document) -> None:
    text = text_of(to_json(Commit("step", document)))
    with pytest.raises(MessageError):
        parsed(text[: min(cut, len(text) - 1)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"type": "Hello", "version": NaN}', "finite"),
        ('{"type": "Hello", "version": 1, "more": 2}', "'more'"),
        ('{"type": "Hello"}', "lacks the field 'version'"),
        ('{"type": "Hello", "version": true}', "an integer is needed"),
        ('{"type": "Hello", "version": 1.0}', "an integer is needed"),
        ('{"type": "Hello", "version": 1e400}', "an integer is needed"),
        ('{"type": "Hello", "version": 9007199254740993}', "a huge integer; an integer is needed"),
        ('{"type": "Hello", "version": 1, "version": 2}', "twice"),
        ('{"type": "Model"}', "no message 'Model'"),
        ('{"type": "Choose", "method": ["meshik"]}', "a short text is needed"),
        (with_slices(bones={}), "Commit.document.slices has the slice 'bones'; methods with a slice are"),
        (with_slices(joints={"edits": 1}), "Commit.document.slices.joints.edits is 1; a list is needed"),
        (with_slices(cage=[]), "Commit.document.slices.cage is []; an object is needed"),
        ('{"type": "Choose", "method": "meshik", "options": {"a": [1]}}', "a plain value"),
        ('{"type": "OpenSample", "name": "\\ud800"}', "a short text"),
        (solve(target=[0, 0, 7]).replace("7", "1e999"), "Solve.document.handles[0].target[2]"),
        (solve(target=[0, 0, 10**400]), "a finite number is needed"),
        (solve(target=[0, 0]), "2 entries; 3 are needed"),
        (solve(target="abc"), "a list is needed"),
        (solve(pinned=1), "true or false"),
        (solve(group="a"), "an integer"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "not JSON"),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(MessageError, match=re.escape(words)):
        parsed(text)


def test_lists_without_end_are_refused() -> None:
    runs = {"type": "Mark", "region": {"name": "all", "runs": [0] * 1_000_001}}
    with pytest.raises(MessageError, match="at most 1,000,000"):
        parsed(json.dumps(runs))
    handles = {"method": "meshik", "handles": [HANDLE] * 1_001}
    with pytest.raises(MessageError, match="at most 1,000 "):
        parsed(json.dumps({"type": "Commit", "label": "", "document": handles}))
    with pytest.raises(MessageError, match="letters"):
        parsed(" " * (MOST_LETTERS + 1))


def test_fields_with_a_default_may_be_left_out() -> None:
    assert parsed('{"type": "Choose", "method": "reduced"}') == Choose("reduced")
    assert parsed('{"version": 3, "type": "Hello"}') == Hello(3)
    assert parsed('{"type": "Recover", "accept": false}') == Recover(False)


def test_whole_numbers_serve_as_floats() -> None:
    handle = parsed(solve(target=[1, 2, 3])).document.handles[0]
    assert handle.target == (1.0, 2.0, 3.0)
    assert all(type(value) is float for value in handle.target)


def test_nan_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        text_of({"energy": float("nan")})


@given(DOCUMENTS)
def test_plain_data_becomes_the_same_dataclass(document: Document) -> None:
    assert of_json(Document, json.loads(text_of(plain(document))), "document") == document
