"""Which material each triangle of a mesh has, and whether there is anything to see of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from pliant.appearance import Layer, Material
from pliant.arrays import Ints
from pliant.mesh import Mesh

# The material of polygons without one: white and dull.
NO_MATERIAL = Material("")
# An extension of glTF by which emission is brighter than its colour.
BRIGHTER = "KHR_materials_emissive_strength"


@dataclass(frozen=True)
class Gloss:
    """How a surface mirrors and lets light through, beyond metal and roughness; the defaults change nothing.

    specular:        how strongly what is no metal mirrors
    specular_colour: in which colour
    ior:             index of refraction
    coat:            strength of a clear coat
    coat_roughness:  its roughness
    sheen:           colour of the soft light at the rim, as of velvet
    sheen_roughness: how wide that rim is
    transmission:    the share of light that goes through
    """

    specular: float = 1.0
    specular_colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    ior: float = 1.5
    coat: float = 0.0
    coat_roughness: float = 0.0
    sheen: tuple[float, float, float] = (0.0, 0.0, 0.0)
    sheen_roughness: float = 0.0
    transmission: float = 0.0


# Where glTF tells each field: the extension, and its own field.
GLOSS = {
    "specular": ("KHR_materials_specular", "specularFactor"),
    "specular_colour": ("KHR_materials_specular", "specularColorFactor"),
    "ior": ("KHR_materials_ior", "ior"),
    "coat": ("KHR_materials_clearcoat", "clearcoatFactor"),
    "coat_roughness": ("KHR_materials_clearcoat", "clearcoatRoughnessFactor"),
    "sheen": ("KHR_materials_sheen", "sheenColorFactor"),
    "sheen_roughness": ("KHR_materials_sheen", "sheenRoughnessFactor"),
    "transmission": ("KHR_materials_transmission", "transmissionFactor"),
}


def triangle_materials(mesh: Mesh) -> tuple[tuple[Material, ...], Ints]:
    """The materials that triangles have, in the order of `Mesh.materials`, and (m,) the number of each."""
    names = list(mesh.materials)
    owner = np.full(len(mesh.polygons), len(names))
    for i, name in enumerate(names):
        owner[mesh.materials[name]] = i
    every = [*(mesh.appearance.material(name) for name in names), NO_MATERIAL]
    used, kinds = np.unique(owner[mesh.owner], return_inverse=True)
    return tuple(every[i] for i in used), kinds.ravel()


def is_coloured(materials: Sequence[Material], colours: Layer | None) -> bool:
    """Whether clay would hide something: textures, colours of vertices, light, or materials beyond grey."""
    if colours is not None or any(each.uses or any(each.emission) for each in materials):
        return True
    shades = {each.colour for each in materials}
    return len(shades) > 1 or any(len(set(shade[:3])) > 1 for shade in shades)


def emission(material: Material) -> tuple[float, float, float]:
    """The light that a material sends out: its emission, times the strength that a glTF file may add."""
    factor = _told(material, BRIGHTER, "emissiveStrength", 1.0)
    red, green, blue = material.emission
    return (factor * red, factor * green, factor * blue)


def gloss(material: Material) -> Gloss:
    """What extensions of glTF say of a material by numbers; their textures are not read."""
    told = {f.name: _told(material, *GLOSS[f.name], f.default) for f in fields(Gloss)}
    return Gloss(**told)


def _told(material: Material, extension: str, name: str, default: Any) -> Any:
    """A number, or as many as the default has, of an extension; the default where the file has none such."""
    found = material.other.get("extensions", {}).get(extension, {})
    value = found.get(name, default) if isinstance(found, dict) else default
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return default
    if numbers.shape != np.shape(default) or not np.isfinite(numbers).all():
        return default
    return tuple(numbers.tolist()) if numbers.ndim else float(numbers)
