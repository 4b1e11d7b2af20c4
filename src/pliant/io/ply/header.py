"""The header of a PLY file, which lists elements and their properties, and names the encoding."""

from __future__ import annotations

from dataclasses import dataclass, field

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError, UnsupportedFormatError

_KINDS = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1",
    "short": "i2", "int16": "i2", "ushort": "u2", "uint16": "u2",
    "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4",
    "float": "f4", "float32": "f4", "double": "f8", "float64": "f8",
}  # fmt: skip

# An empty byte order stands for text.
_BYTE_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}

# No disk holds a number of rows with more digits, and int() is slow for millions of digits.
_MOST_DIGITS = 12


@dataclass(frozen=True)
class Property:
    """A number, or a list of numbers after its length.

    kind:   numpy's type of the number, or of the numbers in the list
    length: numpy's type of the length of the list; None for a single number
    """

    kind: str
    length: str | None = None


@dataclass(frozen=True)
class Element:
    """Rows that have the same properties, which are listed by name."""

    name: str
    count: int
    properties: dict[str, Property] = field(default_factory=dict)


@dataclass(frozen=True)
class Header:
    """The byte order ('' for text), the elements, and the position where their rows begin."""

    order: str
    elements: tuple[Element, ...]
    body: int


@dataclass(frozen=True, eq=False)
class Lists:
    """The lists of one property: sizes (r,) are their lengths, values (…,) their numbers, list after list."""

    sizes: Ints
    values: Array


# The rows of one element: property -> (r,) numbers, or lists.
Columns = dict[str, Array | Lists]


def header_of_ply(data: bytes) -> Header:
    """The header of a PLY file; raises FileFormatError if it is damaged."""
    end = data.find(b"end_header")
    if data[:3] != b"ply" or end < 0:
        raise FileFormatError("No header from 'ply' to 'end_header' was found; this is not a whole PLY file.")
    after = end + len(b"end_header")
    body = after + (2 if data[after : after + 2] == b"\r\n" else 1)
    orders: list[str] = []
    elements: list[Element] = []
    for number, line in enumerate(data[:end].decode("latin-1").splitlines(), start=1):
        match line.split():
            case ["format", encoding, _]:
                orders.append(_byte_order(encoding))
            case ["element", name, count]:
                elements.append(Element(name, _row_count(count, number)))
            case ["property", *words] if elements:
                _add_property(elements[-1], words, number)
            case ["ply" | "comment" | "obj_info", *_] | []:
                pass
            case _:
                raise FileFormatError(f"Line {number}, '{line[:60]}', cannot stand there in a PLY header.")
    if len(orders) != 1:
        raise FileFormatError(
            f"The header has {len(orders)} lines such as 'format ascii 1.0'; one is needed."
        )
    return Header(orders[0], tuple(elements), body)


def _byte_order(encoding: str) -> str:
    if encoding not in _BYTE_ORDERS:
        raise UnsupportedFormatError(
            f"The format '{encoding[:40]}' is unknown; {', '.join(_BYTE_ORDERS)} can be read."
        )
    return _BYTE_ORDERS[encoding]


def _row_count(count: str, number: int) -> int:
    if not (count.isascii() and count.isdigit() and len(count) <= _MOST_DIGITS):
        raise FileFormatError(f"Line {number} announces '{count[:40]}' rows; a whole number is needed.")
    return int(count)


def _add_property(element: Element, words: list[str], number: int) -> None:
    match words:
        case ["list", length, kind, name] if kind in _KINDS and _KINDS.get(length, "f")[0] != "f":
            found = Property(_KINDS[kind], _KINDS[length])
        case [kind, name] if kind in _KINDS:
            found = Property(_KINDS[kind])
        case _:
            raise FileFormatError(
                f"Line {number} has a property of no known type; {', '.join(_KINDS)} are known."
            )
    if name in element.properties:
        raise FileFormatError(f"Line {number} repeats the property '{name[:40]}' of '{element.name[:40]}'.")
    element.properties[name] = found
