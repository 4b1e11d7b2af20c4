"""The floor: its light in the model's shadow."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from pliant.arrays import Floats
from pliant.figures.light import Lights
from pliant.figures.views import Camera

CELLS = 220  # side of the shadow's map
REACH = 1.6  # half the side of the map, in radii of the model
BLUR = 2.0  # cells; blurs the shadows of single lamps into one
STRENGTH = 0.85  # of the shadow; below 1 for the light that a real floor scatters into it
FADE = 0.5  # the shadow thins over this share of the map's radius
BORDER = 0.2  # and over this share of the tile's sides
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of linear sRGB


def floor_light(
    camera: Camera, size: tuple[int, int], lights: Lights, vertical: Floats, height: float
) -> Floats:
    """(rows, columns) light on the floor in each pixel of a tile, as a share of that without the model.

    size:   columns and rows; row 0 is the lowest
    height: of the floor along the vertical (3,)
    """
    right = np.roll(vertical, 1)
    ahead = np.cross(right, vertical)
    columns, rows = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    origin, direction = camera.rays(columns.ravel(), rows.ravel(), size)
    fall = direction @ vertical
    along = (height - origin @ vertical) / np.where(np.abs(fall) > 1e-9, fall, 1e-9)
    hit = origin + along[:, None] * direction
    at = np.stack([hit @ ahead, hit @ right]) / (REACH * lights.reach)
    share = _shadow_map(lights, np.stack([right, ahead, vertical]), height)
    found = map_coordinates(share, (at + 1) / 2 * (CELLS - 1), order=1, mode="nearest")
    # The shadow ends softly, before its map does and before the neighbour's tile begins.
    fade = np.clip((1 - np.linalg.norm(at, axis=0)) / FADE, 0, 1) * (along > 0)
    border = np.minimum(_ramp(size[0]), _ramp(size[1])[:, None])
    return 1 - STRENGTH * border * ((1 - found) * fade).reshape(size[1], size[0])


def _shadow_map(lights: Lights, frame: Floats, height: float) -> Floats:
    """(c, c) the same share on a square of the floor; rows of frame (3, 3): right, ahead, upward."""
    side = np.linspace(-1, 1, CELLS) * REACH * lights.reach
    grid = side[None, :, None] * frame[0] + side[:, None, None] * frame[1] + height * frame[2]
    N = np.broadcast_to(frame[2], (CELLS**2, 3))
    share = lights.on(grid.reshape(-1, 3), N) @ LUMINANCE / (lights.open(frame[2]) @ LUMINANCE)
    return gaussian_filter(share.reshape(CELLS, CELLS), BLUR)


def _ramp(count: int) -> Floats:
    """(count,) a smooth ramp: 0 at both ends, 1 in between."""
    t = np.clip(np.minimum(np.arange(count), np.arange(count)[::-1]) / (BORDER * count), 0, 1)
    return t * t * (3 - 2 * t)
