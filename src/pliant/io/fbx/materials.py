"""Materials of an FBX scene; ufbx translates those of all programs to metal and roughness."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from pliant.appearance import Appearance, Image, Material, Texture, TextureUse, Wrap
from pliant.io.fbx.library import items, kept, ufbx
from pliant.io.images import image_beside, kind_of_image
from pliant.io.packed_channels import Channel, packed_channels
from pliant.io.texture_transform import transform_from_above

Numbers = tuple[float, float, float, float]


@dataclass(eq=False)
class FbxMaterials:
    """The materials of a scene, read one by one as meshes name them.

    folder: that of the file, where images are looked for that are not inside of the file
    """

    folder: Path
    names: dict[int, str] = field(default_factory=dict)
    materials: list[Material] = field(default_factory=list)
    textures: list[Texture] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)

    def name(self, material: Any, sets: Mapping[str, int]) -> str:
        """The name of a material, different from all others, which is read when it is first asked for.

        sets: the number of each set of texture coordinates of the mesh that has it, by name
        """
        key = int(material.typed_id)
        if key not in self.names:
            name = material.name or f"material {key}"
            while name in self.names.values():
                name += f" {key}"
            self.names[key] = name
            self.materials.append(self._material(material, name, sets))
        return self.names[key]

    def appearance(self) -> Appearance:
        """All materials that were named, with their textures and images."""
        return Appearance(tuple(self.materials), tuple(self.textures), tuple(self.images))

    def _material(self, material: Any, name: str, sets: Mapping[str, int]) -> Material:
        pbr, old = material.pbr, material.fbx
        colour = _times(_value(pbr.base_color, (1.0, 1.0, 1.0, 1.0)), _value(pbr.base_factor, (1.0,) * 4)[0])
        glow = _times(_value(pbr.emission_color, (0.0,) * 4), _value(pbr.emission_factor, (1.0,) * 4)[0])
        opacity = _value(pbr.opacity, (1.0,) * 4)
        uses: dict[str, TextureUse] = {}
        maps = {
            "colour": (pbr.base_color,),
            "emission": (pbr.emission_color,),
            "normal": (pbr.normal_map, old.normal_map, old.bump),
            "occlusion": (pbr.ambient_occlusion,),
        }
        for use, choices in maps.items():
            found = next((texture for each in choices if (texture := _texture(each)) is not None), None)
            if found is not None:
                uses[use] = self._use(found, sets)
        metallic = _value(pbr.metalness, (0.0,) * 4)[0]
        roughness = _value(pbr.roughness, (1.0,) * 4)[0]
        packed = self._packed(pbr, metallic, sets)
        if packed is not None:
            uses["metallic_roughness"] = packed
        alpha = sum(opacity[:3]) / 3
        clear = alpha < 1 or _texture(pbr.opacity) is not None
        return Material(
            name,
            colour=(*colour[:3], alpha),
            metallic=min(max(metallic, 0.0), 1.0),
            roughness=min(max(roughness, 0.0), 1.0),
            emission=cast("Any", glow[:3]),
            uses=uses,
            alpha="blend" if clear else "opaque",
            double_sided=bool(material.features.double_sided.enabled),
        )

    def _packed(self, pbr: Any, metallic: float, sets: Mapping[str, int]) -> TextureUse | None:
        """The texture of roughness and metal, packed into one if they have two."""
        rough, metal = _texture(pbr.roughness), _texture(pbr.metalness)
        sample = rough if rough is not None else metal
        if sample is None:
            return None
        channels = [None if each is None else Channel(self._image(each)) for each in (rough, metal)]
        image = packed_channels(channels[0], channels[1], metallic)
        return None if image is None else self._use(sample, sets, image)

    def _use(self, given: Any, sets: Mapping[str, int], image: Image | None = None) -> TextureUse:
        image = self._image(given) if image is None else image
        if image not in self.images:
            self.images.append(image)
        clamp = ufbx().WrapMode.CLAMP
        wrap = tuple("clamp" if each == clamp else "repeat" for each in (given.wrap_u, given.wrap_v))
        texture = Texture(self.images.index(image), cast("tuple[Wrap, Wrap]", wrap))
        if texture not in self.textures:
            self.textures.append(texture)
        scale, turn, offset = _moved(given)
        return TextureUse(self.textures.index(texture), sets.get(given.uv_set, 0), 1.0, offset, turn, scale)

    def _image(self, given: Any) -> Image:
        """The image of a texture: inside of the file, or else beside it."""
        address = given.relative_filename or given.filename or given.name
        data = bytes(given.content or b"")
        if not data and given.video is not None:
            data = bytes(kept(given.video).content or b"")
        if data:
            return Image(address.replace("\\", "/").rpartition("/")[2], kind_of_image(data, address), data)
        return image_beside(self.folder, address)


def _texture(given: Any) -> Any | None:
    """The file that feeds a value; the first of layers."""
    texture = kept(given.texture) if given.texture_enabled else None
    if texture is None:
        return None
    if texture.type == ufbx().TextureType.FILE:
        return texture
    files = items(texture.file_textures)
    return files[0] if files else None


def _value(given: Any, default: tuple[float, ...]) -> Numbers:
    """The numbers of a map; a texture takes their place."""
    if _texture(given) is not None:
        return (1.0, 1.0, 1.0, 1.0)
    found = tuple(map(float, given.value_vec4)) if given.has_value else default
    return cast("Numbers", found if all(map(math.isfinite, found)) else default)


def _times(numbers: Numbers, factor: float) -> Numbers:
    return cast("Numbers", tuple(factor * number for number in numbers))


def _moved(given: Any) -> tuple[tuple[float, float], float, tuple[float, float]]:
    """Scale, turn and offset of coordinates as the neutral form has them."""
    if not given.has_uv_transform:
        return (1.0, 1.0), 0.0, (0.0, 0.0)
    matrix = given.uv_to_texture
    (a, b), (c, d), move = tuple(matrix.c0)[:2], tuple(matrix.c1)[:2], tuple(matrix.c3)[:2]
    turn = math.atan2(b, a)
    scale = (math.hypot(a, b), d * math.cos(turn) - c * math.sin(turn))
    return scale, turn, transform_from_above(scale, turn, cast("Any", move))
