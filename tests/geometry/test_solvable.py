"""The mesh that the solver sees: welded, without flat triangles, in one piece, and the user's left alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pliant.arrays import Faces, Floats, Ints, Poses
from pliant.errors import MeshError
from pliant.geometry.solvable import Solvable, bridges, flat_triangles, solvable, welded
from pliant.geometry.topology import vertex_components
from tests.geometry.surfaces import pebble, sheet

TRIANGLE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
ONE_FACE = np.array([[0, 1, 2]])


def two_poses(V: Floats) -> Poses:
    """V, and V bent so that no two vertices that differ in V coincide."""
    return np.stack([V, V + 0.1 * V[:, [1, 2, 0]] ** 2])


def check_in_one_piece(shape: Solvable) -> None:
    assert not vertex_components(shape.F, shape.V.shape[1]).any()
    assert not flat_triangles(shape.V[0], shape.F).any()


# Welding


def test_vertices_that_coincide_in_every_pose_become_one() -> None:
    V = two_poses(np.concatenate([TRIANGLE, TRIANGLE[:2]]))
    of_user, first = welded(V)
    np.testing.assert_array_equal(of_user, [0, 1, 2, 0, 1])
    np.testing.assert_array_equal(first, [0, 1, 2])


def test_vertices_that_part_in_some_pose_stay_apart() -> None:
    V = two_poses(np.concatenate([TRIANGLE, TRIANGLE[:2]]))
    V[1, 3] += 1e-12
    np.testing.assert_array_equal(welded(V)[0], [0, 1, 2, 3, 1])


def test_minus_zero_is_zero() -> None:
    V = np.array([[[0.0, 1.0, 2.0], [-0.0, 1.0, 2.0]]])
    np.testing.assert_array_equal(welded(V)[0], [0, 0])


GRID = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 3), st.integers(1, 12), st.just(3)),
    elements=st.sampled_from([0.0, 1.0]),
)


@given(GRID)
def test_welding_agrees_with_comparing_every_pair(V: Poses) -> None:
    of_user, first = welded(V)
    same = (V[:, :, None] == V[:, None, :]).all(axis=(0, 3))
    np.testing.assert_array_equal(of_user[:, None] == of_user[None, :], same)
    np.testing.assert_array_equal(of_user[first], np.arange(len(first)))
    np.testing.assert_array_equal(first, [np.flatnonzero(of_user == i)[0] for i in range(len(first))])
    assert (np.diff(first) > 0).all()


# Flat triangles


@pytest.mark.parametrize("scale", [1.0, 1e-3])
@pytest.mark.parametrize(
    ("height", "flat"), [(0.0, True), (1e-11, True), (1e-6, False), (1e-3, False), (1.0, False)]
)
def test_triangles_count_as_flat_by_their_shape(scale: float, height: float, flat: bool) -> None:
    V = scale * np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, height, 0.0]])
    assert flat_triangles(V, ONE_FACE)[0] == flat


def test_triangles_that_name_a_vertex_twice_are_flat() -> None:
    assert flat_triangles(TRIANGLE, np.array([[0, 1, 1], [2, 2, 2]])).all()


def test_flat_triangles_are_left_out_and_the_others_remembered() -> None:
    V, F = pebble()
    with_flat = np.concatenate([F[:3], [[0, 0, 1]], F[3:], [[2, 3, 2]]])
    shape = solvable(two_poses(V), with_flat)
    np.testing.assert_array_equal(with_flat[shape.kept], F)
    np.testing.assert_array_equal(shape.F, F)


# Bridges


def apart(*parts: tuple[Floats, Faces]) -> tuple[Floats, Faces]:
    """Parts side by side, three units from one to the next."""
    count = np.cumsum([0, *(len(V) for V, _ in parts)])
    V = np.concatenate([V + np.array([3.0 * i, 0.0, 0.0]) for i, (V, _) in enumerate(parts)])
    return V, np.concatenate([F + first for (_, F), first in zip(parts, count[:-1], strict=True)])


def with_points(points: list[list[float]]) -> tuple[Floats, Ints]:
    """A triangle, and points that no face uses."""
    return np.concatenate([TRIANGLE, points]), ONE_FACE


PIECES = {
    "two triangles": apart((TRIANGLE, ONE_FACE), (TRIANGLE, ONE_FACE)),
    "two triangles on one line": (
        np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0], [3, 0, 0], [4, 1, 0]], dtype=float),
        np.array([[0, 1, 2], [3, 4, 5]]),
    ),
    "three pebbles and a sheet": apart(pebble(20), pebble(30, 1), sheet(), pebble(12, 2)),
    "an unused vertex": with_points([[5.0, 5.0, 5.0]]),
    "an unused vertex on the line of an edge": with_points([[2.0, 0.0, 0.0]]),
    "an unused vertex on the line of the last edge": with_points([[0.0, 2.0, 0.0]]),
    "an unused vertex on an edge": with_points([[0.5, 0.5, 0.0]]),
    "unused vertices on one line": with_points([[float(x), 0.0, 0.0] for x in range(2, 9)]),
    "an unused vertex far away": with_points([[1e6, 1e6, 0.0]]),
    "many unused vertices": with_points(np.random.default_rng(1).normal(size=(40, 3)).tolist()),
    "many triangles": apart(*[(TRIANGLE, ONE_FACE)] * 30),
}


@pytest.mark.parametrize("name", PIECES)
def test_bridges_join_everything_into_one_piece(name: str) -> None:
    V, F = PIECES[name]
    shape = solvable(two_poses(V), F)
    check_in_one_piece(shape)
    np.testing.assert_array_equal(shape.F[: len(shape.kept)], shape.of_user[F])
    assert shape.bridges == len(shape.F) - len(shape.kept) > 0


@pytest.mark.parametrize("corner", [0, 1, 2])
def test_an_unused_vertex_that_starts_on_a_corner_is_tied_too(corner: int) -> None:
    V = two_poses(np.concatenate([TRIANGLE, TRIANGLE[corner : corner + 1]]))
    V[1, 3] += [0.0, 0.0, 1.0]
    check_in_one_piece(solvable(V, ONE_FACE))


def test_a_part_that_starts_inside_another_is_tied_too() -> None:
    V, F = pebble()
    poses = two_poses(np.concatenate([V, V]))
    poses[1, len(V) :] += 0.5
    check_in_one_piece(solvable(poses, np.concatenate([F, F + len(V)])))


def test_a_mesh_in_one_piece_gets_no_bridge() -> None:
    V, F = pebble()
    assert len(bridges(two_poses(V), F)) == 0


def test_parts_are_tied_where_they_stay_near_in_every_pose() -> None:
    """A, M and B: M touches A at rest, but passes over B to its other side; only to B it is always near."""
    rest = np.array([[0.0, 0.0, 0.0], [1.5, 0.0, 0.0], [5.0, 0.0, 0.0]])
    later = np.array([[0.0, 0.0, 0.0], [7.0, 0.0, 0.0], [5.0, 0.0, 0.0]])
    V = np.stack([(TRIANGLE[None] + places[:, None]).reshape(-1, 3) for places in (rest, later)])
    part = np.repeat(["A", "M", "B"], 3)
    tied = bridges(V, np.arange(9).reshape(3, 3))
    assert {"".join(sorted(set(part[triangle]))) for triangle in tied} == {"BM", "AB"}


# The whole


def test_a_sound_mesh_is_only_scaled_to_its_diagonal() -> None:
    V, F = pebble()
    shape = solvable(two_poses(V), F)
    np.testing.assert_array_equal(shape.F, F)
    np.testing.assert_array_equal(shape.of_user, np.arange(len(V)))
    size = np.linalg.norm(np.ptp(shape.V[0], axis=0))
    assert size == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("scale", [1e-150, 1e-3, 1.0, 1e3, 1e150])
def test_outward_undoes_inward_in_the_users_order(scale: float) -> None:
    V, F = pebble()
    user = scale * two_poses(np.concatenate([V, V[:5]]))
    shape = solvable(user, F)
    np.testing.assert_allclose(shape.outward(shape.V[1]), user[1], rtol=0, atol=1e-14 * scale)
    np.testing.assert_allclose(
        shape.outward(shape.frame.inward(user[0])[: len(V)]), user[0], rtol=0, atol=1e-14 * scale
    )


def test_the_solvers_mesh_does_not_depend_on_scale_or_place() -> None:
    V, F = pebble()
    here, there = solvable(two_poses(V), F), solvable(1024.0 * two_poses(V), F)
    np.testing.assert_array_equal(here.V, there.V)


@pytest.mark.parametrize(
    ("V", "reason"),
    [
        (np.zeros((2, 3, 3)), "diagonal 0"),
        (np.array([[[0.0, 0, 0], [1, 0, 0], [2, 0, 0]]]), "flat"),
    ],
)
def test_meshes_without_size_or_area_are_refused(V: Poses, reason: str) -> None:
    with pytest.raises(MeshError, match=reason):
        solvable(V, ONE_FACE)


COORDINATE = st.sampled_from([0.0, 0.0, 1.0, -1.0, 0.5, 1e-13, 1e9])
HOSTILE = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        hnp.arrays(np.float64, st.tuples(st.integers(1, 2), st.just(n), st.just(3)), elements=COORDINATE),
        hnp.arrays(np.int64, st.tuples(st.integers(1, 8), st.just(3)), elements=st.integers(0, n - 1)),
    )
)


@given(HOSTILE)
def test_any_mesh_ends_in_one_piece_or_in_a_named_error(mesh: tuple[Poses, Faces]) -> None:
    V, F = mesh
    try:
        shape = solvable(V, F)
    except MeshError:
        return
    check_in_one_piece(shape)
    assert np.isfinite(shape.V).all()
    np.testing.assert_array_equal(shape.F[: len(shape.kept)], shape.of_user[F[shape.kept]])
