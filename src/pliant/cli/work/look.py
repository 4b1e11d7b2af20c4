"""What `pliant info` tells of the look of a mesh and of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pliant.doctor.finding import counted
from pliant.mesh import Mesh
from pliant.words import Facts, size_words


def look_facts(mesh: Mesh) -> Facts:
    """Numbers of materials, textures, images and sets of values, and the names of parts, ready for JSON."""
    look = mesh.appearance
    further = [name for name in look.layers if name.startswith("uv")]
    return {
        "materials": len(look.materials),
        "textures": len(look.textures),
        "images": len(look.images),
        "image_bytes": sum(len(image.data) for image in look.images),
        "missing_images": [image.name for image in look.images if not image.data],
        "normals": "normal" in look.layers,
        "tangents": "tangent" in look.layers,
        "colours": sum(name.startswith("colour") for name in look.layers),
        "uv_sets": (mesh.uv is not None) + len(further),
        "other_values": [name for name in look.layers if name.startswith("_")],
        "meshes": [part.name or look.nodes[part.node].name for part in look.parts],
        "nodes": len(look.nodes),
    }


def look_words(item: Mapping[str, Any]) -> str | None:
    """The facts in one line; None if there is nothing to tell."""
    words = [counted(item["materials"], "material")] if item["materials"] else []
    if item["textures"]:
        size = size_words(item["image_bytes"])
        words.append(f"{counted(item['textures'], 'texture')} ({counted(item['images'], 'image')}, {size})")
    if item["missing_images"]:
        words.append(f"missing images {', '.join(item['missing_images'])}")
    words += [counted(item["uv_sets"], "UV set")] if item["uv_sets"] > 1 else []
    words += [counted(item["colours"], "colour set")] if item["colours"] else []
    words += [word for word in ("normals", "tangents") if item[word]]
    words += [f"values {', '.join(item['other_values'])}"] if item["other_values"] else []
    if len(item["meshes"]) > 1:
        words.append(f"{len(item['meshes'])} meshes in {counted(item['nodes'], 'node')}")
    return f"look: {', '.join(words)}" if words else None
