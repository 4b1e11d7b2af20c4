"""Normals and tangents of posed meshes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.appearance import Appearance, Layer
from pliant.arrays import Array
from pliant.corner_normals import smooth_normals
from pliant.mesh import Mesh
from pliant.samples.bar import bar, bent

CUBE_F = np.array(
    [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
)  # fmt: skip
CUBE_V = np.array([[x, y, z] for z in (0.0, 1.0) for y in (0.0, 1.0) for x in (0.0, 1.0)])


def face_normals(V: Array, F: Array) -> Array:
    n = np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def cube(scale: float = 1.0) -> Mesh:
    """Hard edges: every corner has the normal of its face."""
    mesh = Mesh.of(scale * CUBE_V, CUBE_F)
    layer = Layer.of(face_normals(mesh.V, mesh.F), np.repeat(np.arange(len(CUBE_F)), 3))
    return mesh.with_appearance(Appearance(layers={"normal": layer}))


def smooth(mesh: Mesh) -> Mesh:
    layer = Layer.of(smooth_normals(mesh.V, mesh.F), mesh.polygons.corners)
    return mesh.with_appearance(Appearance(layers={"normal": layer}))


def random_look(mesh: Mesh, seed: int) -> Mesh:
    """Any normals and tangents at all, one for each corner, some missing."""
    chance = np.random.default_rng(seed)
    n = chance.normal(size=(len(mesh.polygons.corners), 3))
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    u = np.cross(n, chance.normal(size=n.shape))
    u = np.column_stack([u / np.linalg.norm(u, axis=1, keepdims=True), chance.choice([-1.0, 1.0], len(n))])
    rows = np.where(chance.random(len(n)) < 0.1, -1, np.arange(len(n)))
    layers = {"normal": Layer.of(n, rows), "tangent": Layer.of(u, rows)}
    return mesh.with_appearance(Appearance(layers=layers))


def at_corners(mesh: Mesh, name: str = "normal") -> Array:
    return mesh.appearance.layers[name].at_corners()


@pytest.mark.parametrize("seed", range(5))
def test_at_rest_directions_are_those_given_bit_for_bit(seed):
    mesh = random_look(bar(60).mesh, seed)
    assert mesh.corner_normals is not None
    for name, layer in mesh.corner_normals.posed(mesh.V).items():
        np.testing.assert_array_equal(layer.at_corners(), at_corners(mesh, name))


@pytest.mark.parametrize("seed", range(5))
def test_turning_moving_and_scaling_the_mesh_turns_any_directions(seed):
    mesh = random_look(bar(60).mesh, seed)
    R = Rotation.random(rng=np.random.default_rng(seed)).as_matrix()
    moved = mesh.moved(3.7 * mesh.V @ R.T + [1, -2, 5])
    np.testing.assert_allclose(at_corners(moved), at_corners(mesh) @ R.T, atol=1e-9)
    expected = at_corners(mesh, "tangent").copy()
    expected[:, :3] = expected[:, :3] @ R.T
    np.testing.assert_allclose(at_corners(moved, "tangent"), expected, atol=1e-9)


def test_hard_edges_turn_with_their_faces():
    mesh = cube()
    sheared = mesh.V @ np.array([[1, 0.4, 0], [0, 1, -0.3], [0.2, 0, 1]]).T
    moved = mesh.moved(sheared)
    np.testing.assert_allclose(
        at_corners(moved), np.repeat(face_normals(moved.V, moved.F), 3, axis=0), atol=1e-12
    )


@pytest.mark.parametrize("angle", [30.0, 90.0])
def test_smooth_normals_of_a_bent_bar_stay_near_those_of_its_new_shape(angle):
    mesh = smooth(bar(3000).mesh)
    V = bent(mesh.V, angle)
    cosine = (at_corners(mesh.moved(V)) * smooth_normals(V, mesh.F)[mesh.polygons.corners]).sum(axis=1)
    assert np.degrees(np.arccos(np.clip(cosine, -1, 1))).mean() < 1.5


def test_vertices_doubled_at_a_seam_share_their_normal():
    """Two triangles that meet at an edge whose vertices are doubled, with one normal on both sides."""
    V = np.array([[0.0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0], [-1, 1, 0], [0, 1, 0]])
    mesh = smooth(Mesh.of(V, [[0, 2, 1], [3, 5, 4]]))
    posed = V.copy()
    posed[4, 2] = 0.7
    n = at_corners(mesh.moved(posed)).reshape(2, 3, 3)
    np.testing.assert_array_equal(n[0, 0], n[1, 0])
    np.testing.assert_array_equal(n[0, 2], n[1, 1])
    assert not np.allclose(n[0, 1], n[1, 2])


def test_tangents_stay_unit_and_square_to_their_normals_and_keep_their_side():
    mesh = random_look(bar(200).mesh, 3)
    moved = mesh.moved(bent(mesh.V, 60.0))
    n, u = at_corners(moved), at_corners(moved, "tangent")
    given = np.isfinite(n[:, 0])
    np.testing.assert_allclose((n * u[:, :3]).sum(axis=1)[given], 0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(u[given, :3], axis=1), 1, atol=1e-12)
    np.testing.assert_array_equal(u[:, 3], at_corners(mesh, "tangent")[:, 3])


def test_triangles_without_area_change_nothing_and_nothing_becomes_nan():
    mesh = cube()
    crushed = mesh.moved(np.ones_like(mesh.V))
    np.testing.assert_array_equal(at_corners(crushed), at_corners(mesh))
    needle = Mesh.of([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    n = at_corners(smooth(needle).moved(needle.V * [1, 1, 0] + [0, 0, 3]))
    np.testing.assert_allclose(n, np.tile([0, 0, 1.0], (6, 1)))


def test_one_row_used_by_several_vertices_turns_with_each_of_them():
    """An OBJ file names a normal once for a whole flat side."""
    mesh = Mesh.of([[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 0, 0], [6, 0, 0], [5, 1, 0]], [[0, 1, 2], [3, 4, 5]])
    mesh = mesh.with_appearance(Appearance(layers={"normal": Layer.of([[0, 0, 1]], [0] * 6)}))
    posed = mesh.V.copy()
    posed[3:] = posed[3:] @ Rotation.from_euler("x", 90, degrees=True).as_matrix().T
    n = at_corners(mesh.moved(posed))
    np.testing.assert_array_equal(n[:3], np.tile([0, 0, 1.0], (3, 1)))
    np.testing.assert_allclose(n[3:], np.tile([0, -1.0, 0], (3, 1)), atol=1e-12)


def test_corners_without_a_normal_stay_without():
    mesh = cube()
    rows = mesh.appearance.layers["normal"].corners.copy()
    rows[:6] = -1
    bald = mesh.with_appearance(
        replace(mesh.appearance, layers={"normal": Layer.of(mesh.appearance.layers["normal"].values, rows)})
    )
    assert np.isnan(at_corners(bald.moved(2 * bald.V)))[:6].all()


def test_a_mesh_without_normals_has_none_to_move():
    mesh = Mesh.of(CUBE_V, CUBE_F)
    assert mesh.corner_normals is None
    assert mesh.moved(2 * mesh.V).appearance is mesh.appearance


def test_smooth_normals_of_a_sphere_point_outward():
    chance = np.random.default_rng(0)
    from scipy.spatial import ConvexHull

    V = chance.normal(size=(2000, 3))
    V /= np.linalg.norm(V, axis=1, keepdims=True)
    F = ConvexHull(V).simplices.astype(np.int64)
    outward = (face_normals(V, F) * V[F].mean(axis=1)).sum(axis=1) > 0
    F[~outward] = F[~outward][:, ::-1]
    assert (smooth_normals(V, F) * V).sum(axis=1).min() > 0.97
