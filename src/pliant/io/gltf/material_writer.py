"""Materials, textures and images for a glTF file that is being written; `materials` reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pliant.appearance import Appearance, Image, Material, Texture, TextureUse
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.extension_names import IMAGE_EXTENSIONS
from pliant.io.gltf.materials import NEAREST, PLACES, TRANSFORM, WRAPS
from pliant.mesh import Mesh

_CODES = {word: code for code, word in WRAPS.items()}
# Where an image was of a file that nobody found and nobody named.
_LOST = "missing"


def material_list(mesh: Mesh) -> list[str]:
    """The names of all materials in the order of the file: those with an appearance, then names alone."""
    known = [material.name for material in mesh.appearance.materials]
    return list(dict.fromkeys([*known, *mesh.materials]))


def written_look(blob: Blob, look: Appearance, names: Sequence[str]) -> dict[str, Any]:
    """The fields `materials`, `textures`, `samplers` and `images` of a file, and what it says of itself.

    names: of all materials; the images go into the blob
    Extensions of the file as a whole, which name nodes, are for those to write who write the nodes.
    """
    samplers: list[dict[str, Any]] = []
    fields = {
        "materials": [_material(look.material(name)) for name in names],
        "textures": [_texture(texture, look.images, samplers) for texture in look.textures],
        "samplers": samplers,
        "images": [_image(blob, image) for image in look.images],
    }
    told = {key: value for key, value in look.other.items() if key != "extensions"}
    return {**told, **{key: value for key, value in fields.items() if value}}


def _image(blob: Blob, image: Image) -> dict[str, Any]:
    if not image.data:
        return {"uri": image.name or _LOST, **({"mimeType": image.kind} if image.kind else {})}
    named = {"name": image.name} if image.name else {}
    return {**named, "mimeType": image.kind or "image/png", "bufferView": blob.piece(image.data)}


def _texture(texture: Texture, images: Sequence[Image], samplers: list[dict[str, Any]]) -> dict[str, Any]:
    """A texture; its sampler is added to the list if it is a new one."""
    item: dict[str, Any] = {"name": texture.name} if texture.name else {}
    item |= {key: value for key, value in texture.other.items() if key in ("extensions", "extras")}
    extension = IMAGE_EXTENSIONS.get(images[texture.image].kind)
    usual = texture.other.get("source")
    if extension is None:
        item["source"] = texture.image
    else:
        item["extensions"] = {**item.get("extensions", {}), extension: {"source": texture.image}}
        # The usual image for readers that do not know the extension, if there is another.
        if isinstance(usual, int) and usual != texture.image and usual < len(images):
            item["source"] = usual
    sampler = _sampler(texture)
    if sampler or "sampler" in texture.other:
        samplers += [] if sampler in samplers else [sampler]
        item["sampler"] = samplers.index(sampler)
    return item


def _sampler(texture: Texture) -> dict[str, Any]:
    """The sampler of the source, or one that says the same as the texture."""
    given = texture.other.get("sampler")
    if isinstance(given, Mapping):
        return dict(given)
    wraps = dict(zip(("wrapS", "wrapT"), texture.wrap, strict=True))
    sampler: dict[str, Any] = {key: _CODES[word] for key, word in wraps.items() if word != "repeat"}
    return sampler | ({"magFilter": NEAREST, "minFilter": NEAREST} if texture.nearest else {})


def _material(material: Material) -> dict[str, Any]:
    other = dict(material.other)
    surface: dict[str, Any] = dict(other.pop("pbrMetallicRoughness", {}))
    surface |= _unless_default(
        baseColorFactor=(list(material.colour), [1.0, 1.0, 1.0, 1.0]),
        metallicFactor=(material.metallic, 1.0),
        roughnessFactor=(material.roughness, 1.0),
    )
    item: dict[str, Any] = {"name": material.name, "pbrMetallicRoughness": surface}
    item |= _unless_default(
        emissiveFactor=(list(material.emission), [0.0, 0.0, 0.0]),
        alphaMode=(material.alpha.upper(), "OPAQUE"),
        doubleSided=(material.double_sided, False),
    )
    if material.alpha == "mask":
        item |= _unless_default(alphaCutoff=(material.cutoff, 0.5))
    for use, (above, key, amount) in PLACES.items():
        if use in material.uses:
            (item if above is None else item[above])[key] = _use(material.uses[use], amount)
    if not surface:
        del item["pbrMetallicRoughness"]
    return item | other


def _use(use: TextureUse, amount: str | None) -> dict[str, Any]:
    item: dict[str, Any] = {**use.other, "index": use.texture}
    item |= _unless_default(texCoord=(use.uv, 0))
    if amount is not None:
        item |= _unless_default(**{amount: (use.amount, 1.0)})
    plain = TextureUse(use.texture)
    if replace(use, uv=0, amount=1.0, other=plain.other) != plain:
        change = _unless_default(
            offset=(list(use.offset), [0.0, 0.0]),
            rotation=(use.turn, 0.0),
            scale=(list(use.scale), [1.0, 1.0]),
        )
        item["extensions"] = {**item.get("extensions", {}), TRANSFORM: change}
    return item


def _unless_default(**pairs: tuple[Any, Any]) -> dict[str, Any]:
    """The fields whose value is not the default, from pairs of both."""
    return {key: value for key, (value, default) in pairs.items() if value != default}
