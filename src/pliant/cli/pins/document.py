"""Pins as a JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.cli.pins.pin import Pin, Pins, Spot
from pliant.errors import FileFormatError

KEYS = {"vertex", "triangle", "barycentric", "drag", "move"}


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


def _pin(item: Any, i: int) -> Pin:
    if not isinstance(item, dict) or not item.keys() <= KEYS or {"drag", "move"} <= item.keys():
        raise FileFormatError(
            f"Pin {i} is {_shown(item)}; a vertex, or a triangle with barycentric coordinates, is needed, "
            "with drag or move beside it, or neither."
        )
    spot = _spot(item, i)
    if "drag" in item:
        return Pin.dragged(spot, _places(item["drag"], i))
    if "move" in item:
        return Pin.moved(spot, _places(item["move"], i))
    return Pin.held(spot)


def _spot(item: Mapping[str, Any], i: int) -> Spot:
    vertex, triangle, weights = (item.get(key) for key in ("vertex", "triangle", "barycentric"))
    if type(vertex) is int and triangle is None and weights is None:
        return Spot(vertex=vertex)
    numbers = weights if isinstance(weights, list) else []
    if vertex is None and type(triangle) is int and [type(w) in (int, float) for w in numbers] == [True] * 3:
        return Spot(triangle=triangle, barycentric=tuple(float(w) for w in numbers))
    raise FileFormatError(
        f"Pin {i} is {_shown(item)}; a vertex number is needed, or a triangle number with three barycentric "
        "coordinates."
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
