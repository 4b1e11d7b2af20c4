"""Materials as a Wavefront library (.mtl), with the extension for metal and roughness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pliant.appearance import Appearance, Material, TextureUse
from pliant.io.obj.mtl_reader import shininess_of

# The first line of our files.
MARK = b"# Pliant\n"
# Statements and channels of the textures of each use. Several programs know only one of two statements.
_MAPS = {
    "colour": (("map_Kd", ""),),
    "metallic_roughness": (("map_Pr", "g"), ("map_Pm", "b")),
    "normal": (("map_Bump", ""), ("norm", "")),
    "emission": (("map_Ke", ""),),
}


def mtl_of_materials(
    materials: Mapping[str, Material], look: Appearance, images: Sequence[str]
) -> Iterator[bytes]:
    """The text of a library, in pieces.

    materials: by their names in the file
    look:      their textures
    images:    the file of every image, beside the library
    """
    yield MARK
    for name, material in materials.items():
        yield "\n".join(_lines(name, material, look, images)).encode("utf-8", "replace") + b"\n"


def _lines(name: str, material: Material, look: Appearance, images: Sequence[str]) -> Iterator[str]:
    alpha = 1.0 if material.alpha == "opaque" else material.colour[3]
    yield f"newmtl {name}"
    yield "Kd " + " ".join(map(repr, map(float, material.colour[:3])))
    yield "Ks 0.5 0.5 0.5"
    yield f"Ns {shininess_of(material.roughness)!r}"
    yield f"d {float(alpha)!r}"
    yield "Ke " + " ".join(map(repr, map(float, material.emission)))
    yield f"Pr {float(material.roughness)!r}"
    yield f"Pm {float(material.metallic)!r}"
    yield "illum 2"
    for use, statements in _MAPS.items():
        given = material.uses.get(use)
        if given is None:
            continue
        goals = [*statements, *([("map_d", "m")] if use == "colour" and material.alpha != "opaque" else [])]
        for keyword, channel in goals:
            yield " ".join([keyword, *_options(keyword, channel, given, look), _file(given, look, images)])


def _options(keyword: str, channel: str, given: TextureUse, look: Appearance) -> Iterator[str]:
    scale = given.scale
    # Measured from the lower left there, from the upper left here.
    move = (given.offset[0], 1 - given.offset[1] - scale[1])
    if move != (0.0, 0.0):
        yield f"-o {float(move[0])!r} {float(move[1])!r} 0"
    if tuple(scale) != (1.0, 1.0):
        yield f"-s {float(scale[0])!r} {float(scale[1])!r} 1"
    if look.textures[given.texture].wrap == ("clamp", "clamp"):
        yield "-clamp on"
    if keyword in ("map_Bump", "norm") and given.amount != 1:
        yield f"-bm {float(given.amount)!r}"
    if channel:
        yield f"-imfchan {channel}"


def _file(given: TextureUse, look: Appearance, images: Sequence[str]) -> str:
    return images[look.textures[given.texture].image]
