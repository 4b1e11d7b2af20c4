"""Near-rigid clusters: known parts are found, in the number wanted, each in one piece."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

from pliant.geometry.topology import face_pairs, neighbours
from pliant.methods.reduced.clusters import Clusters, clustered, in_pieces, joined, lost_motion, split
from pliant.methods.reduced.clusters import rotation_features as features_of
from pliant.methods.reduced.mean_shift import mean_shift
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.patches import patches
from tests.geometry.surfaces import pebble
from tests.methods.reduced.jointed import bar_mesh, jointed, part_of


def test_mean_shift_finds_the_heaps() -> None:
    rng = np.random.default_rng(0)
    centres = np.array([[0.0, 0, 0], [5, 0, 0], [0, 5, 0], [5, 5, 5]])
    which = rng.integers(4, size=200)
    labels = mean_shift(centres[which] + 0.2 * rng.normal(size=(200, 3)), rng.uniform(0.5, 2.0, 200), 1.0)
    assert labels.max() == 3
    assert len(np.unique(which * 4 + labels)) == 4


def test_equal_points_are_one_heap_at_any_bandwidth() -> None:
    assert not mean_shift(np.ones((50, 6)), np.ones(50), 1e-3).any()
    assert not mean_shift(np.ones((50, 6)), np.ones(50), 0.0).any()


def test_heavy_points_draw_the_peak() -> None:
    """Two heaps half apart: with equal weights one peak between them, else the heavy one's is nearest."""
    points = np.array([[0.0], [1.0]])
    assert mean_shift(points, np.ones(2), 1.0).tolist() == [0, 0]
    assert mean_shift(points, np.ones(2), 0.3).tolist() == [0, 1]


@pytest.mark.parametrize("options", [ReducedOptions(), PRINTED], ids=["ours", "printed"])
@pytest.mark.parametrize("parts", [2, 3, 5])
def test_rigid_parts_are_found_without_being_counted(parts: int, options: ReducedOptions) -> None:
    skin, _, V, F = jointed(parts, 6)
    pieces = patches(V, F)
    clusters = clustered(pieces, replace(options, accuracy=np.inf, bandwidth=None))
    assert clusters.count == parts
    truth = part_of(F, skin.rest, parts)
    found = clusters.labels[pieces.of_triangle]
    share = np.array(
        [(truth[found == i] == np.bincount(truth[found == i]).argmax()).mean() for i in range(parts)]
    )
    assert (share > 0.85).all()


@pytest.mark.parametrize("wanted", [1, 2, 3, 7, 20])
def test_the_wanted_number_is_made(wanted: int) -> None:
    _, _, V, F = jointed(3, 5)
    assert clustered(patches(V, F), ReducedOptions(controls=wanted)).count == wanted


def test_more_clusters_than_patches_cannot_be_made() -> None:
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1]])
    pieces = patches(np.stack([V, 2 * V]), np.array([[0, 1, 2], [1, 3, 2]]))
    assert clustered(pieces, ReducedOptions(controls=9)).count == 2


def test_a_still_set_is_one_cluster() -> None:
    V, F = pebble()
    assert clustered(patches(np.stack([V] * 4), F), ReducedOptions()).count == 1


@pytest.mark.parametrize("noise", [0.001, 0.003, 0.01])
def test_noise_does_not_multiply_the_clusters(noise: float) -> None:
    _, _, V, F = jointed(3, 6)
    noisy = V + noise * np.random.default_rng(0).normal(size=V.shape)
    clean = clustered(patches(V, F), ReducedOptions()).count
    assert clustered(patches(noisy, F), ReducedOptions()).count <= 2 * clean


def test_clusters_never_exceed_the_cap() -> None:
    V, F = pebble(200)
    wild = V + np.random.default_rng(0).normal(size=(5, *V.shape))
    assert clustered(patches(wild, F), ReducedOptions(most_controls=6)).count <= 6


def test_two_pieces_that_move_alike_are_two_clusters() -> None:
    _, _, V, F = jointed(3, 4)
    pieces = patches(V, F)
    alike = part_of(F, V[0], 3)
    label = np.zeros(len(pieces), dtype=np.int64)
    label[pieces.of_triangle] = (alike == 1).astype(np.int64)
    clusters = in_pieces(Clusters(pieces, label, ReducedOptions()))
    assert clusters.count == 3


@pytest.mark.parametrize("options", [ReducedOptions(controls=12), PRINTED], ids=["ours", "printed"])
def test_every_cluster_is_one_piece(options: ReducedOptions) -> None:
    _, _, V, F = jointed(4, 5)
    noisy = V + 0.003 * np.random.default_rng(0).normal(size=V.shape)
    pieces = patches(noisy, F)
    labels = clustered(pieces, options).labels[pieces.of_triangle]
    graph = neighbours(face_pairs(F), len(F))
    for i in range(labels.max() + 1):
        own = labels == i
        assert connected_components(graph[own][:, own], directed=False)[0] == 1


def test_dividing_lowers_and_joining_raises_what_is_missed() -> None:
    _, _, V, F = jointed(4, 5)
    pieces = patches(V, F)
    clusters = Clusters(pieces, np.zeros(len(pieces), dtype=np.int64), replace(PRINTED))
    lost = [lost_motion(clusters)]
    for _ in range(5):
        clusters = split(clusters, features_of(pieces))
        lost.append(lost_motion(clusters))
    assert (np.diff(lost) < 0).all()
    assert lost_motion(joined(clusters)) > lost[-1]


def test_patches_partition_the_surface_into_connected_pieces() -> None:
    _, _, V, F = jointed(2, 3)
    pieces = patches(V, F)
    graph = neighbours(face_pairs(F), len(F))
    assert len(pieces) < len(F)
    assert (np.unique(pieces.of_triangle) == np.arange(len(pieces))).all()
    for i in range(len(pieces)):
        own = pieces.of_triangle == i
        assert connected_components(graph[own][:, own], directed=False)[0] == 1


def test_patches_do_not_bridge_components() -> None:
    """Not even those of crumbs far smaller than a patch, beside the bar."""
    V, F = bar_mesh()
    crumb, crumb_faces = pebble(8)
    both = np.concatenate([V, V[100] + 1e-4 * crumb, V[100] - 1e-4 * crumb])
    faces = np.concatenate([F, crumb_faces + len(V), crumb_faces + len(V) + len(crumb)])
    component = np.repeat([0, 1, 2], [len(F), len(crumb_faces), len(crumb_faces)])
    pieces = patches(np.stack([both, both]), faces)
    owners = [set(pieces.of_triangle[component == i]) for i in range(3)]
    assert sum(map(len, owners)) == len(set.union(*owners))
    assert connected_components(pieces.graph, directed=False)[0] == 3
