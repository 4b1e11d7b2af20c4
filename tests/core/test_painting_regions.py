from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse.csgraph import dijkstra

from pliant.core.painting.regions import connected_piece, grow, ringed, shrink, smooth
from pliant.core.topology import Rings, edges, neighbours
from pliant.errors import OptionError
from tests.core.surfaces import pebble, sheet


@pytest.fixture
def surface():
    """A pebble and a sheet apart from it, and a vertex that no triangle has."""
    V, F = pebble()
    _, G = sheet()
    faces, n = np.concatenate([F, G + len(V)]), len(V) + 31
    return faces, n, Rings.of(faces, n)


def steps(F, n, chosen):
    """(n,) how many edges each vertex is away from the chosen ones."""
    graph = neighbours(edges(F), n)
    return dijkstra(graph, indices=np.flatnonzero(chosen), unweighted=True).min(axis=0)


def mask(n, *vertices):
    chosen = np.zeros(n, dtype=bool)
    chosen[list(vertices)] = True
    return chosen


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_growing_and_shrinking_count_edges(surface, times):
    F, n, rings = surface
    chosen = mask(n, 3, 20, 75, n - 1)
    grown = grow(rings, chosen, times)
    assert grown.dtype == bool
    assert np.array_equal(grown, steps(F, n, chosen) <= times)
    assert np.array_equal(shrink(rings, ~chosen, times), ~grown)


def test_growing_weights_takes_the_largest_neighbour(surface):
    F, n, rings = surface
    w = np.random.default_rng(1).random(n)
    expected = w.copy()
    for a, b in edges(F):
        expected[a], expected[b] = max(expected[a], w[b]), max(expected[b], w[a])
    before = w.copy()
    assert np.array_equal(grow(rings, w), expected)
    assert np.array_equal(shrink(rings, -w), -expected)
    assert np.array_equal(w, before)


def test_smoothing_is_a_step_towards_the_mean_of_the_neighbours(surface):
    _, n, rings = surface
    w = np.random.default_rng(2).random(n)
    expected = w.copy()
    for v in range(n):
        if len(rings[v]):
            expected[v] = 0.7 * w[v] + 0.3 * w[rings[v]].mean()
    np.testing.assert_allclose(smooth(rings, w, step=0.3), expected, atol=1e-15)


def test_smoothing_keeps_constants_and_never_leaves_the_range(surface):
    _, n, rings = surface
    np.testing.assert_allclose(smooth(rings, np.full(n, 0.4), 50), 0.4, atol=1e-14)
    w = np.random.default_rng(3).integers(0, 2, n).astype(float)
    smoothed = smooth(rings, w, 20, step=1.0)
    assert smoothed.min() >= 0.0
    assert smoothed.max() <= 1.0
    assert smooth(rings, w, 300)[:60].std() < 1e-3


def test_two_rings_give_thirds(surface):
    F, n, rings = surface
    chosen = mask(n, 65, 66)
    weights = ringed(rings, chosen, 2)
    np.testing.assert_allclose(weights, np.clip(1.0 - steps(F, n, chosen) / 3.0, 0.0, 1.0), atol=1e-15)
    assert np.array_equal(ringed(rings, chosen, 0), chosen.astype(float))


def test_a_connected_piece_is_what_paths_inside_reach(surface):
    F, n, rings = surface
    within = np.random.default_rng(4).random(n) < 0.4
    seeds = np.flatnonzero(within)[[0, -3, -2]]
    graph = neighbours(edges(F)[within[edges(F)].all(axis=1)], n)
    reached = np.isfinite(dijkstra(graph, indices=seeds, unweighted=True)).any(axis=0)
    assert 5 < reached.sum() < within.sum() - 5
    assert np.array_equal(connected_piece(rings, seeds, within), reached)
    outside = np.flatnonzero(~within)[:4]
    assert np.array_equal(connected_piece(rings, [*seeds, *outside], within), reached)


def test_without_a_limit_a_piece_is_the_whole_component(surface):
    _, n, rings = surface
    assert np.array_equal(np.flatnonzero(connected_piece(rings, 5)), np.arange(60))
    assert np.array_equal(np.flatnonzero(connected_piece(rings, [n - 1])), [n - 1])
    assert not connected_piece(rings, [5], np.zeros(n, dtype=bool)).any()


def test_impossible_counts_and_steps_are_refused(surface):
    _, n, rings = surface
    with pytest.raises(OptionError, match="-1 repetitions"):
        grow(rings, np.zeros(n), -1)
    with pytest.raises(OptionError, match="from 0 to 1"):
        smooth(rings, np.zeros(n), step=1.5)
