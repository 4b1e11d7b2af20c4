"""Run inside Blender's Python: opens a file and stores the evaluated vertices of its frames.

Blender is licensed under the GPL, and asks for an older NumPy than Pliant: it stays in a process of its own.
"""

# Blender's Python has neither Pliant nor this package.
import json
import sys
from pathlib import Path

import bpy  # pyright: ignore[reportMissingImports]
import numpy as np


def open_gltf(given):
    # A bone would bring the mesh of its picture with it.
    bpy.ops.import_scene.gltf(filepath=given["path"], disable_bone_shape=True)


def open_usd(given):
    bpy.ops.wm.usd_import(filepath=given["path"])


def open_alembic(given):
    bpy.ops.wm.alembic_import(filepath=given["path"])


def open_fbx(given):
    bpy.ops.import_scene.fbx(filepath=given["path"])


def open_cache(given):
    """A point cache moves a mesh that is there already."""
    with np.load(given["mesh"]) as stored:
        mesh = bpy.data.meshes.new("mesh")
        mesh.from_pydata(stored["V"].tolist(), [], stored["F"].tolist())
    item = bpy.data.objects.new("mesh", mesh)
    bpy.context.collection.objects.link(item)
    modifier = item.modifiers.new("cache", "MESH_CACHE")
    modifier.cache_format = Path(given["path"]).suffix[1:].upper()
    modifier.filepath = given["path"]
    modifier.frame_start = given["first"]


def open_sequence(given):
    """Blender opens such files one by one; `positions` does so."""


OPENERS = {
    ".glb": open_gltf,
    ".gltf": open_gltf,
    ".pc2": open_cache,
    ".mdd": open_cache,
    ".usd": open_usd,
    ".usda": open_usd,
    ".usdc": open_usd,
    ".usdz": open_usd,
    ".abc": open_alembic,
    ".fbx": open_fbx,
    "": open_sequence,
}
SEQUENCES = {
    ".obj": lambda path: bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z"),
    ".ply": lambda path: bpy.ops.wm.ply_import(filepath=path),
}
# Blender puts time 0 of these at frame 0.
FROM_0 = (".glb", ".gltf")
# Blender's z is up; its importers turn these files, in which y is.
TURNED = (*FROM_0, ".usd", ".usda", ".usdc", ".usdz", ".abc", ".fbx")


def evaluated():
    """(n, 3) of all meshes in the scene, in the world."""
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for item in sorted(
        (each for each in bpy.context.scene.objects if each.type == "MESH"), key=lambda x: x.name
    ):
        shown = item.evaluated_get(graph)
        V = np.empty(3 * len(shown.data.vertices), dtype=np.float32)
        shown.data.vertices.foreach_get("co", V)
        M = np.array(shown.matrix_world)
        found.append(V.reshape(-1, 3) @ M[:3, :3].T + M[:3, 3])
    return np.concatenate(found)


def empty(given):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = round(given["fps"])
    return scene


def choose(name):
    """Play one animation of several, which the importer puts into muted tracks by their names.

    The action itself begins at frame 0, its strip in the track at frame 1.
    """
    owners = [*bpy.data.objects, *bpy.data.shape_keys]
    for data in (each.animation_data for each in owners if each.animation_data):
        data.action = None
        for strip in (strip for track in data.nla_tracks if track.name == name for strip in track.strips):
            data.action, data.action_slot = strip.action, strip.action_slot


def positions(given):
    """The frames (n, 3), one by one."""
    path = Path(given["path"])
    if path.is_dir():
        for file in sorted(path.iterdir()):
            empty(given)
            SEQUENCES[file.suffix](str(file))
            yield evaluated()
        return
    scene = empty(given)
    OPENERS[path.suffix](given)
    if "clip" in given:
        choose(given["clip"])
    for i in range(given["count"]):
        scene.frame_set(i if path.suffix in FROM_0 else given["first"] + i)
        V = evaluated()
        yield V[:, [0, 2, 1]] * [1, 1, -1] if path.suffix in TURNED else V


def main(request: str, target: str) -> None:
    """Read path, mesh, first, count, fps and, of a file with several animations, clip; write V (k, n, 3)."""
    given = json.loads(Path(request).read_text())
    np.save(target, np.stack(list(positions(given))))


if __name__ == "__main__":
    main(*sys.argv[1:])
