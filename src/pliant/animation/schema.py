"""JSON Schemas (draft 2020-12) of track and shot files; `validation` checks files against them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pliant.animation.extrapolation import BEYONDS
from pliant.animation.keys import EASES
from pliant.io.into import WAYS

TRACK_FORMAT, SHOT_FORMAT, VERSION = "pliant-track", "pliant-shot", 1

Schema = dict[str, Any]


def _object(properties: Schema, required: list[str], **more: Any) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
        **more,
    }


def _numbers(least: int, most: int | None = None) -> Schema:
    entries: Schema = {"type": "array", "items": {"type": "number"}, "minItems": least}
    return entries if most is None else {**entries, "maxItems": most}


_INDEX = {"type": "integer", "minimum": 0}
_NAME = {"type": "string", "minLength": 1}
_VALUE = {"oneOf": [{"type": "number"}, _numbers(1)]}
_HANDLE = _object({"at": _VALUE, "value": _VALUE}, ["at", "value"])
_KEY = _object(
    {
        "at": {"type": "number", "description": "the frame"},
        "value": _VALUE,
        "ease": {"enum": list(EASES), "description": "how to go on to the next key; smooth unless said"},
        "left": {**_HANDLE, "description": "of a bezier: frame and value, absolute"},
        "right": {**_HANDLE, "description": "of a bezier: frame and value, absolute"},
    },
    ["at", "value"],
)
_KEYS = _object(
    {
        "keys": {"type": "array", "items": {"$ref": "#/$defs/key"}, "minItems": 1},
        "before": {"enum": list(BEYONDS), "description": "before the first key; hold unless said"},
        "after": {"enum": list(BEYONDS), "description": "after the last key; hold unless said"},
    },
    ["keys"],
)
_ANCHOR = {
    "oneOf": [
        _object({"vertex": _INDEX}, ["vertex"]),
        _object({"vertices": {"type": "array", "items": _INDEX, "minItems": 1}}, ["vertices"]),
        _object(
            {
                "region": {
                    **_NAME,
                    "description": "a painted handle, a part, a group or a landmark of the rig",
                }
            },
            ["region"],
        ),
        _object(
            {
                "triangle": _INDEX,
                "barycentric": _numbers(3, 3),
                "around": {
                    "type": "array",
                    "items": _INDEX,
                    "description": "vertices that turn with the point, where it has rotations",
                },
            },
            ["triangle", "barycentric"],
        ),
    ]
}
_CHANNEL = {"$ref": "#/$defs/channel"}
_SLIDE = {
    "oneOf": [
        _object({"plane": {**_numbers(3, 3), "description": "its normal"}}, ["plane"]),
        _object({"line": {**_numbers(3, 3), "description": "its direction"}}, ["line"]),
    ],
    "description": "a plane or a line through the key, on which the anchor slides",
}
_FLOOR = _object(
    {
        "point": {**_numbers(3, 3), "description": "any point of the floor"},
        "normal": {**_numbers(3, 3), "description": "where up is; 0, 1, 0 unless said"},
        "grip": {"type": "boolean", "description": "what stands on it keeps its place until it rises"},
    },
    ["point"],
    description="a plane that nothing sinks through",
)
_ITEM = _object(
    {
        "name": _NAME,
        "anchor": _ANCHOR,
        "place": {**_CHANNEL, "description": "x, y, z in the world; instead of offset"},
        "offset": {**_CHANNEL, "description": "x, y, z from where the anchor rests; instead of place"},
        "rotation": {
            **_CHANNEL,
            "description": "quaternions w, x, y, z of a group about its mean, or of a vertex's neighbourhood",
        },
        "weight": {**_CHANNEL, "description": "1 holds, 0 lets go"},
        "firm": {"type": "boolean", "description": "a pin that stays however far the others are pulled"},
        "slide": _SLIDE,
        "firmness": {
            "type": "number",
            "description": "1 is met exactly, unless said; below it, down to 0, gives way as a spring does",
        },
    },
    ["name", "anchor"],
)
_TRACK = _object(
    {
        "format": {"const": TRACK_FORMAT},
        "version": {"const": VERSION},
        "name": _NAME,
        "fps": {"type": "number", "exclusiveMinimum": 0},
        "first": {"type": "integer"},
        "last": {"type": "integer"},
        "items": {"type": "array", "items": {"$ref": "#/$defs/item"}, "minItems": 1},
        "blend": {**_CHANNEL, "description": "weights of a rig's examples; instead of items"},
        "floor": _FLOOR,
    },
    ["format", "version", "fps", "first", "last"],
)
_FOLLOW = _object(
    {
        "springiness": {"type": "number", "exclusiveMinimum": 0, "description": "swings per second"},
        "damping": {"type": "number", "exclusiveMinimum": 0, "description": "1 no overshoot, 0.3 wobbly"},
        "response": {"type": "number", "description": "0 eases in, 1 answers at once, 2 keeps up"},
    },
    [],
)
_OPTIONS = _object(
    {
        "follow_through": _FOLLOW,
        "coherence": {"type": "number", "minimum": 0},
        "into": {**_NAME, "description": "the asset that outputs of its kind are copies of, with the motion"},
        "by": {"enum": list(WAYS), "description": "with into: how the asset shows the motion"},
    },
    [],
)
_SHOT = _object(
    {
        "format": {"const": SHOT_FORMAT},
        "version": {"const": VERSION},
        "rig": {**_NAME, "description": "a rig file, from the folder of the shot"},
        "track": {"oneOf": [{**_NAME, "description": "a track file, from the folder of the shot"}, _TRACK]},
        "outputs": {"type": "array", "items": _NAME, "minItems": 1, "description": "files to write"},
        "options": _OPTIONS,
    },
    ["format", "version", "rig", "track", "outputs"],
)
_DEFS = {"key": _KEY, "channel": _KEYS, "item": _ITEM}


def schema() -> Schema:
    """A copy of the JSON Schema of track files, for editors and other programs."""
    return _document("A track of Pliant", _TRACK)


def shot_schema() -> Schema:
    """A copy of the JSON Schema of shot files."""
    return _document("A shot of Pliant", _SHOT)


def _document(title: str, form: Schema) -> Schema:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return deepcopy({**head, **form, "$defs": _DEFS})
