"""Colours of vertices, normals at corners, and objects as parts, in the words of an OBJ file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.appearance import Layer, Node, Part
from pliant.arrays import Ints
from pliant.io.vertex_values import linear_of_srgb
from pliant.io.words import Words
from pliant.mesh import Mesh

# Words of a line `v x y z r g b`; four are a weight, and seven have several meanings.
_COLOURED = 7


def colours_of_words(words: Words, v_lines: Ints, corners: Ints) -> dict[str, Layer]:
    """The layer "colour0" from lines `v x y z r g b`, by corners (c,); nothing if no vertex has a colour.

    Colours are those of screens, from 0 to 1, or to 255 if one is above 1.
    """
    first = words.first[v_lines]
    coloured = words.first[v_lines + 1] - first == _COLOURED
    if not coloured.any():
        return {}
    numbers = words.floats((first[coloured][:, None] + np.arange(4, _COLOURED)).ravel()).reshape(-1, 3)
    if not np.isfinite(numbers).all() or numbers.min() < 0:
        return {}
    row = np.where(coloured, np.cumsum(coloured) - 1, -1)
    values = linear_of_srgb(numbers / 255 if numbers.max() > 1 else numbers)
    return {"colour0": Layer.of(values, row[corners])}


def normals_of_words(words: Words, numbers: Ints, line: Ints) -> dict[str, Layer]:
    """The layer "normal" from lines `vn x y z`; nothing if no corner has one.

    numbers: (c,) the normal of every corner, from 1, or back from -1; 0 for none
    line:    (c,) the line of every corner
    A normal that is not in the file is none.
    """
    lines = words.lines_led_by(b"vn")
    first = words.first[lines] + 1
    if not len(lines) or (words.first[lines + 1] - first < 3).any():
        return {}
    values = words.floats((first[:, None] + np.arange(3)).ravel()).reshape(-1, 3)
    rows = np.where(
        numbers > 0, numbers - 1, np.where(numbers < 0, np.searchsorted(lines, line) + numbers, -1)
    )
    rows = np.where((rows >= 0) & (rows < len(values)), rows, -1)
    damaged = np.flatnonzero(~np.isfinite(values).all(axis=1))
    rows[np.isin(rows, damaged)] = -1
    return {"normal": Layer.of(values, rows)} if (rows >= 0).any() else {}


def parts_of_objects(
    mesh: Mesh, objects: Sequence[tuple[str, int, int]]
) -> tuple[tuple[Node, ...], tuple[Part, ...]]:
    """The objects of a file as parts, each on a node of its own; none if their vertices or faces mix.

    objects: name, first polygon, and the polygon after the last, of each
    """
    if not objects or objects[0][1] != 0:
        return (), ()
    used = [mesh.polygons.corners[mesh.polygons.starts[a] : mesh.polygons.starts[b]] for _, a, b in objects]
    lowest, highest = [int(rows.min()) for rows in used], [int(rows.max()) for rows in used]
    if any(high >= low for high, low in zip(highest, lowest[1:], strict=False)):
        return (), ()
    bounds = [0, *lowest[1:], mesh.n]
    nodes = tuple(Node(name) for name, _, _ in objects)
    parts = tuple(
        Part(name, i, (bounds[i], bounds[i + 1]), (begin, end))
        for i, (name, begin, end) in enumerate(objects)
    )
    return nodes, parts
