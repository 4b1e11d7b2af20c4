"""The colours of a model's pixels, from a scene and a camera."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats
from pliant.figures.light import Lights, shadow_cells, studio
from pliant.figures.raster import Raster
from pliant.figures.scene import Scene
from pliant.figures.views import Camera

SAMPLES = 3  # per pixel and axis
WIRE_WIDTH = 1.1  # pixels
WIRE_STRENGTH = 0.45  # share of the light that a wire takes away


@dataclass(frozen=True, eq=False)
class Drawing:
    """A model without a background.

    rgba:   (height, width, 4) linear light times coverage, and coverage; row 0 is the lowest
    lights: the lamps around it
    """

    rgba: Floats
    lights: Lights


def drawing(scene: Scene, camera: Camera, size: tuple[int, int], vertical: Floats, *, wires: bool) -> Drawing:
    """The scene, about the origin and of about unit size, in a tile of this width and height in pixels.

    vertical: (3,) the direction upward
    """
    fine = (size[0] * SAMPLES, size[1] * SAMPLES)
    reach = 1.02 * float(np.linalg.norm(scene.V, axis=1).max())
    cells = shadow_cells(camera, size, reach)
    with closing(Raster(scene.V, scene.F)) as raster:
        seen = raster.seen(camera, fine)
        lights = studio(raster, camera.frame, vertical, reach, cells=cells) if scene.casts.all() else None
    if lights is None:
        with closing(Raster(scene.V, scene.F[scene.casts])) as raster:
            lights = studio(raster, camera.frame, vertical, reach, cells=cells)
    rows, columns = np.nonzero(seen >= 0)
    pixel = rows // SAMPLES * size[0] + columns // SAMPLES
    # Light varies little inside a pixel, so all samples of one triangle in it are shaded once.
    key = pixel * len(scene.F) + seen[rows, columns]
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    rows, columns, pixel = rows[first], columns[first], pixel[first]
    wire = WIRE_WIDTH * camera.half / size[1] if wires else 0.0
    light = _surface(scene, seen[rows, columns], camera.rays(columns, rows, fine), lights, wire)
    sums = [np.bincount(pixel, part, size[0] * size[1]) for part in (*(light.T * count), count)]
    return Drawing(np.stack(sums, axis=-1).reshape(size[1], size[0], 4) / SAMPLES**2, lights)


def _surface(scene: Scene, faces: Array, rays: tuple[Floats, Floats], lights: Lights, wire: float) -> Floats:
    """(q, 3) linear light from the faces (q,) in front of rays; wire: half the width of a line, or 0."""
    corners = scene.V[scene.F[faces]]
    share, turned = _shares(corners, *rays)
    X = np.einsum("qi,qix->qx", share, corners)
    N = np.einsum("qi,qix->qx", share, scene.N[scene.F[faces]])
    N *= (turned / np.maximum(np.linalg.norm(N, axis=1), 1e-12))[:, None]
    albedo = np.einsum("qi,qix->qx", share, scene.rgb[scene.F[faces]])
    if wire:
        line = WIRE_STRENGTH * _lines(corners, share, scene.wired[faces], wire)
        albedo = albedo * (1 - line[:, None])
    return albedo * lights.on(X, N)


def _lines(corners: Floats, share: Floats, wired: Array, half_width: float) -> Floats:
    """(q,) the share of each sample that a wire covers: 1 on it, falling to 0 over half its width."""
    opposite = np.roll(corners, -2, axis=1) - np.roll(corners, -1, axis=1)
    length = np.maximum(np.linalg.norm(opposite, axis=2), 1e-12)
    twice_area = np.linalg.norm(np.cross(opposite[:, 0], opposite[:, 1]), axis=1, keepdims=True)
    distance = np.where(wired, share * twice_area / length, np.inf).min(axis=1)
    return np.clip(1.5 - distance / half_width, 0, 1)


def _shares(corners: Floats, origin: Floats, direction: Floats) -> tuple[Floats, Floats]:
    """(q, 3) barycentric coordinates where each ray meets its triangle, and (q,) 1, or -1 at its back."""
    e, f = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    p, s = np.cross(direction, f), origin - corners[:, 0]
    determinant = np.einsum("qx,qx->q", e, p)
    safe = np.where(np.abs(determinant) > 1e-20, determinant, 1e-20)
    u = np.einsum("qx,qx->q", s, p) / safe
    v = np.einsum("qx,qx->q", direction, np.cross(s, e)) / safe
    share = np.clip(np.stack([1 - u - v, u, v], axis=1), 0, 1)
    return share / share.sum(axis=1, keepdims=True), np.where(determinant > 0, 1.0, -1.0)
