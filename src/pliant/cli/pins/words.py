"""Pins and frozen vertices as they are written in options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.cli.console import usage
from pliant.cli.pins.files import text_of
from pliant.cli.pins.pin import Pin, Spot
from pliant.errors import FileFormatError

# Vertices; a slip of the finger should not fill the memory.
WIDEST_RANGE = 50_000_000


def pins_of_options(pin: Sequence[str], drag: Sequence[str], move: Sequence[str]) -> list[Pin]:
    """The pins of the options --pin, --drag and --move, in this order."""
    try:
        held = [Pin.held(Spot(vertex)) for text in pin for vertex in vertex_numbers(text)]
    except ValueError as problem:
        raise usage(str(problem), "--pin") from problem
    dragged = [Pin.dragged(*_vertex_and_vector(text, "--drag")) for text in drag]
    return held + dragged + [Pin.moved(*_vertex_and_vector(text, "--move")) for text in move]


def frozen_vertices(text: str, regions: Mapping[str, Ints]) -> Ints:
    """The vertices that --freeze names: one of the regions, a file of numbers, or numbers."""
    if text in regions:
        return regions[text]
    path = Path(text)
    in_file = path.is_file()
    words = text_of(path).strip("[] \t\r\n") if in_file else text
    try:
        return np.unique(np.array(vertex_numbers(words), dtype=np.int64))
    except ValueError as problem:
        if in_file:
            raise FileFormatError(f"{path}: {problem}") from problem
        groups = f"; the mesh has the groups {', '.join(regions)}" if regions else ""
        raise usage(
            f"'{text}' is no list of vertices such as 0-99,250, no file of them and no group{groups}.",
            "--freeze",
        ) from problem


def vertex_numbers(text: str) -> list[int]:
    """Numbers and ranges, as in '3,10-12': 3, 10, 11, 12. Raises ValueError for anything else."""
    numbers: list[int] = []
    for word in re.split(r"[\s,]+", text.strip(" \t\r\n,")):
        match = re.fullmatch(r"([0-9]{1,12})(?:-([0-9]{1,12}))?", word)
        if not match:
            raise ValueError(f"'{word}' is no vertex number, nor a range such as 10-12.")
        first, last = int(match[1]), int(match[2] or match[1])
        if not first <= last < first + WIDEST_RANGE:
            raise ValueError(f"The range '{word}' is empty, or wider than any mesh.")
        numbers.extend(range(first, last + 1))
    return numbers


def _vertex_and_vector(text: str, option: str) -> tuple[Spot, Floats]:
    point, _, place = text.partition("=")
    try:
        vector = np.array([[float(number) for number in place.split(",")]])
    except ValueError:
        vector = np.empty((1, 0))
    if not re.fullmatch(r"\s*[0-9]{1,12}\s*", point) or vector.shape != (1, 3):
        raise usage(f"'{text}' is not of the form VERTEX=x,y,z, as in 1730=0.1,0.9,-0.2.", option)
    return Spot(int(point)), vector
