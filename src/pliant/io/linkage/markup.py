"""XML of files that are not trusted: without document types and entities, bounded in size and depth."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

import numpy as np

from pliant.arrays import Floats
from pliant.errors import FileFormatError

# Larger than any description, because meshes are in files of their own.
MOST_BYTES = 1 << 26
MOST_LEVELS = 2000

# Larger than any length of a model; what is computed from smaller numbers stays finite.
_LARGEST = 1e100


def tree_of_xml(data: bytes) -> Element:
    """The root element of an XML file; raises FileFormatError if it is malformed, too large or too deep."""
    if len(data) > MOST_BYTES:
        raise FileFormatError(f"The file has {len(data)} bytes; at most {MOST_BYTES} of XML are read.")
    builder, parser = TreeBuilder(), expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_LEVELS:
            raise FileFormatError(f"The XML has more than {MOST_LEVELS} levels; no mechanism needs so many.")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(*_: object) -> None:
        raise FileFormatError("The XML has a document type (<!DOCTYPE …>), which is not read; remove it.")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise FileFormatError(f"This is not well-formed XML ({error}); export it again.") from error
    return builder.close()


def numbers(element: Element, key: str, size: int, default: str | None = None) -> Floats:
    """(size,) the numbers in an attribute, which is required if there is no default."""
    return parsed(element.get(key, default), size, f"<{element.tag}> {key}")


def parsed(text: str | None, size: int | None, place: str) -> Floats:
    """(size,) the numbers in a text, any count if size is None; place names the text in errors."""
    if text is None:
        raise FileFormatError(f"{place} is missing; {size} numbers are needed.")
    try:
        values = np.array([float(word) for word in text.split()])
    except ValueError:
        values = np.array([np.nan])
    if not (np.abs(values) < _LARGEST).all() or (size is not None and len(values) != size):
        raise FileFormatError(
            f"{place} is '{text[:60]}'; {'finite' if size is None else size} numbers are needed."
        )
    return values


def described(fields: Mapping[str, str]) -> str:
    """The name in the fields of an element, in quotes, or "without a name", for messages."""
    name = fields.get("name")
    return f"'{name}'" if name else "without a name"
