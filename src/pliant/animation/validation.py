"""Check a JSON value against a JSON Schema: tells the first misfit, with its place and what is needed.

Knows only the words that our schemas use: type, const, enum, the bounds of numbers and lengths, properties,
items, oneOf and references to $defs.
"""

from __future__ import annotations

import json
from typing import Any

from pliant.errors import FileFormatError

Schema = dict[str, Any]

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
# Letters of a value that an error quotes.
QUOTED = 60


def check(value: Any, schema: Schema) -> None:
    """Raise FileFormatError for a value that does not have the schema's form."""
    _check(value, schema, "", schema["$defs"])


def check_version(value: Any, word: str, schema: Schema) -> None:
    """Raise FileFormatError for a value of another format or version than the schema's.

    word: what such a document is called, for the message
    """
    form, version = (schema["properties"][name]["const"] for name in ("format", "version"))
    if not isinstance(value, dict) or value.get("format") != form:
        raise FileFormatError(f'This is no {word}; a {word} begins with {{"format": "{form}", …}}.')
    if value.get("version") != version:
        raise FileFormatError(
            f"The {word} has the version {shown(value.get('version'))}; this Pliant reads version {version}. "
            "Update Pliant."
        )


def shown(value: Any) -> str:
    """The value as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"


def _check(value: Any, form: Schema, where: str, defs: Schema) -> None:
    if "$ref" in form:
        form = {**defs[form["$ref"].rpartition("/")[2]], **form}
    if "oneOf" in form:
        form = _nearest(value, form["oneOf"], where)
    if "const" in form and value != form["const"]:
        _refuse(value, where, json.dumps(form["const"]))
    if "enum" in form and value not in form["enum"]:
        _refuse(value, where, f"one of {', '.join(form['enum'])}")
    if "type" in form and not _is(value, form["type"]):
        _refuse(value, where, _named(form))
    _check_bounds(value, form, where)
    if isinstance(value, dict):
        _check_object(value, form, where, defs)
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            _check(entry, form["items"], f"{where}[{i}]", defs)


def _check_object(value: dict[str, Any], form: Schema, where: str, defs: Schema) -> None:
    known = form["properties"]
    for name in value:
        if name not in known:
            raise _error(where, f"'{name}' is not known here; known are {', '.join(known)}.")
    for name in form["required"]:
        if name not in value:
            raise _error(where, f"'{name}' is missing from {shown(value)}; add it.")
    for name, entry in value.items():
        _check(entry, known[name], f"{where}.{name}" if where else name, defs)


def _check_bounds(value: Any, form: Schema, where: str) -> None:
    size = value if _is(value, "number") else len(value) if isinstance(value, list | str) else None
    if size is None:
        return
    least = form.get("minimum", form.get("minItems", form.get("minLength")))
    if least is not None and size < least:
        _refuse(value, where, f"at least {least}{_counted(value)}")
    if "maxItems" in form and size > form["maxItems"]:
        _refuse(value, where, f"{form['maxItems']} entries")
    if "exclusiveMinimum" in form and size <= form["exclusiveMinimum"]:
        _refuse(value, where, f"more than {form['exclusiveMinimum']}")


def _nearest(value: Any, forms: list[Schema], where: str) -> Schema:
    """The one of several forms to which the value is nearest."""
    fitting = [form for form in forms if _is(value, form["type"])]
    if not fitting:
        _refuse(value, where, " or ".join(dict.fromkeys(_named(form) for form in forms)))
    if isinstance(value, dict):
        return max(fitting, key=lambda form: len(value.keys() & form["properties"].keys()))
    return fitting[0]


def _is(value: Any, kind: str) -> bool:
    # To Python, true is a number.
    return isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _named(form: Schema) -> str:
    match form["type"]:
        case "array":
            return "a list of numbers" if form["items"].get("type") == "number" else "a list"
        case "integer" | "object" as kind:
            return f"an {kind}"
        case kind:
            return f"a {kind}"


def _counted(value: Any) -> str:
    return " letters" if isinstance(value, str) else " entries" if isinstance(value, list) else ""


def _refuse(value: Any, where: str, needed: str) -> None:
    raise _error(where, f"{shown(value)} was found; {needed} is needed.")


def _error(where: str, message: str) -> FileFormatError:
    return FileFormatError(f"{where}: {message}" if where else message)
