"""What a glTF file shows and the mesh read from it does not, in words."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from pliant.errors import LeftOutWarning
from pliant.io.gltf.extension_names import IMAGE_EXTENSIONS
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.surfaces import is_surface

_INSTANCES = "EXT_mesh_gpu_instancing"
_GLOSSY = "KHR_materials_pbrSpecularGlossiness"
# Extensions that a file may require: these are read, or kept as those of looks, lights and people are.
_UNDERSTOOD = (
    *IMAGE_EXTENSIONS.values(),
    "KHR_draco_mesh_compression",
    "KHR_lights",
    "KHR_materials_",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "EXT_meshopt_compression",
    "KHR_texture_transform",
    "VRM",
)


def tell_left_out(root: JsonObject) -> None:
    """Warn with LeftOutWarning of what is in a file and not in its mesh, in one sentence."""
    found = list(_left_out(root))
    if found:
        warnings.warn(f"Not read from this file: {'; '.join(found)}.", LeftOutWarning, stacklevel=2)


def _left_out(root: JsonObject) -> Iterator[str]:
    shown = root.whole("scene", 0)
    others = [each.text("name") or f"number {i}" for i, each in enumerate(root.items("scenes")) if i != shown]
    if others:
        yield f"all scenes but the default one ({', '.join(others)})"
    if any(_INSTANCES in node.item("extensions").fields for node in root.items("nodes")):
        yield f"copies of meshes by {_INSTANCES}"
    drawn = [each for mesh in root.items("meshes") for each in mesh.items("primitives")]
    thin = sum(not is_surface(each) for each in drawn)
    if thin:
        yield f"points and lines ({thin} primitives)"
    glossy = sum(_GLOSSY in each.item("extensions").fields for each in root.items("materials"))
    if glossy:
        yield f"the colours of {_GLOSSY} ({glossy} materials; export metallic-roughness ones)"
    required = root.fields.get("extensionsRequired")
    names = [each for each in required if isinstance(each, str)] if isinstance(required, list) else []
    unknown = sorted({name for name in names if not name.startswith(_UNDERSTOOD)})
    if unknown:
        yield f"what {', '.join(unknown)} adds, although the file requires it"
