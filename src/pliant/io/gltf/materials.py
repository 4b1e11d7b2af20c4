"""Materials, textures and images of a glTF file; `pliant.appearance` is their neutral form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pliant.appearance import Alpha, Appearance, Image, Material, Texture, TextureUse, Wrap
from pliant.errors import FileFormatError
from pliant.io.gltf.compression import piece
from pliant.io.gltf.document import GltfDocument, data_of_uri
from pliant.io.gltf.extension_names import IMAGE_EXTENSIONS
from pliant.io.gltf.json_object import JsonObject
from pliant.io.images import image_beside, kind_of_image
from pliant.io.names import distinct

# Codes of OpenGL for what lies beyond an image, and for drawing texels as squares.
WRAPS: dict[int, Wrap] = {10497: "repeat", 33648: "mirror", 33071: "clamp"}
NEAREST = 9728
TRANSFORM = "KHR_texture_transform"
# Where a material of glTF names the texture for each use, and its strength there.
PLACES = {
    "colour": ("pbrMetallicRoughness", "baseColorTexture", None),
    "metallic_roughness": ("pbrMetallicRoughness", "metallicRoughnessTexture", None),
    "normal": (None, "normalTexture", "scale"),
    "occlusion": (None, "occlusionTexture", "strength"),
    "emission": (None, "emissiveTexture", None),
}
_UNDERSTOOD = {
    "name", "pbrMetallicRoughness", "normalTexture", "occlusionTexture", "emissiveTexture",
    "emissiveFactor", "alphaMode", "alphaCutoff", "doubleSided",
}  # fmt: skip
# Fields that are kept as they are, whatever they hold.
_KEPT = ("extensions", "extras")


def material_names(root: JsonObject) -> list[str]:
    """A name for every material of a file; all are different."""
    return distinct(item.text("name") or f"material {i}" for i, item in enumerate(root.items("materials")))


def materials_of_document(document: GltfDocument) -> Appearance:
    """The materials, textures and images of a file, without layers and nodes."""
    root = document.root
    images = [_image(document, item) for item in root.items("images")]
    textures = tuple(_texture(root, item, images) for item in root.items("textures"))
    names = material_names(root)
    materials = [
        _material(name, item, len(textures))
        for name, item in zip(names, root.items("materials"), strict=True)
    ]
    return Appearance(tuple(materials), textures, tuple(images), other=_told(root))


def _told(root: JsonObject) -> dict[str, Any]:
    """What a file says of itself and its scene: copyright and extras."""
    asset = root.item("asset").fields
    kept = {key: asset[key] for key in ("copyright", "extras") if asset.get(key) is not None}
    told = {"asset": kept} if kept else {}
    return told | ({"extras": root.fields["extras"]} if root.has("extras") else {})


def _image(document: GltfDocument, item: JsonObject) -> Image:
    """An image; one in a file that is missing or outside the document's folder has no bytes."""
    uri, kind = item.text("uri"), item.text("mimeType") or ""
    if uri is not None and not uri.startswith("data:"):
        found = image_beside(document.folder, uri)
        return replace(found, kind=found.kind or kind)
    if uri is None:
        data = piece(document.root.entry("bufferViews", item.whole("bufferView")), document.buffers)
    else:
        data = data_of_uri(uri, item.place)
        kind = kind or uri[len("data:") :].partition(",")[0].partition(";")[0]
    return Image(item.text("name") or "", kind_of_image(data) or kind, data)


def _texture(root: JsonObject, item: JsonObject, images: list[Image]) -> Texture:
    """A texture; one without an image gets an empty one, added to the list."""
    extensions = item.item("extensions")
    # Extensions whose images take the place of the usual one, the best first.
    better = [
        extensions.item(name).index("source") for name in IMAGE_EXTENSIONS.values() if extensions.has(name)
    ]
    image = next((each for each in (*better, item.index("source")) if each is not None), None)
    if image is None:
        images.append(Image("", "", b""))
        image = len(images) - 1
    if image >= len(images):
        raise FileFormatError(f"{item.place} names image {image}; there are {len(images)}.")
    key = item.index("sampler")
    sampler = JsonObject({}, "") if key is None else root.entry("samplers", key)
    wrap = tuple(WRAPS.get(sampler.whole(f"wrap{axis}", 10497), "repeat") for axis in "ST")
    other = {key: item.fields[key] for key in (*_KEPT, "source") if item.has(key)}
    if key is not None:
        other["sampler"] = sampler.fields
    nearest = sampler.whole("magFilter", 0) == NEAREST
    return Texture(image, cast("tuple[Wrap, Wrap]", wrap), nearest, item.text("name") or "", other)


def _material(name: str, item: JsonObject, textures: int) -> Material:
    surface = item.item("pbrMetallicRoughness")
    uses: dict[str, TextureUse] = {}
    for use, (above, key, amount) in PLACES.items():
        place = (item if above is None else item.item(above)).item(key)
        if place.has("index"):
            uses[use] = _use(place, amount, textures)
    alpha = (item.text("alphaMode") or "OPAQUE").lower()
    other = {key: value for key, value in item.fields.items() if key not in _UNDERSTOOD}
    within = {key: surface.fields[key] for key in _KEPT if surface.has(key)}
    return Material(
        name,
        colour=cast("Any", _numbers(surface, "baseColorFactor", (1.0, 1.0, 1.0, 1.0))),
        metallic=_number(surface, "metallicFactor", 1.0),
        roughness=_number(surface, "roughnessFactor", 1.0),
        emission=cast("Any", _numbers(item, "emissiveFactor", (0.0, 0.0, 0.0))),
        uses=uses,
        alpha=cast("Alpha", alpha if alpha in ("mask", "blend") else "opaque"),
        cutoff=_number(item, "alphaCutoff", 0.5),
        double_sided=item.fields.get("doubleSided") is True,
        other=other | ({"pbrMetallicRoughness": within} if within else {}),
    )


def _use(place: JsonObject, amount: str | None, textures: int) -> TextureUse:
    texture = place.whole("index")
    if texture >= textures:
        raise FileFormatError(f"{place.place} names texture {texture}; there are {textures}.")
    extensions = place.item("extensions")
    change = extensions.item(TRANSFORM)
    unknown = {key: value for key, value in extensions.fields.items() if key != TRANSFORM}
    other = {"extras": place.fields["extras"]} if place.has("extras") else {}
    return TextureUse(
        texture,
        uv=change.whole("texCoord", place.whole("texCoord", 0)),
        amount=1.0 if amount is None else _number(place, amount, 1.0),
        offset=cast("Any", _numbers(change, "offset", (0.0, 0.0))),
        turn=_number(change, "rotation", 0.0),
        scale=cast("Any", _numbers(change, "scale", (1.0, 1.0))),
        other=other | ({"extensions": unknown} if unknown else {}),
    )


def _number(item: JsonObject, key: str, default: float) -> float:
    value = item.fields.get(key)
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else default


def _numbers(item: JsonObject, key: str, default: Sequence[float]) -> tuple[float, ...]:
    values = item.floats(key, len(default))
    return tuple(default) if values is None else tuple(values.tolist())
