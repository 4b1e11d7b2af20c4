"""A document as what changed since the one that the page sent before, so that a drag sends a few numbers.

Changes of a dataclass are an object with the fields that differ. A field that is a dataclass, or one of the
slices, may be changes in turn. A list of dataclasses may be {"was": […], "new": […]}: for each entry its
place in the list before, or −1 for the next one of the new entries. Everything else comes whole.
"""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import Any, TypeVar

from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.values import checked_fields, most_entries, refusal, value_of

T = TypeVar("T")


def changed(before: T, changes: Any, where: str) -> T:
    """The dataclass `before` with the changes that a page wrote; `where` names the place for errors.

    Raises MessageError for changes that do not fit.
    """
    hints = checked_fields(type(before), changes, where)
    found = {
        name: _changed_value(hints[name], getattr(before, name), value, f"{where}.{name}")
        for name, value in changes.items()
    }
    return replace(before, **found)  # pyright: ignore[reportArgumentType] - only dataclasses come here


def _changed_value(hint: Any, before: Any, value: Any, where: str) -> Any:
    """A value of the type `hint`, which may be changes of the one before."""
    if not isinstance(value, dict):
        return value_of(hint, value, where)
    if isinstance(before, Slices):
        return _changed_slices(before, value, where)
    if isinstance(before, tuple):
        return _changed_list(hint, before, value, where)
    if is_dataclass(before):
        return changed(before, value, where)
    return value_of(hint, value, where)


def _changed_slices(before: Slices, value: dict[str, Any], where: str) -> Slices:
    """The slices, some of them changed; one that was not there comes whole."""
    new = value_of(Slices, {name: part for name, part in value.items() if name not in before}, where)
    known = {name: part for name, part in value.items() if name in before}
    own = {name: changed(before[name], part, f"{where}.{name}") for name, part in known.items()}
    return Slices({**before, **new, **own})


def _changed_list(hint: Any, before: tuple[Any, ...], value: dict[str, Any], where: str) -> tuple[Any, ...]:
    """The list made of entries before and of new ones."""
    if set(value) != {"was", "new"}:
        raise refusal(where, value, "a list, or 'was' and 'new',")
    was = value_of(tuple[int, ...], value["was"], f"{where}.was")
    new = value_of(hint, value["new"], f"{where}.new")
    kept = [place for place in was if place >= 0]
    if any(place < -1 for place in was) or max(kept, default=-1) >= len(before):
        raise refusal(f"{where}.was", value["was"], f"places below {len(before)}, or −1,")
    if len(was) - len(kept) != len(new) or len(was) > most_entries(where):
        raise refusal(f"{where}.was", value["was"], "as many −1 as there are new entries")
    coming = iter(new)
    return tuple(before[place] if place >= 0 else next(coming) for place in was)
