"""The colours of a mesh's own materials at points of its triangles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pliant.appearance import Appearance, Layer, Material, TextureUse
from pliant.arrays import Array, Floats, Ints
from pliant.figures.texture import Sampler, sampler
from pliant.geometry.triangle_materials import emission, is_coloured, triangle_materials
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class Shade:
    """What points of a surface look like.

    albedo:   (q, 3) linear share of the light that they scatter
    emission: (q, 3) light that they send out by themselves
    alpha:    (q,) how much they hide of what is behind
    lit:      (q,) whether light changes them
    """

    albedo: Floats
    emission: Floats
    alpha: Floats
    lit: Array


@dataclass(frozen=True, eq=False)
class Paint:
    """The materials of m triangles.

    kinds:     (m,) the material of each triangle
    uv:        number of a set -> (m, 3, 2) texture coordinates of corners, measured from the upper left
    colours:   (m, 3, 4) colours of corners, or None
    samplers:  use of a texture -> its image
    """

    materials: tuple[Material, ...]
    kinds: Ints
    uv: Mapping[int, Floats]
    colours: Floats | None
    samplers: Mapping[TextureUse, Sampler]

    @property
    def sees_through(self) -> Array:
        """(m,) whether something behind the triangle may be seen through it."""
        return np.array([each.alpha != "opaque" for each in self.materials])[self.kinds]

    @property
    def casts(self) -> Array:
        """(m,) whether the triangle casts a shadow; glass does not, unless all is of glass."""
        solid = np.array([each.alpha != "blend" for each in self.materials])[self.kinds]
        return solid if solid.any() else ~solid

    def at(self, faces: Ints, share: Floats, pixels: Floats, front: Array) -> Shade:
        """The surface at barycentric coordinates share (q, 3) of the triangles faces (q,).

        pixels: (m,) the area of each triangle in the picture
        front:  (q,) whether its front is seen
        """
        shade = Shade(np.ones((len(faces), 3)), np.zeros((len(faces), 3)), np.ones(len(faces)), front.copy())
        kinds = self.kinds[faces]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            self._put(shade, rows, self.materials[kind], (faces[rows], share[rows], pixels[faces[rows]]))
            if not self.materials[kind].double_sided:
                shade.alpha[rows[~front[rows]]] = 0.0
        return shade

    def _put(self, shade: Shade, rows: Ints, material: Material, where: tuple[Ints, Floats, Floats]) -> None:
        """Set the rows of the shade that one material covers."""
        faces, share, _ = where
        colour = np.broadcast_to(np.array(material.colour), (len(rows), 4))
        if self.colours is not None:
            colour = colour * np.einsum("qi,qix->qx", share, self.colours[faces])
        glow = np.array(emission(material))
        for use, texture in material.uses.items():
            if use == "colour" and texture in self.samplers:
                colour = colour * self._sampled(texture, where)
            elif use == "emission" and texture in self.samplers:
                glow = glow * self._sampled(texture, where)[:, :3]
        shade.albedo[rows], shade.emission[rows] = colour[:, :3], glow
        shade.lit[rows] = not material.unlit
        if material.alpha == "mask":
            shade.alpha[rows] = colour[:, 3] >= material.cutoff
        elif material.alpha == "blend":
            shade.alpha[rows] = np.clip(colour[:, 3], 0, 1)

    def _sampled(self, use: TextureUse, where: tuple[Ints, Floats, Floats]) -> Floats:
        """(q, 4) colour and alpha of a texture."""
        faces, share, pixels = where
        found, corners = self.samplers[use], _moved(self.uv[use.uv][faces], use)
        e, f = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        texels = np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2 * found.texels
        level = 0.5 * np.log2(np.maximum(texels, 1e-12) / np.maximum(pixels, 1e-12))
        return found.at(np.einsum("qi,qix->qx", share, corners), level)


def paint_of(mesh: Mesh) -> Paint | None:
    """The mesh's own colours; None for a mesh that has none and is drawn in clay."""
    look = mesh.appearance
    every, kinds = triangle_materials(mesh)
    colours = look.layers.get("colour0")
    if not is_coloured(every, colours):
        return None
    corners = mesh.triangle_corners
    uses = [use for each in every for use in each.uses.values()]
    sets = {i: _corner_uv(mesh, i, corners) for i in {use.uv for use in uses}}
    uv = {i: values for i, values in sets.items() if values is not None}
    return Paint(every, kinds, uv, _corner_colours(colours, corners), _samplers(look, every, set(uv)))


def _samplers(look: Appearance, materials: tuple[Material, ...], sets: set[int]) -> dict[TextureUse, Sampler]:
    found: dict[TextureUse, Sampler] = {}
    decoded: dict[int, Sampler | None] = {}
    for each in materials:
        for name in ("colour", "emission"):
            use = each.uses.get(name)
            if use is None or use.uv not in sets:
                continue
            texture = look.textures[use.texture]
            if use.texture not in decoded:
                decoded[use.texture] = sampler(look.images[texture.image], texture)
            ready = decoded[use.texture]
            if ready is not None:
                found[use] = ready
    return found


def _corner_uv(mesh: Mesh, number: int, corners: Ints) -> Floats | None:
    """(m, 3, 2) texture coordinates from the upper left, 0 where there are none; None without the set."""
    layer = mesh.appearance.layers.get(f"uv{number}") if number else None
    if number == 0 and mesh.uv is not None and mesh.uv_corners is not None:
        layer = Layer(mesh.uv, mesh.uv_corners)
    if layer is None:
        return None
    uv = np.nan_to_num(layer.at_corners()[corners])
    return np.stack([uv[..., 0], 1 - uv[..., 1]], axis=-1)


def _corner_colours(layer: Layer | None, corners: Ints) -> Floats | None:
    if layer is None:
        return None
    values = layer.at_corners()[corners]
    wide = np.ones((*values.shape[:2], 4))
    wide[..., : values.shape[2]] = np.where(np.isfinite(values), values, 1.0)
    return wide


def _moved(uv: Floats, use: TextureUse) -> Floats:
    """Coordinates (…, 2) scaled, turned and moved, as KHR_texture_transform of glTF says."""
    u, v = uv[..., 0] * use.scale[0], uv[..., 1] * use.scale[1]
    cosine, sine = np.cos(use.turn), np.sin(use.turn)
    return np.stack([cosine * u + sine * v + use.offset[0], cosine * v - sine * u + use.offset[1]], axis=-1)
