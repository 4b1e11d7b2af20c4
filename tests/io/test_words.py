"""Words and numbers of a text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliant.errors import FileFormatError
from pliant.io.words import Words, inside


@given(st.text(alphabet=" \t\n\r\v\fab#1.\\").map(str.encode))
def test_words_and_lines_are_those_of_python(text):
    words = Words.of(text)
    assert [words[i] for i in range(len(words))] == text.split()
    lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    found = [[words[i] for i in range(a, b)] for a, b in zip(words.first[:-1], words.first[1:], strict=True)]
    assert found == [line.split() for line in lines]
    numbers = [number for number, line in enumerate(lines, start=1) for _ in line.split()]
    assert [words.line_number(i) for i in range(len(words))] == numbers


@given(st.text(alphabet=" \nab#").map(str.encode))
def test_comments_end_with_their_line(text):
    words = Words.of(text, comment=b"#")
    expected = [word for line in text.split(b"\n") for word in line.partition(b"#")[0].split()]
    assert [words[i] for i in range(len(words))] == expected


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False)))
def test_floats_are_read_to_the_last_bit(numbers):
    words = Words.of("\n".join(map(repr, numbers)).encode())
    np.testing.assert_array_equal(words.floats(np.arange(len(words))), np.array(numbers, dtype=np.float64))


@given(st.lists(st.integers(-(2**63) + 1, 2**63 - 1)))
def test_integers_are_read_exactly(numbers):
    words = Words.of(" ".join(map(str, numbers)).encode())
    assert words.integers(np.arange(len(words))).tolist() == numbers


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8))
def test_inside_marks_the_ranges(gaps_and_lengths):
    begins, ends, here, marked = [], [], 0, []
    for gap, length in gaps_and_lengths:
        begins.append(here + gap)
        marked += range(here + gap, here + gap + length)
        here += gap + length
        ends.append(here)
    found = inside(np.array(begins, dtype=np.int64), np.array(ends, dtype=np.int64), here + 2)
    assert np.flatnonzero(found).tolist() == marked


@pytest.mark.parametrize("data", [b"v 1\0", "v 1".encode("utf-16"), "v 1".encode("utf-16-be")])
def test_what_is_no_text_is_called_so(data):
    with pytest.raises(FileFormatError, match="not plain text"):
        Words.of(data)


@pytest.mark.parametrize("word", [b"1_0", b"0x1", b"1,5", b"1e", b"--1", b"1.0.0", b"\x01"])
def test_a_word_that_is_no_number_is_quoted_with_its_line(word):
    words = Words.of(b"1 2\n3 " + word + b" 4")
    with pytest.raises(FileFormatError, match="Line 2 has"):
        words.floats(np.arange(len(words)))
