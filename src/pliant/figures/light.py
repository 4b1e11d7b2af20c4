"""Studio light: E(x, n) = Σ_d L_d max(0, n·d) visible_d(x), a sum over directions d of soft boxes and a sky.

Each direction has a height map of the scene as seen from the light, so that shadows on the model, in its
hollows and on the floor all come from one sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Array, Floats, Vertices
from pliant.figures.raster import Raster
from pliant.figures.views import Camera
from pliant.solve.kernels import inner


class Box(NamedTuple):
    """A soft box. More directions make softer shadows and slower pictures.

    place:      azimuth from the camera to the right, and elevation, in degrees
    radius:     in degrees
    strength:   linear light of each colour
    directions: how many of them
    """

    place: tuple[float, float]
    radius: float
    strength: tuple[float, float, float]
    directions: int


class Arrangement(NamedTuple):
    """Soft boxes, and the sky as a share of the usual one."""

    boxes: tuple[Box, ...]
    sky: float = 1.0


# A warm key, a cool fill and a rim from behind: in each way to set them up, by its name in the studio.
ARRANGEMENTS = MappingProxyType(
    {
        "studio": Arrangement(
            (
                Box((-38.0, 52.0), 17.0, (1.12, 1.07, 1.00), 18),
                Box((62.0, 22.0), 26.0, (0.15, 0.17, 0.20), 5),
                Box((152.0, 38.0), 16.0, (0.50, 0.51, 0.54), 5),
            )
        ),
        "soft": Arrangement(
            (
                Box((-16.0, 46.0), 34.0, (0.50, 0.48, 0.45), 18),
                Box((45.0, 16.0), 32.0, (0.16, 0.18, 0.21), 5),
                Box((159.0, 33.0), 20.0, (0.18, 0.18, 0.19), 5),
            ),
            2.0,
        ),
        "side": Arrangement(
            (
                Box((-85.0, 20.0), 12.0, (1.49, 1.43, 1.33), 18),
                Box((60.0, 16.0), 26.0, (0.03, 0.04, 0.05), 5),
                Box((135.0, 22.0), 16.0, (0.22, 0.23, 0.24), 5),
            ),
            0.3,
        ),
        "back": Arrangement(
            (
                Box((-155.0, 34.0), 13.0, (1.41, 1.35, 1.26), 14),
                Box((60.0, 18.0), 26.0, (0.06, 0.07, 0.08), 5),
                Box((140.0, 24.0), 13.0, (1.06, 1.08, 1.12), 9),
            ),
            0.5,
        ),
    }
)
# Radiance above, and of the ground's bounce below, with the number of directions over the whole sphere.
SKY = (0.46, 0.48, 0.52)
GROUND = (0.20, 0.18, 0.165)
EVERYWHERE = 0.05  # scattered light, which reaches every hollow
SKY_DIRECTIONS = 32
SMALLEST_MAP, LARGEST_MAP = 128, 512  # cells
# Surfaces are lifted by this many map cells before the test, or they would shade themselves.
LIFT = 1.6


@dataclass(frozen=True, eq=False)
class Lights:
    """Directions of light, with their radiance and height maps.

    axes:     (d, 3, 3) rows: the height map's two axes, and the direction toward the light
    radiance: (d, 3) linear light
    maps:     (d, s, s) float32 height of the scene toward the light, over the square of half side `reach`
    """

    axes: Floats
    radiance: Floats
    maps: Array
    reach: float

    def on(self, X: Vertices, N: Floats) -> Floats:
        """(q, 3) light that reaches points X (q, 3) with unit normals N (q, 3)."""
        lifted = X + N * (LIFT * 2 * self.reach / self.maps.shape[1])
        N = np.ascontiguousarray(N)
        return EVERYWHERE + _sum(lifted, N, self.axes, self.radiance, self.maps, self.reach)

    def open(self, normal: Floats) -> Floats:
        """(3,) light on a surface with this unit normal (3,) that nothing shades."""
        return EVERYWHERE + np.maximum(self.axes[:, 2] @ normal, 0) @ self.radiance


def studio(
    raster: Raster, frame: Floats, vertical: Floats, reach: float, *, cells: int, light: str = "studio"
) -> Lights:
    """The lights around a scene about the origin, turned with the camera's frame (3, 3).

    reach: radius of the scene
    cells: side of the height maps
    light: a name of ARRANGEMENTS
    """
    directions, radiance = soft_boxes(ARRANGEMENTS[light])
    ahead = frame[2] - (frame[2] @ vertical) * vertical
    ahead = ahead if np.linalg.norm(ahead) > 1e-3 else -frame[1]
    ahead = ahead / np.linalg.norm(ahead)
    world = directions @ np.stack([np.cross(vertical, ahead), vertical, ahead])
    axes = np.stack([_axes(direction) for direction in world])
    maps = [raster.height(Camera(axis, np.zeros(3), reach, 0.0), cells) for axis in axes]
    return Lights(axes, radiance, np.stack(maps), reach)


def shadow_cells(camera: Camera, size: tuple[int, int], reach: float) -> int:
    """The side of the height maps: about one cell for each pixel of a tile of this size."""
    return int(np.clip(size[1] * reach / camera.half, SMALLEST_MAP, LARGEST_MAP))


def soft_boxes(arrangement: Arrangement) -> tuple[Floats, Floats]:
    """(d, 3) directions toward the light (right, up, toward the camera) and (d, 3) radiance of each."""
    sky = spiral(SKY_DIRECTIONS, -1.0)
    above = (sky[:, 1:2] + 1) / 2
    directions = [sky]
    radiance = [arrangement.sky * (above * SKY + (1 - above) * GROUND) * 2 / SKY_DIRECTIONS]
    for (azimuth, elevation), radius, strength, count in arrangement.boxes:
        a, e = np.radians(azimuth), np.radians(elevation)
        to_box = np.array([np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)])
        right, up, _ = _axes(to_box)
        directions.append(spiral(count, np.cos(np.radians(radius))) @ np.stack([right, to_box, up]))
        radiance.append(np.broadcast_to(np.array(strength) / count, (count, 3)))
    return np.concatenate(directions), np.concatenate(radiance)


def spiral(count: int, lowest: float) -> Floats:
    """(count, 3) points spread evenly over the unit sphere where the second coordinate exceeds lowest."""
    i = np.arange(count) + 0.5
    y = 1 - (1 - lowest) * i / count
    turn = i * np.pi * (3 - np.sqrt(5))
    return np.stack([np.sqrt(1 - y**2) * np.cos(turn), y, np.sqrt(1 - y**2) * np.sin(turn)], axis=1)


def _axes(direction: Floats) -> Floats:
    """(3, 3) an orthonormal frame whose last row is the unit direction."""
    helper = np.eye(3)[np.argmin(np.abs(direction))]
    right = np.cross(helper, direction)
    right = right / np.linalg.norm(right)
    return np.stack([right, np.cross(direction, right), direction])


@njit(cache=True)
def _sum(X, N, axes, radiance, maps, reach):  # pragma: no cover - compiled
    size = maps.shape[1]
    total = np.zeros((len(X), 3))
    for q in range(len(X)):
        for d in range(len(axes)):
            right, up, toward = axes[d]
            cosine = N[q, 0] * toward[0] + N[q, 1] * toward[1] + N[q, 2] * toward[2]
            if cosine <= 0:
                continue
            x = X[q, 0] * right[0] + X[q, 1] * right[1] + X[q, 2] * right[2]
            y = X[q, 0] * up[0] + X[q, 1] * up[1] + X[q, 2] * up[2]
            z = X[q, 0] * toward[0] + X[q, 1] * toward[1] + X[q, 2] * toward[2]
            cosine *= _visible(maps[d], (x / reach + 1) * size / 2 - 0.5, (y / reach + 1) * size / 2 - 0.5, z)
            for c in range(3):
                total[q, c] += radiance[d, c] * cosine
    return total


@inner
def _visible(heights, x, y, z):  # pragma: no cover - compiled
    """Share of the four cells around (x, y), weighted bilinearly, above which z lies."""
    size = heights.shape[0]
    column, row = int(np.floor(x)), int(np.floor(y))
    if column < 0 or row < 0 or column >= size - 1 or row >= size - 1:
        return 1.0
    a, b = x - column, y - row
    share = 0.0
    if heights[row, column] < z:
        share += (1 - a) * (1 - b)
    if heights[row, column + 1] < z:
        share += a * (1 - b)
    if heights[row + 1, column] < z:
        share += (1 - a) * b
    if heights[row + 1, column + 1] < z:
        share += a * b
    return share
