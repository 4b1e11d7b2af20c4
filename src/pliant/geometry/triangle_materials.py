"""Which material each triangle of a mesh has, and whether there is anything to see of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.appearance import Layer, Material
from pliant.arrays import Ints
from pliant.mesh import Mesh

# The material of polygons without one: white and dull.
NO_MATERIAL = Material("")
# An extension of glTF by which emission is brighter than its colour.
BRIGHTER = "KHR_materials_emissive_strength"


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
    brighter = material.other.get("extensions", {}).get(BRIGHTER, {})
    strength = brighter.get("emissiveStrength", 1.0) if isinstance(brighter, dict) else 1.0
    factor = float(strength) if isinstance(strength, int | float) else 1.0
    red, green, blue = material.emission
    return (factor * red, factor * green, factor * blue)
