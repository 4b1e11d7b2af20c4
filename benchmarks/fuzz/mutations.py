"""Spoilt copies of files: other bytes, parts missing, repeated or exchanged, numbers and words that lie."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import numpy as np

Random = np.random.Generator
# Numbers at the edges of what formats count with, as bytes and as text.
NUMBERS = [0, 1, 2**7, 2**8 - 1, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1]
TEXTS = [
    b"-1",
    b"0",
    b"nan",
    b"inf",
    b"1e999",
    b"-1e308",
    b"99999999999999999999",
    b"",
    b"x",
    b"[]",
    b"{}",
    b"null",
]
WORDS = re.compile(rb'-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"[^"]{0,40}"|\w+')
# Spoilt places of one file.
MOST_PLACES = 6


def spoilt(data: bytes, random: Random) -> bytes:
    """A copy with one to three changes; in an archive one is made to a member, with a right checksum."""
    if data[:2] == b"PK" and random.random() < 0.7:
        return _repacked(data, random)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        data = CHANGES[random.integers(len(CHANGES))](data, random) or data
    return data


def _bytes(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for place in random.integers(0, len(data), random.integers(1, MOST_PLACES)):
        changed[place] = random.integers(256)
    return bytes(changed)


def _number(data: bytes, random: Random) -> bytes:
    """A whole number at any place, of two, four or eight bytes."""
    size = int(random.choice([2, 4, 8]))
    value = NUMBERS[random.integers(len(NUMBERS))] % (1 << (8 * size))
    place = int(random.integers(0, len(data)))
    order = "little" if random.random() < 0.8 else "big"
    return data[:place] + value.to_bytes(size, order) + data[place + size :]


def _real(data: bytes, random: Random) -> bytes:
    value = random.choice([np.nan, np.inf, -np.inf, 1e300, 1e-320, -0.0])
    kind = "<f4" if random.random() < 0.5 else "<f8"
    with np.errstate(over="ignore"):
        text = np.array([value]).astype(kind).tobytes()
    place = int(random.integers(0, len(data))) & ~3
    return data[:place] + text + data[place + len(text) :]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: int(random.integers(1, len(data) + 1))]


def _without(data: bytes, random: Random) -> bytes:
    a, b = sorted(random.integers(0, len(data) + 1, 2).tolist())
    return data[:a] + data[min(b, a + len(data) // 4) :]


def _repeated(data: bytes, random: Random) -> bytes:
    a, b = sorted(random.integers(0, len(data) + 1, 2).tolist())
    return data[:b] + data[a:b] * int(random.integers(1, 4)) + data[b:]


def _word(data: bytes, random: Random) -> bytes:
    """A number, a name or a string of a text exchanged for another of its own, or for a strange one."""
    found = list(WORDS.finditer(data))
    if not found:
        return data
    place = found[random.integers(len(found))]
    other = (
        TEXTS[random.integers(len(TEXTS))] if random.random() < 0.6 else found[random.integers(len(found))][0]
    )
    return data[: place.start()] + other + data[place.end() :]


CHANGES: list[Callable[[bytes, Random], bytes]] = [
    _bytes,
    _number,
    _real,
    _cut,
    _without,
    _repeated,
    _word,
    _word,
]


def _repacked(data: bytes, random: Random) -> bytes:
    """The archive with one member spoilt."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        members = old.infolist()
        chosen = int(random.integers(len(members)))
        for i, member in enumerate(members):
            content = old.read(member)
            if i == chosen and content:
                content = CHANGES[random.integers(len(CHANGES))](content, random) or content
            new.writestr(member.filename, content, zipfile.ZIP_DEFLATED if data[8:9] == b"\x08" else None)
    return out.getvalue()
