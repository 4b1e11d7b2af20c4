"""Extensions of a glTF file that name its nodes by number: lights, and what VRM says of a person.

Each is listed with the places of those numbers. "*" stands for every entry of a list or of an object. Other
extensions of a file as a whole, or of its nodes, could name anything by number and are not kept.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from pliant.io.gltf.json_object import JsonObject

Path = tuple[str, ...]

LIGHTS = "KHR_lights_punctual"
# Extensions of the whole file -> places of the numbers of nodes.
_OF_FILE: dict[str, tuple[Path, ...]] = {
    LIGHTS: (),
    "VRM": (
        ("humanoid", "humanBones", "*", "node"),
        ("firstPerson", "firstPersonBone"),
        ("secondaryAnimation", "boneGroups", "*", "bones", "*"),
        ("secondaryAnimation", "boneGroups", "*", "center"),
        ("secondaryAnimation", "colliderGroups", "*", "node"),
    ),
    "VRMC_vrm": (
        ("humanoid", "humanBones", "*", "node"),
        ("firstPerson", "meshAnnotations", "*", "node"),
    ),
    "VRMC_springBone": (
        ("colliders", "*", "node"),
        ("springs", "*", "center"),
        ("springs", "*", "joints", "*", "node"),
    ),
}
# Extensions of nodes -> likewise.
_OF_NODES: dict[str, tuple[Path, ...]] = {
    LIGHTS: (),
    "VRMC_node_constraint": (("constraint", "*", "source"),),
    "VRMC_springBone_extended_collider": (),
}
# Lists that name meshes or morph targets, of which a written file has its own.
_EMPTIED: dict[str, tuple[Path, ...]] = {
    "VRM": (("firstPerson", "meshAnnotations"), ("blendShapeMaster", "blendShapeGroups", "*", "binds")),
    "VRMC_vrm": (("expressions", "*", "*", "morphTargetBinds"),),
}


def file_extensions(root: JsonObject) -> dict[str, Any]:
    """The extensions of a file as a whole that are kept, without what they say of meshes."""
    found = _known(root.item("extensions").fields, _OF_FILE)
    for name, item in found.items():
        for path in _EMPTIED.get(name, ()):
            for holder, key in list(_places(item, path)):
                holder[key] = []
    return found


def node_extensions(node: JsonObject) -> dict[str, Any]:
    """The extensions of a node that are kept."""
    return _known(node.item("extensions").fields, _OF_NODES)


def named_nodes(root: JsonObject, nodes: int) -> set[int]:
    """The nodes that kept extensions name or belong to; nodes: how many there are."""
    found = {value for value in _numbers(file_extensions(root), _OF_FILE) if 0 <= value < nodes}
    for i, item in enumerate(root.items("nodes")):
        kept = node_extensions(item)
        if kept:
            found.add(i)
            found.update(value for value in _numbers(kept, _OF_NODES) if 0 <= value < nodes)
    return found


def renumbered(extensions: Mapping[str, Any], number: Mapping[int, int]) -> dict[str, Any]:
    """Extensions with the numbers of nodes mapped; numbers of no node stay as they are."""
    found = copy.deepcopy(dict(extensions))
    for name, item in found.items():
        for path in (*_OF_FILE.get(name, ()), *_OF_NODES.get(name, ())):
            for holder, key in list(_places(item, path)):
                if _is_number(holder[key]):
                    holder[key] = number.get(holder[key], holder[key])
    return found


def _known(extensions: Mapping[str, Any], names: Mapping[str, object]) -> dict[str, Any]:
    return {name: copy.deepcopy(item) for name, item in extensions.items() if name in names}


def _numbers(extensions: Mapping[str, Any], paths: Mapping[str, tuple[Path, ...]]) -> Iterator[int]:
    for name, item in extensions.items():
        for path in paths[name]:
            for holder, key in _places(item, path):
                if _is_number(holder[key]):
                    yield holder[key]


def _places(value: Any, path: Path) -> Iterator[tuple[Any, Any]]:
    """What holds the entries at the end of a path, with their keys there."""
    first, *rest = path
    keys: list[Any] = []
    if first == "*" and isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    elif isinstance(value, dict) and first in value:
        keys = [first]
    for key in keys:
        if rest:
            yield from _places(value[key], tuple(rest))
        else:
            yield value, key


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
