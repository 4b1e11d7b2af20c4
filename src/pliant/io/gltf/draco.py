"""Primitives that KHR_draco_mesh_compression compresses, read by the package DracoPy."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError
from pliant.extras import load
from pliant.io.gltf.json_object import JsonObject

EXTENSION = "KHR_draco_mesh_compression"


def compressed_primitives(root: JsonObject) -> list[JsonObject]:
    """The primitives of a file whose arrays are only in their compressed form."""
    found = []
    for mesh in root.items("meshes"):
        for primitive in mesh.items("primitives"):
            if primitive.item("extensions").has(EXTENSION):
                positions = primitive.item("attributes").index("POSITION")
                if positions is not None and not root.entry("accessors", positions).has("bufferView"):
                    found.append(primitive)
    return found


def decoded_arrays(primitive: JsonObject, data: bytes) -> Mapping[int, Array]:
    """Accessor -> (count, width) its entries, for all attributes and the indices of a primitive.

    data: the bytes of the buffer view that the extension names
    Raises MissingExtraError without DracoPy, and FileFormatError for damaged bytes.
    """
    library = load("DracoPy", "gltf", "Files compressed with Draco")
    item = primitive.item("extensions").item(EXTENSION)
    try:
        mesh = library.decode(data)
        faces = np.asarray(mesh.faces, dtype=np.uint32)
        numbered = {each["unique_id"]: np.asarray(each["data"]) for each in mesh.attributes}
    except (library.FileTypeException, AttributeError, ValueError, RuntimeError, MemoryError) as error:
        raise FileFormatError(
            f"The compressed bytes of {item.place} are damaged ({error}); export it again."
        ) from error
    found: dict[int, Array] = {}
    attributes, numbers = primitive.item("attributes"), item.item("attributes")
    for name in numbers.fields:
        values = numbered.get(numbers.whole(name))
        if values is None or not attributes.has(name):
            raise FileFormatError(f"{item.place} has no values of {name}; it is damaged. Export it again.")
        found[attributes.whole(name)] = values.reshape(len(values), -1)
    if primitive.has("indices"):
        found[primitive.whole("indices")] = faces.reshape(-1, 1)
    return found
