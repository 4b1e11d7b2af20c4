"""Wavefront OBJ: polygons, texture coordinates per corner, groups and materials.

Normals, free-form curves, points and lines are not read. Only the name of a material is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError
from pliant.io.lines import LINES_AT_ONCE, lines_of_rows
from pliant.io.polygons import polygons_of_sizes
from pliant.io.words import Words, decoded_name, inside, parsed_numbers, spaces
from pliant.mesh import Mesh

# A line, and the names that it gives to the faces up to the next statement of its kind.
Statement = tuple[int, list[str]]

_CORNER = re.compile(rb"[+-]?\d+(/([+-]?\d+)?(/([+-]?\d+)?)?)?")
_SLASH, _SPACE = ord("/"), ord(" ")

# What a name cannot contain: a group's name has no spaces, a material's none at its ends,
# and a backslash at the end would join the next line to it.
_NOT_IN_GROUPS = re.compile(r"[\s\0]+|\\+$")
_NOT_IN_MATERIALS = re.compile(r"^\s+|[\s\\]+$|[\r\n\0]")


def mesh_of_obj(data: bytes) -> Mesh:
    """The mesh in an OBJ file, with vertices and faces in the order of the file.

    Both the `g` groups and the `o` object of a polygon become groups.
    """
    words = Words.of(data, comment=b"#", continuation=b"\\")
    v_lines, vt_lines, f_lines = (words.lines_led_by(keyword) for keyword in (b"v", b"vt", b"f"))
    V = _positions(words, v_lines)
    uv = _texture_coordinates(words, vt_lines)
    first = words.first[f_lines] + 1
    sizes = words.first[f_lines + 1] - first
    _check_lengths(words, f_lines, sizes, 3, "a face needs at least 3 corners.")
    corner_words = np.flatnonzero(inside(first, first + sizes, len(words)))
    fields = _fields(words, corner_words)
    line = np.repeat(f_lines, sizes)
    corners = _vertices_of_corners(words, corner_words, fields[:, 0], np.searchsorted(v_lines, line), len(V))
    uv_corners = _rows_of_corners(words, corner_words, fields[:, 1], np.searchsorted(vt_lines, line), len(uv))
    groups = [_statements(words, b"g", bytes.split), _statements(words, b"o", _whole)]
    return Mesh.of_polygons(
        V,
        polygons_of_sizes(corners, sizes),
        uv=uv if len(uv) else None,
        uv_corners=uv_corners if len(uv) else None,
        groups=_members(groups, f_lines),
        materials=_members([_statements(words, b"usemtl", _whole)], f_lines),
    )


def obj_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The text of an OBJ file, in pieces; reading it gives the same bits.

    A polygon with several materials keeps the last. A space in the name of a group becomes an underscore,
    because `g a b` names two groups.
    """
    yield b"# Pliant\n"
    yield from lines_of_rows("v %r %r %r\n", mesh.V)
    if mesh.uv is not None:
        yield from lines_of_rows("vt %r %r\n", mesh.uv)
    groups = _changes(_spelled(mesh.groups, _NOT_IN_GROUPS))
    materials = _changes(_spelled(mesh.materials, _NOT_IN_MATERIALS))
    count = len(mesh.polygons)
    cuts = {0, *groups, *materials, *range(0, count, LINES_AT_ONCE)}
    bounds = [*sorted(cut for cut in cuts if cut < count), count]
    for begin, end in pairwise(bounds):
        if begin in groups:
            yield " ".join(["g", *groups[begin]]).encode("utf-8", "replace") + b"\n"
        if begin in materials:
            yield " ".join(["usemtl", *materials[begin][-1:]]).encode("utf-8", "replace") + b"\n"
        yield _lines_of_faces(mesh, begin, end)


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


def _statements(words: Words, keyword: bytes, names: Callable[[bytes], list[bytes]]) -> list[Statement]:
    """The statements of a keyword; `names` cuts the rest of a line into names."""
    lines = words.lines_led_by(keyword).tolist()
    return [(line, [decoded_name(name) for name in names(words.rest_of_line(line))]) for line in lines]


def _whole(rest: bytes) -> list[bytes]:
    return [rest] if rest else []


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


def _spelled(members: Mapping[str, Ints], forbidden: re.Pattern[str]) -> dict[str, Ints]:
    """The same members under names that an OBJ file can hold, which stay different from each other."""
    spelled: dict[str, Ints] = {}
    for name, rows in members.items():
        spelling = forbidden.sub("_", name) or "_"
        while spelling in spelled:
            spelling += "_"
        spelled[spelling] = rows
    return spelled


def _changes(members: Mapping[str, Ints]) -> dict[int, list[str]]:
    """polygon -> the names that hold from it on, in the order of members, wherever they change."""
    order = {name: i for i, name in enumerate(members)}
    switched: dict[int, list[str]] = {}
    for name, rows in members.items():
        inner = np.unique(rows)
        ends = np.setdiff1d(inner + 1, inner)
        for polygon in [*np.setdiff1d(inner, inner + 1).tolist(), *ends.tolist()]:
            switched.setdefault(polygon, []).append(name)
    active: set[str] = set()
    changes: dict[int, list[str]] = {}
    for polygon in sorted(switched):
        active ^= set(switched[polygon])
        changes[polygon] = sorted(active, key=order.__getitem__)
    return changes


def _lines_of_faces(mesh: Mesh, begin: int, end: int) -> bytes:
    """The lines `f v/vt …` of the polygons from begin up to, without, end."""
    starts = mesh.polygons.starts[begin : end + 1]
    corners = mesh.polygons.corners[starts[0] : starts[-1]]
    uv_rows = (
        np.full(len(corners), -1) if mesh.uv_corners is None else mesh.uv_corners[starts[0] : starts[-1]]
    )
    pattern = np.where(uv_rows >= 0, " %d/%d", " %d").astype(object)
    pattern[starts[:-1] - starts[0]] = "\nf" + pattern[starts[:-1] - starts[0]]
    numbers = np.stack([corners, uv_rows], axis=1) + 1
    given = np.stack([np.ones(len(corners), dtype=bool), uv_rows >= 0], axis=1)
    text = "".join(pattern.tolist()) % tuple(numbers[given].tolist())
    return text.lstrip("\n").encode("ascii") + b"\n"
