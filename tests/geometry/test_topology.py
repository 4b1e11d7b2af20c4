"""Edges, neighbours and components, against brute force and libigl."""

from __future__ import annotations

import itertools

import igl
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pliant.arrays import Faces, Ints
from pliant.geometry.topology import Rings, edges, face_pairs, half_edges, neighbours, vertex_components
from tests.geometry.surfaces import pebble, sheet

MOST = 9
ANY_FACES = hnp.arrays(np.int64, st.tuples(st.integers(1, 12), st.just(3)), elements=st.integers(0, MOST))


def edge_sets(face: Ints) -> list[frozenset[int]]:
    return [frozenset((int(face[i]), int(face[(i + 1) % 3]))) for i in range(3)]


@given(ANY_FACES)
def test_half_edges_list_each_side_of_each_face(F: Faces) -> None:
    ends, face = half_edges(F)
    found = [(int(f), frozenset(map(int, pair))) for pair, f in zip(ends, face, strict=True)]
    assert found == [(j, side) for j, triangle in enumerate(F) for side in edge_sets(triangle)]
    assert (ends[:, 0] <= ends[:, 1]).all()


def test_edges_agree_with_libigl() -> None:
    for _, F in (pebble(), sheet()):
        expected = np.sort(igl.edges(F), axis=1)
        np.testing.assert_array_equal(edges(F), expected[np.lexsort(expected.T[::-1])])


@given(ANY_FACES)
def test_the_ring_of_a_vertex_is_what_its_edges_lead_to(F: Faces) -> None:
    rings = Rings.of(F, MOST + 1)
    ends = {pair for face in F for pair in itertools.product(map(int, face), repeat=2)}
    doubled = {int(a) for face in F for a in face if (face == a).sum() > 1}
    for v in range(MOST + 1):
        expected = sorted(b for a, b in ends if a == v and (b != v or v in doubled))
        assert rings[v].tolist() == expected


@given(ANY_FACES)
def test_paired_faces_share_an_edge_and_faces_that_share_one_are_connected_by_pairs(F: Faces) -> None:
    pairs = {tuple(sorted(map(int, pair))) for pair in face_pairs(F)}
    for j, k in pairs:
        assert j != k
        assert set(edge_sets(F[j])) & set(edge_sets(F[k]))
    for edge in {side for triangle in F for side in edge_sets(triangle)}:
        around = [j for j in range(len(F)) if edge in edge_sets(F[j])]
        chain = set(itertools.pairwise(around))
        assert chain <= pairs


def test_a_closed_surface_has_three_pairs_for_two_faces() -> None:
    _, F = pebble()
    pairs = face_pairs(F)
    assert len(pairs) == 3 * len(F) // 2
    adjacency = igl.triangle_triangle_adjacency(F)[0]
    expected = {tuple(sorted((j, int(k)))) for j, row in enumerate(adjacency) for k in row if k >= 0}
    assert {tuple(sorted(map(int, pair))) for pair in pairs} == expected


@given(ANY_FACES)
def test_vertices_are_in_one_component_when_faces_lead_from_one_to_the_other(F: Faces) -> None:
    label = {v: {v} for v in range(MOST + 1)}
    for a, b in itertools.chain.from_iterable(itertools.combinations(map(int, f), 2) for f in F):
        merged = label[a] | label[b]
        for v in merged:
            label[v] = merged
    component = vertex_components(F, MOST + 1)
    for a, b in itertools.combinations(range(MOST + 1), 2):
        assert (component[a] == component[b]) == (b in label[a])


@given(ANY_FACES)
def test_components_are_numbered_by_their_first_vertex(F: Faces) -> None:
    component = vertex_components(F, MOST + 1)
    _, first = np.unique(component, return_index=True)
    assert (np.diff(first) > 0).all()
    assert component[0] == 0


def test_neighbours_are_symmetric_and_count_each_pair() -> None:
    pairs = np.array([[0, 1], [1, 2], [0, 1]])
    expected = [[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    np.testing.assert_array_equal(neighbours(pairs, 4).toarray(), expected)
