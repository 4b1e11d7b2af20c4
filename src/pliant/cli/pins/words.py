"""Pins and frozen vertices as they are written in options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pliant.anchors import numbered
from pliant.arrays import Floats, Ints
from pliant.cli.console import usage
from pliant.cli.pins.files import text_of
from pliant.cli.pins.pin import Pins, PlacedPin, Spot
from pliant.errors import AnchorError, FileFormatError, OptionError
from pliant.pins import Line, Pin, Plane

# Vertices; a slip of the finger should not fill the memory.
WIDEST_RANGE = 50_000_000
PLACE = "VERTEX=x,y,z, as in 1730=0.1,0.9,-0.2, nose=0.1,0.9,-0.2 or 1730@0.5=0.1,0.9,-0.2"
SLIDE = "VERTEX=plane:x,y,z (its normal) or VERTEX=line:x,y,z (its direction), as in 412=plane:0,1,0"
TURN = "VERTEX=x,y,z, the angles of a rotation vector in degrees, as in 412=0,30,0"
SLIDES = {"plane": Plane, "line": Line}


def pins_of_options(
    pin: Sequence[str],
    drag: Sequence[str],
    move: Sequence[str],
    *,
    slide: Sequence[str] = (),
    turn: Sequence[str] = (),
) -> list[PlacedPin]:
    """The pins of the options --pin, --drag and --move, in this order, as --slide and --turn change them."""
    try:
        held = [
            replace(PlacedPin.held(Spot(vertex)), pin=weighed)
            for text in pin
            for vertices, weighed in [_weighed(text, "--pin")]
            for vertex in _vertices(vertices)
        ]
    except ValueError as problem:
        raise usage(str(problem), "--pin") from problem
    pins = [*held, *(_going(text, "--drag") for text in drag), *(_going(text, "--move") for text in move)]
    for text in slide:
        i, words = _of_vertex(pins, text, "--slide")
        pins[i] = replace(pins[i], pin=replace(pins[i].pin, slide=_slide(words, text)))
    for text in turn:
        i, words = _of_vertex(pins, text, "--turn")
        pins[i] = replace(pins[i], turns=np.radians(_vector(words, text, "--turn", TURN)))
    return pins


def check_landmarks(pins: Pins, landmarks: Mapping[str, int]) -> None:
    """Refuse pins whose landmarks the mesh does not have."""
    try:
        numbered([pin.spot.vertex for pin in pins.pins if pin.spot.vertex is not None], landmarks)
    except AnchorError as problem:
        raise usage(str(problem), "--pin") from problem


def frozen_vertices(text: str, regions: Mapping[str, Ints], option: str = "--freeze") -> Ints:
    """The vertices that an option names: one of the regions, a file of numbers, or numbers."""
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
            option,
        ) from problem


def _vertices(text: str) -> list[int] | list[str]:
    """Numbers and ranges, or names of landmarks with commas between them."""
    names = [word.strip() for word in text.split(",")]
    return names if all(_is_name(name) for name in names) else vertex_numbers(text)


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a landmark, and is no number or range of a hasty hand."""
    return any(letter.isalpha() for letter in text)


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


def _going(text: str, option: str) -> PlacedPin:
    """The pin of --drag or --move."""
    point, _, place = text.partition("=")
    vertex, weighed = _weighed(point, option)
    vector = _vector(place, text, option, PLACE)
    is_number = re.fullmatch(r"\s*[0-9]{1,12}\s*", vertex)
    if not is_number and not _is_name(vertex):
        raise usage(f"'{text}' is not of the form {PLACE}.", option)
    make = PlacedPin.dragged if option == "--drag" else PlacedPin.moved
    return replace(make(Spot(int(vertex) if is_number else vertex.strip()), vector), pin=weighed)


def _weighed(text: str, option: str) -> tuple[str, Pin]:
    """What stands before '@', and the pin of the weight behind it; a firm one without."""
    point, at, weight = text.partition("@")
    try:
        return point, Pin(float(weight)) if at else Pin()
    except (ValueError, OptionError) as problem:
        raise usage(
            f"'{text}' has no weight above 0 and up to 1 behind its @, as in 412@0.5.", option
        ) from problem


def _of_vertex(pins: Sequence[PlacedPin], text: str, option: str) -> tuple[int, str]:
    """The number of the pin whose vertex stands before '=', and what stands behind."""
    vertex, _, words = text.partition("=")
    known = {str(pin.spot.vertex): i for i, pin in enumerate(pins)}
    if vertex.strip() not in known:
        raise usage(f"'{text}' is about a vertex that no --pin, --drag or --move holds; hold it too.", option)
    return known[vertex.strip()], words


def _slide(words: str, text: str) -> Plane | Line:
    kind, _, vector = words.partition(":")
    if kind not in SLIDES:
        raise usage(f"'{text}' is not of the form {SLIDE}.", "--slide")
    try:
        return SLIDES[kind](tuple(_vector(vector, text, "--slide", SLIDE)[0]))
    except OptionError as problem:
        raise usage(str(problem), "--slide") from problem


def _vector(words: str, text: str, option: str, form: str) -> Floats:
    """(1, 3) three numbers."""
    try:
        vector = np.array([[float(number) for number in words.split(",")]])
    except ValueError:
        vector = np.empty((1, 0))
    if vector.shape != (1, 3):
        raise usage(f"'{text}' is not of the form {form}.", option)
    return vector
