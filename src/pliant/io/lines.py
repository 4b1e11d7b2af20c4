"""Rows of numbers as lines of text; reading them gives the same bits."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.arrays import Array
from pliant.mesh import Polygons

# Lines formatted in one go: enough to be fast, few enough to need little memory.
LINES_AT_ONCE = 65536


def lines_of_rows(pattern: str, rows: Array) -> Iterator[bytes]:
    """The text of all rows (r, c), in pieces; pattern formats one row, such as "v %r %r %r\\n"."""
    for begin in range(0, len(rows), LINES_AT_ONCE):
        some = rows[begin : begin + LINES_AT_ONCE]
        yield (pattern * len(some) % tuple(some.ravel().tolist())).encode("ascii")


def lines_of_polygons(polygons: Polygons) -> Iterator[bytes]:
    """A line of text per polygon, in pieces: the number of its corners, then their vertices from 0."""
    for begin in range(0, len(polygons), LINES_AT_ONCE):
        starts = polygons.starts[begin : begin + LINES_AT_ONCE + 1]
        sizes = (starts[1:] - starts[:-1]).tolist()
        patterns = {size: f"{size}{' %d' * size}\n" for size in set(sizes)}
        pattern = "".join(patterns[size] for size in sizes)
        yield (pattern % tuple(polygons.corners[starts[0] : starts[-1]].tolist())).encode("ascii")
