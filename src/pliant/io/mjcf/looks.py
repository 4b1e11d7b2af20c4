"""Materials as MJCF has them: a mesh has one material, so that parts of several are cut."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import numpy as np

from pliant.appearance import Appearance, Material
from pliant.arrays import Ints, frozen
from pliant.io.linkage.legal_names import legal_names
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.piece import pieces
from pliant.mesh import Mesh

# The only kind of image that MuJoCo reads.
_PNG = "image/png"


class Look(NamedTuple):
    """A mesh of one material, and the name of that; "" for none."""

    mesh: Mesh
    material: str


class Looks:
    """The materials of a model as assets, with their textures in a folder."""

    def __init__(self, asset: ET.Element, folder: Path, appearance: Appearance) -> None:
        self._look = appearance
        known = appearance.materials
        self._names = dict(
            zip([each.name for each in known], legal_names(each.name for each in known), strict=True)
        )
        self._written: dict[int, str] = {}
        for material in known:
            fields = {"name": self._names[material.name]} | _surface(material)
            texture = self._texture(asset, folder, material)
            ET.SubElement(asset, "material", fields | ({"texture": texture} if texture else {}))

    def of(self, mesh: Mesh) -> list[Look]:
        """A part cut by its materials; polygons of none come last."""
        owner = np.full(len(mesh.polygons), len(mesh.materials), dtype=np.int64)
        names = [*mesh.materials]
        for i, rows in enumerate(mesh.materials.values()):
            owner[rows] = i
        used = np.unique(owner)
        if len(used) == 1:
            return [Look(mesh, self._named(names, used[0]))]
        found = []
        for i in used:
            chosen = _of_polygons(mesh, np.flatnonzero(owner == i))
            found.append(Look(chosen, self._named(names, i)))
        return found

    def _named(self, names: list[str], i: int) -> str:
        return self._names.get(names[i], "") if i < len(names) else ""

    def _texture(self, asset: ET.Element, folder: Path, material: Material) -> str:
        """The name of the texture of colours, which is written; "" without one that MuJoCo reads."""
        use = material.uses.get("colour")
        if use is None or use.uv != 0:
            return ""
        number = self._look.textures[use.texture].image
        image = self._look.images[number]
        if image.kind != _PNG or not image.data:
            return ""
        if number not in self._written:
            name = self._written[number] = f"texture_{number + 1}"
            (folder / f"{name}.png").write_bytes(image.data)
            ET.SubElement(asset, "texture", name=name, type="2d", file=f"{name}.png")
        return self._written[number]


def _surface(material: Material) -> dict[str, str]:
    """Colour and gloss; MuJoCo's colours are those of the screen, ours are linear."""
    screen = np.clip(material.colour[:3], 0.0, 1.0) ** (1 / 2.2)
    alpha = 1.0 if material.alpha == "opaque" else material.colour[3]
    return {
        "rgba": " ".join(f"{value:.6g}" for value in [*screen, alpha]),
        "metallic": f"{material.metallic:.6g}",
        "roughness": f"{material.roughness:.6g}",
    }


def _of_polygons(mesh: Mesh, rows: Ints) -> Mesh:
    """Some polygons of a mesh on the vertices that they use."""
    inside = np.isin(mesh.owner, rows)
    used = np.zeros(mesh.n, dtype=np.int64)
    used[mesh.F[inside]] = 1
    # The other polygons are the second component, whose vertices are doubled where both use them.
    if not inside.all() and np.isin(mesh.F[~inside], np.flatnonzero(used)).any():
        mesh = _unshared(mesh, rows)
        inside = np.isin(mesh.owner, rows)
        used = np.zeros(mesh.n, dtype=np.int64)
        used[mesh.F[inside]] = 1
    both = Mechanism.of(mesh, 1 - used, ["these", "others"])
    return pieces(both)[0].mesh


def _unshared(mesh: Mesh, rows: Ints) -> Mesh:
    """The mesh with vertices of its own for some polygons, which follow all others."""
    from dataclasses import replace

    chosen = np.zeros(len(mesh.polygons), dtype=bool)
    chosen[rows] = True
    corner = np.repeat(chosen, np.diff(mesh.polygons.starts))
    corners, F = np.array(mesh.polygons.corners), np.array(mesh.F)
    corners[corner] += mesh.n
    F[chosen[mesh.owner]] += mesh.n
    return replace(
        mesh,
        V=frozen(np.concatenate([mesh.V, mesh.V]), np.float64),
        F=frozen(F, np.int64),
        polygons=replace(mesh.polygons, corners=frozen(corners, np.int64)),
    )
