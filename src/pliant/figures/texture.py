"""Images on surfaces: decoded once, sampled at the fineness that the picture shows."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np

from pliant.appearance import Image, Texture
from pliant.arrays import Array, Floats
from pliant.errors import FileFormatError
from pliant.figures.colours import encoded, linear
from pliant.figures.extra import load

# Texels along a side: pictures show no more, and every one takes 4 bytes.
LARGEST = 2048
# Images that Pillow decodes.
DECODED = ("image/png", "image/jpeg", "image/webp")
# Linear light of every byte.
LINEAR = linear(np.arange(256) / 255)


@dataclass(frozen=True, eq=False)
class Sampler:
    """An image with its smaller copies, each half the size of the one before.

    levels: (height, width, 4) uint8, sRGB colour and alpha; row 0 is the uppermost
    """

    levels: tuple[Array, ...]
    texture: Texture

    @property
    def texels(self) -> int:
        """The number of texels of the largest copy."""
        return self.levels[0].shape[0] * self.levels[0].shape[1]

    def at(self, uv: Floats, level: Floats) -> Floats:
        """(q, 4) linear colour and alpha at uv (q, 2), measured from the upper left.

        level: (q,) the copy that has a texel for every pixel, 0 for the largest; fractions mix two
        """
        level = np.clip(level, 0, len(self.levels) - 1)
        found = np.zeros((len(uv), 4))
        for i, texels in enumerate(self.levels):
            share = np.maximum(0, 1 - np.abs(level - i))
            rows = np.flatnonzero(share)
            if len(rows):
                found[rows] += share[rows, None] * self._bilinear(texels, uv[rows])
        return found

    def _bilinear(self, texels: Array, uv: Floats) -> Floats:
        """(q, 4) the mean of the four texels around each place, or the nearest one."""
        height, width = texels.shape[:2]
        x, y = uv[:, 0] * width - 0.5, uv[:, 1] * height - 0.5
        if self.texture.nearest:
            x, y = np.round(x), np.round(y)
        left, top = np.floor(x), np.floor(y)
        a, b = (x - left)[:, None], (y - top)[:, None]
        found = np.zeros((len(uv), 4))
        shares = ((1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b)
        for (dx, dy), share in zip(((0, 0), (1, 0), (0, 1), (1, 1)), shares, strict=True):
            column = _wrapped(left + dx, width, self.texture.wrap[0])
            row = _wrapped(top + dy, height, self.texture.wrap[1])
            found += share * _light(texels[row, column])
        return found


def sampler(image: Image, texture: Texture) -> Sampler | None:
    """The image ready to be sampled; None for one that is missing or of a kind that is not decoded.

    Raises FileFormatError for a broken image, MissingExtraError where Pillow is missing.
    """
    if not image.data or image.kind not in DECODED:
        return None
    pillow = load("PIL.Image")
    try:
        picture = pillow.open(io.BytesIO(image.data)).convert("RGBA")
    except (OSError, ValueError, pillow.DecompressionBombError) as error:
        raise FileFormatError(
            f"The image '{image.name}' cannot be read ({error}); draw in clay, or export the file again."
        ) from error
    if max(picture.size) > LARGEST:
        picture.thumbnail((LARGEST, LARGEST))
    levels = [np.asarray(picture)]
    while max(levels[-1].shape[:2]) > 1:
        levels.append(_halved(levels[-1]))
    return Sampler(tuple(levels), texture)


def _halved(texels: Array) -> Array:
    """The image at half the size, each texel the mean light of four."""
    height, width = (max(side // 2, 1) for side in texels.shape[:2])
    rows = np.minimum(2 * np.arange(height)[:, None] + (0, 1), texels.shape[0] - 1)
    columns = np.minimum(2 * np.arange(width)[:, None] + (0, 1), texels.shape[1] - 1)
    four = [_light(texels[rows[:, i]][:, columns[:, j]]) for i in (0, 1) for j in (0, 1)]
    light = np.mean(four, axis=0)
    bytes_of = np.concatenate([encoded(light[..., :3]), light[..., 3:]], axis=-1)
    return np.round(255 * bytes_of).astype(np.uint8)


def _light(texels: Array) -> Floats:
    """(…, 4) linear light and alpha of texels (…, 4)."""
    return np.concatenate([LINEAR[texels[..., :3]], texels[..., 3:] / 255], axis=-1)


def _wrapped(places: Floats, size: int, wrap: str) -> Array:
    """(q,) the texels from 0 to size - 1 that lie at places (q,), also beyond the image."""
    index = places.astype(np.int64)
    if wrap == "clamp":
        return np.clip(index, 0, size - 1)
    if wrap == "repeat":
        return index % size
    index = index % (2 * size)
    return np.where(index < size, index, 2 * size - 1 - index)
