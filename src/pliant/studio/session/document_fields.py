"""What differs between two documents, field by field, as plain values for the journal and for the page.

Of the slices only those that differ are told, and None for those that are gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pliant.studio.wire.codec import plain
from pliant.studio.wire.messages import Document
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.values import MessageError, of_json

NAMES = frozenset(field.name for field in fields(Document))


def differing(before: Document, after: Document) -> frozenset[str]:
    """Names of the fields in which two documents differ."""
    old, new = vars(before), vars(after)
    return frozenset(name for name in new if old[name] is not new[name] and old[name] != new[name])


def changed_fields(
    before: Document | None, after: Document, also: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The fields of a document that are not as before, and those of `also` whole; all without one before."""
    if before is None:
        return plain(after)
    names, new = differing(before, after) | also, vars(after)
    found = {name: plain(new[name]) for name in new if name in names}
    if "slices" in found:
        gone = {name: None for name in before.slices if name not in after.slices}
        told = {
            name: part
            for name, part in after.slices.items()
            if "slices" in also or before.slices.get(name) != part
        }
        found["slices"] = {**gone, **plain(Slices(told))}
    return found


def with_fields(document: Document, changes: Mapping[str, Any]) -> Document:
    """The document with fields that a journal holds; raises MessageError for those that do not fit."""
    if not isinstance(changes, dict) or not isinstance(changes.get("slices", {}), dict):
        raise MessageError("The changes of a document are no object.")
    if not changes:
        return document
    before = plain(document)
    slices = {**before["slices"], **changes.get("slices", {})}
    kept = {name: part for name, part in slices.items() if part is not None}
    return of_json(Document, _as_parsed({**before, **changes, "slices": kept}), "document")


def _as_parsed(value: Any) -> Any:
    """Tuples as the lists that JSON has."""
    if isinstance(value, dict):
        return {name: _as_parsed(entry) for name, entry in value.items()}
    return [_as_parsed(entry) for entry in value] if isinstance(value, tuple | list) else value
