"""A pixel of a picture leads back to the vertex that it shows."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from pliant.figures.look import Look
from pliant.figures.picking import first_hit, vertex_at
from pliant.figures.picture import camera_of, page_of, staged
from pliant.figures.shots import Shot, subjects
from pliant.figures.views import View
from pliant.mesh import Mesh
from tests.geometry.surfaces import pebble

V, F = pebble()
# Convex, so that nothing hides what faces the camera.
EGG = trimesh.creation.icosphere(2)
EGG.apply_transform(np.diag([1.0, 0.6, 0.8, 1.0]))
MESH = Mesh.of(EGG.vertices, EGG.faces)
SIZE = (640, 360)


@pytest.mark.parametrize("view", [View("front"), View("side", "z"), View("top", perspective=0.0)])
def test_the_pixel_of_a_seen_vertex_picks_it(view: View) -> None:
    shown = staged(subjects(Shot(MESH), Look()), view)
    page = page_of(shown, view, SIZE)
    camera = camera_of(shown, page, view)
    placed = shown[0].mesh.V
    pixels = page.corner(0) + camera.pixels(placed, page.tile)
    toward = camera.eye - placed if camera.slope else np.broadcast_to(camera.frame[2], placed.shape)
    facing = (trimesh.Trimesh(placed, MESH.F, process=False).vertex_normals * toward).sum(
        axis=1
    ) > 0.5 * np.linalg.norm(toward, axis=1)
    assert facing.sum() > 5
    for vertex in np.flatnonzero(facing):
        found = vertex_at(MESH, tuple(pixels[vertex] - 0.5), size=SIZE, view=view)
        assert found is not None
        assert found == vertex


def test_rays_meet_the_triangle_whose_linear_equations_say_so() -> None:
    rng = np.random.default_rng(0)
    missed = 0
    for _ in range(50):
        origin, aim = 3.0 * rng.normal(size=3), V.mean(axis=0) + 0.8 * rng.normal(size=3)
        way = aim - origin
        found = first_hit(V, F, origin, way)
        # a + u (b - a) + v (c - a) = origin + far way, one triangle after the other
        met = []
        for triangle, (a, b, c) in enumerate(V[F]):
            u, v, far = np.linalg.solve(np.stack([b - a, c - a, -way], axis=1), origin - a)
            if min(u, v, 1.0 - u - v, far) >= 0.0:
                met.append((far, triangle))
        missed += not met
        assert (found is None) == (not met)
        if found is not None:
            assert found[0] == min(met)[1]
            np.testing.assert_allclose(found[1], origin + min(met)[0] * way, atol=1e-9)
    assert 0 < missed < 50
