"""Sculpted poses as a script that people write, in JSON.

    {"groups": {"left leg": ["left thigh", "left shin", "left foot"]},
     "poses": [{"name": "kick",
                "steps": [{"handles": "left leg", "turn": -60, "axis": "x"},
                          {"handles": ["left shin", "left foot"], "turn": 20, "axis": [1, 0, 0]},
                          {"handles": "left foot", "move": [0, 0.01, 0]},
                          {"handles": "left foot", "scale": 1.1, "centre": [0.1, 0, 0]}]}]}

Steps are done one after another. A turn is in degrees, about the first handle's centre, where the steps so
far have carried it, unless a centre is given; so is a scaling. Groups save repeating names. A pose with
"free": true costs nothing in a search. A file of handles and poses that Pliant wrote is such a script too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pliant.errors import FileFormatError, HandleError
from pliant.io.files import contents, naming
from pliant.methods.handles.handle import Handles
from pliant.methods.handles.sculpt import Sculpted, SculptedPose

# What each kind of step may say beside its handles.
KINDS = {"turn": {"axis", "centre"}, "move": set(), "scale": {"centre"}}
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "-x": (-1, 0, 0), "-y": (0, -1, 0), "-z": (0, 0, -1)}

Groups = Mapping[str, list[str]]


def read_script(path: str | Path, handles: Handles) -> Sculpted:
    """The poses that a script file sculpts with these handles."""
    with naming(path):
        return script_of_json(json_of(path), handles)


def json_of(path: str | Path) -> Any:
    """What a JSON file holds."""
    try:
        return json.loads(contents(path))
    except (ValueError, RecursionError) as problem:
        raise FileFormatError(f"This is not JSON ({problem}).") from problem


def script_of_json(values: Any, handles: Handles) -> Sculpted:
    """The poses of a script's document."""
    if not isinstance(values, dict) or not isinstance(values.get("poses"), list):
        raise FileFormatError('A list of poses is needed: {"poses": [{"name": "kick", "steps": […]}]}.')
    groups = _groups(values.get("groups", {}), handles)
    return Sculpted.of(handles, [_pose(item, groups, handles) for item in values["poses"]])


def _groups(values: Any, handles: Handles) -> Groups:
    named = isinstance(values, dict) and all(_is_names(names) for names in values.values())
    if not named:
        raise FileFormatError('The groups must be names of handles: {"groups": {"arm": ["hand", …]}}.')
    for group, names in values.items():
        if group in handles.names:
            raise HandleError(f"The group '{group}' has the name of a handle; choose another.")
        for name in names:
            handles.index(name)
    return values


def _pose(item: Any, groups: Groups, handles: Handles) -> SculptedPose:
    known = isinstance(item, dict) and item.keys() <= {"name", "steps", "free"}
    if not known or not isinstance(item.get("name"), str) or not isinstance(item.get("steps"), list):
        raise FileFormatError(f"A pose is {_shown(item)}; a 'name' and a list of 'steps' are needed.")
    pose = SculptedPose(item["name"], free=bool(item.get("free", False)))
    for i, step in enumerate(item["steps"]):
        with naming(f"pose '{pose.name}', step {i}"):
            pose = _stepped(pose, step, groups, handles)
    return pose


def _stepped(pose: SculptedPose, step: Any, groups: Groups, handles: Handles) -> SculptedPose:
    kinds = [kind for kind in KINDS if isinstance(step, dict) and kind in step]
    if len(kinds) != 1 or not step.keys() <= {"handles", *kinds, *KINDS[kinds[0]]}:
        raise FileFormatError(
            f"The step is {_shown(step)}; it needs 'handles' and one of turn (with axis, perhaps centre), "
            "move, and scale (perhaps with centre)."
        )
    names, kind, centre = _names(step.get("handles"), groups, handles), kinds[0], step.get("centre")
    if kind == "move":
        return pose.moved(names, step["move"])
    if kind == "scale":
        return pose.scaled(handles, names, step["scale"], centre)
    return pose.turned(handles, names, _axis(step.get("axis")), step["turn"], centre)


def _names(given: Any, groups: Groups, handles: Handles) -> list[str]:
    """The handles that a step moves, groups replaced by their members; each once."""
    words = [given] if isinstance(given, str) else given
    if not _is_names(words):
        raise FileFormatError(f"'handles' is {_shown(given)}; a name, or a list of names, is needed.")
    names = [name for word in words for name in groups.get(word, [word])]
    for name in names:
        handles.index(name)
    return list(dict.fromkeys(names))


def _axis(given: Any) -> Any:
    if isinstance(given, str) and given in AXES:
        return AXES[given]
    if given is None or isinstance(given, str):
        raise FileFormatError(
            f"The axis is {_shown(given)}; [x, y, z] or one of {', '.join(AXES)} is needed."
        )
    return given


def _is_names(values: Any) -> bool:
    return isinstance(values, list) and bool(values) and all(isinstance(name, str) for name in values)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}…"
