"""Normals, tangents, colours and texture coordinates of a glTF scene, as layers of values at corners."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from pliant.appearance import Layer
from pliant.arrays import Array, Floats, Ints
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import WIDTHS, accessor, check_amount
from pliant.io.gltf.document import GltfDocument
from pliant.io.gltf.parts import GltfPart
from pliant.io.gltf.surfaces import GltfSurface
from pliant.io.polygons import turned_over

# Attributes that belong to the shape, not to the look.
_SHAPE = re.compile(r"POSITION|JOINTS_\d+|WEIGHTS_\d+")
_NUMBERED = {"TEXCOORD": "uv", "COLOR": "colour"}
_WORDS = {"NORMAL": "normals", "TANGENT": "tangents", "TEXCOORD": "texture coordinates", "COLOR": "colours"}
_KINDS = {"NORMAL": ("VEC3",), "TANGENT": ("VEC4",), "TEXCOORD": ("VEC2",), "COLOR": ("VEC3", "VEC4")}


def layers_of_surfaces(
    document: GltfDocument,
    parts: Sequence[GltfPart],
    surfaces: Sequence[GltfSurface],
    corners: Sequence[Ints],
    matrices: Floats,
) -> dict[str, Layer]:
    """name -> layer for all attributes of the surfaces but those of the shape.

    corners:  (c,) of each surface: the vertex of each corner in the arrays of its part
    matrices: (nodes, 4, 4) from nodes to the scene, which turn normals and tangents
    """
    keys = dict.fromkeys(key for surface in surfaces for key in surface.attributes)
    found = {}
    for key in keys:
        name = layer_name(key)
        if name is not None:
            found[name] = _layer(key, document, parts, surfaces, corners, matrices)
            check_amount(sum(len(layer.values) + len(layer.corners) for layer in found.values()))
    return found


def layer_name(key: str) -> str | None:
    """The name of the layer for an attribute of glTF; None for those of the shape and unknown ones."""
    word, _, number = key.partition("_")
    if _SHAPE.fullmatch(key):
        return None
    if key.startswith("_") or key in ("NORMAL", "TANGENT"):
        return key if key.startswith("_") else key.lower()
    return f"{_NUMBERED[word]}{int(number)}" if word in _NUMBERED and number.isdecimal() else None


def _layer(
    key: str,
    document: GltfDocument,
    parts: Sequence[GltfPart],
    surfaces: Sequence[GltfSurface],
    corners: Sequence[Ints],
    matrices: Floats,
) -> Layer:
    pieces: list[Array] = []
    first_rows: dict[tuple[int, int], int] = {}
    rows, count = [], 0
    for surface, local in zip(surfaces, corners, strict=True):
        index = surface.attributes.get(key)
        if index is None:
            rows.append(np.full(len(local), -1))
            continue
        if (surface.part, index) not in first_rows:
            part = parts[surface.part]
            first_rows[surface.part, index] = count
            pieces.append(_placed(key, _values(document, key, index, len(part.merged)), part, matrices))
            count += len(pieces[-1])
        rows.append(local + first_rows[surface.part, index])
    width = max(piece.shape[1] for piece in pieces)
    # A colour without alpha is opaque.
    wide = [np.pad(piece, ((0, 0), (0, width - piece.shape[1])), constant_values=1.0) for piece in pieces]
    return Layer.of(np.concatenate(wide), np.concatenate(rows))


def _values(document: GltfDocument, key: str, index: int, n: int) -> Array:
    item = document.root.entry("accessors", index)
    kind = item.text("type") or ""
    if kind not in _KINDS.get(key.partition("_")[0], WIDTHS):
        raise FileFormatError(f"{item.place} has the type {kind}, which {key} cannot have.")
    values = accessor(document, index, kind)
    if len(values) != n:
        word = _WORDS.get(key.partition("_")[0], f"values of {key}")
        raise FileFormatError(f"A primitive has {len(values)} {word}, not one for each of {n} vertices.")
    return values.astype(np.float64)


def _placed(key: str, values: Array, part: GltfPart, matrices: Floats) -> Array:
    """Values of a part as they are in the scene, where nodes and joints turn normals and tangents."""
    if key.startswith("TEXCOORD"):
        return turned_over(values)
    if key not in ("NORMAL", "TANGENT"):
        return values
    turned = values.copy()
    turned[:, :3] = part.turned(values[:, :3], matrices, normals=key == "NORMAL")
    return turned
