"""Pins as a JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.cli.pins.pin import Pins, PlacedPin, Spot
from pliant.errors import FileFormatError
from pliant.pins import Line, Pin, Plane

KEYS = {"vertex", "triangle", "barycentric", "drag", "move", "weight", "slide", "turn"}
SLIDES = {"plane": Plane, "line": Line}


def pins_of_json(text: str) -> Pins:
    """The pins of {"pins": […], "frames": […]}."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise FileFormatError(f"This is not JSON ({problem}).") from problem
    if not isinstance(data, dict) or not isinstance(data.get("pins"), list):
        raise FileFormatError('A list of pins is needed: {"pins": [{"vertex": 412}, …]}.')
    names = data.get("frames", [])
    if not isinstance(names, list):
        raise FileFormatError('The frames must be a list of names: {"frames": ["first", "second"]}.')
    return Pins.of([_pin(item, i) for i, item in enumerate(data["pins"])], [str(name) for name in names])


def _pin(item: Any, i: int) -> PlacedPin:
    if not isinstance(item, dict) or not item.keys() <= KEYS or {"drag", "move"} <= item.keys():
        raise FileFormatError(
            f"Pin {i} is {_shown(item)}; a vertex, or a triangle with barycentric coordinates, is needed, "
            "with drag or move beside it, or neither; further weight, slide and turn."
        )
    placed = _placed(item, i)
    turns = np.radians(_places(item["turn"], i)) if "turn" in item else None
    return replace(placed, pin=Pin(_weight(item, i), _slide(item, i)), turns=turns)


def _placed(item: Mapping[str, Any], i: int) -> PlacedPin:
    spot = _spot(item, i)
    if "drag" in item:
        return PlacedPin.dragged(spot, _places(item["drag"], i))
    if "move" in item:
        return PlacedPin.moved(spot, _places(item["move"], i))
    return PlacedPin.held(spot)


def _weight(item: Mapping[str, Any], i: int) -> float:
    weight = item.get("weight", 1.0)
    if type(weight) not in (int, float):
        raise FileFormatError(f"Pin {i} has the weight {_shown(weight)}; a number from 0 to 1 is needed.")
    return float(weight)


def _slide(item: Mapping[str, Any], i: int) -> Plane | Line | None:
    if "slide" not in item:
        return None
    slide = item["slide"]
    if not isinstance(slide, dict) or len(slide) != 1 or not slide.keys() <= SLIDES.keys():
        raise FileFormatError(
            f'Pin {i} slides on {_shown(slide)}; {{"plane": [x, y, z]}}, its normal, or '
            '{"line": [x, y, z]}, its direction, is needed.'
        )
    kind, vector = next(iter(slide.items()))
    return SLIDES[kind](vector)


def _spot(item: Mapping[str, Any], i: int) -> Spot:
    vertex, triangle, weights = (item.get(key) for key in ("vertex", "triangle", "barycentric"))
    if type(vertex) in (int, str) and triangle is None and weights is None:
        return Spot(vertex=vertex)
    numbers = weights if isinstance(weights, list) else []
    if vertex is None and type(triangle) is int and [type(w) in (int, float) for w in numbers] == [True] * 3:
        return Spot(triangle=triangle, barycentric=tuple(float(w) for w in numbers))
    raise FileFormatError(
        f"Pin {i} is {_shown(item)}; a vertex is needed, by number or by the name of a landmark, or a "
        "triangle number with three barycentric coordinates."
    )


def _places(given: Any, i: int) -> Floats:
    """(f, 3) from [x, y, z] or a list of such."""
    try:
        places = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        places = np.empty(0)
    if places.ndim not in (1, 2) or places.shape[-1] != 3 or len(places) == 0:
        raise FileFormatError(f"Pin {i} goes to {_shown(given)}; [x, y, z] or a list of such is needed.")
    return places.reshape(-1, 3)


def _shown(value: Any) -> str:
    """The value as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}…"
