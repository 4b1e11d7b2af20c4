from __future__ import annotations

import numpy as np
import pytest

from pliant.geometry.topology import vertex_components
from pliant.samples.implicit.body import FLOOR_FILLET, BodyPart, ImplicitBody
from pliant.samples.implicit.half_edges import collapse_short, outgoing, twins
from pliant.samples.implicit.level_set import level_set_mesh
from pliant.samples.implicit.remesh import remeshed
from pliant.samples.implicit.tubes import tube
from tests.samples.surfaces import (
    edge_lengths,
    euler_characteristic,
    is_closed_manifold,
    smallest_angle,
    volume,
)

BOX = np.full(3, -1.5), np.full(3, 1.5)


def body(*parts):
    """Parts of (stations, fillet), high above the floor."""
    return ImplicitBody([BodyPart(tube(str(i), rows), fillet, ()) for i, (rows, fillet) in enumerate(parts)])


def around(centre, spread, count=500):
    return np.asarray(centre) + spread * np.random.default_rng(1).uniform(-1.0, 1.0, (count, 3))


def sphere(P):
    return np.linalg.norm(P, axis=1) - 1.0


def torus(P):
    return np.hypot(np.hypot(P[:, 0], P[:, 1]) - 0.9, P[:, 2]) - 0.35


def on_torus(P):
    ring = P * [1.0, 1.0, 0.0]
    ring *= 0.9 / np.linalg.norm(ring, axis=1, keepdims=True)
    return ring + 0.35 * (P - ring) / np.linalg.norm(P - ring, axis=1, keepdims=True)


def test_a_straight_round_tube_is_a_capsule():
    a, b, r = np.array([0.1, 5.0, 0.2]), np.array([0.9, 5.3, -0.4]), 0.25
    P = around(0.5 * (a + b), 1.0)
    t = np.clip((P - a) @ (b - a) / ((b - a) @ (b - a)), 0.0, 1.0)
    exact = np.linalg.norm(P - a - t[:, None] * (b - a), axis=1) - r
    value, _ = body(([(*a, r, r, r), (*b, r, r, r)], 0.1)).level(P)
    np.testing.assert_allclose(value, exact, atol=1e-12)


def test_a_tube_is_as_high_and_as_wide_as_its_radii_say():
    flat = body(([(-1.0, 5.0, 0.0, 0.3, 0.2, 0.1), (1.0, 5.0, 0.0, 0.3, 0.2, 0.1)], 0.1))
    rim = np.array([[0.1, 5.3, 0.0], [0.1, 4.8, 0.0], [0.1, 5.0, 0.1], [0.1, 5.0, -0.1]])
    outwards = np.array([[0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1.0]])
    value, normal = flat.level(rim)
    np.testing.assert_allclose(value, 0.0, atol=1e-12)
    np.testing.assert_allclose(normal, outwards, atol=1e-12)
    np.testing.assert_allclose(flat.level(rim + 0.05 * outwards)[0], 0.05, atol=1e-12)


def test_the_gradient_of_an_even_tube_is_that_of_its_level_on_the_surface():
    flat = body(([(-1.0, 5.0, 0.0, 0.3, 0.2, 0.1), (1.0, 5.0, 0.0, 0.3, 0.2, 0.1)], 0.1))
    P = around((0.0, 5.0, 0.0), (0.8, 0.3, 0.1))
    for _ in range(30):
        P = flat.projected(P)
    value, normal = flat.level(P)
    assert np.abs(value).max() < 1e-9
    step = 1e-6
    for axis in range(3):
        move = step * np.eye(3)[axis]
        slope = (flat.level(P + move)[0] - flat.level(P - move)[0]) / (2.0 * step)
        np.testing.assert_allclose(slope, normal[:, axis], atol=2e-5)


def largest_jump(body, centre, spread):
    """Of the level, between close points on lines around the centre."""
    starts, ends = np.split(around(centre, spread, 200), 2)
    t = np.linspace(0.0, 1.0, 2000)[:, None]
    return max(
        np.abs(np.diff(body.level(a + t * (b - a))[0])).max() for a, b in zip(starts, ends, strict=True)
    )


def test_the_level_does_not_jump_around_the_end_of_a_tube():
    uneven = body(([(0.0, 5.0, 0.0, 0.08, 0.16, 0.12), (0.4, 5.0, 0.0, 0.08, 0.16, 0.12)], 0.1))
    assert largest_jump(uneven, (-0.08, 5.0, 0.0), 0.08) < 3e-4


def test_the_level_hardly_jumps_in_the_hollow_of_a_knee_narrower_than_its_leg_is_thick():
    knee = [(0.05, 5.07), (0.08, 5.00), (0.12, 4.93), (0.10, 4.88), (0.045, 4.83), (-0.02, 4.78)]
    radii = [(0.08, 0.08), (0.08, 0.09), (0.04, 0.085), (0.04, 0.055), (0.03, 0.04), (0.02, 0.03)]
    leg = body(([(x, y, 0.0, *r, 0.04) for (x, y), r in zip(knee, radii, strict=True)], 0.1))
    assert largest_jump(leg, (0.04, 4.9, 0.0), 0.04) < 0.005


def test_joined_parts_are_their_union_away_from_the_fillet_and_more_inside_it():
    rows = [(0.0, 5.0, 0.0), (1.0, 5.0, 0.0)], [(0.5, 5.0, 0.0), (0.5, 6.0, 0.0)]
    first, second = ([(*at, 0.2, 0.2, 0.2) for at in line] for line in rows)
    P = around((0.5, 5.4, 0.0), 0.8, 3000)
    a, b = body((first, 0.1)).level(P)[0], body((second, 0.1)).level(P)[0]
    both = body((first, 0.1), (second, 0.1)).level(P)[0]
    away = np.abs(a - b) >= 0.1
    np.testing.assert_allclose(both[away], np.minimum(a, b)[away], atol=1e-12)
    assert (both <= np.minimum(a, b) + 1e-12).all()
    assert (both >= np.minimum(a, b) - 0.1 / 4.0 - 1e-12).all()


def test_a_carved_part_is_missing_and_the_floor_cuts():
    rows = [(-0.5, 0.1, 0.0, 0.3, 0.3, 0.3), (0.5, 0.1, 0.0, 0.3, 0.3, 0.3)]
    hole = [(0.0, 0.4, 0.0, 0.1, 0.1, 0.1), (0.1, 0.4, 0.0, 0.1, 0.1, 0.1)]
    carved = ImplicitBody(
        [BodyPart(tube("a", rows), 0.01, ()), BodyPart(tube("b", hole), 0.01, (), carves=True)]
    )
    inside, in_hole, below = carved.level(np.array([[0.0, 0.2, 0.0], [0.05, 0.35, 0.0], [0.0, -0.05, 0.0]]))[
        0
    ]
    assert inside < 0.0 < in_hole
    assert np.isclose(below, 0.05, atol=FLOOR_FILLET)


@pytest.mark.parametrize(("level", "characteristic"), [(sphere, 2), (torus, 0)])
def test_a_level_set_becomes_a_closed_surface_of_its_own_topology(level, characteristic):
    V, F = level_set_mesh(level, *BOX, 0.1)
    assert is_closed_manifold(F)
    assert euler_characteristic(F) == characteristic
    # Linear interpolation over the longest edges: 3 × 0.1² / 8 by the largest curvature.
    assert np.abs(level(V)).max() < 3.0 * 0.1**2 / 8.0 / 0.35
    assert volume(V, F) > 0.0


def test_two_bodies_become_two_components():
    V, F = level_set_mesh(
        lambda P: np.minimum(sphere(2.0 * (P - 0.7)), sphere(2.0 * (P + 0.7))) / 2.0, *BOX, 0.1
    )
    assert euler_characteristic(F) == 4
    assert vertex_components(F, len(V)).max() == 1


@pytest.mark.parametrize("count", [300, 1000, 6000])
def test_remeshing_gives_the_wanted_number_of_good_triangles_on_the_same_surface(count):
    V, F = level_set_mesh(torus, *BOX, 0.1)
    V, F = remeshed(V, F, np.ones(len(V)), count, on_torus)
    assert abs(len(V) - count) < 0.05 * count
    assert is_closed_manifold(F)
    assert euler_characteristic(F) == 0
    assert np.abs(torus(V)).max() < 1e-12
    assert smallest_angle(V, F) > 28.0
    assert np.isclose(volume(V, F), 2.0 * np.pi**2 * 0.9 * 0.35**2, rtol=12.0 / count**0.9)


def test_remeshing_follows_the_wanted_sizes():
    V, F = level_set_mesh(sphere, *BOX, 0.1)
    size = np.where(V[:, 0] > 0.0, 1.0, 0.5)
    V, F = remeshed(V, F, size, 2000, lambda P: P / np.linalg.norm(P, axis=1, keepdims=True))
    coarse, fine = ((V[F, 0] > 0.3).all(axis=1), (V[F, 0] < -0.3).all(axis=1))
    ratio = edge_lengths(V, F[coarse]).mean() / edge_lengths(V, F[fine]).mean()
    assert abs(ratio - 2.0) < 0.1


def test_a_thin_tube_is_not_pinched_off_by_collapses():
    rings = np.array([[x, np.cos(a), np.sin(a)] for x in range(5) for a in 2.0 * np.pi / 3.0 * np.arange(3)])
    V = np.concatenate([[[-1.0, 0.0, 0.0]], rings * [1.0, 0.1, 0.1], [[5.0, 0.0, 0.0]]])
    i, ahead = np.arange(3), (np.arange(3) + 1) % 3
    F = [np.stack([0 * i, 1 + ahead, 1 + i], axis=1), np.stack([13 + i, 13 + ahead, 16 + 0 * i], axis=1)]
    for low in range(1, 13, 3):
        F += [np.stack([low + i, low + ahead, low + 3 + i], axis=1)]
        F += [np.stack([low + ahead, low + 3 + ahead, low + 3 + i], axis=1)]
    F = np.concatenate(F)
    assert is_closed_manifold(F)
    # Every edge around the tube is short; collapsing one would leave a neck of a single edge.
    tail, twin, out = F.flatten(), twins(F), outgoing(F, len(V))
    collapse_short(V, tail, twin, out, np.ones(len(V)), len(F))
    rest = tail.reshape(-1, 3)
    assert is_closed_manifold(rest[rest[:, 0] >= 0])
