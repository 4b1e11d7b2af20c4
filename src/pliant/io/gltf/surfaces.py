"""The triangles of a primitive of glTF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Ints
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor
from pliant.io.gltf.document import GltfDocument
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.parts import GltfPart

TRIANGLES, _STRIP, _FAN = 4, 5, 6
# The modes of primitives that have triangles, not points or lines.
MODES = (TRIANGLES, _STRIP, _FAN)


@dataclass(frozen=True, eq=False)
class GltfSurface:
    """The triangles of one primitive.

    part:       the number of the part whose vertices it uses
    corners:    (m, 3) vertices in the file's arrays of that part
    attributes: the accessors of its attributes, by their names in the file
    group:      the name of its group, or None
    material:   the name of its material, or None
    """

    part: int
    corners: Ints
    attributes: Mapping[str, int]
    group: str | None
    material: str | None


def surface_of_primitive(
    document: GltfDocument,
    primitive: JsonObject,
    index: int,
    part: GltfPart,
    group: str | None,
    materials: list[str],
) -> GltfSurface:
    """The triangles of a primitive.

    index:     the number of the part whose vertices it uses
    group:     the name of its group, or None
    materials: the names of all materials of the file
    """
    n = len(part.merged)
    corners = np.arange(n)
    if primitive.has("indices"):
        corners = accessor(document, primitive.whole("indices"), "SCALAR")[:, 0]
        if corners.dtype.kind != "u" or (len(corners) and int(corners.max()) >= n):
            raise FileFormatError(
                f"{primitive.place} names vertices beyond its {n}, or not by whole numbers."
            )
    attributes = primitive.item("attributes")
    material = primitive.index("material")
    if material is not None and material >= len(materials):
        raise FileFormatError(f"{primitive.place} has material {material}; there are {len(materials)}.")
    return GltfSurface(
        index,
        _triangles(corners.astype(np.int64), primitive.whole("mode", TRIANGLES)),
        {key: attributes.whole(key) for key in attributes.fields},
        group,
        None if material is None else materials[material],
    )


def _triangles(corners: Ints, mode: int) -> Ints:
    """(m, 3) triangles from a list, a strip or a fan; an incomplete one at the end of a list is dropped."""
    if mode == TRIANGLES:
        return corners[: len(corners) // 3 * 3].reshape(-1, 3)
    i = np.arange(max(len(corners) - 2, 0))
    if mode == _STRIP:
        return corners[np.stack([i, i + 1 + i % 2, i + 2 - i % 2], axis=1)]
    return corners[np.stack([i + 1, i + 2, np.zeros_like(i)], axis=1)]


def is_surface(primitive: JsonObject) -> bool:
    """Whether a primitive has triangles, not points or lines, and positions."""
    has_positions = primitive.item("attributes").has("POSITION")
    return has_positions and primitive.whole("mode", TRIANGLES) in MODES
