"""The colours of a model's pixels, from a scene and a camera."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from pliant.arrays import Array, Floats
from pliant.figures.light import Lights, shadow_cells, studio
from pliant.figures.raster import Raster
from pliant.figures.scene import Scene
from pliant.figures.views import Camera

SAMPLES = 3  # per pixel and axis
WIRE_WIDTH = 1.1  # pixels
WIRE_STRENGTH = 0.45  # share of the light that a wire takes away
LAYERS = 5  # of surfaces that can be seen through, one behind the other
FAINT = 0.01  # what lets less light through hides everything behind it


@dataclass(frozen=True, eq=False)
class Drawing:
    """A model without a background.

    rgba:   (height, width, 4) linear light times coverage, and coverage; row 0 is the lowest
    lights: the lamps around it
    """

    rgba: Floats
    lights: Lights


def drawing(
    scene: Scene,
    camera: Camera,
    size: tuple[int, int],
    vertical: Floats,
    *,
    wires: bool,
    light: str = "studio",
) -> Drawing:
    """The scene, about the origin and of about unit size, in a tile of this width and height in pixels.

    vertical: (3,) the direction upward
    light:    a name of ARRANGEMENTS
    """
    fine = (size[0] * SAMPLES, size[1] * SAMPLES)
    reach = 1.02 * float(np.linalg.norm(scene.V, axis=1).max())
    cells = shadow_cells(camera, size, reach)
    around = partial(studio, frame=camera.frame, vertical=vertical, reach=reach, cells=cells, light=light)
    with closing(Raster(scene.V, scene.F)) as raster:
        seen = raster.seen(camera, fine)
        lights = around(raster) if scene.casts.all() else None
    if lights is None:
        with closing(Raster(scene.V, scene.F[scene.casts])) as raster:
            lights = around(raster)
    wire = WIRE_WIDTH * camera.half / size[1] if wires else 0.0
    lit = _Lit(scene, lights, wire, _areas(scene, camera, size))
    left = np.ones(fine[::-1])
    rgba = _layer(lit, seen, left, camera, size)
    hidden = np.zeros(len(scene.F), bool)
    for _ in range(LAYERS - 1 if scene.paint is not None else 0):
        hidden[np.unique(seen[(seen >= 0) & (left > 0)])] = True
        kept = np.flatnonzero(~hidden)
        if not (left[seen >= 0] > FAINT).any() or not len(kept):
            break
        with closing(Raster(scene.V, scene.F[kept])) as raster:
            behind = raster.seen(camera, fine)
        seen = np.where(behind >= 0, kept[behind], -1)
        rgba += _layer(lit, seen, left, camera, size)
    return Drawing(rgba.reshape(size[1], size[0], 4) / SAMPLES**2, lights)


@dataclass(frozen=True, eq=False)
class _Lit:
    """A scene in its light.

    wire:  half the width of a line, or 0
    areas: (m,) pixels that each painted triangle covers
    """

    scene: Scene
    lights: Lights
    wire: float
    areas: Floats


def _layer(lit: _Lit, seen: Array, left: Floats, camera: Camera, size: tuple[int, int]) -> Floats:
    """(pixels, 4) the sums of light and coverage over samples that see the triangles `seen`.

    left: what earlier layers let through of each sample, lessened by what this one hides
    """
    scene, columns_of_all = lit.scene, size[0] * SAMPLES
    rows, columns = np.nonzero((seen >= 0) & (left > FAINT))
    faces = seen[rows, columns].astype(np.int64)
    pixel = rows // SAMPLES * size[0] + columns // SAMPLES
    # Light varies little inside a pixel, so all samples of one triangle in it are shaded once. What can be
    # seen through has outlines inside triangles, so every sample of it counts.
    place = pixel
    if scene.paint is not None:
        sharp = np.append(scene.paint.sees_through, False)[np.minimum(faces, len(scene.paint.kinds))]
        place = np.where(sharp, size[0] * size[1] + rows * columns_of_all + columns, pixel)
    _, first, group = np.unique(place * len(scene.F) + faces, return_index=True, return_inverse=True)
    group = group.ravel()
    weight = np.bincount(group, left[rows, columns])
    fine = (columns_of_all, size[1] * SAMPLES)
    light, alpha = _surface(lit, faces[first], camera.rays(columns[first], rows[first], fine))
    left[rows, columns] *= 1 - alpha[group]
    share = weight * alpha
    sums = [np.bincount(pixel[first], part, size[0] * size[1]) for part in (*(light.T * share), share)]
    return np.stack(sums, axis=-1).astype(np.float64)


def _areas(scene: Scene, camera: Camera, size: tuple[int, int]) -> Floats:
    """(m,) pixels that each painted triangle covers; none for a scene without paint."""
    if scene.paint is None:
        return np.empty(0)
    a, b, c = np.moveaxis(camera.pixels(scene.V, size)[scene.F[: len(scene.paint.kinds)]], 1, 0)
    e, f = b - a, c - a
    return np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2


def _surface(lit: _Lit, faces: Array, rays: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """(q, 3) linear light from the faces (q,) in front of rays, and (q,) how much they hide."""
    scene, lights, wire = lit.scene, lit.lights, lit.wire
    corners = scene.V[scene.F[faces]]
    share, turned = _shares(corners, *rays)
    X = np.einsum("qi,qix->qx", share, corners)
    N = np.einsum("qi,qix->qx", share, scene.N[scene.F[faces]])
    N *= (turned / np.maximum(np.linalg.norm(N, axis=1), 1e-12))[:, None]
    albedo = np.einsum("qi,qix->qx", share, scene.rgb[scene.F[faces]])
    emission, alpha, shaded = 0.0, np.ones(len(faces)), np.ones(len(faces), bool)
    if scene.paint is not None:
        own = np.flatnonzero(faces < len(scene.paint.kinds))
        shade = scene.paint.at(faces[own], share[own], lit.areas, turned[own] > 0)
        emission = np.zeros_like(albedo)
        albedo[own], emission[own] = shade.albedo, shade.emission
        alpha[own], shaded[own] = shade.alpha, shade.lit
    if wire:
        line = WIRE_STRENGTH * _lines(corners, share, scene.wired[faces], wire)
        albedo = albedo * (1 - line[:, None])
    return albedo * np.where(shaded[:, None], lights.on(X, N), 1.0) + emission, alpha


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
