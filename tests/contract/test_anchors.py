"""Held points: what is accepted, where they are, and what is refused by name."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.anchors import Anchors, check_independent, checked_targets, held_points
from pliant.errors import AnchorError, TargetError
from tests.geometry.surfaces import pebble

V, F = pebble()


def test_vertices_are_held_where_they_are() -> None:
    held = held_points([4, 9, 2], V, F)
    np.testing.assert_array_equal(held.rest, V[[4, 9, 2]])
    np.testing.assert_array_equal(held.matrix(len(V)) @ V, V[[4, 9, 2]])
    np.testing.assert_array_equal(held.group, [0, 1, 2])


@pytest.mark.parametrize("points", [[4, 9], (4, 9), np.array([4, 9]), np.array([4, 9], dtype=np.uint8)])
def test_any_sequence_of_integers_names_vertices(points) -> None:
    np.testing.assert_array_equal(held_points(points, V, F).rest, V[[4, 9]])


def test_groups_share_a_number_and_keep_their_order() -> None:
    held = held_points([[5, 6, 7], 1, [9, 8]], V, F)
    np.testing.assert_array_equal(held.group, [0, 0, 0, 1, 2, 2])
    np.testing.assert_array_equal(held.rest, V[[5, 6, 7, 1, 9, 8]])


def test_barycentric_points_lie_on_their_triangles() -> None:
    held = held_points(Anchors([3, 8], [[0.2, 0.3, 0.5], [0.0, 1.0, 0.0]]), V, F)
    expected = [[0.2, 0.3, 0.5] @ V[F[3]], V[F[8, 1]]]
    np.testing.assert_allclose(held.rest, expected, rtol=0, atol=1e-15)
    moved = V @ np.diag([2.0, -1.0, 0.5])
    np.testing.assert_allclose(held.on(moved), held.matrix(len(V)) @ moved, rtol=0, atol=1e-15)


def test_a_group_is_carried_by_its_own_transformation() -> None:
    held = held_points([[5, 6], 1], V, F)
    maps = np.stack([np.eye(4), np.eye(4)])
    maps[0, :3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    maps[1, :3, 3] = [1.0, 2.0, 3.0]
    expected = [[-V[5, 1], V[5, 0], V[5, 2]], [-V[6, 1], V[6, 0], V[6, 2]], V[1] + [1.0, 2.0, 3.0]]
    np.testing.assert_allclose(held.carried(maps), expected, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(held.carried(maps[:, :3]), held.carried(maps))


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([], "No point"),
        ([[]], "Item 0"),
        ([len(V)], f"Vertex {len(V)}"),
        ([-1], "Vertex -1"),
        ([3, 4, 3], "Vertex 3 is grabbed more than once"),
        ([[3, 4], [4, 5]], "Vertex 4 is grabbed more than once"),
        ([1.5], "Item 0"),
        (["a"], "Item 0"),
        ([True], "Item 0"),
        ([None], "Item 0"),
        ([[[1, 2]]], "Item 0"),
        ([[1, [2, 3]]], "Item 0"),
        (Anchors([len(F)], [[1.0, 0.0, 0.0]]), f"Face {len(F)}"),
        (Anchors([-1], [[1.0, 0.0, 0.0]]), "Face -1"),
        (Anchors([0], [[0.5, 0.5, 0.5]]), "sum to 1.5"),
        (Anchors([0], [[np.nan, 0.5, 0.5]]), "not finite"),
        (Anchors([0], [[np.inf, -np.inf, 1.0]]), "not finite"),
        (Anchors([], np.empty((0, 3))), "No point"),
        (7, "needed"),
        (None, "needed"),
        ("12", "needed"),
    ],
    ids=str,
)
def test_bad_points_are_refused_with_what_was_found(points, reason: str) -> None:
    with pytest.raises(AnchorError, match=reason):
        held_points(points, V, F)


@pytest.mark.parametrize(
    ("faces", "barycentric"),
    [
        ([0, 1], [[1.0, 0.0, 0.0]]),
        ([0], [[1.0, 0.0]]),
        ([0.5], [[1.0, 0.0, 0.0]]),
        (["x"], [[1.0, 0.0, 0.0]]),
        ([0], [["x", 0.0, 0.0]]),
        ([0], [[1.0, 0.0, 0.0], [1.0]]),
    ],
    ids=str,
)
def test_anchors_of_the_wrong_shape_or_type_are_refused(faces, barycentric) -> None:
    with pytest.raises(AnchorError):
        Anchors(faces, barycentric)


def test_anchors_copy_what_they_are_given() -> None:
    faces, weights = np.array([1]), np.array([[0.2, 0.3, 0.5]])
    anchors = Anchors(faces, weights)
    faces[0], weights[0] = 9, 0.0
    np.testing.assert_array_equal(anchors.faces, [1])
    np.testing.assert_array_equal(anchors.barycentric, [[0.2, 0.3, 0.5]])
    assert not anchors.faces.flags.writeable
    assert not anchors.barycentric.flags.writeable


def test_four_points_of_one_triangle_depend_on_each_other() -> None:
    weights = np.random.default_rng(0).dirichlet(np.ones(3), size=4)
    held = held_points(Anchors([3, 3, 3, 3], weights), V, F)
    check_independent(held.matrix(len(V))[:3])
    with pytest.raises(AnchorError, match="Anchor 3 is determined"):
        check_independent(held.matrix(len(V)))


@pytest.mark.parametrize(
    "targets",
    [
        [[0.0, 0.0, 0.0]],
        np.zeros((2, 2)),
        np.zeros(6),
        [[0, 0, 0], [0, 0]],
        [["x", 0, 0], [0, 0, 0]],
        None,
        "far",
        1j,
    ],
    ids=str,
)
def test_targets_of_the_wrong_shape_or_type_are_refused(targets) -> None:
    with pytest.raises(TargetError, match=r"\(2, 3\)"):
        checked_targets(targets, 2)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_targets_that_are_not_finite_are_refused_by_number(bad: float) -> None:
    with pytest.raises(TargetError, match="Target 1"):
        checked_targets([[0.0, 0.0, 0.0], [0.0, bad, 0.0]], 2)


def test_good_targets_are_copied() -> None:
    targets = np.ones((2, 3))
    found = checked_targets(targets, 2)
    targets[:] = 5.0
    np.testing.assert_array_equal(found, np.ones((2, 3)))


@pytest.mark.parametrize("shape", [(1, 4, 4), (3, 4, 4), (2, 3, 3), (2, 4)])
def test_transformations_of_the_wrong_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(TargetError, match=r"\(2, 4, 4\)"):
        held_points([[5, 6], 1], V, F).carried(np.zeros(shape))


def test_points_on_triangles_can_be_groups() -> None:
    anchors = Anchors([3, 3, 8], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, 0.3, 0.5]], [0, 0, 1])
    assert held_points(anchors, V, F).group.tolist() == [0, 0, 1]
    assert held_points(Anchors([0, 0], np.eye(3)[:2]), V, F).group.tolist() == [0, 1]
    for wrong in ([0, 2], [0], [[0, 1]], [0.0, 1.0], ["a", "b"], [-1, 0]):
        with pytest.raises(AnchorError, match="without a gap"):
            Anchors([0, 0], np.eye(3)[:2], wrong)
