"""Run inside Blender's Python: makes a moving scene, exports it, and stores its evaluated vertices.

python blender_scenes.py FOLDER writes scene.usdc (skeleton and blend shapes), baked.usdc, scene.abc,
scene.fbx and truth.npz with box (k, 8, 3) and tube (k, n, 3) in Blender's world, in which z is up and the
unit a metre.
Pliant's readers should find those vertices in that order: see `benchmarks.blender_round_trip`.
"""

# Blender's Python has neither Pliant nor this package.
import sys
from pathlib import Path

import bpy  # pyright: ignore[reportMissingImports]
import numpy as np

FRAMES = 10


def keyed(thing, path, values):
    """Keys of a property: frame -> value."""
    for frame, value in values.items():
        setattr(thing, path, value)
        thing.keyframe_insert(path, frame=frame)


def tube():
    """A cylinder with polygons of many corners, two materials and a moving shape."""
    bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.5, depth=4)
    item = bpy.context.object
    item.name = "Tube"
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=3)
    bpy.ops.object.mode_set(mode="OBJECT")
    for name in ("red", "blue"):
        item.data.materials.append(bpy.data.materials.new(name))
    for i, polygon in enumerate(item.data.polygons):
        polygon.material_index = i % 2
    item.shape_key_add(name="Basis")
    fat = item.shape_key_add(name="Fat")
    for i, vertex in enumerate(item.data.vertices):
        fat.data[i].co = (1.5 * vertex.co.x, 1.3 * vertex.co.y, vertex.co.z)
    keyed(fat, "value", {1: 0.0, 5: 1.0, FRAMES: 0.25})
    return item


def skeleton(item):
    """Two bones that bend the item, under a moving armature."""
    armature = bpy.data.armatures.new("Bones")
    carrier = bpy.data.objects.new("Arm", armature)
    bpy.context.scene.collection.objects.link(carrier)
    bpy.context.view_layer.objects.active = carrier
    bpy.ops.object.mode_set(mode="EDIT")
    lower, upper = armature.edit_bones.new("lower"), armature.edit_bones.new("upper")
    lower.head, lower.tail = (0, 0, -2), (0, 0, 0)
    upper.head, upper.tail = (0, 0, 0), (0, 0, 2)
    upper.parent = lower
    bpy.ops.object.mode_set(mode="OBJECT")
    groups = [item.vertex_groups.new(name=name) for name in ("lower", "upper")]
    for i, vertex in enumerate(item.data.vertices):
        share = min(1.0, max(0.0, (vertex.co.z + 1) / 2))
        groups[0].add([i], 1 - share, "REPLACE")
        groups[1].add([i], share, "REPLACE")
    item.parent = carrier
    item.modifiers.new("bones", "ARMATURE").object = carrier
    bone = carrier.pose.bones["upper"]
    bone.rotation_mode = "XYZ"
    keyed(bone, "rotation_euler", {1: (0, 0, 0), FRAMES: (1.2, 0, 0.36)})
    keyed(carrier, "location", {1: (0, 0, 1), FRAMES: (3, 0.6, 1)})


def box():
    """A cube, unevenly scaled, that turns."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=(3, 0, 0))
    item = bpy.context.object
    item.name, item.scale = "Box", (1, 2, 0.5)
    keyed(item, "rotation_euler", {1: (0, 0, 0), FRAMES: (0, 1, 1)})
    return item


def evaluated(item):
    """(k, n, 3) in the world."""
    frames = []
    for frame in range(1, FRAMES + 1):
        bpy.context.scene.frame_set(frame)
        shown = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
        V = np.empty(3 * len(shown.data.vertices), dtype=np.float32)
        shown.data.vertices.foreach_get("co", V)
        M = np.array(shown.matrix_world)
        frames.append(V.reshape(-1, 3) @ M[:3, :3].T + M[:3, 3])
    return np.stack(frames)


def export(folder):
    bpy.ops.wm.usd_export(filepath=str(folder / "scene.usdc"), export_animation=True, export_armatures=True)
    bpy.ops.wm.usd_export(
        filepath=str(folder / "baked.usdc"),
        export_animation=True,
        export_armatures=False,
        export_shapekeys=False,
    )
    bpy.ops.wm.alembic_export(filepath=str(folder / "scene.abc"), start=1, end=FRAMES)
    bpy.ops.export_scene.fbx(
        filepath=str(folder / "scene.fbx"),
        bake_anim_use_all_actions=False,
        bake_anim_use_nla_strips=False,
        bake_anim_simplify_factor=0,
        add_leaf_bones=False,
    )


def main(target: str) -> None:
    """Make, export and evaluate."""
    folder = Path(target)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end, scene.render.fps = 1, FRAMES, 24
    round_one = tube()
    skeleton(round_one)
    square = box()
    np.savez(folder / "truth.npz", box=evaluated(square), tube=evaluated(round_one))
    scene.frame_set(1)
    export(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
