"""An appearance as named arrays, for the way from the process that reads FBX to this one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Image, Layer, Material, Node, Part, Texture, TextureUse
from pliant.arrays import Array, frozen

_DOCUMENT = "look"


def arrays_of_look(look: Appearance) -> dict[str, Array]:
    """All of an appearance but what only glTF files say, by names that begin with "look"."""
    document = {
        "materials": [_without_other(vars(each)) for each in look.materials],
        "textures": [_without_other(vars(each)) for each in look.textures],
        "images": [[image.name, image.kind] for image in look.images],
        "layers": list(look.layers),
        "nodes": [[node.name, node.parent, node.matrix.tolist()] for node in look.nodes],
        "parts": [[part.name, part.node, part.vertices, part.polygons] for part in look.parts],
    }
    arrays: dict[str, Array] = {_DOCUMENT: _bytes(json.dumps(document).encode())}
    arrays |= {f"{_DOCUMENT}_image_{i}": _bytes(image.data) for i, image in enumerate(look.images)}
    for i, layer in enumerate(look.layers.values()):
        arrays |= {f"{_DOCUMENT}_values_{i}": layer.values, f"{_DOCUMENT}_corners_{i}": layer.corners}
    return arrays


def look_of_arrays(arrays: Mapping[str, Array]) -> Appearance:
    """The appearance that `arrays_of_look` packed."""
    document = json.loads(arrays[_DOCUMENT].tobytes())
    materials = [_material(each) for each in document["materials"]]
    layers = {
        name: Layer.of(arrays[f"{_DOCUMENT}_values_{i}"], arrays[f"{_DOCUMENT}_corners_{i}"])
        for i, name in enumerate(document["layers"])
    }
    return Appearance(
        tuple(materials),
        tuple(Texture(**_tuples(each)) for each in document["textures"]),
        tuple(
            Image(name, kind, arrays[f"{_DOCUMENT}_image_{i}"].tobytes())
            for i, (name, kind) in enumerate(document["images"])
        ),
        layers,
        tuple(Node(name, parent, frozen(M, np.float64)) for name, parent, M in document["nodes"]),
        tuple(Part(name, node, tuple(v), tuple(p)) for name, node, v, p in document["parts"]),
    )


def _without_other(fields: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: value for key, value in fields.items() if key != "other"}
    if "uses" in found:
        found["uses"] = {name: _without_other(vars(use)) for name, use in found["uses"].items()}
    return found


def _material(fields: Mapping[str, Any]) -> Material:
    uses = {name: TextureUse(**_tuples(use)) for name, use in fields["uses"].items()}
    return Material(**{**_tuples(fields), "uses": uses})


def _tuples(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}


def _bytes(data: bytes) -> Array:
    return np.frombuffer(data, dtype=np.uint8)
