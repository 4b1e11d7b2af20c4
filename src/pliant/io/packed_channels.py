"""Roughness and metal from images of their own, packed into one image as the neutral form has them.

The neutral form follows glTF: roughness is the green channel of an image, metal its blue channel.
"""

from __future__ import annotations

import importlib
import io
from dataclasses import dataclass
from typing import Any

from pliant.appearance import Image

_CHANNELS = "rgba"


@dataclass(frozen=True)
class Channel:
    """One channel of an image: "r", "g", "b" or "a"."""

    image: Image
    name: str = "r"


def packed_channels(roughness: Channel | None, metal: Channel | None, metallic: float) -> Image | None:
    """The image whose green is the roughness and whose blue is the metal; 1 for what is not given.

    metallic: the number that metal is multiplied by; if it is 0, any blue will do
    An image that is packed already is taken as it is. None if an image cannot be decoded, or if the package
    pillow, which does that, is missing.
    """
    given = [channel for channel in (roughness, metal) if channel is not None]
    if not given:
        return None
    any_metal = metal.name == "b" if metal is not None else metallic == 0
    same = len({channel.image.data for channel in given}) == 1
    if roughness is not None and roughness.name == "g" and any_metal and same:
        return roughness.image
    planes = [_plane(channel) if channel is not None else None for channel in (roughness, metal)]
    if any(plane is None for plane, channel in zip(planes, (roughness, metal), strict=True) if channel):
        return None
    return _merged(planes, given[0].image.name)


def _pillow() -> Any | None:
    try:
        return importlib.import_module("PIL.Image")
    except ImportError:
        return None


def _plane(channel: Channel) -> Any | None:
    """The channel as a grey picture of pillow; None if it cannot be decoded."""
    pillow = _pillow()
    if pillow is None or not channel.image.data:
        return None
    try:
        with pillow.open(io.BytesIO(channel.image.data)) as picture:
            return picture.convert("RGBA").getchannel(_CHANNELS.index(channel.name))
    except (OSError, ValueError, SyntaxError, pillow.DecompressionBombError):
        return None


def _merged(planes: list[Any | None], name: str) -> Image:
    pillow = _pillow()
    sizes = [plane.size for plane in planes if plane is not None]
    size = max(sizes)
    full = pillow.new("L", size, 255) if pillow is not None else None
    green, blue = (full if plane is None else plane.resize(size) for plane in planes)
    out = io.BytesIO()
    if pillow is not None:
        pillow.merge("RGB", (full, green, blue)).save(out, "PNG")
    return Image(f"{name.rpartition('.')[0] or name}_packed.png", "image/png", out.getvalue())
