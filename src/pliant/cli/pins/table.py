"""Pins as a table in CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence

import numpy as np

from pliant.cli.pins.pin import Pins, PlacedPin, Spot
from pliant.errors import FileFormatError

COLUMNS = ("frame", "vertex", "triangle", "b0", "b1", "b2", "x", "y", "z", "dx", "dy", "dz")

# A place, and whether it is a shift, in each frame; the frame '' stands for all.
Way = dict[str, tuple[list[float], bool]]


def pins_of_csv(text: str) -> Pins:
    """The pins of a table whose header names some of COLUMNS."""
    rows = csv.DictReader(text.splitlines(), skipinitialspace=True, restkey="more cells than columns")
    unknown = [name for name in rows.fieldnames or ["nothing"] if name not in COLUMNS]
    if unknown:
        raise FileFormatError(f"The header names {', '.join(unknown)}; the columns are {', '.join(COLUMNS)}.")
    ways: dict[Spot, Way] = {}
    for row in rows:
        if len(row) > len(rows.fieldnames or ()):
            raise FileFormatError(f"Line {rows.line_num} has more cells than the header; check its commas.")
        way = ways.setdefault(_spot(row, rows.line_num), {})
        frame = (row.get("frame") or "").strip()
        if frame in way:
            raise FileFormatError(f"Line {rows.line_num} repeats a point in the same frame; give one place.")
        way[frame] = _place(row, rows.line_num)
    names = list(dict.fromkeys(frame for way in ways.values() for frame in way if frame))
    return Pins.of([_pin(spot, way, names) for spot, way in ways.items()], names)


def _pin(spot: Spot, way: Way, names: Sequence[str]) -> PlacedPin:
    frames = [""] if "" in way else names
    if way.keys() != set(frames):
        missing = sorted(set(names) - way.keys())
        what = f"vertex {spot.vertex}" if spot.vertex is not None else f"triangle {spot.triangle}"
        raise FileFormatError(
            f"The pin on {what} has a place in some frames, but not in {', '.join(missing)}; give one row "
            "for each frame, or a single row without a frame."
        )
    vectors = np.array([way[frame][0] for frame in frames])
    return PlacedPin(spot, vectors, np.array([way[frame][1] for frame in frames]))


def _spot(row: Mapping[str, str | None], line: int) -> Spot:
    vertex, triangle = _numbers(row, ("vertex",), line), _numbers(row, ("triangle",), line)
    weights = _numbers(row, ("b0", "b1", "b2"), line)
    whole = [*(vertex or []), *(triangle or [])]
    if len(whole) != 1 or not whole[0].is_integer() or (triangle is None) != (weights is None):
        raise FileFormatError(
            f"Line {line} names no point; a vertex number is needed, or a triangle number with b0, b1 and b2."
        )
    if weights is None:
        return Spot(vertex=int(whole[0]))
    return Spot(triangle=int(whole[0]), barycentric=tuple(weights))


def _place(row: Mapping[str, str | None], line: int) -> tuple[list[float], bool]:
    at, by = _numbers(row, ("x", "y", "z"), line), _numbers(row, ("dx", "dy", "dz"), line)
    if at is not None and by is not None:
        raise FileFormatError(
            f"Line {line} has both a place x, y, z and a shift dx, dy, dz; give one of them."
        )
    return (at, False) if at is not None else (by or [0.0, 0.0, 0.0], True)


def _numbers(row: Mapping[str, str | None], columns: Sequence[str], line: int) -> list[float] | None:
    """The numbers in the columns, or None where all of them are empty."""
    cells = [(row.get(column) or "").strip() for column in columns]
    if not any(cells):
        return None
    try:
        return [float(cell) for cell in cells]
    except ValueError as problem:
        raise FileFormatError(
            f"Line {line} has '{', '.join(cells)}' for {', '.join(columns)}; numbers are needed."
        ) from problem
