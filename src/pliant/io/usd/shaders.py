"""Materials as networks of UsdPreviewSurface, written to a stage."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Material, TextureUse
from pliant.io.texture_transform import transform_from_below
from pliant.io.usd.primvars import uv_name
from pliant.io.usd.pxr import pxr

# Set on a material that differs from the mesh, which has one answer for all its materials.
DOUBLE_SIDED = "doubleSided"
# Set on the texture of normals, whose strength USD cannot express.
STRENGTH = "strength"
# For each use: where its texture goes, which of its channels, and whether its numbers are colours.
_PLACES = {
    "colour": (("diffuseColor", "rgb"),),
    "metallic_roughness": (("roughness", "g"), ("metallic", "b")),
    "normal": (("normal", "rgb"),),
    "occlusion": (("occlusion", "r"),),
    "emission": (("emissiveColor", "rgb"),),
}
_COLOURS = ("colour", "emission")


@dataclass(frozen=True, eq=False)
class ShaderWriter:
    """Writes materials to a stage.

    look:   the textures that they use
    images: the address of every image, relative to the stage
    """

    stage: Any
    look: Appearance
    images: Sequence[str]

    def define(self, path: str, material: Material) -> Any:
        """The new UsdShade.Material at a path."""
        UsdShade, Sdf = pxr("UsdShade"), pxr("Sdf")
        made = UsdShade.Material.Define(self.stage, path)
        shader = UsdShade.Shader.Define(self.stage, f"{path}/surface")
        shader.CreateIdAttr("UsdPreviewSurface")
        made.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
        kinds = Sdf.ValueTypeNames
        values = {
            "diffuseColor": (kinds.Color3f, tuple(material.colour[:3])),
            "metallic": (kinds.Float, material.metallic),
            "roughness": (kinds.Float, material.roughness),
            "emissiveColor": (kinds.Color3f, tuple(material.emission)),
            "opacity": (kinds.Float, 1.0 if material.alpha == "opaque" else material.colour[3]),
        }
        for name, (kind, value) in values.items():
            shader.CreateInput(name, kind).Set(value)
        if material.alpha == "mask":
            shader.CreateInput("opacityThreshold", kinds.Float).Set(material.cutoff)
        for use, given in material.uses.items():
            self._texture(shader, path, material, use, given)
        return made

    def _texture(self, shader: Any, path: str, material: Material, use: str, given: TextureUse) -> None:
        Sdf, UsdShade = pxr("Sdf"), pxr("UsdShade")
        kinds = Sdf.ValueTypeNames
        texture = self.look.textures[given.texture]
        sampler = UsdShade.Shader.Define(self.stage, f"{path}/{use}_texture")
        sampler.CreateIdAttr("UsdUVTexture")
        sampler.CreateInput("file", kinds.Asset).Set(Sdf.AssetPath(self.images[texture.image]))
        sampler.CreateInput("sourceColorSpace", kinds.Token).Set("sRGB" if use in _COLOURS else "raw")
        for axis, wrap in zip("ST", texture.wrap, strict=True):
            sampler.CreateInput(f"wrap{axis}", kinds.Token).Set(wrap)
        scale, bias = _scaling(material, use, given)
        sampler.CreateInput("scale", kinds.Float4).Set(scale)
        sampler.CreateInput("bias", kinds.Float4).Set(bias)
        if use == "normal" and given.amount != 1:
            sampler.GetPrim().SetCustomDataByKey(STRENGTH, given.amount)
        source = self._coordinates(path, use, given)
        sampler.CreateInput("st", kinds.Float2).ConnectToSource(source.ConnectableAPI(), "result")
        goals = list(_PLACES[use])
        if use == "colour" and material.alpha != "opaque":
            goals.append(("opacity", "a"))
        for name, channel in goals:
            kind = kinds.Float if len(channel) == 1 else kinds.Float3
            sampler.CreateOutput(channel, kind)
            goal = shader.GetInput(name) or shader.CreateInput(
                name, kinds.Normal3f if name == "normal" else kind
            )
            goal.ConnectToSource(sampler.ConnectableAPI(), channel)

    def _coordinates(self, path: str, use: str, given: TextureUse) -> Any:
        """The shader that gives the texture coordinates, moved as the material asks."""
        Sdf, UsdShade = pxr("Sdf"), pxr("UsdShade")
        kinds = Sdf.ValueTypeNames
        reader = UsdShade.Shader.Define(self.stage, f"{path}/{uv_name(given.uv)}_reader")
        reader.CreateIdAttr("UsdPrimvarReader_float2")
        reader.CreateInput("varname", kinds.String).Set(uv_name(given.uv))
        reader.CreateOutput("result", kinds.Float2)
        scale, turn, move = transform_from_below(given)
        if (scale, turn, move) == ((1.0, 1.0), 0.0, (0.0, 0.0)):
            return reader
        moved = UsdShade.Shader.Define(self.stage, f"{path}/{use}_transform")
        moved.CreateIdAttr("UsdTransform2d")
        moved.CreateInput("in", kinds.Float2).ConnectToSource(reader.ConnectableAPI(), "result")
        moved.CreateInput("scale", kinds.Float2).Set(scale)
        moved.CreateInput("rotation", kinds.Float).Set(math.degrees(turn))
        moved.CreateInput("translation", kinds.Float2).Set(move)
        moved.CreateOutput("result", kinds.Float2)
        return moved


def _scaling(material: Material, use: str, given: TextureUse) -> tuple[Any, Any]:
    """USD's scale and bias (r, g, b, a) of a texture, by which the factors of the material act."""
    none = (0.0, 0.0, 0.0, 0.0)
    a = given.amount
    match use:
        case "colour":
            found = tuple(material.colour), none
        case "metallic_roughness":
            found = (1.0, material.roughness, material.metallic, 1.0), none
        case "normal":
            # Texels from 0 to 1 are directions from -1 to 1. USD allows no other scale, so no strength.
            found = (2.0, 2.0, 2.0, 1.0), (-1.0, -1.0, -1.0, 0.0)
        case "occlusion":
            found = (a, a, a, 1.0), (1 - a, 1 - a, 1 - a, 0.0)
        case _:
            found = (*material.emission, 1.0), none
    Gf = pxr("Gf")
    return tuple(Gf.Vec4f(*np.asarray(each, dtype=float).tolist()) for each in found)  # pyright: ignore
