"""The process that reads an FBX file with ufbx: `python -m pliant.io.fbx.child_process PATH [STACK TIMES]`.

ufbx 0.0.5 counts the references to its Python objects wrongly, which can crash Python's garbage collector.
This process never collects garbage and ends without freeing those objects.

Without STACK, it writes a line of JSON that describes the file, then the rest pose, the look and the blend
shapes as an .npz. With STACK, the number of an animation, and TIMES, a JSON list of seconds, it writes a
frame (n, 3) of doubles for each time. Both go to the standard output.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from pliant.arrays import Vertices
from pliant.errors import FileFormatError, PliantError
from pliant.io.concatenation import joined
from pliant.io.fbx.library import items, ufbx
from pliant.io.fbx.materials import FbxMaterials
from pliant.io.fbx.meshes import FbxMesh, evaluated, meshes_of_scene, tree_of_meshes
from pliant.io.npz import npz_of_poses
from pliant.mesh import PoseSet

# How often an animation is looked at to see whether nodes move.
_LOOKS = 9


def main(path: str, stack: str = "", times: str = "") -> None:
    """Answer one request and end the process."""
    gc.disable()
    out = sys.stdout.buffer
    try:
        scene = _loaded(path)
        if stack:
            _write_frames(out, scene, int(stack), json.loads(times))
        else:
            _write_description(out, scene, Path(path).parent)
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


def _write_description(out: BinaryIO, scene: Any, folder: Path) -> None:
    meshes, stacks = meshes_of_scene(scene), items(scene.anim_stacks)
    description = {
        "fps": scene.settings.frames_per_second,
        "stacks": [[stack.name, stack.time_begin, stack.time_end] for stack in stacks],
        "moves": any(_moves(scene, stack, meshes) for stack in stacks),
    }
    out.write(json.dumps(description).encode() + b"\n")
    out.writelines(npz_of_poses(_shape_poses(meshes, folder)))


def _write_frames(out: BinaryIO, scene: Any, stack: int, times: list[float]) -> None:
    meshes, anim = meshes_of_scene(scene), items(scene.anim_stacks)[stack].anim
    for time in times:
        out.write(_positions(scene, anim, meshes, time).tobytes())


def _positions(scene: Any, anim: Any, meshes: list[FbxMesh], time: float) -> Vertices:
    """(n, 3) positions of all meshes in the world at a time of an animation, in seconds."""
    with ufbx().evaluate_scene(scene, anim, time, evaluate_skinning=True) as moved:
        nodes = items(moved.nodes)
        return np.concatenate([evaluated(nodes[mesh.row]) for mesh in meshes])


def _moves(scene: Any, stack: Any, meshes: list[FbxMesh]) -> bool:
    """Whether an animation moves anything but the weights of blend shapes."""
    if any(mesh.skinned() for mesh in meshes):
        return True
    places = set()
    for time in np.linspace(stack.time_begin, stack.time_end, _LOOKS):
        with ufbx().evaluate_scene(scene, stack.anim, float(time)) as moved:
            nodes = items(moved.nodes)
            places.add(tuple(nodes[mesh.row].geometry_to_world for mesh in meshes))
    return len(places) > 1


def _shape_poses(meshes: list[FbxMesh], folder: Path) -> PoseSet:
    """The rest pose, then each blend shape alone at full weight; shapes of the same name move together."""
    titles = list(dict.fromkeys(name for mesh in meshes for name, _ in mesh.shapes()))
    V = [np.concatenate([mesh.rest() for mesh in meshes])]
    V += [np.concatenate([mesh.morphed(title) for mesh in meshes]) for title in titles]
    materials = FbxMaterials(folder)
    pieces = [mesh.mesh(materials) for mesh in meshes]
    whole = joined(pieces, [mesh.name for mesh in meshes], tree_of_meshes(meshes))
    look, found = whole.appearance, materials.appearance()
    whole = whole.with_appearance(replace(found, layers=look.layers, nodes=look.nodes, parts=look.parts))
    return PoseSet.of_positions(whole, np.stack(V), ["base", *titles])


if __name__ == "__main__":
    main(*sys.argv[1:])
