"""The rows of a text PLY file, one line each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pliant.arrays import Ints
from pliant.errors import FileFormatError
from pliant.io.ply.header import Columns, Element, Header, Lists
from pliant.io.words import Words, inside

# Replaces all letters of the header by blanks but keeps line ends, so that lines keep their numbers.
_BLANKED = bytes(letter if letter in b"\r\n" else ord(" ") for letter in range(256))


def text_columns(data: bytes, header: Header, wanted: Mapping[str, set[str]]) -> dict[str, Columns]:
    """element -> its columns; wanted lists the names of the properties to read of each element."""
    words = Words.of(data[: header.body].translate(_BLANKED) + data[header.body :])
    lines = words.filled_lines()
    found: dict[str, Columns] = {}
    for element in header.elements:
        # Rows without properties are empty lines, which are not counted here.
        count = element.count if element.properties else 0
        if count > len(lines):
            raise FileFormatError(
                f"{count} rows of '{element.name}' are announced, but {len(lines)} lines are left; "
                "the file was cut off, or its header is wrong."
            )
        if element.name in wanted:
            found[element.name] = _columns(words, element, lines[:count], wanted[element.name])
        lines = lines[count:]
    return found


def _columns(words: Words, element: Element, lines: Ints, wanted: set[str]) -> Columns:
    here, ends = words.first[lines], words.first[lines + 1]
    columns: Columns = {}
    for name, kind in element.properties.items():
        _check_room(words, element, here, ends, np.ones_like(here))
        sizes = np.ones_like(here)
        if kind.length is not None:
            sizes = words.integers(here)
            here = here + 1
            _check_room(words, element, here, ends, sizes)
        if name in wanted:
            chosen = np.flatnonzero(inside(here, here + sizes, len(words)))
            values = words.floats(chosen) if kind.kind[0] == "f" else words.integers(chosen)
            columns[name] = values if kind.length is None else Lists(sizes, values)
        here = here + sizes
    return columns


def _check_room(words: Words, element: Element, here: Ints, ends: Ints, needed: Ints) -> None:
    short = np.flatnonzero((needed < 0) | (needed > ends - here))
    if len(short):
        raise words.refuse(
            int(here[short[0]]) - 1,
            f"after it the {len(element.properties)} properties of '{element.name}' need more numbers, "
            "or a list has a negative length.",
        )
