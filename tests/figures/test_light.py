from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from pliant.figures.light import ARRANGEMENTS, SKY_DIRECTIONS, soft_boxes, studio
from pliant.figures.raster import Raster
from pliant.figures.views import Camera, View
from tests.figures.shapes import box
from tests.geometry.surfaces import pebble

pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')

VIEW = View("three-quarter")
UP = VIEW.vertical


def lit(V, F, X, N):
    """(q, 3) light on points of a scene, and on the same points of an empty one."""
    reach = 1.02 * float(np.linalg.norm(V, axis=1).max())
    with closing(Raster(V, F)) as raster:
        lights = studio(raster, VIEW.frame, UP, reach, cells=256)
    return lights.on(np.array(X, float), np.array(N, float)), np.stack([lights.open(n) for n in N])


def brute_force(V, F, origin, direction):
    """(q,) first triangle along each ray or -1, and (q,) its smallest barycentric coordinate."""
    a, e, f = V[F[:, 0]], V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]]
    p = np.cross(direction[:, None], f)
    det = np.einsum("mx,qmx->qm", e, p)
    s = origin[:, None] - a
    u = np.einsum("qmx,qmx->qm", s, p) / det
    q = np.cross(s, e)
    v = np.einsum("qx,qmx->qm", direction, q) / det
    t = np.einsum("mx,qmx->qm", f, q) / det
    inside = np.minimum(np.minimum(u, v), 1 - u - v)
    t = np.where(inside >= 0, t, np.inf)
    first = t.argmin(axis=1)
    rows = np.arange(len(t))
    return np.where(np.isinf(t[rows, first]), -1, first), inside


@pytest.mark.parametrize("perspective", [0.0, 25.0])
def test_every_pixel_names_the_first_triangle_on_its_ray(perspective: float) -> None:
    V, F = pebble(300)  # more triangles than one byte can number
    V = V / 3
    view = View(perspective=perspective)
    camera = Camera(view.frame, np.array([0.02, 0.01, 0.0]), 0.6, view.slope)
    size = (450, 300)
    with closing(Raster(V, F)) as raster:
        seen = raster.seen(camera, size)
    assert 0.1 < (seen >= 0).mean() < 0.9
    pixels = np.random.default_rng(0).permutation(seen.size)[:3000]
    rows, columns = np.unravel_index(pixels, seen.shape)
    expected, inside = brute_force(V, F, *camera.rays(columns, rows, size))
    clear = np.abs(inside).min(axis=1) > 5e-3  # on an edge, drivers round to parts of a pixel
    assert clear.mean() > 0.5
    assert np.array_equal(seen.ravel()[pixels][clear], expected[clear])


def test_heights_are_how_far_the_surface_reaches_toward_the_camera() -> None:
    V, F = box((0.6, 0.4, 0.2))
    camera = Camera(np.eye(3), np.zeros(3), 0.5, 0.0)
    with closing(Raster(V, F)) as raster:
        heights = raster.height(camera, 100)
    x = (np.arange(100) + 0.5) / 100 - 0.5
    covered = (np.abs(x) < 0.3)[None, :] & (np.abs(x) < 0.2)[:, None]
    assert np.array_equal(np.isfinite(heights), covered)
    assert np.abs(heights[covered] - 0.1).max() < 1e-5


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_each_soft_box_shines_from_its_place_and_no_further_than_its_radius(name: str) -> None:
    directions, radiance = soft_boxes(ARRANGEMENTS[name])
    assert np.abs(np.linalg.norm(directions, axis=1) - 1).max() < 1e-12
    start = SKY_DIRECTIONS
    for place, radius, strength, count in ARRANGEMENTS[name].boxes:
        azimuth, elevation = np.radians(place)
        up, flat = np.sin(elevation), np.cos(elevation)
        axis = np.array([np.sin(azimuth) * flat, up, np.cos(azimuth) * flat])
        box_directions = directions[start : start + count]
        assert (box_directions @ axis).min() >= np.cos(np.radians(radius)) - 1e-12
        mean = box_directions.mean(axis=0)
        assert np.degrees(np.arccos(mean @ axis / np.linalg.norm(mean))) < radius / 8
        assert radiance[start : start + count].sum(axis=0) == pytest.approx(strength)
        start += count
    assert start == len(directions)


def test_a_convex_solid_does_not_shade_itself() -> None:
    V, F = box((0.5, 0.5, 0.5))
    middles, normals = V[F].mean(axis=1), np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
    light, unshaded = lit(V, F, middles, normals / np.linalg.norm(normals, axis=1, keepdims=True))
    assert np.abs(light - unshaded).max() < 1e-12


def test_light_falls_under_a_roof_and_the_more_the_lower_it_is() -> None:
    shares = []
    for gap in (0.05, 0.15, 0.4):
        V, F = box((0.7, 0.02, 0.7))
        light, unshaded = lit(V, F, [[0.0, -gap, 0.0]], [UP])
        shares.append(float(light.sum() / unshaded.sum()))
    assert shares[0] < 0.1
    assert shares[0] < shares[1] < shares[2] < 1.0


def test_a_face_turned_to_the_key_light_is_brighter_than_one_turned_away() -> None:
    right, _, back = VIEW.frame
    key = -right + back + UP
    _, unshaded = lit(*box((0.5, 0.5, 0.5)), [[0, 0, 0]] * 2, np.stack([key, -key]) / np.linalg.norm(key))
    assert unshaded[0].sum() > 3 * unshaded[1].sum()
