"""The words and numbers of a text file, read without a loop over lines.

The position of every word is kept, so that errors can name its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError

_NEWLINE, _SPACE = ord("\n"), ord(" ")
_TAB, _FORM_FEED = ord("\t"), ord("\f")

# What numpy.fromstring accepts; only used to find the word that it did not.
_FLOAT = re.compile(rb"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|nan|inf(inity)?)", re.IGNORECASE)
_INTEGER = re.compile(rb"[+-]?\d+")

# An error quotes at most so many letters of a word.
_QUOTED_LETTERS = 40
# The letters of the names in one line: the groups of a face, or the path of a file.
_LONGEST_LINE = 1 << 16


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a text, which are separated by spaces.

    raw:    the text with one newline byte for every line end, as long as the file; lines are counted in it
    text:   raw with blanks for the line ends of continued lines; names are taken from it
    chars:  (b,) uint8, text with blanks for comments and a newline at the end
    starts: (t,) position in chars of the first letter of each word
    ends:   (t,) position in chars after the last letter of each word
    first:  (l+1,) line i has the words from first[i] up to, without, first[i+1]
    lines:  (l+1,) position in chars where each line begins
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

        comment:      the letter that begins a comment, which ends with its line; nothing for none
        continuation: the letter at the end of a line that joins it to the next; nothing for none
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
        """(…,) the lines that have at least one word."""
        return np.flatnonzero(np.diff(self.first) > 0)

    def lines_led_by(self, keyword: bytes) -> Ints:
        """(…,) the lines whose first word is the keyword."""
        lines = self.filled_lines()
        heads = self.starts[self.first[lines]]
        same = self.ends[self.first[lines]] - heads == len(keyword)
        lines, heads = lines[same], heads[same]
        same = np.ones(len(lines), dtype=bool)
        for i, letter in enumerate(keyword):
            same &= self.chars[heads + i] == letter
        return lines[same]

    def rest_of_line(self, line: int) -> bytes:
        """The text after the first word of a line, including comments; raises an error for a long one."""
        begin, end = int(self.ends[self.first[line]]), int(self.lines[line + 1] - 1)
        if end - begin > _LONGEST_LINE:
            raise self.refuse(
                int(self.first[line]),
                f"{end - begin} letters follow it, but names have at most {_LONGEST_LINE}.",
            )
        return self.text[begin:end].strip()

    def line_number(self, word: int) -> int:
        """The number of a word's line in the file, from 1."""
        return self.raw.count(b"\n", 0, int(self.starts[word])) + 1

    def letters(self, words: Ints) -> Array:
        """(…,) uint8, the letters of some words, each with the space after it; words must ascend."""
        return self.chars[inside(self.starts[words], self.ends[words] + 1, len(self.chars))]

    def floats(self, words: Ints) -> Array:
        """(w,) float64, the numbers that some words spell; words must ascend."""
        return self._numbers(words, np.float64, _FLOAT, "a number")

    def integers(self, words: Ints) -> Array:
        """(w,) int64, the whole numbers that some words spell, clipped to their range; words must ascend."""
        return self._numbers(words, np.int64, _INTEGER, "a whole number")

    def refuse(self, word: int, needed: str) -> FileFormatError:
        """The error that quotes a word, names its line, and says what is needed there."""
        quoted = self[word][:_QUOTED_LETTERS].decode("utf-8", "replace")
        return FileFormatError(f"Line {self.line_number(word)} has '{quoted}'; {needed}")

    def refuse_unreadable(self, words: Ints, spelling: re.Pattern[bytes], needed: str) -> FileFormatError:
        """The error for the first of some words that does not match the spelling."""
        unreadable = (word for word in words.tolist() if not spelling.fullmatch(self[word]))
        return self.refuse(next(unreadable, int(words[0])), f"{needed} is needed there.")

    def _numbers(self, words: Ints, dtype: Any, spelling: re.Pattern[bytes], needed: str) -> Array:
        numbers = parsed_numbers(self.letters(words), dtype, len(words))
        if numbers is None:
            raise self.refuse_unreadable(words, spelling, needed)
        return numbers


def check_corners(words: Words, first: Ints, sizes: Ints, n: int) -> None:
    """Refuse a face of far more corners than there are vertices, before memory is taken for them.

    first: (m,) a word of each face, for errors; sizes: (m,) its corners; n: how many vertices there are
    """
    # A hole is cut into a face along a seam, whose ends are corners twice.
    bad = np.flatnonzero(sizes > 3 * max(n, 1))
    if len(bad):
        raise words.refuse(
            int(first[bad[0]]), f"its face has {sizes[bad[0]]} corners, but the file has {n} vertices."
        )


def checked_text(data: bytes) -> bytes:
    """The bytes with one newline byte for every line end and no byte-order mark; refuses binary files."""
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
    """(count,) the numbers in a text of uint8 letters; None if it holds another count of them."""
    if count == 0:
        return np.zeros(0, dtype=dtype)
    try:
        numbers = np.fromstring(letters.tobytes(), dtype=dtype, sep=" ")
    except (ValueError, DeprecationWarning):
        # Older numpy warns of what newer refuses; the count shows it either way.
        return None
    return numbers if len(numbers) == count else None


def decoded_name(name: bytes) -> str:
    """A name from a file, read as UTF-8 or, if that fails, as Latin-1, which cannot fail."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("latin-1")


def inside(begins: Ints, ends: Ints, size: int) -> Array:
    """(size,) bool, true from begins[i] up to, without, ends[i]; the ranges ascend and do not overlap."""
    bounds = np.concatenate([[0], np.column_stack([begins, ends]).ravel(), [size]])
    return np.repeat(np.arange(len(bounds) - 1) % 2 == 1, np.diff(bounds))


def spaces(chars: Array) -> Array:
    """(b,) bool, which letters (b,) uint8 separate words: blank, tab, newline, vertical tab, form feed."""
    return (chars == _SPACE) | (chars - np.uint8(_TAB) <= _FORM_FEED - _TAB)


def _without_comments(chars: Array, letter: int) -> Array:
    marks = np.flatnonzero(chars == letter)
    breaks = np.flatnonzero(chars == _NEWLINE)
    line, first_mark = np.unique(np.searchsorted(breaks, marks), return_index=True)
    return np.where(inside(marks[first_mark], breaks[line], len(chars)), np.uint8(_SPACE), chars)
