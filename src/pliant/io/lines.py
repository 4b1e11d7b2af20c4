"""Rows of numbers as lines of text, spelled so that reading gives the same bits."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.core.arrays import Array
from pliant.core.mesh import Polygons

# Lines formatted in one go: enough to be fast, few enough to need little memory.
LINES_AT_ONCE = 65536


def lines_of_rows(pattern: str, rows: Array) -> Iterator[bytes]:
    """The pattern filled with each row in turn, as pieces of text."""
    for begin in range(0, len(rows), LINES_AT_ONCE):
        some = rows[begin : begin + LINES_AT_ONCE]
        yield (pattern * len(some) % tuple(some.ravel().tolist())).encode("ascii")


def lines_of_polygons(polygons: Polygons) -> Iterator[bytes]:
    """A line per polygon: its number of corners, then their vertices from 0, as pieces of text."""
    for begin in range(0, len(polygons), LINES_AT_ONCE):
        starts = polygons.starts[begin : begin + LINES_AT_ONCE + 1]
        sizes = (starts[1:] - starts[:-1]).tolist()
        patterns = {size: f"{size}{' %d' * size}\n" for size in set(sizes)}
        pattern = "".join(patterns[size] for size in sizes)
        yield (pattern % tuple(polygons.corners[starts[0] : starts[-1]].tolist())).encode("ascii")
