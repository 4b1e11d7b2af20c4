"""The words of a text file and the numbers they spell, without a loop over lines.

Positions in the text are kept, so that an error can name the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.core.arrays import Array, Ints
from pliant.errors import FileFormatError

_NEWLINE, _SPACE = ord("\n"), ord(" ")
_TAB, _FORM_FEED = ord("\t"), ord("\f")

# What numpy.fromstring accepts; only used to find the word that it did not.
_FLOAT = re.compile(rb"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|nan|inf(inity)?)", re.IGNORECASE)
_INTEGER = re.compile(rb"[+-]?\d+")

# An error quotes at most so many letters of a word.
_QUOTED_LETTERS = 40


@dataclass(frozen=True, eq=False)
class Words:
    """A text cut at its spaces.

    raw:    the text with every line end as one newline byte, as long as the file; to count lines
    text:   raw with continued line ends blanked; to take names from
    chars:  (b,) uint8, text with comments blanked and a newline at the end
    starts: (t,) position in chars of each word's first letter
    ends:   (t,) position after each word's last letter
    first:  (l+1,) line i has the words first[i] to first[i+1]
    lines:  (l+1,) position in chars of each line's begin
    """

    raw: bytes
    text: bytes
    chars: Array
    starts: Ints
    ends: Ints
    first: Ints
    lines: Ints

    @staticmethod
    def of(data: bytes, *, comment: bytes = b"", continuation: bytes = b"") -> Words:
        """The words of a file.

        comment: the letter that makes the rest of its line a comment, or nothing
        continuation: the letter that joins its line to the next when it ends it, or nothing
        """
        raw = checked_text(data)
        text = raw.replace(continuation + b"\n", b"  ") if continuation else raw
        chars = np.frombuffer(text + b"\n", dtype=np.uint8)
        if comment and comment in text:
            chars = _without_comments(chars, comment[0])
        breaks = np.flatnonzero(chars == _NEWLINE)
        space = spaces(chars)
        edges = np.flatnonzero(space[1:] != space[:-1]) + 1
        edges = edges if space[0] else np.append(0, edges)
        starts, ends = edges[0::2], edges[1::2]
        lines = np.concatenate([[0], breaks + 1])
        return Words(raw, text, chars, starts, ends, np.searchsorted(starts, lines), lines)

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, word: int) -> bytes:
        return self.chars[self.starts[word] : self.ends[word]].tobytes()

    def filled_lines(self) -> Ints:
        """The lines that have at least one word."""
        return np.flatnonzero(np.diff(self.first) > 0)

    def lines_led_by(self, keyword: bytes) -> Ints:
        """The lines whose first word is the keyword."""
        lines = self.filled_lines()
        heads = self.starts[self.first[lines]]
        same = self.ends[self.first[lines]] - heads == len(keyword)
        lines, heads = lines[same], heads[same]
        same = np.ones(len(lines), dtype=bool)
        for i, letter in enumerate(keyword):
            same &= self.chars[heads + i] == letter
        return lines[same]

    def rest_of_line(self, line: int) -> bytes:
        """What follows the first word of a line, with comment letters left in."""
        end = self.ends[self.first[line]]
        return self.text[end : self.lines[line + 1] - 1].strip()

    def line_number(self, word: int) -> int:
        """The number of a word's line in the file, from 1."""
        return self.raw.count(b"\n", 0, int(self.starts[word])) + 1

    def letters(self, words: Ints) -> Array:
        """(…,) uint8: the chosen words, each with the one space after it. Words must ascend."""
        return self.chars[inside(self.starts[words], self.ends[words] + 1, len(self.chars))]

    def floats(self, words: Ints) -> Array:
        """The chosen words as float64. Words must ascend."""
        return self._numbers(words, np.float64, _FLOAT, "a number")

    def integers(self, words: Ints) -> Array:
        """The chosen words as int64; beyond its range the largest. Words must ascend."""
        return self._numbers(words, np.int64, _INTEGER, "a whole number")

    def refuse(self, word: int, needed: str) -> FileFormatError:
        """The error that quotes a word and its line, and says what was needed there."""
        quoted = self[word][:_QUOTED_LETTERS].decode("utf-8", "replace")
        return FileFormatError(f"Line {self.line_number(word)} has '{quoted}'; {needed}")

    def refuse_unreadable(self, words: Ints, spelling: re.Pattern[bytes], needed: str) -> FileFormatError:
        """The error for the first of the words that is not spelled so."""
        unreadable = (word for word in words.tolist() if not spelling.fullmatch(self[word]))
        return self.refuse(next(unreadable, int(words[0])), f"{needed} is needed there.")

    def _numbers(self, words: Ints, dtype: Any, spelling: re.Pattern[bytes], needed: str) -> Array:
        numbers = parsed_numbers(self.letters(words), dtype, len(words))
        if numbers is None:
            raise self.refuse_unreadable(words, spelling, needed)
        return numbers


def checked_text(data: bytes) -> bytes:
    """The bytes with each kind of line end as one newline byte and no byte-order mark, of the same length."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data:
        raise FileFormatError(
            f"Byte {max(data.find(0), 0)} shows that this is not plain text; save it as ASCII or UTF-8."
        )
    if data[:3] == b"\xef\xbb\xbf":
        data = b"   " + data[3:]
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n ").replace(b"\r", b"\n")
    return data


def parsed_numbers(letters: Array, dtype: Any, count: int) -> Array | None:
    """The numbers in a text, or None if they are not exactly count many."""
    if count == 0:
        return np.zeros(0, dtype=dtype)
    try:
        numbers = np.fromstring(letters.tobytes(), dtype=dtype, sep=" ")
    except (ValueError, DeprecationWarning):
        # Older numpy warns of what newer refuses; the count shows it either way.
        return None
    return numbers if len(numbers) == count else None


def decoded_name(name: bytes) -> str:
    """A name from a file: UTF-8, or where that fails Latin-1, which cannot fail."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("latin-1")


def inside(begins: Ints, ends: Ints, size: int) -> Array:
    """(size,) bool: true from begins[i] up to, without, ends[i]. The ranges ascend and do not overlap."""
    bounds = np.concatenate([[0], np.column_stack([begins, ends]).ravel(), [size]])
    return np.repeat(np.arange(len(bounds) - 1) % 2 == 1, np.diff(bounds))


def spaces(chars: Array) -> Array:
    """Which letters (uint8) of a checked text part words: blank, tab, newline, vertical tab, form feed."""
    return (chars == _SPACE) | (chars - np.uint8(_TAB) <= _FORM_FEED - _TAB)


def _without_comments(chars: Array, letter: int) -> Array:
    marks = np.flatnonzero(chars == letter)
    breaks = np.flatnonzero(chars == _NEWLINE)
    line, first_mark = np.unique(np.searchsorted(breaks, marks), return_index=True)
    blanked = chars.copy()
    for begin, end in zip(marks[first_mark].tolist(), breaks[line].tolist(), strict=True):
        blanked[begin:end] = _SPACE
    return blanked
