from __future__ import annotations

import igl
import numpy as np
import pytest

from pliant.core.painting.screen import in_box, in_lasso, on_screen, visible
from pliant.errors import OptionError
from pliant.samples.quadruped import quadruped
from tests.core.surfaces import pebble, sheet

NEAR, FAR = 0.05, 20.0


def view(eye, target=(0.0, 0.0, 0.0)):
    """(4, 4) the rigid motion into the camera's frame, which looks along -z."""
    z = np.subtract(eye, target)
    z = z / np.linalg.norm(z)
    x = np.cross([0.0, 1.0, 0.0], z)
    x /= np.linalg.norm(x)
    R = np.stack([x, np.cross(z, x), z])
    M = np.eye(4)
    M[:3, :3], M[:3, 3] = R, -R @ np.asarray(eye, dtype=float)
    return M


def perspective(eye, target=(0.0, 0.0, 0.0), slope=0.4):
    depth = FAR - NEAR
    P = np.array([[1 / slope, 0, 0, 0], [0, 1.3 / slope, 0, 0], [0, 0, 0, 0], [0, 0, -1, 0]], dtype=float)
    P[2, 2:] = -(FAR + NEAR) / depth, -2.0 * FAR * NEAR / depth
    return P @ view(eye, target)


def orthographic(eye, target=(0.0, 0.0, 0.0), half=1.6):
    P = np.diag([1 / half, 1 / half, -2.0 / (FAR - NEAR), 1.0])
    P[2, 3] = -(FAR + NEAR) / (FAR - NEAR)
    return P @ view(eye, target)


@pytest.fixture(scope="module")
def fox():
    poses = quadruped(2_000)
    return np.array(poses.V[0]), np.array(poses.F)


def seen_by_rays(V, F, camera, eye, target):
    """By a ray from the eye to every vertex in view, with libigl; triangles at the vertex are left out."""
    eye = np.asarray(eye, dtype=float)
    ahead = (np.asarray(target) - eye) / np.linalg.norm(np.asarray(target) - eye)
    seen = on_screen(V, camera)[1]
    for i in np.flatnonzero(seen):
        ray = V[i] - eye
        hits = igl.ray_mesh_intersect(eye, ray, V, F)
        seen[i] = not any(NEAR / (ray @ ahead) < t < 1.0 - 1e-6 and i not in F[f] for f, t, *_ in hits)
    return seen


@pytest.mark.parametrize("eye", [(2.0, 1.0, 2.0), (-1.0, 2.0, 0.5), (0.3, 0.55, 1.0), (0.62, 0.9, 0.5)])
def test_what_is_visible_is_what_rays_reach(fox, eye):
    V, F = fox
    target = (0.0, 0.5, 0.0)
    camera = perspective(eye, target)
    seen = visible(V, F, camera)
    assert 0.2 < seen.sum() / on_screen(V, camera)[1].sum() < 0.8
    assert np.array_equal(seen, seen_by_rays(V, F, camera, eye, target))


def test_from_inside_the_near_plane_cuts_what_hides(fox):
    V, F = fox
    eye, target = (0.05, 0.55, 0.0), (0.5, 0.6, 0.1)
    camera = perspective(eye, target)
    clip = np.column_stack([V, np.ones(len(V))]) @ camera.T
    assert (clip[:, 3] < 0.0).any()
    assert np.array_equal(visible(V, F, camera), seen_by_rays(V, F, camera, eye, target))


def test_a_triangle_through_the_near_plane_hides_only_in_front_of_it():
    # A long floor from behind the camera to far ahead; one point above it, one below.
    V = np.array([[-9, -0.2, 9], [9, -0.2, 9], [0, -0.2, -9], [0, 0.1, -1], [0, -0.3, -1.0]])
    camera = perspective((0.0, 0.0, 1.0))
    seen = visible(V, np.array([[0, 1, 2]]), camera)
    assert seen[3]
    assert not seen[4]


def test_of_a_convex_body_the_vertices_that_face_the_camera_are_visible():
    V, F = pebble(300)
    for eye in ((3.0, 1.0, 2.0), (-1.0, -4.0, 0.5)):
        N = np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
        facing = ((np.array(eye) - V[F[:, 0]]) * N).sum(axis=1) > 0.0
        expected = np.isin(np.arange(len(V)), F[facing])
        assert np.array_equal(visible(V, F, perspective(eye)), expected)


def test_parallel_rays_and_sheets_seen_from_behind():
    V, F = sheet()
    V = V - V.mean(axis=0)
    for eye in ((0.0, 0.0, 9.0), (0.0, 0.0, -9.0)):
        assert visible(V, F, orthographic(eye, half=4.0)).all()
    both, faces = np.concatenate([V, V - [0, 0, 3.0]]), np.concatenate([F, F + len(V)])
    front = visible(both, faces, orthographic((0.0, 0.0, 9.0), half=4.0))
    assert front[: len(V)].all()
    assert not front[len(V) :].any()


def test_copies_of_a_vertex_on_a_seam_do_not_hide_each_other():
    V, F = pebble(200)
    camera = perspective((3.0, 1.0, 2.0))
    torn = visible(V[F.ravel()], np.arange(F.size).reshape(-1, 3), camera)
    whole = visible(V, F, camera)[F.ravel()]
    assert np.array_equal(torn, whole)


def test_asking_for_some_vertices_gives_the_same_answer_for_them(fox):
    V, F = fox
    camera = perspective((2.0, 1.0, 2.0), (0.0, 0.5, 0.0))
    among = in_box(V, camera, (-0.2, -0.1), (0.3, 0.4))
    assert 0 < among.sum() < len(V)
    assert np.array_equal(visible(V, F, camera, among), visible(V, F, camera) & among)
    assert not visible(V, F, camera, np.zeros(len(V), dtype=bool)).any()


def test_a_box_is_the_lasso_of_its_corners_and_order_of_corners_is_free(fox):
    V, _ = fox
    camera = perspective((2.0, 1.0, 2.0), (0.0, 0.5, 0.0))
    box = in_box(V, camera, (0.3, -0.1), (-0.2, 0.4))
    assert np.array_equal(box, in_box(V, camera, (-0.2, 0.4), (0.3, -0.1)))
    place, inside = on_screen(V, camera)
    x, y, _ = place.T
    assert np.array_equal(box, inside & (x >= -0.2) & (x <= 0.3) & (y >= -0.1) & (y <= 0.4))
    assert np.array_equal(box, in_lasso(V, camera, [(-0.2, -0.1), (0.3, -0.1), (0.3, 0.4), (-0.2, 0.4)]))


def turns(P, line):
    """How often a closed line winds around each point, by the sum of the angles that its pieces span."""
    ahead, behind = line - P[:, None], np.roll(line, 1, axis=0) - P[:, None]
    cross = behind[..., 0] * ahead[..., 1] - behind[..., 1] * ahead[..., 0]
    angle = np.arctan2(cross, (behind * ahead).sum(axis=2))
    return np.round(angle.sum(axis=1) / (2.0 * np.pi)).astype(int)


@pytest.mark.parametrize("winds", [1, 2])
def test_a_lasso_encloses_by_odd_turns(winds):
    V = np.column_stack([np.random.default_rng(0).uniform(-1.5, 1.5, (2000, 2)), np.zeros(2000)])
    camera = orthographic((0.0, 0.0, 9.0))
    angle = winds * np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
    radius = 0.5 + 0.3 * np.sin(2.5 * angle)
    line = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    wound = turns(on_screen(V, camera)[0][:, :2], line)
    assert wound.max() == winds
    assert np.array_equal(in_lasso(V, camera, line), wound % 2 == 1)


def test_what_is_behind_the_camera_is_never_chosen():
    V, F = pebble()
    camera = perspective((0.0, 0.0, 5.0), (0.0, 0.0, 10.0))
    assert not in_box(V, camera, (-1.0, -1.0), (1.0, 1.0)).any()
    assert not visible(V, F, camera).any()


def test_cameras_and_lassos_of_a_wrong_shape_are_refused():
    V, F = pebble()
    with pytest.raises(OptionError, match=r"\(4, 4\)"):
        visible(V, F, np.eye(3))
    with pytest.raises(OptionError, match="at least 3 points"):
        in_lasso(V, np.eye(4), [(0.0, 0.0), (1.0, 1.0)])
