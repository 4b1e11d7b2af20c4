"""Meshes and pose sets: frozen, checked once, in the user's order."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliant.errors import CorrespondenceError, MeshError
from pliant.mesh import Mesh, Polygons, PoseSet, triangulation
from tests.geometry.surfaces import pebble

V, F = pebble()
QUAD = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])


def test_frames_one_by_one_make_the_same_set_as_an_array_of_them():
    rng = np.random.default_rng(0)
    mesh, frames = Mesh.of(V, F), V + rng.normal(size=(3, *V.shape))
    poses = PoseSet.of_frames(mesh, (frame.astype(np.float32) for frame in frames), ["a", "b", "c"])
    np.testing.assert_array_equal(poses.V, frames.astype(np.float32))
    assert poses.V.dtype == np.float64
    assert not poses.V.flags.writeable
    np.testing.assert_array_equal(poses.mesh.V, poses.V[0])


def test_a_frame_of_another_mesh_is_refused_by_its_name():
    with pytest.raises(MeshError, match="'b' has 2 positions for a mesh of"):
        PoseSet.of_frames(Mesh.of(V, F), [V, V[:2]], ["a", "b"])
    with pytest.raises(MeshError, match="No pose"):
        PoseSet.of_frames(Mesh.of(V, F), [], [])


def test_a_mesh_keeps_vertices_and_triangles_as_given() -> None:
    mesh = Mesh.of(V, F)
    np.testing.assert_array_equal(mesh.V, V)
    np.testing.assert_array_equal(mesh.F, F)
    assert mesh.n == len(V)
    assert [mesh.polygons[q].tolist() for q in range(3)] == F[:3].tolist()


def test_a_mesh_is_a_copy_that_nobody_can_write_to() -> None:
    mine, faces = V.copy(), F.copy()
    mesh = Mesh.of(mine, faces)
    mine[:], faces[:] = 0.0, 0
    np.testing.assert_array_equal(mesh.V, V)
    np.testing.assert_array_equal(mesh.F, F)
    with pytest.raises(ValueError, match="read-only"):
        mesh.V[0] = 0.0
    with pytest.raises(FrozenInstanceError):
        mesh.V = V  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("positions", "reason"),
    [
        (np.zeros((4, 2)), r"\(4, 2\)"),
        (np.zeros(12), r"\(12,\)"),
        (np.empty((0, 3)), r"\(0, 3\)"),
        (np.where(np.arange(len(V))[:, None] == 7, np.nan, V), "the first is vertex 7"),
        (np.where(np.arange(len(V))[:, None] == 9, np.inf, V), "the first is vertex 9"),
    ],
)
def test_bad_positions_are_refused_with_what_was_found(positions, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        Mesh.of(positions, F)


@pytest.mark.parametrize(
    ("faces", "reason"),
    [
        (F[:, :2], "shape"),
        (np.empty((0, 3), dtype=int), "shape"),
        (F.astype(float), "float64"),
        (np.where(F[3, 1] == F, len(V), F), f"vertex {len(V)}"),
        (np.where(F[3, 1] == F, -1, F), "vertex -1"),
    ],
)
def test_bad_triangles_are_refused_with_what_was_found(faces, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        Mesh.of(V, faces)


@pytest.mark.parametrize(
    ("polygons", "reason"), [([], "no faces"), ([[0, 1]], "2 corners"), ([[0, 1, 9]], "vertex 9")]
)
def test_bad_polygons_are_refused_with_what_was_found(polygons, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        Mesh.of_polygons(QUAD, Polygons.of(polygons))


@given(st.lists(st.lists(st.integers(0, 99), min_size=3, max_size=8), min_size=1, max_size=10))
def test_a_polygon_becomes_two_triangles_fewer_than_it_has_corners(polygons: list[list[int]]) -> None:
    points = np.random.default_rng(0).normal(size=(100, 3))
    faces, owner = triangulation(points, Polygons.of(polygons))
    for q, polygon in enumerate(polygons):
        mine = faces[owner == q]
        assert len(mine) == len(polygon) - 2
        assert set(mine.ravel().tolist()) == set(polygon)
    assert (np.diff(owner) >= 0).all()


@pytest.mark.parametrize("size", [3, 4, 5, 8])
def test_the_triangles_of_a_convex_polygon_cover_it_and_face_the_same_way(size: int) -> None:
    angle = 2 * np.pi * np.arange(size) / size
    points = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(size)])
    faces, _ = triangulation(points, Polygons.of([list(range(size))]))
    a, b, c = (points[faces[:, i]] for i in range(3))
    areas = np.cross(b - a, c - a)[:, 2] / 2
    assert (areas > 0).all()
    assert areas.sum() == pytest.approx(size / 2 * np.sin(2 * np.pi / size))


@pytest.mark.parametrize(("stretch", "diagonal"), [(0.5, {0, 2}), (-0.5, {1, 3})])
def test_a_quad_is_cut_along_its_shorter_diagonal(stretch: float, diagonal: set[int]) -> None:
    points = QUAD.copy()
    points[[1, 3]] += stretch * np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0]])
    faces, owner = triangulation(points, Polygons.of([[0, 1, 2, 3]]))
    assert set(faces[0].tolist()) & set(faces[1].tolist()) == diagonal
    np.testing.assert_array_equal(owner, [0, 0])


def test_moving_a_mesh_keeps_all_but_its_positions() -> None:
    mesh = Mesh.of_polygons(
        QUAD, Polygons.of([[0, 1, 2, 3]]), uv=[[0, 0]], uv_corners=[0, 0, 0, 0], groups={"g": [0]}
    )
    moved = mesh.moved(QUAD + 1.0)
    np.testing.assert_array_equal(moved.V, QUAD + 1.0)
    assert moved.polygons is mesh.polygons
    assert moved.uv is mesh.uv
    assert moved.groups is mesh.groups
    with pytest.raises(MeshError, match="3 positions"):
        mesh.moved(QUAD[:3])


# Pose sets


def test_pose_zero_is_the_reference() -> None:
    poses = PoseSet.of(np.stack([V, 2 * V]), F, ["rest", "grown"])
    np.testing.assert_array_equal(poses.mesh.V, V)
    assert poses.names == ("rest", "grown")
    assert len(poses) == 2


def test_a_subset_starts_with_its_own_reference() -> None:
    some = PoseSet.of(np.stack([V, 2 * V, 3 * V]), F).subset([2, 0])
    np.testing.assert_array_equal(some.mesh.V, 3 * V)
    assert some.names == ("pose 2", "pose 0")
    with pytest.raises(MeshError):
        some.subset([])


@pytest.mark.parametrize(
    ("poses", "names", "reason"),
    [
        (V, None, "shape"),
        (np.empty((0, 5, 3)), None, "shape"),
        (np.stack([V, V]), ["one"], "1 names were given for 2 poses"),
        (np.stack([V, V * np.nan]), None, "pose 1"),
    ],
)
def test_bad_poses_are_refused_with_what_was_found(poses, names, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        PoseSet.of(poses, F, names)


def test_meshes_of_one_connectivity_become_poses() -> None:
    poses = PoseSet.of_meshes([Mesh.of(V, F), Mesh.of(V + 1, F)], ["a", "b"])
    np.testing.assert_array_equal(poses.V, np.stack([V, V + 1]))


def with_other_face(at: int) -> Mesh:
    faces = F.copy()
    faces[at] = faces[at][[1, 2, 0]]
    return Mesh.of(V, faces)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Mesh.of(np.vstack([V, V[:1]]), F), f"'b' has {len(V) + 1} vertices where 'a' has {len(V)}"),
        (Mesh.of(V, F[:-1]), f"'b' has {len(F) - 1} faces where 'a' has {len(F)}"),
        (with_other_face(5), "Face 5 of 'b'"),
        (with_other_face(0), "Face 0 of 'b'"),
    ],
)
def test_meshes_that_do_not_correspond_are_refused_with_the_first_difference(
    other: Mesh, reason: str
) -> None:
    with pytest.raises(CorrespondenceError, match=reason):
        PoseSet.of_meshes([Mesh.of(V, F), other], ["a", "b"])


def test_polygons_of_other_sizes_are_a_difference_even_with_the_same_corners() -> None:
    one, other = ([[0, 1, 2, 0], [1, 2, 3]], [[0, 1, 2], [0, 1, 2, 3]])
    meshes = [Mesh.of_polygons(QUAD, Polygons.of(polygons)) for polygons in (one, other)]
    with pytest.raises(CorrespondenceError, match="Face 0"):
        PoseSet.of_meshes(meshes)


def test_landmarks_travel_with_a_mesh_and_its_poses() -> None:
    poses = PoseSet.of(np.stack([V, V + 1.0]), F).with_landmarks({"nose": 2})
    assert poses.mesh.landmarks == {"nose": 2}
    assert poses.mesh.moved(V + 3.0).landmarks == {"nose": 2}
    assert poses.subset([1]).mesh.landmarks == {"nose": 2}


@pytest.mark.parametrize(
    ("landmarks", "reason"),
    [
        ({"nose": len(V)}, f"vertices 0 to {len(V) - 1}"),
        ({"nose": -1}, "vertex -1"),
        ({"nose": 1.5}, "vertex 1.5"),
        ({"nose": True}, "vertex True"),
        ({"12": 1}, "called '12'"),
        ({"": 1}, "called ''"),
        ({"a=b": 1}, "called 'a=b'"),
        ({"a,b": 1}, "called 'a,b'"),
        ({" nose": 1}, "called ' nose'"),
        ({3: 1}, "called 3"),
    ],
    ids=str,
)
def test_bad_landmarks_are_refused(landmarks, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        Mesh.of(V, F).with_landmarks(landmarks)
