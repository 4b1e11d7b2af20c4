"""Contacts: which parts belong together, by all poses, and where they are held."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from pliant.arrays import Faces, Floats, Poses, Vertices
from pliant.geometry.contacts import LEAST, TOUCH, Contacts, contacts, extent
from pliant.geometry.rotations import exp
from pliant.geometry.topology import vertex_components
from tests.geometry.surfaces import pebble, sheet

BALL, FACES = pebble(200)
N = len(BALL)
# A second ball beside the first; the nearest points of both are closer than what touches.
BESIDE = np.array([2.0, 0.0, 0.0])
TWO = np.concatenate([FACES, FACES + N])


def two(*shifts: Floats) -> Poses:
    """Poses of two equal balls: the first stays, the second is moved by each of the shifts."""
    gap = BALL[:, 0].max() - BALL[:, 0].min() - BESIDE[0]
    beside = BALL + BESIDE + [gap + 1e-3, 0.0, 0.0]
    return np.stack([np.concatenate([BALL, beside + shift]) for shift in shifts])


def joined(V: Poses, F: Faces) -> set[tuple[int, int]]:
    """The pairs of parts that are in contact."""
    found = contacts(V, F)
    part = vertex_components(F, V.shape[1])
    ends = np.column_stack([part[side.argmax(axis=1)] for side in (found.first, found.second)])
    return {(int(a), int(b)) for a, b in np.sort(ends, axis=1)}


def largest_gap(found: Contacts, V: Vertices) -> float:
    return float(np.linalg.norm(found.difference @ V, axis=1).max())


def test_parts_that_touch_in_every_pose_are_held_by_several_firm_contacts() -> None:
    V = two(np.zeros(3), np.zeros(3))
    V[1] = V[1] @ exp(np.array([0.3, 1.0, -0.4])).T + 5.0
    found = contacts(V, TWO)
    assert len(found) >= LEAST
    np.testing.assert_array_equal(found.firmness, 1.0)
    assert largest_gap(found, V[0]) <= TOUCH * found.extent


def test_contacts_lie_apart_and_leave_out_no_place_that_touches() -> None:
    V = np.concatenate([BALL, 1.002 * BALL])[None].repeat(2, axis=0)
    found = contacts(V, TWO)
    middle = found.middle @ V[0]
    outer = BALL / np.linalg.norm(BALL, axis=1, keepdims=True)
    nearest = np.linalg.norm(middle[:, None] - BALL[None], axis=2).min(axis=0)
    assert len(outer) == N
    assert nearest.max() <= 2.0 * TOUCH * found.extent


def test_a_hand_on_a_hip_is_no_contact() -> None:
    """Three balls in a row, all touching at rest; the last two leave the first together."""
    third = 2.0 * (two(np.zeros(3))[0, N:] - BALL) + BALL
    rest = np.concatenate([two(np.zeros(3))[0], third])
    away = rest.copy()
    away[N:] += [0.0, 3.0, 0.0]
    F = np.concatenate([TWO, FACES + 2 * N])
    found = contacts(np.stack([rest, away]), F)
    firm = found.firmness == 1.0
    part = vertex_components(F, 3 * N)
    pairs = np.column_stack([part[side.argmax(axis=1)] for side in (found.first, found.second)])
    assert {tuple(pair) for pair in np.sort(pairs[firm], axis=1)} == {(1, 2)}
    # The first part still follows, but weakly.
    assert (0, 1) in joined(np.stack([rest, away]), F)
    assert found.firmness[~firm].max() < 1e-3


def test_parts_that_come_a_little_apart_are_held_where_they_touch() -> None:
    V = two(np.zeros(3), [0.1, 0.0, 0.0])
    found = contacts(V, TWO)
    assert len(found) >= LEAST
    assert largest_gap(found, V[0]) <= TOUCH * found.extent
    assert found.firmness.max() < 1.0


def box(low: tuple[float, float], high: tuple[float, float]) -> Vertices:
    """The corners of a box over a rectangle, a little smaller than that."""
    corners = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    return np.array([*low, 0.0]) + 1e-3 + corners * (np.array([*high, 1.0]) - [*low, 0.0] - 2e-3)


def test_parts_that_touch_somewhere_in_every_pose_are_held_only_where_they_do() -> None:
    """Two boxes side by side; a pose opens the gap between them more and more toward the top."""
    rest = np.concatenate([box((0, 0), (1, 1)), box((1, 0), (2, 1))])
    sides = ConvexHull(box((0, 0), (1, 1))).simplices.astype(np.int64)
    F = np.concatenate([sides, sides + 8])
    touch = TOUCH * extent(rest, F)
    opened = rest.copy()
    opened[8:, 0] += touch * (0.7 + 0.6 * rest[8:, 2]) - 2e-3
    found = contacts(np.stack([rest, opened]), F)
    assert len(found) >= LEAST
    assert largest_gap(found, opened) <= touch * (1.0 + 1e-9)
    assert 1.1 * touch < np.linalg.norm(opened[4:8] - opened[8:12], axis=1).max()


def test_of_three_parts_in_a_ring_the_two_pairs_that_come_least_apart_are_held() -> None:
    """A slab along two boxes that touch each other: every two of the three touch at rest."""
    rest = np.concatenate([box((0, 0), (1, 2)), box((1, 0), (2, 1)), box((1, 1), (2, 2))])
    sides = ConvexHull(box((0, 0), (1, 1))).simplices.astype(np.int64)
    F = np.concatenate([sides + 8 * i for i in range(3)])
    for loose in range(3):
        near, other = (loose + 1) % 3, (loose + 2) % 3
        raised = np.zeros((3, 3))
        raised[loose, 2], raised[near, 2] = 0.3, 0.1
        pose = rest + np.repeat(raised, 8, axis=0)
        kept = {(min(near, end), max(near, end)) for end in (loose, other)}
        assert joined(np.stack([rest, pose]), F) == kept


def test_a_part_that_touches_nothing_is_joined_to_its_nearest_and_turns_about_no_line() -> None:
    V = two([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    found = contacts(V, TWO)
    apart = np.linalg.norm(found.difference @ V[0], axis=1)
    assert apart.min() == pytest.approx(np.linalg.norm(V[0, :N, None] - V[0, None, N:], axis=2).min())
    assert apart.max() <= 1.5 * apart.min()
    places = found.first @ V[0]
    assert np.linalg.svd(places - places.mean(axis=0), compute_uv=False)[1] > 0.1


def test_two_sides_of_a_seam_that_poses_open_a_little_are_held() -> None:
    """A sheet rolled to a tube, whose first and last column nearly coincide in every pose."""
    rows, columns = 6, 40
    _, F = sheet(rows, columns)
    angle, height = np.meshgrid(np.linspace(0.0, 2.0 * np.pi, columns), np.arange(rows))
    tube = np.stack([np.cos(angle), np.sin(angle), height], axis=2).reshape(-1, 3)
    later = tube + 1e-4 * np.random.default_rng(0).normal(size=tube.shape)
    found = contacts(np.stack([tube, later]), F)
    ends = np.column_stack([found.first.indices, found.second.indices])
    assert len(found) == rows
    np.testing.assert_array_equal(np.abs(np.diff(ends, axis=1)).ravel(), columns - 1)


def test_lips_that_a_pose_opens_are_no_seam() -> None:
    _, F = sheet(6, 40)
    angle, height = np.meshgrid(np.linspace(0.0, 2.0 * np.pi, 40), np.arange(6))
    tube = np.stack([np.cos(angle), np.sin(angle), height], axis=2).reshape(-1, 3)
    opened = np.stack([np.cos(0.9 * angle), np.sin(0.9 * angle), height], axis=2).reshape(-1, 3)
    assert len(contacts(np.stack([tube, opened]), F)) == 0


def test_a_mesh_in_one_piece_has_no_contact() -> None:
    assert len(contacts(BALL[None].repeat(2, axis=0), FACES)) == 0


def test_contacts_turn_and_scale_with_the_mesh() -> None:
    V = two(np.zeros(3), [0.0, 0.02, 0.0])
    R = exp(np.array([1.0, -2.0, 0.5]))
    found, turned = contacts(V, TWO), contacts(7.0 * V @ R.T, TWO)
    assert turned.extent == pytest.approx(7.0 * found.extent)
    np.testing.assert_allclose(turned.first.toarray(), found.first.toarray(), rtol=0, atol=1e-12)
    np.testing.assert_allclose(turned.firmness, found.firmness, rtol=1e-9)


def test_the_extent_of_a_long_thing_is_its_length() -> None:
    V = np.array([[0.0, 0.0, 0.0], [10.0, 0.0, 0.1], [0.0, 0.0, 0.1], [10.0, 0.0, 0.0]])
    F = np.array([[0, 1, 2], [0, 3, 1]])
    assert extent(V, F) == pytest.approx(10.0, rel=1e-3)
