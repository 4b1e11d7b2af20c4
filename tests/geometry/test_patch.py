from __future__ import annotations

import numpy as np
import pytest

from pliant.anchors import Anchors, held_points
from pliant.errors import AnchorError, TargetError
from pliant.geometry.patch import patch, patched, placed_targets, with_patches
from pliant.geometry.solvable import welded
from pliant.mesh import Mesh
from pliant.pins import Pin


def sheet(side: int) -> Mesh:
    """A flat unit square of side² vertices."""
    x, y = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side), indexing="ij")
    corner = np.arange(side * side).reshape(side, side)
    a, b, c, d = corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]
    F = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    return Mesh.of(np.stack([x.ravel(), y.ravel(), np.zeros(side * side)], axis=1), F)


# A triangle of sheet(9) that is far from its rim.
INNER = 28


def test_a_patch_is_a_disc_with_its_vertex_first() -> None:
    mesh = sheet(41)
    own = patch(mesh, 20 * 41 + 20, radius=0.11)
    far = np.linalg.norm(mesh.V - mesh.V[own[0]], axis=1)
    assert own[0] == 20 * 41 + 20
    assert sorted(own) == np.flatnonzero(far <= 0.11).tolist()


def test_on_a_coarse_mesh_a_patch_is_the_ring_of_triangles() -> None:
    mesh = sheet(3)
    assert sorted(patch(mesh, 4)) == sorted(set(mesh.F[(mesh.F == 4).any(axis=1)].ravel().tolist()))


def test_a_patch_goes_on_beyond_a_seam_and_names_each_place_once() -> None:
    mesh = sheet(11)
    apart = Mesh.of(mesh.V[mesh.F.ravel()], np.arange(mesh.F.size).reshape(-1, 3))
    vertex = int(np.flatnonzero(mesh.F.ravel() == 60)[0])
    places = apart.V[patch(apart, vertex, radius=0.25)]
    expected = mesh.V[patch(mesh, 60, radius=0.25)]
    assert len(places) == len(expected)
    assert {tuple(p) for p in places.tolist()} == {tuple(p) for p in expected.tolist()}


def test_patches_leave_out_what_others_hold() -> None:
    mesh = sheet(5)
    first, second = patched([12, 13], [Pin(turn=True), None], mesh)
    assert 13 not in first
    assert second == [13]
    first, second = patched([12, 13], [Pin(turn=True), Pin(turn=True)], mesh)
    assert not set(first) & set(second)


def test_points_without_a_neighbourhood_are_named_errors() -> None:
    mesh = sheet(3)
    lonely = Mesh.of(np.vstack([mesh.V, [[5.0, 5.0, 5.0]]]), mesh.F)
    with pytest.raises(AnchorError, match="lies on no triangle"):
        patch(lonely, 9)
    with pytest.raises(AnchorError, match="vertices 0 to 8"):
        patch(mesh, 99)
    with pytest.raises(AnchorError, match="has no patch"):
        patched(Anchors([0], [[1.0, 0.0, 0.0]]), [Pin(turn=True)], mesh)


def test_a_point_on_a_triangle_turns_with_the_disc_around_it() -> None:
    mesh = sheet(41)
    face = int(np.argmin(np.linalg.norm(mesh.V[mesh.F].mean(axis=1) - [0.5, 0.5, 0.0], axis=1)))
    points = with_patches(Anchors([face, 0], [[0.2, 0.5, 0.3], [1.0, 0.0, 0.0]]), [True, False], mesh)
    held = held_points(points, mesh.V, mesh.F)
    assert (points.group == [*([0] * (len(points.faces) - 1)), 1]).all()
    assert held.weights[0].tolist() == [0.2, 0.5, 0.3], "its own point comes first"
    far = np.linalg.norm(mesh.V - held.rest[0], axis=1)
    near = set(np.flatnonzero(far <= 0.04 * mesh.diagonal).tolist()) - {int(mesh.F[face, 1])}
    around = set(held.corners[np.arange(len(held)), held.weights.argmax(axis=1)][1:-1].tolist())
    assert near <= around


@pytest.mark.parametrize(
    "places",
    [
        [[0.2, 0.5, 0.3]],
        [[1.0, 0.0, 0.0]],
        [[0.5, 0.5, 0.0]],
        [[0.2, 0.5, 0.3], [0.5, 0.2, 0.3]],
        [[0.8, 0.1, 0.1], [0.7, 0.2, 0.1], [0.6, 0.1, 0.3]],
    ],
)
def test_points_with_patches_never_depend_on_each_other(places: list[list[float]]) -> None:
    mesh = sheet(9)
    apart = Mesh.of(mesh.V[mesh.F.ravel()], np.arange(mesh.F.size).reshape(-1, 3))
    for each in (mesh, apart):
        of_user = welded(each.V[None])[0]
        points = with_patches(Anchors([INNER] * len(places), places), [True] * len(places), each)
        held = held_points(points, each.V, each.F)
        rows = np.zeros((len(held), each.n))
        np.add.at(rows, (np.arange(len(held))[:, None], of_user[held.corners]), held.weights)
        assert np.linalg.matrix_rank(rows) == len(held)
        assert len(held) >= 6


def test_targets_of_items_go_to_their_places_and_turn_about_their_first_points() -> None:
    mesh = sheet(9)
    held = held_points([[40, 41, 49], [0]], mesh.V, mesh.F)
    targets = placed_targets(held, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [(0.0, 0.0, np.pi / 2), None])
    arms = held.rest[:3] - held.rest[0]
    assert targets[[0, 3]].tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert np.abs(targets[:3] - [1.0, 2.0, 3.0] - arms[:, [1, 0, 2]] * [-1.0, 1.0, 1.0]).max() < 1e-15
    with pytest.raises(TargetError):
        placed_targets(held, [[1.0, 2.0, 3.0]])
