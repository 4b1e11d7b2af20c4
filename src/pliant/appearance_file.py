"""The appearance of a mesh in files of Pliant: a record that JSON can hold, and arrays beside it.

Images are arrays `look_image_<i>` of bytes, layers are `look_<i>_values` and `look_<i>_corners`. The record
has everything else. Reading checks all of it, because files may come from anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from pliant.appearance import USES, Appearance, Image, Layer, Material, Node, Part, Texture, TextureUse
from pliant.arrays import Array, frozen
from pliant.checked_record import Record
from pliant.errors import FileFormatError

# The arrays of an appearance have names that begin so.
PREFIX = "look_"
# Numbers of values in an entry of a layer: those of glTF.
_WIDTHS = {"normal": (3,), "tangent": (4,), "colour": (3, 4), "uv": (2,)}
_ANY_WIDTH = (1, 2, 3, 4, 16)


def appearance_to_file(look: Appearance) -> tuple[dict[str, Any], dict[str, Array]]:
    """The record and the arrays of an appearance, for `appearance_of_file`."""
    arrays: dict[str, Array] = {}
    for i, image in enumerate(look.images):
        arrays[f"{PREFIX}image_{i}"] = np.frombuffer(image.data, dtype=np.uint8)
    for i, layer in enumerate(look.layers.values()):
        arrays[f"{PREFIX}{i}_values"], arrays[f"{PREFIX}{i}_corners"] = layer.values, layer.corners
    record = _plain(look)
    record["layers"] = list(look.layers)
    record["images"] = [{"name": image.name, "kind": image.kind} for image in look.images]
    return record, arrays


def appearance_of_file(record: object, arrays: Mapping[str, Array], corners: int) -> Appearance:
    """The appearance of a record and arrays, for a mesh with so many corners.

    Raises FileFormatError for content that no appearance has.
    """
    item = Record(record, "appearance")
    images = tuple(
        Image(each.text("name"), each.text("kind"), _bytes(arrays, i))
        for i, each in enumerate(item.records("images"))
    )
    textures = tuple(_texture(each, len(images)) for each in item.records("textures"))
    materials = tuple(_material(each, len(textures)) for each in item.records("materials"))
    if len({material.name for material in materials}) < len(materials):
        raise FileFormatError("Two materials of the file have one name; save it again.")
    nodes = tuple(_node(each, i) for i, each in enumerate(item.records("nodes")))
    names = item.texts("layers")
    layers = {name: _layer(name, i, arrays, corners) for i, name in enumerate(names)}
    parts = tuple(_part(each, len(nodes)) for each in item.records("parts"))
    return Appearance(materials, textures, images, layers, nodes, parts, item.other())


def _texture(item: Record, images: int) -> Texture:
    wrap = item.words("wrap", 2, ("repeat", "mirror", "clamp"))
    image = item.whole("image", 0, images)
    return Texture(image, wrap, item.flag("nearest"), item.text("name"), item.other())


def _material(item: Record, textures: int) -> Material:
    uses = item.record("uses")
    unknown = set(uses.names()) - set(USES)
    if unknown:
        raise item.refuse("uses", sorted(unknown), f"uses among {', '.join(USES)}")
    return Material(
        item.text("name"),
        item.numbers("colour", 4),
        item.number("metallic"),
        item.number("roughness"),
        item.numbers("emission", 3),
        {key: _use(uses.record(key), textures) for key in uses.names()},
        item.word("alpha", ("opaque", "mask", "blend")),
        item.number("cutoff"),
        item.flag("double_sided"),
        item.other(),
    )


def _use(item: Record, textures: int) -> TextureUse:
    return TextureUse(
        item.whole("texture", 0, textures),
        item.whole("uv", 0, 2**31),
        item.number("amount"),
        item.numbers("offset", 2),
        item.number("turn"),
        item.numbers("scale", 2),
        item.other(),
    )


def _node(item: Record, number: int) -> Node:
    matrix = np.array(item.numbers("matrix", 16)).reshape(4, 4)
    return Node(item.text("name"), item.whole("parent", -1, number), frozen(matrix, np.float64), item.other())


def _part(item: Record, nodes: int) -> Part:
    vertices, polygons = (item.wholes(key, 2, 0, 2**53) for key in ("vertices", "polygons"))
    return Part(item.text("name"), item.whole("node", 0, nodes), vertices, polygons, item.other())


def _layer(name: str, i: int, arrays: Mapping[str, Array], corners: int) -> Layer:
    values, rows = arrays.get(f"{PREFIX}{i}_values"), arrays.get(f"{PREFIX}{i}_corners")
    if values is None or values.dtype.kind != "f" or values.ndim != 2 or not np.isfinite(values).all():
        raise FileFormatError(f"The layer '{name}' has no finite values (r, width); save the file again.")
    if values.shape[1] not in _WIDTHS.get(name.rstrip("0123456789"), _ANY_WIDTH):
        raise FileFormatError(f"The layer '{name}' has {values.shape[1]} values at a corner; save it again.")
    if rows is None or rows.dtype.kind not in "iu" or rows.shape != (corners,):
        raise FileFormatError(f"The layer '{name}' has not a row for each of {corners} corners.")
    if ((rows < -1) | (rows >= len(values))).any():
        raise FileFormatError(f"The layer '{name}' names rows beyond its {len(values)}; save the file again.")
    return Layer.of(values, rows)


def _bytes(arrays: Mapping[str, Array], i: int) -> bytes:
    data = arrays.get(f"{PREFIX}image_{i}")
    if data is None or data.dtype != np.uint8 or data.ndim != 1:
        raise FileFormatError(f"Image {i} of the file has no bytes; save the file again.")
    return data.tobytes()


def _plain(value: Any) -> Any:
    """A copy that JSON can hold, of dataclasses, mappings, tuples and arrays; without layers and images."""
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.name not in ("layers", "images")]
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, np.ndarray):
        return value.ravel().tolist()
    return None if isinstance(value, float) and not math.isfinite(value) else value
