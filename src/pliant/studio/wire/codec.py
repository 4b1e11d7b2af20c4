"""Messages to JSON and back, strictly: what does not fit a dataclass of messages.py is refused in words.

Whatever comes from a page is foreign until it has passed here: unknown names, wrong types, numbers that are
not finite and lists without end stop at this door.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from pliant.errors import PliantError
from pliant.studio.wire.messages import FROM_PAGE
from pliant.studio.wire.method_wire import Slices, method_wires

T = TypeVar("T")

# Letters of a message: a region of every second vertex of a million fits.
MOST_LETTERS = 8 << 20
# Entries of a list, unless MOST_ENTRIES knows its name.
MOST = 10_000
MOST_ENTRIES = {"handles": 1_000, "runs": 1_000_000, "levels": 500_000}
MOST_LETTERS_OF_TEXT = 1_000
# Integers that JavaScript keeps exactly.
LARGEST = 2**53 - 1
# Letters of a foreign value that an error quotes.
QUOTED = 60


class MessageError(PliantError):
    """A message is not what messages.py says."""


def parsed(text: str) -> Any:
    """The message of FROM_PAGE that a page wrote as JSON."""
    if len(text) > MOST_LETTERS:
        raise MessageError(f"The message has {len(text):,} letters; at most {MOST_LETTERS:,} are read.")
    value = _json(text)
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise MessageError(f"The message is {_quoted(value)}; an object with a 'type' is needed.")
    name, known = value.pop("type"), _page_messages()
    if name not in known:
        raise MessageError(f"There is no message '{name[:QUOTED]}'; known are {', '.join(known)}.")
    return of_json(known[name], value, name)


@cache
def _page_messages() -> dict[str, type[Any]]:
    """Every message of the page by its name: the general ones, then those of methods."""
    own = [kind for wire in method_wires().values() for kind in wire.from_page]
    return {kind.__name__: kind for kind in (*own, *FROM_PAGE)}


def of_json(kind: type[T], value: Any, where: str) -> T:
    """The dataclass `kind` from parsed JSON; `where` names the place for errors."""
    return _dataclass(kind, value, where)


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


@cache
def _layout(kind: type) -> tuple[tuple[Field[Any], Any], ...]:
    """The fields of a dataclass with their types resolved."""
    hints = get_type_hints(kind)
    return tuple((field, hints[field.name]) for field in fields(kind))


def _dataclass(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise _refusal(where, value, "an object")
    layout = _layout(kind)
    names = [field.name for field, _ in layout]
    strange = [name for name in value if name not in names]
    if strange:
        raise MessageError(
            f"{where} has the field '{strange[0][:QUOTED]}'; it knows {', '.join(names) or 'none'}."
        )
    found = {}
    for field, hint in layout:
        if field.name in value:
            found[field.name] = _value(hint, value[field.name], f"{where}.{field.name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise MessageError(f"{where} lacks the field '{field.name}'; send it.")
    return kind(**found)


def _value(hint: Any, value: Any, where: str) -> Any:
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
            raise _refusal(where, value, f"one of {', '.join(inner)}")
        return value
    if origin is tuple:
        return _tuple(inner, value, where)
    if origin is dict:
        return _options(value, where)
    return _scalar(hint, value, where)


def _slices(value: Any, where: str) -> Slices:
    """What methods keep in a document, each as the class that its method names."""
    kinds = {name: wire.slice for name, wire in method_wires().items() if wire.slice is not None}
    if not isinstance(value, dict):
        raise _refusal(where, value, "an object")
    strange = [name for name in value if name not in kinds]
    if strange:
        raise MessageError(
            f"{where} has the slice '{strange[0][:QUOTED]}'; methods with a slice are {', '.join(kinds)}."
        )
    return Slices({name: _dataclass(kinds[name], part, f"{where}.{name}") for name, part in value.items()})


def _optional(inner: Sequence[Any], value: Any, where: str) -> Any:
    """A value of the form `X | None`."""
    (kind,) = (hint for hint in inner if hint is not NoneType)
    return None if value is None else _value(kind, value, where)


def _tuple(inner: Sequence[Any], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise _refusal(where, value, "a list")
    if inner[-1] is not Ellipsis:
        if len(value) != len(inner):
            raise MessageError(f"{where} has {len(value)} entries; {len(inner)} are needed.")
        hints: Sequence[Any] = inner
    else:
        most = MOST_ENTRIES.get(where.rpartition(".")[2], MOST)
        if len(value) > most:
            raise MessageError(f"{where} has {len(value):,} entries; at most {most:,} are read.")
        if inner[0] is int and _all_integers(value):
            return tuple(value)
        hints = [inner[0]] * len(value)
    places = (f"{where}[{i}]" for i in range(len(value)))
    return tuple(map(_value, hints, value, places))


def _all_integers(values: list[Any]) -> bool:
    """Whether all are integers, tested at once: a region may have a hundred thousand runs."""
    return set(map(type, values)) <= {int} and max(map(abs, values), default=0) <= LARGEST


def _options(value: Any, where: str) -> dict[str, Any]:
    """Options of a method: names with plain values; the method itself knows which it has."""
    if not isinstance(value, dict) or len(value) > MOST:
        raise _refusal(where, value, "an object of options")
    for name, entry in value.items():
        if isinstance(entry, dict | list):
            raise _refusal(f"{where}.{name[:QUOTED]}", entry, "a plain value")
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
    if kind is str and isinstance(value, str) and len(value) <= MOST_LETTERS_OF_TEXT and _writable(value):
        return value
    needed = {bool: "true or false", int: "an integer", float: "a finite number", str: "a short text"}
    raise _refusal(where, value, needed[kind])


def _float(value: float, where: str) -> float:
    try:
        return float(value)
    except OverflowError:
        raise _refusal(where, value, "a finite number") from None


def _writable(text: str) -> bool:
    """Whether UTF-8 can write it: JSON may spell halves of letters."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _refusal(where: str, value: Any, needed: str) -> MessageError:
    return MessageError(f"{where} is {_quoted(value)}; {needed} is needed.")


def _quoted(value: Any) -> str:
    text = ascii(value) if not isinstance(value, int) or abs(value) <= LARGEST else "a huge integer"
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"
