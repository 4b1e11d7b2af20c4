"""The mesh in an OBJ file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError
from pliant.io.obj.look import colours_of_words, normals_of_words, parts_of_objects
from pliant.io.obj.mtl_reader import libraries_of_names
from pliant.io.polygons import polygons_of_sizes
from pliant.io.words import Words, check_corners, decoded_name, inside, parsed_numbers, spaces
from pliant.mesh import Mesh

# A line, and the names that it gives to the faces up to the next statement of its kind.
Statement = tuple[int, list[str]]

_CORNER = re.compile(rb"[+-]?\d+(/([+-]?\d+)?(/([+-]?\d+)?)?)?")
# Libraries of materials that a file may name.
_MOST_LIBRARIES = 1000
_SLASH, _SPACE = ord("/"), ord(" ")


def mesh_of_obj(data: bytes, folder: Path | None = None) -> Mesh:
    """The mesh in an OBJ file, with vertices and faces in the order of the file.

    folder: where its libraries of materials are; None to leave out what does not concern its shape
    Both the `g` groups and the `o` object of a polygon become groups.
    """
    words = Words.of(data, comment=b"#", continuation=b"\\")
    v_lines, vt_lines, f_lines = (words.lines_led_by(keyword) for keyword in (b"v", b"vt", b"f"))
    V = _positions(words, v_lines)
    uv = _texture_coordinates(words, vt_lines)
    first = words.first[f_lines] + 1
    sizes = words.first[f_lines + 1] - first
    _check_lengths(words, f_lines, sizes, 3, "a face needs at least 3 corners.")
    check_corners(words, first, sizes, len(V))
    corner_words = np.flatnonzero(inside(first, first + sizes, len(words)))
    fields = _fields(words, corner_words)
    line = np.repeat(f_lines, sizes)
    corners = _vertices_of_corners(words, corner_words, fields[:, 0], np.searchsorted(v_lines, line), len(V))
    uv_corners = _rows_of_corners(words, corner_words, fields[:, 1], np.searchsorted(vt_lines, line), len(uv))
    objects = _statements_of_faces(words, b"o", _whole, f_lines)
    groups = [_statements_of_faces(words, b"g", bytes.split, f_lines), objects]
    mesh = Mesh.of_polygons(
        V,
        polygons_of_sizes(corners, sizes),
        uv=uv if len(uv) else None,
        uv_corners=uv_corners if len(uv) else None,
        groups=_members(groups, f_lines),
        materials=_members([_statements_of_faces(words, b"usemtl", _whole, f_lines)], f_lines),
    )
    if folder is None:
        return mesh
    mtllib = words.lines_led_by(b"mtllib")[:_MOST_LIBRARIES]
    libraries = [name for _, names in _statements(words, mtllib, _whole) for name in names]
    layers = {**colours_of_words(words, v_lines, corners), **normals_of_words(words, fields[:, 2], line)}
    nodes, parts = parts_of_objects(mesh, _members_in_order(objects, f_lines))
    look = libraries_of_names(folder, libraries)
    return mesh.with_appearance(replace(look, layers=layers, nodes=nodes, parts=parts))


def _positions(words: Words, lines: Ints) -> Array:
    """(n, 3) positions from the lines `v x y z …`; further numbers are weights or colours."""
    if not len(lines):
        raise FileFormatError("No vertex was found; an OBJ file has lines such as 'v 0.5 1 0'.")
    first = words.first[lines] + 1
    _check_lengths(words, lines, words.first[lines + 1] - first, 3, "a vertex needs x, y and z.")
    return words.floats((first[:, None] + np.arange(3)).ravel()).reshape(-1, 3)


def _texture_coordinates(words: Words, lines: Ints) -> Array:
    """(t, 2) texture coordinates from the lines `vt u [v [w]]`; a missing v is 0."""
    first = words.first[lines] + 1
    sizes = words.first[lines + 1] - first
    _check_lengths(words, lines, sizes, 1, "a texture coordinate needs u and v.")
    chosen = first[:, None] + np.arange(2)
    given = np.arange(2) < sizes[:, None]
    uv = np.zeros((len(lines), 2))
    uv[given] = words.floats(chosen[given])
    return uv


def _check_lengths(words: Words, lines: Ints, sizes: Ints, least: int, needed: str) -> None:
    short = np.flatnonzero(sizes < least)
    if len(short):
        keyword = int(words.first[lines[short[0]]])
        raise words.refuse(keyword, f"{sizes[short[0]]} entries follow it, but {needed}")


def _fields(words: Words, corner_words: Ints) -> Ints:
    """(c, 3) the numbers of every corner `v/vt/vn`, 0 for a missing one."""
    letters = words.letters(corner_words)
    slashes = np.flatnonzero(letters == _SLASH)
    ends = np.flatnonzero(spaces(letters))
    plain = letters.copy()
    plain[slashes] = _SPACE
    # The letters that begin a number; its field is how many slashes of its word precede it.
    gap = spaces(plain)
    begins = np.flatnonzero(~gap & np.append(True, gap[:-1]))
    word = np.searchsorted(ends, begins)
    before_word = np.searchsorted(slashes, np.append(0, ends[:-1]))
    field = np.searchsorted(slashes, begins) - before_word[word]
    numbers = parsed_numbers(plain, np.int64, len(begins))
    if numbers is None or field.max(initial=0) > 2:
        raise words.refuse_unreadable(corner_words, _CORNER, "a corner such as 7, 7/4 or 7/4/9")
    fields = np.zeros((len(corner_words), 3), dtype=np.int64)
    fields[word, field] = numbers
    return fields


def _vertices_of_corners(words: Words, corner_words: Ints, numbers: Ints, seen: Ints, count: int) -> Ints:
    """(c,) vertices from 0; numbers count from 1, or if negative back from the vertices `seen` so far."""
    rows = np.where(numbers > 0, numbers - 1, seen + numbers)
    bad = np.flatnonzero((numbers == 0) | (rows < 0) | (rows >= count))
    if len(bad):
        raise words.refuse(
            int(corner_words[bad[0]]),
            f"the file has {count} vertices there, numbered from 1, or back from -1.",
        )
    return rows


def _rows_of_corners(words: Words, corner_words: Ints, numbers: Ints, seen: Ints, count: int) -> Ints:
    """(c,) rows of the texture coordinates from 0, -1 for corners without; the arguments are as above."""
    rows = np.where(numbers > 0, numbers - 1, np.where(numbers < 0, seen + numbers, -1))
    bad = np.flatnonzero((numbers != 0) & ((rows < 0) | (rows >= count)))
    if len(bad):
        raise words.refuse(
            int(corner_words[bad[0]]), f"the file has {count} texture coordinates, numbered from 1."
        )
    return rows


def _statements_of_faces(
    words: Words, keyword: bytes, names: Callable[[bytes], list[bytes]], f_lines: Ints
) -> list[Statement]:
    """The statements of a keyword that stand before a face, or end those before; f_lines: of all faces."""
    lines = words.lines_led_by(keyword)
    bounds = np.append(np.searchsorted(f_lines, lines), len(f_lines))
    return _statements(words, lines[bounds[:-1] < bounds[1:]], names)


def _statements(words: Words, lines: Ints, names: Callable[[bytes], list[bytes]]) -> list[Statement]:
    """The statements in some lines; `names` cuts the rest of a line into names."""
    rests = ((line, words.rest_of_line(line)) for line in lines.tolist())
    return [(line, [decoded_name(name) for name in names(rest)]) for line, rest in rests]


def _whole(rest: bytes) -> list[bytes]:
    return [rest] if rest else []


def _members_in_order(statements: list[Statement], f_lines: Ints) -> list[tuple[str, int, int]]:
    """Name, first face, and the face after the last, of every statement that has faces."""
    bounds = [*np.searchsorted(f_lines, [line for line, _ in statements]).tolist(), len(f_lines)]
    ranges = zip(statements, bounds[:-1], bounds[1:], strict=True)
    return [(" ".join(names), begin, end) for (_, names), begin, end in ranges if begin < end]


def _members(kinds: Sequence[list[Statement]], f_lines: Ints) -> dict[str, Ints]:
    """name -> (…,) faces; f_lines (m,) are the lines of all faces."""
    ranges: dict[str, list[Ints]] = {}
    for statements in kinds:
        bounds = [
            *np.searchsorted(f_lines, [line for line, _ in statements]).tolist(),
            len(f_lines),
        ]
        for (_, names), begin, end in zip(statements, bounds[:-1], bounds[1:], strict=True):
            for name in names if begin < end else []:
                ranges.setdefault(name, []).append(np.arange(begin, end))
    return {name: np.unique(np.concatenate(rows)) for name, rows in ranges.items()}
