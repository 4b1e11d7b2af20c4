"""The messages for the page: `python web/scripts/messages.py` writes them as TypeScript.

General ones go to web/src/wire/messages.ts; those of a method of ours to web/src/methods/<name>/messages.ts,
which merges them into the general interfaces.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pliant.atomic import atomic_write
from pliant.registry import PACKAGES
from pliant.studio.wire import (
    document,
    messages,
    model,
    original,
    pins,
    poses,
    props,
    sessions,
    surface,
    timeline,
)
from pliant.studio.wire.method_wire import MethodView, MethodWire, Slices, method_wires

WEB = Path(__file__).parents[1] / "src"
HEADER = "// Made from src/{} by `python web/scripts/messages.py`; do not edit."
MERGED = """\
/** What each method keeps in a document; its own file adds to it. */
export interface Slices {}

/** What each method tells about its rig; its own file adds to it. */
export interface Views {}"""
# Where the general messages are, and what they are made of.
PARTS = (pins, surface, original, timeline, poses, props, document, sessions, model, messages)
SCALARS = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}
SCALARS |= {Slices: "Slices", MethodView: "Views[keyof Views]"}


def files() -> dict[Path, str]:
    """Every file with its text."""
    found = {WEB / "wire" / "messages.ts": typescript()}
    for name, wire in method_wires().items():
        if wire.kinds and any(package.endswith(f".{name}") for package in PACKAGES):
            found[WEB / "methods" / name / "messages.ts"] = method_typescript(name, wire)
    return found


def typescript() -> str:
    """The general messages."""
    parts = [
        HEADER.format(_path(messages.__name__)),
        f"export const VERSION = {messages.VERSION};",
        "export type Method = string;",
        MERGED,
        *(_interface(kind) for module in PARTS for kind in _own(module)),
        "export " + _map("PageMessages", messages.FROM_PAGE),
        "export type FromPage = PageMessages[keyof PageMessages];",
        "export " + _map("ServerMessages", messages.FROM_SERVER),
        "export type FromServer = ServerMessages[keyof ServerMessages];",
    ]
    return "\n\n".join(parts) + "\n"


def method_typescript(name: str, wire: MethodWire) -> str:
    """What a method adds."""
    module = import_module(wire.kinds[0].__module__)
    merged = [
        *([] if wire.slice is None else [f"interface Slices {{\n  {name}: {wire.slice.__name__};\n}}"]),
        *([] if wire.view is None else [f"interface Views {{\n  {name}: {wire.view.__name__};\n}}"]),
        *([_map("PageMessages", wire.from_page)] if wire.from_page else []),
        *([_map("ServerMessages", wire.from_server)] if wire.from_server else []),
    ]
    inside = textwrap.indent("\n".join(merged), "  ")
    parts = [
        HEADER.format(_path(module.__name__)),
        *(_interface(kind, wire) for kind in _own(module)),
        f"declare module '../../wire/messages' {{\n{inside}\n}}",
    ]
    return "\n\n".join(parts) + "\n"


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _own(module: Any) -> list[Any]:
    """The dataclasses that a module defines."""
    kinds = [kind for kind in vars(module).values() if is_dataclass(kind)]
    return [kind for kind in kinds if kind.__module__ == module.__name__]


def _interface(kind: Any, wire: MethodWire | None = None) -> str:
    """An interface; what only pages send may leave out fields that have a default."""
    sent = kind in (messages.FROM_PAGE if wire is None else wire.from_page)
    told = kind in (messages.FROM_SERVER if wire is None else wire.from_server)
    hints = get_type_hints(kind)
    lines = [_comment(kind), f"export interface {kind.__name__} {{"]
    if sent or told:
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
        name = getattr(hint, "__name__", "")
        # Within another message a message goes without its type.
        return f'Omit<{name}, "type">' if hint in (*messages.FROM_PAGE, *messages.FROM_SERVER) else name
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
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


def _map(name: str, kinds: Iterable[Any]) -> str:
    """An interface from the names of messages to their types, which other files may add to."""
    lines = (f"  {kind.__name__}: {kind.__name__};" for kind in kinds)
    return "\n".join([f"interface {name} {{", *lines, "}"])


if __name__ == "__main__":
    for path, text in files().items():
        with atomic_write(path) as file:
            file.write(text.encode())
