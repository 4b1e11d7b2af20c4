"""Messages to JSON and back: what does not fit a dataclass of messages.py is refused in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, NoReturn

from pliant.studio.wire.changes import changed
from pliant.studio.wire.messages import FROM_PAGE, Commit, Document
from pliant.studio.wire.method_wire import Slices, method_wires
from pliant.studio.wire.values import QUOTED, MessageError, of_json, quoted

# Letters of a message: a region of every second vertex of a million fits.
MOST_LETTERS = 8 << 20
# Stands for the document of a message that brings only what changed.
NO_DOCUMENT = {"method": ""}


def parsed(text: str, before: Document | None = None) -> Any:
    """The message of FROM_PAGE that a page wrote as JSON.

    before: the document that the page sent last. A message may have `changes` since then (see changes.py) in
            place of its document.
    Raises MessageError for what is no message, and for changes without a document before them.
    """
    if len(text) > MOST_LETTERS:
        raise MessageError(f"The message has {len(text):,} letters; at most {MOST_LETTERS:,} are read.")
    value = _json(text)
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise MessageError(f"The message is {quoted(value)}; an object with a 'type' is needed.")
    name, known = value.pop("type"), _page_messages()
    if name not in known:
        raise MessageError(f"There is no message '{name[:QUOTED]}'; known are {', '.join(known)}.")
    kind = known[name]
    if not _has_document(kind):
        return of_json(kind, value, name)
    was = value.pop("was", None)
    message = _with_document(kind, value, before, name)
    if was is not None and kind is Commit:
        message = replace(message, before=changed(message.document, was, f"{name}.was"))
    return message


def _with_document(kind: type[Any], value: dict[str, Any], before: Document | None, name: str) -> Any:
    """A message whose document comes whole, or as changes of the one before."""
    if "changes" not in value or "document" in value:
        return of_json(kind, value, name)
    changes = value.pop("changes")
    if before is None:
        raise MessageError(f"{name} has changes of a document that is not here; send the whole document.")
    message = of_json(kind, {**value, "document": NO_DOCUMENT}, name)
    return replace(message, document=changed(before, changes, f"{name}.changes"))


@cache
def _page_messages() -> dict[str, type[Any]]:
    """Every message of the page by its name: the general ones, then those of methods."""
    own = [kind for wire in method_wires().values() for kind in wire.from_page]
    return {kind.__name__: kind for kind in (*own, *FROM_PAGE)}


@cache
def _has_document(kind: type[Any]) -> bool:
    return any(field.name == "document" for field in fields(kind))


def to_json(message: Any) -> dict[str, Any]:
    """A message as an object with its `type` first."""
    return {"type": type(message).__name__, **plain(message)}


def plain(value: Any) -> Any:
    """Dataclasses as dictionaries, also within tuples and slices; lists of numbers pass as they are."""
    if isinstance(value, Slices):
        return {name: plain(part) for name, part in value.items()}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return [plain(entry) for entry in value]
    return value


def text_of(values: Mapping[str, Any]) -> str:
    """Compact JSON; refuses NaN, which JSON does not have."""
    return json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except RecursionError:
        raise MessageError("The message is nested too deeply; send one of the known messages.") from None
    except ValueError as problem:
        raise MessageError(f"The message is not JSON: {problem}.") from problem


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise MessageError("An object of the message names a field twice; name each once.")
    return values


def _no_constant(word: str) -> NoReturn:
    raise MessageError(f"The message has the number {word}; finite numbers are needed.")
