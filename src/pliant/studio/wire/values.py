"""Values of JSON as the dataclasses of messages, strictly: what does not fit is refused in words.

Whatever comes from a page is foreign until it has passed here: unknown names, wrong types, numbers that are
not finite and lists without end stop at this door. Lists of numbers are checked at once, not one by one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pliant.errors import PliantError
from pliant.studio.wire.method_wire import Slices, method_wires

T = TypeVar("T")

# Entries of a list, unless MOST_ENTRIES knows its name.
MOST = 10_000
MOST_ENTRIES = {"handles": 1_000, "runs": 1_000_000, "levels": 500_000}
MOST_LETTERS_OF_TEXT = 1_000
# A small picture as a data URL; 30 KB at most.
MOST_LETTERS_OF_PICTURE = 40_000
# Integers that JavaScript keeps exactly.
LARGEST = 2**53 - 1
# Letters of a foreign value that an error quotes.
QUOTED = 60


class MessageError(PliantError):
    """A message is not what messages.py says."""


def of_json(kind: type[T], value: Any, where: str) -> T:
    """The dataclass `kind` from parsed JSON; `where` names the place for errors."""
    return _dataclass(kind, value, where)


@cache
def layout(kind: type) -> tuple[tuple[Field[Any], Any], ...]:
    """The fields of a dataclass with their types resolved."""
    hints = get_type_hints(kind)
    return tuple((field, hints[field.name]) for field in fields(kind))


def checked_fields(kind: type, value: Any, where: str) -> dict[str, Any]:
    """The types of the fields of a dataclass, by name; refuses a value that has others."""
    if not isinstance(value, dict):
        raise refusal(where, value, "an object")
    hints = {field.name: hint for field, hint in layout(kind)}
    strange = [name for name in value if name not in hints]
    if strange:
        raise MessageError(
            f"{where} has the field '{strange[0][:QUOTED]}'; it knows {', '.join(hints) or 'none'}."
        )
    return hints


def _dataclass(kind: Any, value: Any, where: str) -> Any:
    checked_fields(kind, value, where)
    found = {}
    for field, hint in layout(kind):
        if field.name in value:
            found[field.name] = value_of(hint, value[field.name], f"{where}.{field.name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise MessageError(f"{where} lacks the field '{field.name}'; send it.")
    return kind(**found)


def value_of(hint: Any, value: Any, where: str) -> Any:
    """A value of the type `hint`, one of those that messages.py uses."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Slices:
        return _slices(value, where)
    if is_dataclass(hint):
        return _dataclass(hint, value, where)
    if origin in (Union, UnionType):
        return _optional(inner, value, where)
    if origin is Literal:
        if not isinstance(value, str) or value not in inner:
            raise refusal(where, value, f"one of {', '.join(inner)}")
        return value
    if origin is tuple:
        return _tuple(inner, value, where)
    if origin is dict:
        return _options(value, where)
    return _scalar(hint, value, where)


def _slices(value: Any, where: str) -> Slices:
    """What methods keep in a document, each as the class that its method names."""
    if not isinstance(value, dict):
        raise refusal(where, value, "an object")
    kinds = _slice_kinds()
    strange = [name for name in value if name not in kinds]
    if strange:
        raise MessageError(
            f"{where} has the slice '{strange[0][:QUOTED]}'; methods with a slice are {', '.join(kinds)}."
        )
    return Slices({name: _dataclass(kinds[name], part, f"{where}.{name}") for name, part in value.items()})


@cache
def _slice_kinds() -> dict[str, type[Any]]:
    """The class of what each method keeps in a document, by the method's name."""
    return {name: wire.slice for name, wire in method_wires().items() if wire.slice is not None}


def _optional(inner: Sequence[Any], value: Any, where: str) -> Any:
    """A value of the form `X | None`."""
    (kind,) = (hint for hint in inner if hint is not NoneType)
    return None if value is None else value_of(kind, value, where)


def _tuple(inner: Sequence[Any], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise refusal(where, value, "a list")
    if inner[-1] is not Ellipsis:
        if len(value) != len(inner):
            raise MessageError(f"{where} has {len(value)} entries; {len(inner)} are needed.")
        hints: Sequence[Any] = inner
    else:
        most = most_entries(where)
        if len(value) > most:
            raise MessageError(f"{where} has {len(value):,} entries; at most {most:,} are read.")
        hints = [inner[0]] * len(value)
    kinds = set(hints)
    if kinds == {int} and _all_integers(value):
        return tuple(value)
    if kinds == {float} and _all_finite(value):
        return tuple(map(float, value))
    places = (f"{where}[{i}]" for i in range(len(value)))
    return tuple(map(value_of, hints, value, places))


def most_entries(where: str) -> int:
    """How many entries the list at a place may have."""
    return MOST_ENTRIES.get(where.rpartition(".")[2], MOST)


def _all_integers(values: list[Any]) -> bool:
    """Whether all are integers, tested at once: a region may have a hundred thousand runs."""
    return set(map(type, values)) <= {int} and max(map(abs, values), default=0) <= LARGEST


def _all_finite(values: list[Any]) -> bool:
    """Whether all are finite numbers, tested at once: the edits of a cage have thousands."""
    try:
        return set(map(type, values)) <= {int, float} and all(map(math.isfinite, values))
    except OverflowError:  # an integer beyond all floats
        return False


def _options(value: Any, where: str) -> dict[str, Any]:
    """Options of a method: names with plain values; the method itself knows which it has."""
    if not isinstance(value, dict) or len(value) > MOST:
        raise refusal(where, value, "an object of options")
    for name, entry in value.items():
        if isinstance(entry, dict | list):
            raise refusal(f"{where}.{name[:QUOTED]}", entry, "a plain value")
        if entry is not None:
            _scalar(type(entry), entry, f"{where}.{name[:QUOTED]}")
    return value


def _scalar(kind: Any, value: Any, where: str) -> Any:
    # JSON does not tell 1 from 1.0; Python takes truth values for integers, we do not.
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and type(value) is int and abs(value) <= LARGEST:
        return value
    if kind is float and type(value) in (int, float) and abs(value) < math.inf:
        return _float(value, where)
    if kind is str and isinstance(value, str) and len(value) <= _most_letters(where) and _writable(value):
        return value
    needed = {bool: "true or false", int: "an integer", float: "a finite number", str: "a short text"}
    raise refusal(where, value, needed[kind])


def _most_letters(where: str) -> int:
    return MOST_LETTERS_OF_PICTURE if where.endswith(".picture") else MOST_LETTERS_OF_TEXT


def _float(value: float, where: str) -> float:
    try:
        return float(value)
    except OverflowError:
        raise refusal(where, value, "a finite number") from None


def _writable(text: str) -> bool:
    """Whether UTF-8 can write it: JSON may spell halves of letters."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def refusal(where: str, value: Any, needed: str) -> MessageError:
    """The error for a value that is not what is needed."""
    return MessageError(f"{where} is {quoted(value)}; {needed} is needed.")


def quoted(value: Any) -> str:
    """A foreign value as errors quote it: short, and in plain letters."""
    text = ascii(value) if not isinstance(value, int) or abs(value) <= LARGEST else "a huge integer"
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"
