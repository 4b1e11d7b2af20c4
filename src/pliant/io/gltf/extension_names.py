"""The extensions that a glTF file uses and requires, found in its description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Extensions of textures whose images need a reader of their own, unless there is a usual image too.
IMAGE_EXTENSIONS = {
    "image/ktx2": "KHR_texture_basisu",
    "image/webp": "EXT_texture_webp",
    "image/avif": "EXT_texture_avif",
    "image/vnd-ms.dds": "MSFT_texture_dds",
}


def extension_names(root: Mapping[str, Any]) -> list[str]:
    """The names of all extensions in a description, in order; what applications put into extras is theirs."""
    found: set[str] = set()
    waiting: list[Any] = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            extensions = value.get("extensions")
            found.update(extensions if isinstance(extensions, Mapping) else ())
            waiting.extend(each for key, each in value.items() if key != "extras")
        elif isinstance(value, list):
            waiting.extend(value)
    return sorted(found)


def required_names(root: Mapping[str, Any]) -> list[str]:
    """The names of the extensions without which a texture has no image, in order."""
    textures = [item for item in root.get("textures", ()) if "source" not in item]
    names = {name for item in textures for name in item.get("extensions", {})}
    return sorted(names & set(IMAGE_EXTENSIONS.values()))


def plain_numbers(root: Any) -> Any:
    """A copy of a description with null for numbers that JSON cannot hold."""
    if isinstance(root, Mapping):
        return {key: plain_numbers(value) for key, value in root.items()}
    if isinstance(root, list | tuple):
        return [plain_numbers(value) for value in root]
    return None if isinstance(root, float) and root - root != 0 else root
