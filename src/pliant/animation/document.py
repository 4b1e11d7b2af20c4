"""Track files: a track as JSON that people read and write; `schema.schema()` is its JSON Schema.

{"format": "pliant-track", "version": 1, "name": "step", "fps": 24, "first": 1, "last": 24,
 "items": [{"name": "left foot", "anchor": {"vertex": 412},
            "offset": {"keys": [{"at": 1, "value": [0, 0, 0]},
                                {"at": 12, "value": [0, 0.2, 0.3], "ease": "linear"},
                                {"at": 24, "value": [0, 0, 0.6]}], "after": "offset"}}]}
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from pliant.animation.anchor import Anchor
from pliant.animation.json_file import read_json, write_json
from pliant.animation.keys import Channel
from pliant.animation.schema import TRACK_FORMAT, VERSION, schema
from pliant.animation.track import MEASURES, Item, Measure, Track
from pliant.animation.turns import Turns
from pliant.animation.validation import check, check_version, shown
from pliant.arrays import Floats
from pliant.errors import FileFormatError, PliantError
from pliant.io.files import naming
from pliant.kinds import check_kind
from pliant.pins import Floor, Line, Plane

T = TypeVar("T")
Values = Mapping[str, Any]
SLIDES = {"plane": Plane, "line": Line}
# The word of a slide by the name of its vector.
WORDS = {"normal": "plane", "direction": "line"}


def read_track(path: str | os.PathLike[str]) -> Track:
    """The track in a file.

    Raises FileFormatError, with the place in the file such as items[3].offset.keys[2].at.
    """
    with naming(path):
        return track_of_json(read_json(path))


def write_track(path: str | os.PathLike[str], track: Track) -> None:
    """Write a track, whole or not at all; reading it gives the same numbers to the last bit."""
    check_kind(track, "What is written", Track)
    write_json(path, json_of_track(track))


def json_of_track(track: Track) -> dict[str, Any]:
    """A track as a JSON value."""
    values: dict[str, Any] = {"format": TRACK_FORMAT, "version": VERSION, "name": track.name}
    values |= {"fps": track.fps, "first": track.first, "last": track.last}
    if track.blend is not None:
        return {**values, "blend": _json_of_channel(track.blend)}
    if track.floor is not None:
        floor = track.floor
        values["floor"] = {"point": list(floor.point), "normal": list(floor.normal), "grip": floor.grip}
    return {**values, "items": [_json_of_item(item) for item in track.items]}


def track_of_json(values: Any) -> Track:
    """The track of a JSON value; raises FileFormatError where it has another form."""
    check_version(values, "track", schema())
    check(values, schema())
    items = [_item(item, f"items[{i}]") for i, item in enumerate(values.get("items", []))]
    blend = _channel(Channel, values["blend"], "blend") if "blend" in values else None
    floor = _placed(lambda: _floor(values["floor"]), "floor") if "floor" in values else None
    name = values.get("name", "track")
    return Track(name, float(values["fps"]), values["first"], values["last"], tuple(items), blend, floor)


def _floor(values: Values) -> Floor:
    return Floor(values["point"], values.get("normal", (0.0, 1.0, 0.0)), values.get("grip", False))


def _json_of_item(item: Item) -> dict[str, Any]:
    anchor = item.anchor
    if anchor.region is not None:
        on: dict[str, Any] = {"region": anchor.region}
    elif anchor.triangle is not None:
        on = {"triangle": anchor.triangle, "barycentric": list(anchor.barycentric or ())}
        on |= {"around": list(anchor.vertices)} if anchor.around else {}
    else:
        on = {"vertices": list(anchor.vertices)} if anchor.turns else {"vertex": anchor.vertices[0]}
    channels = {item.measure: item.position, "rotation": item.rotation, "weight": item.weight}
    keyed = {name: _json_of_channel(keys) for name, keys in channels.items() if keys is not None}
    said: dict[str, Any] = {"firm": True} if item.firm else {}
    if item.slide is not None:
        ((kind, vector),) = vars(item.slide).items()
        said["slide"] = {WORDS[kind]: list(vector)}
    if item.firmness != 1.0:
        said["firmness"] = item.firmness
    return {"name": item.name, "anchor": on, **keyed, **said}


def _item(values: Values, where: str) -> Item:
    if all(measure in values for measure in MEASURES):
        raise FileFormatError(f"{where}: both place and offset are given; keep one of them.")
    measure: Measure = "place" if "place" in values else "offset"
    keyed = {
        name: _channel(kind, values[name], f"{where}.{name}") if name in values else None
        for name, kind in ((measure, Channel), ("weight", Channel))
    }
    turns = _channel(Turns, values["rotation"], f"{where}.rotation") if "rotation" in values else None
    anchor = _placed(lambda: _anchor(values["anchor"]), f"{where}.anchor")
    slide = None
    if "slide" in values:
        ((kind, vector),) = values["slide"].items()
        slide = _placed(lambda: SLIDES[kind](vector), f"{where}.slide")
    more = {"firm": values.get("firm", False), "slide": slide, "firmness": float(values.get("firmness", 1.0))}
    return _placed(
        lambda: Item(values["name"], anchor, keyed[measure], measure, turns, keyed["weight"], **more), where
    )


def _anchor(values: Values) -> Anchor:
    if "region" in values:
        return Anchor.named(values["region"])
    if "triangle" in values:
        point = values["triangle"], values["barycentric"]
        return Anchor.with_patch(*point, values["around"]) if "around" in values else Anchor.on(*point)
    return Anchor.of(values["vertex"] if "vertex" in values else values["vertices"])


def _json_of_channel(channel: Channel) -> dict[str, Any]:
    keys = []
    for i, (at, value) in enumerate(zip(channel.times, channel.values, strict=True)):
        key: dict[str, Any] = {"at": _number(at), "value": _plain(value), "ease": channel.eases[i]}
        for side, handles in (("left", channel.left), ("right", channel.right)):
            if handles is not None and not np.isnan(handles[i]).any():
                frames, own = handles[i]
                same = (frames == frames[0]).all()
                key[side] = {"at": float(frames[0]) if same else frames.tolist(), "value": _plain(own)}
        keys.append(key)
    beyond = {"before": channel.before, "after": channel.after}
    return {"keys": keys, **{side: way for side, way in beyond.items() if way != "hold"}}


def _channel(kind: type[T], values: Values, where: str) -> T:
    keys = values["keys"]
    size = len(np.atleast_1d(keys[0]["value"]))
    rows = [_row(key["value"], size, f"{where}.keys[{i}].value") for i, key in enumerate(keys)]
    _check_order(keys, where)
    left, right = (_handles(keys, side, size, where) for side in ("left", "right"))
    make: Any = kind
    return _placed(
        lambda: make.of(
            [key["at"] for key in keys],
            rows,
            [key.get("ease", "smooth") for key in keys],
            before=values.get("before", "hold"),
            after=values.get("after", "hold"),
            handles=None if left is None and right is None else (_filled(left, rows), _filled(right, rows)),
        ),
        where,
    )


def _check_order(keys: list[Values], where: str) -> None:
    times = [key["at"] for key in keys]
    for i in range(1, len(times)):
        if not times[i] > times[i - 1]:
            raise FileFormatError(
                f"{where}.keys[{i}].at: {times[i]:g} is not after the key before, at {times[i - 1]:g}; "
                "give the keys in order of time, one for each frame."
            )


def _handles(keys: list[Values], side: str, size: int, where: str) -> Floats | None:
    """(k, 2, d) the handles on one side, NaN where a key has none; None where no key has one."""
    if not any(side in key for key in keys):
        return None
    out = np.full((len(keys), 2, size), np.nan)
    for i, key in enumerate(keys):
        if side in key:
            place = f"{where}.keys[{i}].{side}"
            at = key[side]["at"]
            frames = [at] * size if not isinstance(at, list) else at
            out[i] = _row(frames, size, f"{place}.at"), _row(key[side]["value"], size, f"{place}.value")
    return out


def _filled(side: Floats | None, rows: list[list[float]]) -> Floats:
    return np.full((len(rows), 2, len(rows[0])), np.nan) if side is None else side


def _row(value: Any, size: int, where: str) -> list[float]:
    row = value if isinstance(value, list) else [value]
    if len(row) != size:
        raise FileFormatError(f"{where}: {shown(value)} has {len(row)} numbers; {size} are needed.")
    return [float(number) for number in row]


def _plain(row: Floats) -> float | list[float]:
    return float(row[0]) if len(row) == 1 else row.tolist()


def _number(at: float) -> float | int:
    """A frame number; a whole one as an int, without a decimal point in JSON."""
    return int(at) if float(at).is_integer() else float(at)


def _placed(make: Callable[[], T], where: str) -> T:
    """The result of `make`; its errors are told with the place in the file."""
    try:
        return make()
    except PliantError as problem:
        raise FileFormatError(f"{where}: {problem}") from problem
