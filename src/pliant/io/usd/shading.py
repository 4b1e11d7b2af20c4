"""Materials of a stage, read from networks of UsdPreviewSurface."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np

from pliant.appearance import Appearance, Image, Material, Texture, TextureUse, Wrap
from pliant.io.images import kind_of_image
from pliant.io.packed_channels import Channel, packed_channels
from pliant.io.texture_transform import transform_from_above
from pliant.io.usd.pxr import pxr
from pliant.io.usd.shaders import DOUBLE_SIDED, STRENGTH
from pliant.io.usd.tree import displayed

_WRAPS: dict[str, Wrap] = {"repeat": "repeat", "mirror": "mirror", "clamp": "clamp", "black": "clamp"}
_CHANNELS = "rgba"


@dataclass(frozen=True, eq=False)
class _Sample:
    """A texture as a network samples it.

    channel: the output that is used, such as "rgb" or "g"
    scale:   (4,) what texels are multiplied by
    uv:      the name of the primvar of its coordinates
    moved:   scale, turn in radians, and translation of coordinates measured from the lower left
    strength: how much of the normals of the texture is to be seen
    """

    address: Any
    channel: str
    wrap: tuple[Wrap, Wrap]
    scale: np.ndarray
    uv: str
    moved: tuple[tuple[float, float], float, tuple[float, float]]
    strength: float

    def amount(self, component: int = 0) -> float:
        """The number that a component is multiplied by."""
        return float(self.scale[component])

    @property
    def place(self) -> int:
        """The component that a single channel is."""
        return _CHANNELS.index(self.channel) if self.channel in _CHANNELS else 0


@dataclass(eq=False)
class StageMaterials:
    """The materials of a stage, read one by one as meshes name them.

    path: the file of the stage; images are read only from its folder, or from inside of it
    """

    path: Path
    names: dict[Any, str] = field(default_factory=dict)
    materials: list[Material] = field(default_factory=list)
    textures: list[Texture] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)

    def name(self, material: Any, sets: Mapping[str, int], *, double_sided: bool) -> str:
        """The name of a UsdShade.Material, which is read when it is first asked for.

        sets:         the number of each set of texture coordinates, by the name of its primvar
        double_sided: whether the mesh that has it shows its back
        """
        key = material.GetPath()
        if key not in self.names:
            name = displayed(material.GetPrim())
            taken = set(self.names.values())
            while name in taken:
                name += f" {len(taken)}"
            self.names[key] = name
            found = self._material(material, name, sets)
            if found is not None:
                own = material.GetPrim().GetCustomDataByKey(DOUBLE_SIDED)
                sides = double_sided if own is None else bool(own)
                self.materials.append(Material(**{**vars(found), "double_sided": sides}))
        return self.names[key]

    def appearance(self) -> Appearance:
        """All materials that were named, with their textures and images."""
        return Appearance(tuple(self.materials), tuple(self.textures), tuple(self.images))

    def _material(self, material: Any, name: str, sets: Mapping[str, int]) -> Material | None:
        """The material; None if it has no surface of the kind that is known here."""
        shader = material.ComputeSurfaceSource()[0]
        if not shader or shader.GetIdAttr().Get() != "UsdPreviewSurface":
            return None
        colour, seen = _value(shader, "diffuseColor", (0.18, 0.18, 0.18))
        emission, glow = _value(shader, "emissiveColor", (0.0, 0.0, 0.0))
        opacity, cut = _value(shader, "opacity", 1.0)
        uses: dict[str, TextureUse] = {}
        if seen is not None:
            uses["colour"] = self._use(seen, sets)
            colour = seen.scale[:3].tolist()
        if glow is not None:
            uses["emission"] = self._use(glow, sets)
            emission = glow.scale[:3].tolist()
        if cut is not None:
            opacity = cut.amount(cut.place)
        uses |= self._directions(shader, sets)
        metallic, roughness, packed = self._metal(shader, sets)
        if packed is not None:
            uses["metallic_roughness"] = packed
        threshold = float(_value(shader, "opacityThreshold", 0.0)[0])
        see_through = cut is not None or opacity < 1
        return Material(
            name,
            colour=cast("Any", (*map(float, colour), float(opacity))),
            metallic=metallic,
            roughness=roughness,
            emission=cast("Any", tuple(map(float, emission))),
            uses=uses,
            alpha="mask" if threshold > 0 else "blend" if see_through else "opaque",
            cutoff=threshold if threshold > 0 else 0.5,
        )

    def _directions(self, shader: Any, sets: Mapping[str, int]) -> dict[str, TextureUse]:
        """The textures of normals and occlusion, with their strengths."""
        found: dict[str, TextureUse] = {}
        normal, occlusion = (_value(shader, name, 0.0)[1] for name in ("normal", "occlusion"))
        if normal is not None:
            found["normal"] = self._use(normal, sets, amount=normal.strength)
        if occlusion is not None:
            found["occlusion"] = self._use(occlusion, sets, amount=occlusion.amount())
        return found

    def _metal(self, shader: Any, sets: Mapping[str, int]) -> tuple[float, float, TextureUse | None]:
        """The factors of metal and roughness, and their texture, packed into one if they have two."""
        metallic, metal = _value(shader, "metallic", 0.0)
        roughness, rough = _value(shader, "roughness", 0.5)
        m = float(metallic) if metal is None else metal.amount(metal.place)
        r = float(roughness) if rough is None else rough.amount(rough.place)
        image = packed_channels(self._channel(rough), self._channel(metal), m)
        sample = rough or metal
        if sample is None or image is None:
            return m, r, None
        return m, r, self._use(sample, sets, image=image)

    def _use(
        self, sample: _Sample, sets: Mapping[str, int], *, amount: float = 1.0, image: Image | None = None
    ) -> TextureUse:
        texture = Texture(self._number(self._image(sample) if image is None else image), sample.wrap)
        if texture not in self.textures:
            self.textures.append(texture)
        scale, turn, move = sample.moved
        offset = transform_from_above(scale, turn, move)
        return TextureUse(self.textures.index(texture), sets.get(sample.uv, 0), amount, offset, turn, scale)

    def _channel(self, sample: _Sample | None) -> Channel | None:
        return None if sample is None else Channel(self._image(sample), _CHANNELS[sample.place])

    def _number(self, image: Image) -> int:
        if image not in self.images:
            self.images.append(image)
        return self.images.index(image)

    def _image(self, sample: _Sample) -> Image:
        address = sample.address
        known = next((image for image in self.images if image.name == address.path), None)
        return known or image_of_asset(self.path, address)


def image_of_asset(stage: Path, address: Any) -> Image:
    """The image at an address; without bytes if it is missing, or outside of the folder of the stage."""
    Ar = pxr("Ar")
    resolved = address.resolvedPath
    outer = Path(resolved.partition("[")[0]).resolve() if resolved else None
    if outer is None or "://" in resolved or not outer.is_relative_to(stage.resolve().parent):
        return Image(address.path, kind_of_image(b"", address.path), b"")
    asset = Ar.GetResolver().OpenAsset(Ar.ResolvedPath(resolved))
    data = bytes(asset.GetBuffer()) if asset else b""
    return Image(address.path, kind_of_image(data, address.path), data)


def _value(shader: Any, name: str, default: Any) -> tuple[Any, _Sample | None]:
    """The number or colour of an input, and the texture that feeds it, if one does."""
    given = shader.GetInput(name)
    if not given:
        return default, None
    for attribute in given.GetValueProducingAttributes():
        source = pxr("UsdShade").Shader(attribute.GetPrim())
        if (
            source
            and source.GetIdAttr().Get() == "UsdUVTexture"
            and attribute.GetName().startswith("outputs:")
        ):
            sample = _sample(source, attribute.GetName().removeprefix("outputs:"))
            return default, sample
        value = attribute.Get()
        if value is not None:
            return value, None
    return default, None


def _sample(texture: Any, channel: str) -> _Sample | None:
    address = _plain(texture, "file", None)
    if address is None or not address.path:
        return None
    wrap = tuple(_WRAPS.get(str(_plain(texture, f"wrap{axis}", "repeat")), "repeat") for axis in "ST")
    uv, moved = _coordinates(texture)
    return _Sample(
        address,
        channel,
        cast("tuple[Wrap, Wrap]", wrap),
        np.array(_plain(texture, "scale", (1.0, 1.0, 1.0, 1.0)), dtype=float),
        uv,
        moved,
        float(texture.GetPrim().GetCustomDataByKey(STRENGTH) or 1.0),
    )


def _coordinates(texture: Any) -> tuple[str, tuple[tuple[float, float], float, tuple[float, float]]]:
    """The primvar of a texture's coordinates, and how they are moved."""
    scale, turn, move = (1.0, 1.0), 0.0, (0.0, 0.0)
    source = _source(texture, "st")
    if source and source.GetIdAttr().Get() == "UsdTransform2d":
        scale = cast("Any", tuple(_plain(source, "scale", scale)))
        turn = math.radians(_plain(source, "rotation", 0.0))
        move = cast("Any", tuple(_plain(source, "translation", move)))
        source = _source(source, "in")
    name = str(_plain(source, "varname", "st")) if source else "st"
    return name or "st", (scale, turn, move)


def _source(shader: Any, name: str) -> Any | None:
    """The shader that feeds an input."""
    given = shader.GetInput(name)
    for attribute in given.GetValueProducingAttributes() if given else []:
        source = pxr("UsdShade").Shader(attribute.GetPrim())
        if source and attribute.GetName().startswith("outputs:"):
            return source
    return None


def _plain(shader: Any, name: str, default: Any) -> Any:
    """The value of an input without a texture."""
    given = shader.GetInput(name)
    for attribute in given.GetValueProducingAttributes() if given else []:
        value = attribute.Get()
        if value is not None:
            return value
    return default
