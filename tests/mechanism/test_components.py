"""Components of a mesh: connected pieces, groups, and the choice between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.errors import MechanismError
from pliant.mechanism.components import Source, chosen_components, connected_components, grouped_components
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.piece import pieces
from pliant.mesh import Mesh, Polygons

CORNERS = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def boxes(*places: tuple[float, float, float], groups: dict | None = None, loose: list | None = None) -> Mesh:
    """Unit cubes, eight vertices each, and loose vertices after them."""
    V = np.concatenate([CORNERS + place for place in places] + [np.array(loose or []).reshape(-1, 3)])
    polygons = [[8 * i + v for v in side] for i in range(len(places)) for side in SIDES]
    return Mesh.of_polygons(V, Polygons.of(polygons), groups=groups)


def soup(mesh: Mesh) -> Mesh:
    """Every triangle by itself, as in an STL file."""
    return Mesh.of(mesh.V[mesh.F].reshape(-1, 3), np.arange(mesh.F.size).reshape(-1, 3))


def halves(mesh: Mesh) -> Mechanism:
    """The lower and the upper half, whose four sides lie between."""
    return Mechanism.of(mesh, (mesh.V[:, 2] > 0.5).astype(int), ["lower", "upper"])


def names(mechanism: Mechanism) -> list[str]:
    return [part.name for part in mechanism.components]


def test_pieces_are_numbered_by_their_first_vertex():
    mesh = boxes((5, 0, 0), (0, 0, 0), (9, 0, 0))
    order = np.random.default_rng(0).permutation(mesh.n)
    shuffled = Mesh.of(mesh.V[order], np.argsort(order)[mesh.F])
    found = connected_components(shuffled)
    assert names(found) == ["part 1", "part 2", "part 3"]
    assert not found.joints
    np.testing.assert_array_equal(connected_components(mesh).component, np.repeat([0, 1, 2], 8))
    first = [np.flatnonzero(found.component == i)[0] for i in range(3)]
    assert first == sorted(first)
    np.testing.assert_array_equal(
        found.component[:, None] == found.component, order[:, None] // 8 == order // 8
    )


def test_a_loose_vertex_belongs_to_the_nearest_piece():
    found = connected_components(boxes((0, 0, 0), (5, 0, 0), loose=[[4, 0, 0], [1.5, 0, 0], [9, 9, 9]]))
    assert found.component[16:].tolist() == [1, 0, 1]
    assert len(found.components) == 2


def test_vertices_split_at_seams_do_not_cut_a_piece():
    mesh = boxes((0, 0, 0), (5, 0, 0))
    found = connected_components(soup(mesh))
    np.testing.assert_array_equal(found.component, np.repeat([0, 1], 36))


def test_minus_zero_is_the_place_of_zero():
    V = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [-0.0, -0.0, 0], [1, 0, -0.0], [0, -1, 0.0]])
    assert len(connected_components(Mesh.of(V, [[0, 1, 2], [4, 3, 5]])).components) == 1


@pytest.mark.parametrize("make", [lambda mesh: mesh, soup])
def test_closed_parts_that_touch_along_whole_faces_stay_two(make):
    assert len(connected_components(make(boxes((0, 0, 0), (1, 0, 0)))).components) == 2


def test_a_fin_on_an_edge_is_no_part():
    box = soup(boxes((0, 0, 0)))
    V = np.concatenate([box.V, [[0, 0, 0], [0, 0, 1], [-1, -1, 0.5]]])
    found = connected_components(Mesh.of(V, np.arange(len(V)).reshape(-1, 3)))
    assert len(found.components) == 1


def test_bodies_that_dip_into_each_other_at_a_common_edge_stay_two():
    """A wedge on a box, whose slope dips into the top by a millionth of a turn at the common edge."""
    box = boxes((0, 0, 0))
    dip = 1e-4
    V = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1 - dip], [0, 1, 1 - dip], [0, 0, 2], [1, 0, 2]], float)
    F = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 5], [0, 5, 4], [1, 2, 5], [0, 4, 3], [2, 3, 4], [2, 4, 5]])
    both = Mesh.of(np.concatenate([box.V, V]), np.concatenate([box.F, F + 8]))
    assert len(connected_components(both).components) == 2
    assert len(connected_components(soup(both)).components) == 2


def test_groups_are_parts_with_their_names_in_their_order():
    mesh = boxes((0, 0, 0), (2, 0, 0), (4, 0, 0), groups={"lid": range(12, 18), "body": range(12)})
    found = grouped_components(mesh)
    assert names(found) == ["lid", "body"]
    np.testing.assert_array_equal(found.component, np.repeat([1, 1, 0], 8))


def test_of_nested_groups_the_smallest_counts():
    mesh = boxes((0, 0, 0), (2, 0, 0), groups={"robot": range(12), "arm": range(6, 12)})
    found = grouped_components(mesh)
    assert names(found) == ["robot", "arm"]
    np.testing.assert_array_equal(found.component, np.repeat([0, 1], 8))


def test_polygons_without_a_group_are_a_part_of_their_own():
    found = grouped_components(boxes((0, 0, 0), (2, 0, 0), groups={"arm": range(6, 12)}))
    assert names(found) == ["arm", "ungrouped"]
    np.testing.assert_array_equal(found.component, np.repeat([1, 0], 8))


def test_the_primitives_of_one_node_are_one_part_and_blenders_numbers_are_not():
    groups = {"door.0": range(3), "door.1": range(3, 6), "knob.001": range(6, 12)}
    found = grouped_components(boxes((0, 0, 0), (2, 0, 0), groups=groups))
    assert names(found) == ["door", "knob.001"]


def test_a_group_whose_vertices_all_belong_to_larger_groups_is_no_part():
    V = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [2, 0, 0], [2, 1, 0]]
    mesh = Mesh.of(V, [[0, 1, 2], [0, 2, 1], [0, 1, 2], [3, 4, 5]])
    found = grouped_components(
        replace(mesh, groups={"a": np.arange(2), "b": np.array([2]), "c": np.array([3])})
    )
    assert names(found) == ["a", "c"]
    assert found.component.tolist() == [0, 0, 0, 1, 1, 1]


def test_a_mesh_without_groups_has_no_grouped_components():
    with pytest.raises(MechanismError, match="no groups"):
        grouped_components(boxes((0, 0, 0)))


def test_groups_of_whole_pieces_are_preferred_to_the_pieces():
    mesh = boxes((0, 0, 0), (2, 0, 0), (4, 0, 0), groups={"lid": range(12, 18), "body": range(12)})
    chosen = chosen_components(mesh)
    assert chosen.source is Source.GROUPS
    assert "2 parts" in chosen.reason
    assert "3 connected pieces" in chosen.reason
    assert len(chosen.mechanism.components) == 2


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (None, "0 groups"),
        ({"all": range(12)}, "1 groups"),
        ({"top": [0, 1, 2, 6, 7, 8], "bottom": [3, 4, 5, 9, 10, 11]}, "cut 2 times"),
        ({"a": range(12), "b": range(12)}, "single part"),
    ],
)
def test_groups_that_are_not_parts_give_way_to_the_pieces(groups, said):
    chosen = chosen_components(boxes((0, 0, 0), (2, 0, 0), groups=groups))
    assert chosen.source is Source.PIECES
    assert said in chosen.reason
    assert names(chosen.mechanism) == ["part 1", "part 2"]


def test_components_do_not_depend_on_size_and_rotation():
    mesh = boxes((0, 0, 0), (1, 0, 0), loose=[[1.9, 0.2, 0.1]])
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    moved = mesh.moved(1e-6 * mesh.V @ turn.T)
    np.testing.assert_array_equal(connected_components(mesh).component, connected_components(moved).component)


def test_pieces_hold_every_vertex_and_polygon_once():
    mesh = boxes((0, 0, 0), (2, 0, 0), groups={"lid": range(6, 12)}, loose=[[3, 3, 3]])
    found = pieces(connected_components(mesh))
    np.testing.assert_array_equal(np.sort(np.concatenate([piece.vertices for piece in found])), range(17))
    assert [len(piece.mesh.polygons) for piece in found] == [6, 6]
    for piece in found:
        assert piece.own == piece.mesh.n
        np.testing.assert_array_equal(piece.mesh.V, mesh.V[piece.vertices])
        np.testing.assert_array_equal(np.diff(piece.vertices) > 0, True)
    assert found[0].mesh.groups == {}
    np.testing.assert_array_equal(found[1].mesh.groups["lid"], range(6))
    corners = np.concatenate([piece.vertices[piece.mesh.polygons.corners] for piece in found])
    np.testing.assert_array_equal(corners, mesh.polygons.corners)
    F = np.concatenate([piece.vertices[piece.mesh.F] for piece in found])
    np.testing.assert_array_equal(F, mesh.F)


def test_a_polygon_between_components_borrows_the_vertices_of_its_neighbour():
    mesh = boxes((0, 0, 0))
    found = pieces(halves(mesh))
    assert [piece.own for piece in found] == [4, 4]
    assert [piece.mesh.n for piece in found] == [8, 4]
    assert sum(len(piece.mesh.polygons) for piece in found) == 6
    seen = np.concatenate([piece.vertices[piece.mesh.polygons.corners] for piece in found])
    np.testing.assert_array_equal(np.sort(seen), np.sort(mesh.polygons.corners))


def test_texture_coordinates_go_with_their_polygons():
    mesh = boxes((0, 0, 0), (2, 0, 0))
    uv = np.random.default_rng(1).random((48, 2))
    rows = np.arange(48)
    rows[5] = -1
    textured = replace(mesh, uv=uv, uv_corners=rows)
    second = pieces(connected_components(textured))[1].mesh
    assert second.uv is not None
    np.testing.assert_array_equal(second.uv[second.uv_corners], uv[24:])
    first = pieces(connected_components(textured))[0].mesh
    assert first.uv_corners is not None
    assert first.uv_corners[5] == -1


def test_a_component_without_polygons_is_no_mesh_of_its_own():
    mesh = boxes((0, 0, 0), loose=[[5, 5, 5]])
    with pytest.raises(MechanismError, match="'dust' has no polygon"):
        pieces(Mechanism.of(mesh, [0] * 8 + [1], ["box", "dust"]))
