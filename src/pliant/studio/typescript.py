"""messages.py for the page: `python -m pliant.studio.typescript` writes web/src/wire/messages.ts."""

from __future__ import annotations

import textwrap
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pliant.core.atomic import atomic_write
from pliant.studio import messages, wire_cage, wire_mechanism, wire_sculpture, wire_timeline

TARGET = Path(__file__).parents[3] / "web" / "src" / "wire" / "messages.ts"
HEADER = "// Made from src/pliant/studio/messages.py by `python -m pliant.studio.typescript`; do not edit."
PARTS = (wire_cage, wire_mechanism, wire_sculpture, wire_timeline)
OWN = tuple(module.__name__ for module in (messages, *PARTS))
SCALARS = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}


def typescript() -> str:
    """The whole file."""
    named = {name: kind for part in (*PARTS, messages) for name, kind in vars(part).items()}
    kinds = [kind for kind in named.values() if _is_own(kind)]
    parts = [
        f"{HEADER}\n\nexport const VERSION = {messages.VERSION};",
        f"export type Method = {_words(messages.Method)};",
        *(_interface(kind) for kind in kinds),
        _union("FromPage", messages.FROM_PAGE),
        _union("FromServer", messages.FROM_SERVER),
    ]
    return "\n\n".join(parts) + "\n"


def _is_own(kind: Any) -> bool:
    return is_dataclass(kind) and getattr(kind, "__module__", None) in OWN


def _interface(kind: Any) -> str:
    """An interface; what only pages send may leave out fields that have a default."""
    hints, sent = get_type_hints(kind), kind in messages.FROM_PAGE
    lines = [_comment(kind), f"export interface {kind.__name__} {{"]
    if sent or kind in messages.FROM_SERVER:
        lines.append(f'  type: "{kind.__name__}";')
    for field in fields(kind):
        has_default = field.default is not MISSING or field.default_factory is not MISSING
        mark = "?" if sent and has_default else ""
        lines.append(f"  {field.name}{mark}: {_type(hints[field.name])};")
    return "\n".join([*lines, "}"])


def _comment(kind: Any) -> str:
    text = textwrap.dedent("    " + kind.__doc__).strip()
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {text} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])


def _type(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return getattr(hint, "__name__", "")
    if origin is Literal:
        return "Method" if hint == messages.Method else _words(hint)
    if origin in (Union, UnionType):
        return " | ".join(_type(part) for part in inner)
    if origin is tuple and inner[-1] is Ellipsis:
        element = _type(inner[0])
        return f"({element})[]" if "|" in element else f"{element}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in inner)}]"
    if origin is dict:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    return SCALARS[hint]


def _words(literal: Any) -> str:
    return " | ".join(f'"{word}"' for word in get_args(literal))


def _union(name: str, kinds: tuple[Any, ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in kinds) + ";"


if __name__ == "__main__":
    with atomic_write(TARGET) as file:
        file.write(typescript().encode())
