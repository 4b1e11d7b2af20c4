"""Materials of a Wavefront library (.mtl) as the neutral form has them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from pliant.appearance import Appearance, Image, Material, Texture, TextureUse, Wrap
from pliant.errors import LeftOutWarning
from pliant.io.images import found_beside, image_beside
from pliant.io.packed_channels import Channel, packed_channels
from pliant.io.words import decoded_name

# How many numbers follow an option of a texture, at most; some of them may be missing.
_OPTIONS = {"-o": 3, "-s": 3, "-t": 3, "-mm": 2, "-bm": 1, "-boost": 1, "-texres": 1}
_WORDS = ("-blendu", "-blendv", "-cc", "-clamp", "-imfchan", "-type", "-colorspace")
_CHANNELS = {"r": "r", "g": "g", "b": "b", "m": "a"}
# Blender's mean shininess of a material that says nothing, and the steps of its slider.
_SHININESS = 1000.0
# A library that is larger than this is another kind of file.
_MOST_BYTES = 50_000_000
_GREY = (0.8, 0.8, 0.8)


@dataclass(frozen=True)
class _Map:
    """A texture statement: its file, and its options by their names."""

    file: str
    options: Mapping[str, tuple[str, ...]]

    def numbers(self, option: str, default: tuple[float, ...]) -> tuple[float, ...]:
        """The numbers of an option; those that are missing or no numbers are the default ones."""
        given = tuple(_number(word, math.nan) for word in self.options.get(option, ()))
        filled = (*given, *default[len(given) :])[: len(default)]
        return tuple(d if math.isnan(g) else g for g, d in zip(filled, default, strict=True))

    @property
    def channel(self) -> str:
        """The channel that a single number is taken from."""
        return _CHANNELS.get("".join(self.options.get("-imfchan", ("r",))), "r")


@dataclass
class _Entry:
    """What a library says of one material: statements in small letters -> their words, and textures."""

    values: dict[str, list[str]] = field(default_factory=dict)
    maps: dict[str, _Map] = field(default_factory=dict)

    def number(self, key: str, default: float) -> float:
        """The first number of a statement."""
        words = self.values.get(key, [])
        return _number(words[0], default) if words else default

    def colour(self, key: str, default: Sequence[float]) -> tuple[float, float, float]:
        """The colour of a statement; one number is grey."""
        numbers = [_number(word, 0.0) for word in self.values.get(key, [])][:3]
        if not numbers or not self.values[key][0][:1].lstrip("+-.").isdecimal():
            return cast("Any", tuple(default))
        return cast("Any", tuple(numbers) if len(numbers) == 3 else (numbers[0],) * 3)


def libraries_of_names(folder: Path, names: Sequence[str]) -> Appearance:
    """The materials in all libraries of a folder that an OBJ file names.

    names: the rest of every line `mtllib`, which is one name with blanks, or several
    Warns with LeftOutWarning of one that is missing.
    """
    found = _Found(folder)
    for name in names:
        paths = [found_beside(folder, name)]
        paths = paths if paths[0] is not None else [found_beside(folder, word) for word in name.split()]
        for path in paths:
            if path is not None and path.stat().st_size <= _MOST_BYTES:
                found.read(path.read_bytes())
        if not any(paths):
            warnings.warn(
                f"The materials in {name} are not beside the file; put it there to see colours and textures.",
                LeftOutWarning,
                stacklevel=2,
            )
    return Appearance(tuple(found.materials.values()), tuple(found.textures), tuple(found.images))


@dataclass(eq=False)
class _Found:
    """What was read so far; the first material of a name counts."""

    folder: Path
    materials: dict[str, Material] = field(default_factory=dict)
    textures: list[Texture] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)

    def read(self, data: bytes) -> None:
        """Add the materials of a library."""
        for name, entry in _entries(data).items():
            if name not in self.materials:
                self.materials[name] = self._material(name, entry)

    def _material(self, name: str, entry: _Entry) -> Material:
        maps = entry.maps
        plain = {
            "map_kd": "colour",
            "map_ke": "emission",
            "norm": "normal",
            "map_bump": "normal",
            "bump": "normal",
        }
        uses = {use: self._use(maps[key]) for key, use in reversed(plain.items()) if key in maps}
        metallic = entry.number("pm", 1.0 if "map_pm" in maps else 0.0)
        packed = self._packed(maps, metallic)
        if packed is not None:
            uses["metallic_roughness"] = packed
        textured = "colour" in uses
        colour = entry.colour("kd", (1.0, 1.0, 1.0) if textured else _GREY)
        # Programs that write no colour beside a texture write black.
        colour = (1.0, 1.0, 1.0) if textured and not any(colour) else colour
        alpha = entry.number("d", 1 - entry.number("tr", 0.0))
        clear = "map_d" in maps and textured and maps["map_d"].file == maps["map_kd"].file
        glow = entry.colour("ke", (1.0, 1.0, 1.0) if "emission" in uses else (0.0, 0.0, 0.0))
        return Material(
            name,
            colour=(*colour, alpha),
            metallic=metallic,
            roughness=_roughness(entry),
            emission=glow,
            uses=uses,
            alpha="blend" if clear or alpha < 1 else "opaque",
        )

    def _packed(self, maps: Mapping[str, _Map], metallic: float) -> TextureUse | None:
        """The texture of roughness and metal, packed into one if they have two."""
        rough, metal = maps.get("map_pr"), maps.get("map_pm")
        sample = rough or metal
        if sample is None:
            return None
        channels = [
            None if each is None else Channel(self._image(each), each.channel) for each in (rough, metal)
        ]
        image = packed_channels(channels[0], channels[1], metallic)
        return None if image is None else self._use(sample, image)

    def _use(self, given: _Map, image: Image | None = None) -> TextureUse:
        image = self._image(given) if image is None else image
        if image not in self.images:
            self.images.append(image)
        clamped: Wrap = "clamp" if given.options.get("-clamp") == ("on",) else "repeat"
        texture = Texture(self.images.index(image), (clamped, clamped))
        if texture not in self.textures:
            self.textures.append(texture)
        scale, move = given.numbers("-s", (1.0, 1.0)), given.numbers("-o", (0.0, 0.0))
        # Measured from the lower left there, from the upper left here.
        offset = (move[0], 1 - move[1] - scale[1])
        return TextureUse(
            self.textures.index(texture),
            amount=given.numbers("-bm", (1.0,))[0],
            offset=cast("Any", offset),
            scale=cast("Any", scale),
        )

    def _image(self, given: _Map) -> Image:
        known = next((image for image in self.images if image.name == given.file), None)
        return known or image_beside(self.folder, given.file)


def _roughness(entry: _Entry) -> float:
    """From the roughness of the extension, or else from the shininess, by Blender's curve."""
    if "pr" in entry.values or "map_pr" in entry.maps:
        return entry.number("pr", 1.0)
    if "ns" not in entry.values:
        return 1.0
    shininess = min(max(entry.number("ns", 0.0), 0.0), _SHININESS)
    return max(1 - math.sqrt(shininess) / 30, 0.0)


def shininess_of(roughness: float) -> float:
    """The shininess `Ns` for a roughness, by Blender's curve."""
    return (min(max(1 - roughness, 0.0), 1.0) * 30) ** 2


def _entries(data: bytes) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    entry = _Entry()
    for line in data.replace(b"\r", b"\n").replace(b"\\\n", b" ").split(b"\n"):
        text = decoded_name(line).strip()
        key, _, rest = text.replace("\t", " ").partition(" ")
        key, rest = key.lower(), rest.strip()
        if key == "newmtl":
            entry = entries.setdefault(rest, _Entry())
        elif key.startswith("map_") or key in ("norm", "bump"):
            found = _map(rest)
            if found.file:
                entry.maps[key] = found
        elif key and not key.startswith("#"):
            entry.values[key] = rest.split()
    return entries


def _map(rest: str) -> _Map:
    """The options and the file of a texture statement; names may have blanks."""
    options: dict[str, tuple[str, ...]] = {}
    while rest.startswith("-"):
        key, _, rest = rest.partition(" ")
        rest = rest.strip()
        taken: list[str] = []
        most = _OPTIONS.get(key, 1 if key in _WORDS else 0)
        while len(taken) < most and rest:
            word, _, after = rest.partition(" ")
            if key in _OPTIONS and math.isnan(_number(word, math.nan)):
                break
            taken.append(word)
            rest = after.strip()
        options[key] = tuple(taken)
    return _Map(rest.strip('"'), options)


def _number(word: str, default: float) -> float:
    try:
        value = float(word)
    except ValueError:
        return default
    return value if math.isfinite(value) else default
