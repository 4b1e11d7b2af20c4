"""What each format keeps of a mesh, and the words for what a file will not hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np

from pliant.io.files import AnyPath
from pliant.io.vertex_values import vertex_values
from pliant.mesh import Mesh

# What a mesh may have, in the order in which it is told, and how to see that it has it.
_FEATURES: Mapping[str, Callable[[Mesh], bool]] = MappingProxyType(
    {
        "materials": lambda mesh: bool(mesh.appearance.materials),
        "material names": lambda mesh: bool(mesh.materials) and not mesh.appearance.materials,
        "textures": lambda mesh: bool(mesh.appearance.shown_images()),
        "occlusion maps": lambda mesh: _uses(mesh, "occlusion"),
        "turned textures": lambda mesh: any(use.turn for use in _every_use(mesh)),
        "alpha cut-offs": lambda mesh: any(each.alpha == "mask" for each in mesh.appearance.materials),
        "double sides": lambda mesh: any(each.double_sided for each in mesh.appearance.materials),
        "material extensions": lambda mesh: any(each.other for each in mesh.appearance.materials),
        "UVs": lambda mesh: mesh.uv is not None,
        "further UVs": lambda mesh: any(name.startswith("uv") for name in mesh.appearance.layers),
        "normals": lambda mesh: "normal" in mesh.appearance.layers,
        "split normals": lambda mesh: _is_split(mesh, "normal"),
        "tangents": lambda mesh: "tangent" in mesh.appearance.layers,
        "colours": lambda mesh: "colour0" in mesh.appearance.layers,
        "split colours": lambda mesh: _is_split(mesh, "colour0"),
        "alpha of colours": lambda mesh: _has_alpha(mesh),
        "further colours": lambda mesh: "colour1" in mesh.appearance.layers,
        "other attributes": lambda mesh: any(name.startswith("_") for name in mesh.appearance.layers),
        "polygons": lambda mesh: bool((np.diff(mesh.polygons.starts) != 3).any()),
        "groups": lambda mesh: bool(_own_groups(mesh)),
        "parts": lambda mesh: len(mesh.appearance.parts) > 1,
        "hierarchy": lambda mesh: any(node.parent >= 0 for node in mesh.appearance.nodes),
        "lights": lambda mesh: _says(mesh, "KHR_lights"),
        "VRM data": lambda mesh: _says(mesh, "VRM"),
    }
)
# What goes without saying once another word was said.
_INCLUDED = {
    "textures": "materials",
    "occlusion maps": "materials",
    "turned textures": "textures",
    "alpha cut-offs": "materials",
    "double sides": "materials",
    "material extensions": "materials",
    "further UVs": "UVs",
    "split normals": "normals",
    "tangents": "normals",
    "split colours": "colours",
    "alpha of colours": "colours",
    "further colours": "colours",
    "hierarchy": "parts",
}
_ALL = frozenset(_FEATURES)
_GLTF = _ALL - {"polygons", "groups"}
_USD = _ALL - {"material extensions", "tangents", "lights", "VRM data"}
_OBJ = frozenset(
    {"materials", "material names", "textures", "UVs", "normals", "split normals", "colours", "polygons"}
    | {"groups", "parts"}
)
_ALEMBIC = frozenset(
    {"material names", "UVs", "further UVs", "normals", "split normals", "colours", "split colours"}
    | {"alpha of colours", "further colours", "polygons", "groups", "parts"}
)
_NONE: frozenset[str] = frozenset()
# Suffix -> what files of it keep beside the positions.
KEPT: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        ".npz": _ALL,
        ".glb": _GLTF,
        ".gltf": _GLTF,
        ".vrm": _GLTF,
        ".usd": _USD,
        ".usda": _USD,
        ".usdc": _USD,
        ".usdz": _USD,
        ".obj": _OBJ,
        ".abc": _ALEMBIC,
        ".ply": frozenset({"UVs", "normals", "colours", "alpha of colours", "polygons"}),
        ".off": frozenset({"polygons"}),
        ".stl": _NONE,
        ".pc2": _NONE,
        ".mdd": _NONE,
    }
)


def lost(mesh: Mesh, path: AnyPath) -> list[str]:
    """The words for what a mesh has and a file of this name, a folder or a pattern cannot hold.

    Nothing is known of files that are not listed in `KEPT`, such as films.
    """
    kept = KEPT.get(_suffix(path), _ALL)
    gone = [word for word, has in _FEATURES.items() if word not in kept and has(mesh)]
    return [word for word in gone if _INCLUDED.get(word) not in gone]


def lost_line(mesh: Mesh, path: AnyPath) -> str:
    """One line for people, such as "not kept in PC2: materials, UVs"; empty if nothing is lost."""
    words = lost(mesh, path)
    return f"not kept in {_suffix(path)[1:].upper()}: {', '.join(words)}" if words else ""


def not_found(mesh: Mesh) -> list[str]:
    """The images that materials show and that were not found, and the materials without a description."""
    look = mesh.appearance
    images = [look.images[i].name for i in sorted(look.shown_images()) if not look.images[i].data]
    known = {each.name for each in look.materials}
    return [*images, *(f"material {name}" for name in mesh.materials if known and name not in known)]


def _suffix(path: AnyPath) -> str:
    """The suffix in small letters; a folder holds .obj files."""
    return Path(path).suffix.lower() or ".obj"


def _every_use(mesh: Mesh) -> list:
    return [use for each in mesh.appearance.materials for use in each.uses.values()]


def _uses(mesh: Mesh, name: str) -> bool:
    return any(name in each.uses for each in mesh.appearance.materials)


def _is_split(mesh: Mesh, name: str) -> bool:
    """Whether corners of one vertex have different values."""
    layer = mesh.appearance.layers.get(name)
    return layer is not None and not vertex_values(layer, mesh.polygons.corners, mesh.n)[1]


def _has_alpha(mesh: Mesh) -> bool:
    layer = mesh.appearance.layers.get("colour0")
    return layer is not None and layer.values.shape[1] == 4 and bool((layer.values[:, 3] != 1).any())


def _says(mesh: Mesh, word: str) -> bool:
    """Whether an extension of the file as a whole has a name that begins with a word."""
    return any(name.startswith(word) for name in mesh.appearance.other.get("extensions", {}))


def _own_groups(mesh: Mesh) -> list[str]:
    """The groups that no part stands for."""
    nodes = mesh.appearance.nodes
    named = {part.name for part in mesh.appearance.parts}
    named |= {nodes[part.node].name for part in mesh.appearance.parts if part.node >= 0}
    return [name for name in mesh.groups if name not in named and name.rpartition(".")[0] not in named]
