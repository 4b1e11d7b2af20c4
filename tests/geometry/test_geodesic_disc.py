from __future__ import annotations

from time import process_time

import igl
import numpy as np
import pytest
from scipy.spatial import Delaunay

from pliant.errors import AnchorError, OptionError
from pliant.geometry.geodesic_disc import Brush, geodesic_disc
from pliant.samples.humanoid import humanoid
from tests.geometry.surfaces import pebble

POINT = np.array([0.5, 0.3, 0.2])


def exact(V, F, face, weights):
    """(n,) exact distances from a point of a triangle, which becomes a vertex."""
    n = len(V)
    a, b, c = F[face]
    split = np.concatenate([np.delete(F, face, axis=0), [[a, b, n], [b, c, n], [c, a, n]]])
    none = np.array([], dtype=np.int64)
    where = np.concatenate([V, [weights @ V[F[face]]]])
    return igl.exact_geodesic(where, split, np.array([n]), none, np.arange(n), none).ravel()


def random_sheet(n=600, seed=0):
    """A flat sheet of irregular triangles, many of them obtuse."""
    X = np.random.default_rng(seed).random((n, 2))
    return np.column_stack([X, 0.3 * X[:, 0]]), Delaunay(X).simplices.astype(np.int64)


@pytest.fixture(scope="module")
def person():
    poses = humanoid(4_000)
    return np.array(poses.V[0]), np.array(poses.F)


@pytest.mark.parametrize("face", [3, 100, 700])
def test_on_a_convex_flat_sheet_distances_are_straight(face):
    V, F = random_sheet()
    vertices, distance = geodesic_disc(V, F, face, POINT, np.inf)
    assert np.array_equal(vertices, np.arange(len(V)))
    np.testing.assert_allclose(distance, np.linalg.norm(V - POINT @ V[F[face]], axis=1), rtol=1e-6)


@pytest.mark.parametrize("face", [5, 2500, 6000])
def test_distances_on_a_body_are_close_to_exact_geodesics(person, face):
    V, F = person
    truth = exact(V, F, face, POINT)
    vertices, distance = Brush.of(V, F).disc(face, POINT, np.inf)
    assert len(vertices) == len(V)
    error = np.abs(distance / truth - 1.0)
    assert error.mean() < 0.012
    assert np.percentile(error, 99) < 0.03
    radius = 0.15
    vertices, distance = Brush.of(V, F).disc(face, POINT, radius)
    error = np.abs(distance - truth[vertices])
    assert error.mean() < 0.005 * radius
    assert error.max() < 0.04 * radius


def test_a_disc_holds_exactly_the_vertices_within_its_radius(person):
    V, F = person
    brush = Brush.of(V, F)
    everywhere, far = brush.disc(1234, POINT, np.inf)
    for radius in (0.03, 0.1, 0.4):
        vertices, distance = brush.disc(1234, POINT, radius)
        expected = everywhere[far <= radius]
        assert np.setxor1d(vertices, expected).size <= 0.01 * len(expected)
        np.testing.assert_allclose(distance, far[vertices], atol=0.01 * radius)
        assert distance.max() <= radius
        assert (np.diff(vertices) > 0).all()


def test_a_small_disc_costs_much_less_than_the_whole_surface(person):
    brush = Brush.of(*person)

    def seconds(radius):
        spans = []
        for _ in range(7):
            start = process_time()
            brush.disc(1234, POINT, radius)
            spans.append(process_time() - start)
        return min(spans)

    assert seconds(0.03) < 0.3 * seconds(np.inf)


def test_a_disc_does_not_jump_across_a_gap(person):
    V, F = person
    left_palm = int(np.abs(V[F].mean(axis=1) - [0.64, 1.0, 0.0]).sum(axis=1).argmin())
    vertices, _ = Brush.of(V, F).disc(left_palm, POINT, 1.05)
    thigh = np.flatnonzero((np.abs(V[:, 0] - 0.1) < 0.1) & (np.abs(V[:, 1] - 0.6) < 0.1))
    assert (np.linalg.norm(V[thigh] - V[F[left_palm, 0]], axis=1) < 1.0).all()
    assert not np.isin(thigh, vertices).any()


def test_a_disc_around_a_vertex_has_the_edges_as_its_first_distances():
    V, F = pebble()
    face = 7
    vertices, distance = geodesic_disc(V, F, face, [0.0, 1.0, 0.0], np.inf)
    centre = F[face, 1]
    assert distance[centre] == 0.0
    ring = np.setdiff1d(np.unique(F[(centre == F).any(axis=1)]), centre)
    straight = np.linalg.norm(V[ring] - V[centre], axis=1)
    np.testing.assert_allclose(distance[np.searchsorted(vertices, ring)], straight, rtol=1e-12)


def test_distances_are_at_least_straight_lines_and_scale_with_the_model():
    V, F = pebble(200)
    _, distance = geodesic_disc(V, F, 11, POINT, np.inf)
    assert (distance >= (1.0 - 1e-9) * np.linalg.norm(V - POINT @ V[F[11]], axis=1)).all()
    _, larger = geodesic_disc(1000.0 * V, F, 11, POINT, np.inf)
    np.testing.assert_allclose(larger, 1000.0 * distance, rtol=1e-9)


def test_another_component_is_never_reached_and_a_radius_of_nothing_reaches_nothing():
    V, F = pebble()
    both, faces = np.concatenate([V, V + 1e-3]), np.concatenate([F, F + len(V)])
    vertices, _ = geodesic_disc(both, faces, 4, POINT, np.inf)
    assert np.array_equal(vertices, np.arange(len(V)))
    assert len(geodesic_disc(V, F, 4, POINT, 0.0)[0]) == 0


def test_triangles_that_three_share_an_edge_and_collapsed_ones_do_no_harm():
    V = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, -1, 0], [1, 0, 0.0]])
    F = np.array([[0, 1, 2], [0, 1, 3], [0, 1, 4], [1, 5, 2]])
    _, distance = geodesic_disc(V, F, 0, [1.0, 0.0, 0.0], np.inf)
    np.testing.assert_allclose(distance, [0.0, 1.0, 1.0, 1.0, 1.0, 1.0])


def test_the_same_disc_twice_gives_the_same_bits_and_changes_nothing():
    V, F = pebble(300)
    before = V.copy(), F.copy()
    brush = Brush.of(V, F)
    first, second = brush.disc(9, POINT, 0.8), brush.disc(9, POINT, 0.8)
    assert np.array_equal(first[0], second[0])
    assert np.array_equal(first[1], second[1])
    assert np.array_equal(V, before[0])
    assert np.array_equal(F, before[1])


def test_points_off_the_surface_are_refused():
    V, F = pebble()
    brush = Brush.of(V, F)
    with pytest.raises(AnchorError, match=f"there are {len(F)}"):
        brush.disc(len(F), POINT, 1.0)
    for weights in ([0.5, 0.5], [0.5, 0.5, 0.5], [1.5, -0.5, 0.0], [np.nan, 0.5, 0.5]):
        with pytest.raises(AnchorError, match="sum to 1"):
            brush.disc(0, weights, 1.0)
    for radius in (-1.0, np.nan):
        with pytest.raises(OptionError, match="from 0 on"):
            brush.disc(0, POINT, radius)


@pytest.mark.parametrize("face", [3, 100, 700])
def test_among_obtuse_triangles_a_disc_is_the_whole_surface_cut_off_at_its_radius(face):
    """Those beyond the rim pass their distances back into it."""
    brush = Brush.of(*random_sheet())
    everywhere, far = brush.disc(face, POINT, np.inf)
    for radius in np.linspace(0.05, 0.6, 12):
        vertices, distance = brush.disc(face, POINT, radius)
        np.testing.assert_array_equal(vertices, everywhere[far <= radius])
        np.testing.assert_array_equal(distance, far[vertices])
