"""Run inside Blender's Python: its Laplacian Deform modifier, from one `.npz` to another.

Blender is licensed under the GPL, and asks for an older NumPy than Pliant: it stays in a process of its own.
"""

# Blender's Python has neither Pliant nor this package.
import sys
import time

import bpy  # pyright: ignore[reportMissingImports]
import numpy as np


def main(source: str, target: str) -> None:
    """Read V (n, 3), F (m, 3), held (h,), goal (h, 3) and repeat; write V (n, 3) and processor seconds."""
    given = np.load(source)
    V, held = given["V"], given["held"]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(V.tolist(), [], given["F"].tolist())
    item = bpy.data.objects.new("mesh", mesh)
    bpy.context.collection.objects.link(item)
    bpy.context.view_layer.objects.active = item
    item.vertex_groups.new(name="held").add(held.tolist(), 1.0, "REPLACE")
    item.shape_key_add(name="rest")
    posed = item.shape_key_add(name="posed", from_mix=False)
    places = V.copy()
    places[held] = given["goal"]
    posed.data.foreach_set("co", places.astype(np.float32).ravel())
    posed.value = 0.0
    modifier = item.modifiers.new("deform", "LAPLACIANDEFORM")
    modifier.vertex_group = "held"
    modifier.iterations = int(given["repeat"])
    began = time.process_time()
    bpy.ops.object.laplaciandeform_bind(modifier="deform")
    if not modifier.is_bind:
        raise RuntimeError("Laplacian Deform could not bind to the mesh.")
    posed.value = 1.0
    found = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    out = np.empty(3 * len(V), dtype=np.float32)
    found.data.vertices.foreach_get("co", out)
    seconds = time.process_time() - began
    np.savez(target, V=out.reshape(-1, 3).astype(np.float64), seconds=seconds)


if __name__ == "__main__":
    main(*sys.argv[1:])
