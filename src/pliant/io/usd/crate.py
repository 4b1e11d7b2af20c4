"""The tables of a binary USD layer, checked before USD makes room for as much as they promise.

USD allocates what a table of contents or a section declares, and sees only then that the file ends before it:
a damaged file of 5 KB took 3.7 GB.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator

from pliant.errors import FileFormatError
from pliant.io.files import AnyPath, opened

_MAGIC = b"PXR-USDC"
# From the magic: eight bytes of version, then where the table of contents begins.
_CONTENTS = 16
# One section in the table of contents: its name, where it begins, its length in bytes.
_SECTION = struct.Struct("<16sqq")
# The most entries per byte of a section: LZ4 makes 255 bytes of one, and a number takes two bits at least.
_MOST_PER_BYTE = 4 * 255


def check_tables(path: AnyPath) -> None:
    """Raise FileFormatError for a binary layer, alone or in an archive, that promises more than it holds."""
    with opened(path) as file:
        try:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            return  # an empty file, which USD refuses
        with content:
            # Anything but a layer or an archive of layers is text.
            if content[:8] == _MAGIC or content[:2] == b"PK":
                for begin in _layers(content):
                    _check_layer(content, begin)


def _layers(content: mmap.mmap) -> Iterator[int]:
    """Where each binary layer begins; archives hold layers as they are."""
    begin = content.find(_MAGIC)
    while begin >= 0:
        yield begin
        begin = content.find(_MAGIC, begin + 1)


def _check_layer(content: mmap.mmap, begin: int) -> None:
    size = len(content) - begin
    place = _number(content, begin + _CONTENTS)
    if not 0 < place <= size - 8:
        raise _cut_off("its table of contents")
    count = _number(content, begin + place)
    if count > (size - place - 8) // _SECTION.size:
        raise _cut_off(f"{count:,} sections")
    for number in range(count):
        at = begin + place + 8 + number * _SECTION.size
        name, start, length = _SECTION.unpack(content[at : at + _SECTION.size])
        title = name.rstrip(b"\0").decode("ascii", "replace")
        if start < 0 or length < 0 or start + length > size:
            raise _cut_off(f"{length:,} bytes of section '{title}'")
        entries = _number(content, begin + start) if length >= 8 else 0
        if entries > _MOST_PER_BYTE * length:
            raise _cut_off(f"{entries:,} entries in section '{title}'")


def _number(content: mmap.mmap, at: int) -> int:
    """The whole number of eight bytes at a place."""
    return int.from_bytes(content[at : at + 8], "little")


def _cut_off(promised: str) -> FileFormatError:
    return FileFormatError(f"The layer promises {promised}, which the file does not hold; export it again.")
