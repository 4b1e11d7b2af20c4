"""Object File Format (OFF): polygons, in the variants with colours, normals and texture coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.lines import lines_of_polygons, lines_of_rows
from pliant.io.polygons import polygons_of_sizes
from pliant.io.words import Words, check_corners, inside
from pliant.mesh import Mesh

# The prefixes of Geomview: texture coordinates, colours, normals, a fourth coordinate, a dimension.
_KEYWORD = re.compile(rb"(ST)?(C)?(N)?(4)?(n)?OFF")


def mesh_of_off(data: bytes) -> Mesh:
    """The mesh in an OFF file, with vertices and faces in the order of the file.

    Every vertex and face has a line. Colours and normals are not read. The last two numbers of a vertex in an
    STOFF file are its texture coordinates.
    """
    _check_variant(data)
    words = Words.of(data, comment=b"#")
    counts_word, counts_line = _counts(words)
    n, m = words.integers(counts_word + np.arange(2)).tolist()
    lines = words.filled_lines()
    lines = lines[np.searchsorted(lines, counts_line, side="right") :]
    if n < 0 or m < 0 or n + m > len(lines):
        raise words.refuse(
            counts_word, f"{n} vertices and {m} faces are announced, but {len(lines)} lines follow."
        )
    first, ends = words.first[lines], words.first[lines + 1]
    _check(words, first[:n], ends[:n] - first[:n] >= 3, "a vertex needs x, y and z.")
    V = words.floats((first[:n, None] + np.arange(3)).ravel()).reshape(-1, 3)
    heads, room = first[n : n + m], (ends - first)[n : n + m] - 1
    sizes = words.integers(heads)
    fitting = (sizes >= 3) & (sizes <= room)
    _check(words, heads, fitting, "a face needs its number of corners, at least 3, and so many vertices.")
    check_corners(words, heads, sizes, n)
    corners = words.integers(np.flatnonzero(inside(heads + 1, heads + 1 + sizes, len(words))))
    uv = None
    if words[0].startswith(b"ST"):
        _check(words, first[:n], ends[:n] - first[:n] >= 5, "a vertex needs x, y, z, s and t.")
        uv = words.floats((ends[:n, None] + np.arange(-2, 0)).ravel()).reshape(-1, 2)
    return Mesh.of_polygons(
        V, polygons_of_sizes(corners, sizes), uv=uv, uv_corners=None if uv is None else corners
    )


def off_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The text of an OFF file with positions and polygons, in pieces."""
    yield f"OFF\n{mesh.n} {len(mesh.polygons)} 0\n".encode("ascii")
    yield from lines_of_rows("%r %r %r\n", mesh.V)
    yield from lines_of_polygons(mesh.polygons)


def _check_variant(data: bytes) -> None:
    """Refuse binary files, and files whose vertices are not three numbers."""
    header = data[:64].split()
    keyword = _KEYWORD.fullmatch(header[0]) if header else None
    if keyword and b"BINARY" in header[1:2]:
        raise UnsupportedFormatError("This OFF file is binary; save it as text.")
    if keyword and (keyword[4] or keyword[5]):
        raise UnsupportedFormatError(
            f"This is a {keyword[0].decode()} file, whose vertices are not three numbers; save it as OFF."
        )


def _counts(words: Words) -> tuple[int, int]:
    """The word that counts the vertices, and its line; the keyword before it may be missing."""
    word = 1 if len(words) and _KEYWORD.fullmatch(words[0]) else 0
    if len(words) < word + 2 or not words[word].isdigit():
        raise FileFormatError("No counts were found; an OFF file begins with 'OFF' and '8 6 0', say.")
    return word, int(np.searchsorted(words.first, word, side="right")) - 1


def _check(words: Words, first: Ints, fitting: Array, needed: str) -> None:
    bad = np.flatnonzero(~fitting)
    if len(bad):
        raise words.refuse(int(first[bad[0]]), f"in this line, {needed}")
