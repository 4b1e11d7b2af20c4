"""Run inside Blender's Python: opens a file and stores what Blender found of its look.

Blender is licensed under the GPL, and asks for an older NumPy than Pliant: it stays in a process of its own.
"""

# Blender's Python has neither Pliant nor this package.
import json
import re
import sys
from pathlib import Path

import bpy  # pyright: ignore[reportMissingImports]
import numpy as np

OPENERS = {
    ".glb": lambda path: bpy.ops.import_scene.gltf(filepath=path, disable_bone_shape=True),
    ".gltf": lambda path: bpy.ops.import_scene.gltf(filepath=path, disable_bone_shape=True),
    ".usdc": lambda path: bpy.ops.wm.usd_import(filepath=path, merge_parent_xform=False),
    ".obj": lambda path: bpy.ops.wm.obj_import(filepath=path),
}
# Inputs of Blender's surface that all formats can tell.
FACTORS = ("Base Color", "Metallic", "Roughness")
MAPS = ("Base Color", "Metallic", "Roughness", "Normal", "Emission Color")


def named(name):
    """A name without the number that Blender gives to those of one name; USD has no points in names."""
    return re.sub(r"[._]\d+$", "", name)


def image_above(socket):
    """The first image among the nodes that lead to an input; None where there is none."""
    waiting, seen = [link.from_node for link in socket.links], set()
    while waiting:
        node = waiting.pop()
        if node.name in seen:
            continue
        seen.add(node.name)
        if node.type == "TEX_IMAGE":
            return list(node.image.size) if node.image and node.image.has_data else "missing"
        waiting += [link.from_node for each in node.inputs for link in each.links]
    return None


def material(item):
    surfaces = [node for node in item.node_tree.nodes if node.type == "BSDF_PRINCIPLED"]
    if not surfaces:
        return {"factors": {}, "maps": {}}
    inputs = surfaces[0].inputs
    factors = {}
    for key in FACTORS:
        if not inputs[key].links:
            value = inputs[key].default_value
            factors[key] = [round(x, 4) for x in value[:3]] if key == "Base Color" else round(value, 4)
    return {"factors": factors, "maps": {key: image_above(inputs[key]) for key in MAPS}}


def corner_values(mesh):
    """Values at the corners of triangles: what is compared, by name."""
    mesh.calc_loop_triangles()
    loops = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("loops", loops)
    vertices = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("vertex_index", vertices)
    V = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", V)
    N = np.empty(3 * len(mesh.loops), dtype=np.float32)
    mesh.corner_normals.foreach_get("vector", N)
    found = {"position": V.reshape(-1, 3)[vertices[loops]], "normal": N.reshape(-1, 3)[loops]}
    for i, layer in enumerate(mesh.uv_layers):
        uv = np.empty(2 * len(mesh.loops), dtype=np.float32)
        layer.uv.foreach_get("vector", uv)
        found[f"uv{i}"] = uv.reshape(-1, 2)[loops]
    for i, layer in enumerate(mesh.color_attributes):
        rgba = np.empty(4 * len(layer.data), dtype=np.float32)
        layer.data.foreach_get("color", rgba)
        rows = loops if layer.domain == "CORNER" else vertices[loops]
        found[f"colour{i}"] = rgba.reshape(-1, 4)[rows]
    return found


def moments(items):
    """Means of all values at corners in the world, and of their products with positions: no order matters."""
    parts = {}
    graph = bpy.context.evaluated_depsgraph_get()
    for item in items:
        # With its skeleton, whose nodes may rest elsewhere than they were bound.
        values = corner_values(item.evaluated_get(graph).data)
        M = np.array(item.matrix_world, dtype=np.float64)
        values["position"] = values["position"] @ M[:3, :3].T + M[:3, 3]
        turned = values["normal"] @ np.linalg.inv(M[:3, :3])
        values["normal"] = turned / np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-12)
        for name, value in values.items():
            parts.setdefault(name, []).append((values["position"], value))
    found = {}
    for name, pairs in parts.items():
        P, X = (np.concatenate([pair[k] for pair in pairs]).astype(np.float64) for k in (0, 1))
        found[name] = [len(P), *X.mean(axis=0), *(P.T @ X / len(P)).ravel()]
    return found


def main(path: str, target: str) -> None:
    """Open a file and write what was found of it, as JSON."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    OPENERS[Path(path).suffix](path)
    items = [each for each in bpy.context.scene.objects if each.type == "MESH"]
    used = {slot.material for item in items for slot in item.material_slots if slot.material}
    names = {named(item.name) for item in items} | {
        named(item.parent.name) for item in items if item.parent and item.parent.type == "EMPTY"
    }
    found = {
        "materials": {named(each.name): material(each) for each in used},
        "names": sorted(names),
        "moments": moments(items),
    }
    Path(target).write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
