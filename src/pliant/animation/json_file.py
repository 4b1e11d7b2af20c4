"""JSON files for people: read strictly, and written with line breaks only where lines are long."""

from __future__ import annotations

import json
import math
import os
from typing import Any, NoReturn

from pliant.atomic import atomic_write
from pliant.errors import FileFormatError
from pliant.io.files import contents

# What fits into so many letters stays on its line.
LINE = 110
# Integers that every program keeps exactly.
LARGEST = 2**53 - 1
# Letters of a foreign number that an error quotes.
QUOTED = 40


def read_json(path: str | os.PathLike[str]) -> Any:
    """The value in a JSON file.

    Raises FileFormatError for what is not JSON, names that stand twice in one object, and numbers that are
    not finite or that programs round.
    """
    try:
        return json.loads(
            contents(path),
            object_pairs_hook=_once,
            parse_constant=_unusable,
            parse_float=_finite,
            parse_int=_whole,
        )
    except (ValueError, RecursionError) as problem:
        raise FileFormatError(f"This is not JSON ({problem}).") from problem


def write_json(path: str | os.PathLike[str], value: Any) -> None:
    """Write a value, whole or not at all; every number comes back to the last bit."""
    with atomic_write(path) as file:
        file.write(f"{text_of(value)}\n".encode())


def text_of(value: Any, indent: int = 0) -> str:
    """A value as JSON; parts that fit on a line stand on one."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, dict | list) or indent + len(flat) <= LINE:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        named = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        rows = [name + text_of(part, indent + 2) for name, part in zip(named, value.values(), strict=True)]
    else:
        rows = [text_of(part, indent + 2) for part in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n{inner}" + f",\n{inner}".join(rows) + f"\n{' ' * indent}{end}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FileFormatError(f"'{twice}' stands twice in one object; keep one of them.")
    return values


def _finite(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else _unusable(word)


def _whole(word: str) -> int:
    return int(word) if abs(float(word)) <= LARGEST else _unusable(word)


def _unusable(word: str) -> NoReturn:
    raise FileFormatError(f"The number {word[:QUOTED]} was found; a finite one of usual size is needed.")
