"""The process that reads an FBX file with ufbx: `python -m pliant.io.fbx.child PATH [STACK TIMES]`.

ufbx 0.0.5 counts the references to its Python objects wrongly, and Python's garbage collector may stumble
over them. Here they live in a process of their own that never collects, and ends without taking them down.

Written to the standard output: a line of JSON with the facts and then the rest pose and blend shapes as an
.npz; or, for an animation and its times in seconds, the frames (n, 3) as doubles.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import Any, BinaryIO

import numpy as np

from pliant.core.arrays import Vertices
from pliant.core.mesh import PoseSet
from pliant.errors import FileFormatError, PliantError
from pliant.io.fbx.library import items, ufbx
from pliant.io.fbx.parts import Part, evaluated, parts_of_scene
from pliant.io.joined import joined
from pliant.io.npz import npz_of_poses

# How often an animation is looked at to see whether nodes move.
_LOOKS = 9


def main(path: str, stack: str = "", times: str = "") -> None:
    """Answer one request, and end."""
    gc.disable()
    out = sys.stdout.buffer
    try:
        scene = _loaded(path)
        if stack:
            _write_frames(out, scene, int(stack), json.loads(times))
        else:
            _write_facts(out, scene)
    except PliantError as error:
        out.write(json.dumps({"error": str(error)}).encode() + b"\n")
    out.flush()
    os._exit(0)


def _loaded(path: str) -> Any:
    module = ufbx()
    try:
        return module.load_file(path, file_format=module.FileFormat.FBX)
    except (module.UfbxError, OSError) as error:
        raise FileFormatError(f"The file cannot be read as FBX ({error}); export it again.") from error


def _write_facts(out: BinaryIO, scene: Any) -> None:
    parts, stacks = parts_of_scene(scene), items(scene.anim_stacks)
    facts = {
        "fps": scene.settings.frames_per_second,
        "stacks": [[stack.name, stack.time_begin, stack.time_end] for stack in stacks],
        "moves": any(_moves(scene, stack, parts) for stack in stacks),
    }
    out.write(json.dumps(facts).encode() + b"\n")
    out.writelines(npz_of_poses(_shape_poses(parts)))


def _write_frames(out: BinaryIO, scene: Any, stack: int, times: list[float]) -> None:
    parts, anim = parts_of_scene(scene), items(scene.anim_stacks)[stack].anim
    for time in times:
        out.write(_positions(scene, anim, parts, time).tobytes())


def _positions(scene: Any, anim: Any, parts: list[Part], time: float) -> Vertices:
    """(n, 3) all meshes in the world at a time of an animation."""
    with ufbx().evaluate_scene(scene, anim, time, evaluate_skinning=True) as moved:
        nodes = items(moved.nodes)
        return np.concatenate([evaluated(nodes[part.row]) for part in parts])


def _moves(scene: Any, stack: Any, parts: list[Part]) -> bool:
    """Whether an animation moves anything but the weights of blend shapes."""
    if any(part.skinned() for part in parts):
        return True
    places = set()
    for time in np.linspace(stack.time_begin, stack.time_end, _LOOKS):
        with ufbx().evaluate_scene(scene, stack.anim, float(time)) as moved:
            nodes = items(moved.nodes)
            places.add(tuple(nodes[part.row].geometry_to_world for part in parts))
    return len(places) > 1


def _shape_poses(parts: list[Part]) -> PoseSet:
    """The rest pose, then each blend shape alone at full weight; those of one name move together."""
    titles = list(dict.fromkeys(name for part in parts for name, _ in part.shapes()))
    V = [np.concatenate([part.rest() for part in parts])]
    V += [np.concatenate([part.morphed(title) for part in parts]) for title in titles]
    mesh = joined([part.mesh() for part in parts], [part.name for part in parts])
    return PoseSet.of_positions(mesh, np.stack(V), ["base", *titles])


if __name__ == "__main__":
    main(*sys.argv[1:])
